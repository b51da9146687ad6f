package catalog

import (
	"math"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/record"
)

// The fluid formulas of a long backlog: with λ events a second, a copies of each
// and workers who do μ a second, what is in the system grows at λa - μ; without
// copies it drains at μ - λ. The workers do 110 a second, and the pages take 10. Of
// three attempts not all are made: some hand-overs are quick also when the queue is
// slow, so a is measured.
const (
	usual   = 75.0
	raised  = 120.0
	workers = 110.0 - 10.0
)

// fluidError is how far, as a share, a slope may lie from the formula's. In five
// minutes some 67 000 copies come at random, one standard deviation being 260, and
// 30 000 are worked off, with one of 173: together 1 % of the 37 500 that the pile
// grows. 4.5 of them are allowed.
const fluidError = 0.045

// inSystem is all copies that are on their way into the queue, in it and at the
// workers. Without copies it is the events that are not delivered: an event that is
// handed over again is on its way into the queue as well, and will not be put in.
func (r *run) inSystem(t *testing.T, copies bool) float64 {
	t.Helper()
	if !copies {
		return r.gauge(t, "intake", "undelivered")
	}
	here, ok := r.sim.NodeByName("queue")
	if !ok {
		t.Fatal("no queue")
	}
	return r.gauge(t, "queue", "pending") + r.gauge(t, "queue", "at_workers") + float64(r.sim.NodeTotals(here).Here)
}

func TestPagerDutyFollowsTheFluid(t *testing.T) {
	for _, c := range []struct {
		name   string
		sets   []string
		slopes []slope
	}{
		{"with copies", nil, []slope{
			{"in the rise", 13 * time.Minute, 18 * time.Minute, raised, fluidError},
			{"after the rise", 25 * time.Minute, 30 * time.Minute, usual, fluidError},
		}},
		// 20 a second in eight minutes are 9600, from 57 600 that come and 48 000 that are
		// worked off: a standard deviation of 3.4 %. 25 a second in four minutes are 6000,
		// from 18 000 and 24 000: 3.4 %.
		{"without copies", on("idempotency"), []slope{
			{"in the rise", 9 * time.Minute, 17 * time.Minute, raised, 4.5 * 0.034},
			{"after the rise", 18*time.Minute + 30*time.Second, 22*time.Minute + 30*time.Second, usual, 4.5 * 0.034},
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for seed := range few() {
				r := play(t, storm(t), uint64(seed+1), 1, c.sets, rise, c.slopes[0].from)
				for _, s := range c.slopes {
					s.hold(t, seed+1, r, c.sets == nil)
				}
			}
		})
	}
}

// slope is how fast the pile grows or drains between two moments.
type slope struct {
	name     string
	from, to time.Duration
	rate     float64 // events a second
	share    float64 // of the slope, that the run may differ by
}

func (s *slope) hold(t *testing.T, seed int, r *run, copied bool) {
	t.Helper()
	r.on(t, s.from)
	before := r.inSystem(t, copied)
	r.on(t, s.to)
	copies := 1.0
	if copied {
		copies = r.over(t, "hand_over", "amplification", s.from, s.to)
	}
	got, want := (r.inSystem(t, copied)-before)/(s.to-s.from).Seconds(), s.rate*copies-workers
	err := math.Abs(got/want - 1)
	t.Logf("%s, seed %d: %.2f copies an event, %.1f a second, the formula says %.1f", s.name, seed, copies, got, want)
	if err > s.share {
		t.Errorf("%s, seed %d: %.1f %% off, allowed %.1f %%", s.name, seed, 100*err, 100*s.share)
	}
}

// TestPagerDutyCause finds by copies of the stuck run what must go: not the
// retries, whose copies are in the queue already, but the work on duplicates.
func TestPagerDutyCause(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("copies of a long backlog run for long")
	}
	r := play(t, storm(t), 1, 1, nil, rise, 30*time.Minute)
	f, err := record.Causes(r.scn, func() (*engine.Sim, error) { return New(storm(t), Options{Seed: 1, Size: 1}) }, r.sim)
	if err != nil {
		t.Fatal(err)
	}
	if f.Alone || len(f.Sets) != 1 || len(f.Sets[0]) != 1 || f.Sets[0][0] != "duplicates" {
		t.Errorf("the cause is %v (alone %v), want the duplicates", f.Sets, f.Alone)
	}
}
