package catalog

import (
	"strings"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

func underRetries(t *testing.T) *scenario.Scenario {
	t.Helper()
	scn, ok := Scenario("release-under-retries")
	if !ok {
		t.Fatal("no scenario release-under-retries")
	}
	return scn
}

// TestReleaseUnderRetries: expected, and why. Three fifths of the hosts at 64 % are
// over their capacity, requests time out, and with four tries each the load stays
// above what all hosts can do when they are back: stuck. Backoff delays the tries
// and makes them no fewer: stuck. To drop dead work at its turn saves some, but who
// waits in line longer than the time-out is still not served: stuck. Without
// retries the overload ends with the release. A budget and shedding bound the
// retries, and a breaker all tries: they recover. Smaller batches and takeover
// leave enough hosts in service, and nothing happens.
func TestReleaseUnderRetries(t *testing.T) {
	long(t)
	t.Parallel()
	underRetriesOver(t, couple())
}

// retryCase is an arm of the table, or settings, and what becomes of it.
type retryCase struct {
	arm    string
	sets   []string
	ruling record.Ruling
	inTime [2]float64 // share of the requests answered in time, of the whole run
	tries  [2]float64 // of each request
}

var retryCases = []retryCase{
	{arm: "retries", ruling: record.RuledStuck, inTime: [2]float64{0.1, 0.35}, tries: [2]float64{2.8, 4}},
	{arm: "jitter", ruling: record.RuledStuck, inTime: [2]float64{0.1, 0.35}, tries: [2]float64{2.8, 4}},
	{sets: []string{"web.abandoned=dropped_at_turn"}, ruling: record.RuledStuck, inTime: [2]float64{0.1, 0.7}, tries: [2]float64{1.8, 4}},
	{arm: "no_retries", ruling: record.RuledRecovered, inTime: [2]float64{0.75, 0.95}, tries: [2]float64{1, 1}},
	{arm: "retry_budget", ruling: record.RuledRecovered, inTime: [2]float64{0.6, 0.85}, tries: [2]float64{1, 1.2}},
	{arm: "breaker", ruling: record.RuledRecovered, inTime: [2]float64{0.8, 0.98}, tries: [2]float64{0.8, 1}},
	{arm: "shedding", ruling: record.RuledRecovered, inTime: [2]float64{0.95, 1}, tries: [2]float64{1, 1.2}},
	{arm: "small_batches", ruling: record.RuledHealthy, inTime: [2]float64{0.999, 1}, tries: [2]float64{1, 1.01}},
	{arm: "socket_takeover", ruling: record.RuledHealthy, inTime: [2]float64{0.999, 1}, tries: [2]float64{1, 1.01}},
}

// settings are those of the arm in the scenario's table.
func (c *retryCase) settings(t *testing.T, scn *scenario.Scenario) []string {
	t.Helper()
	if c.arm == "" {
		return c.sets
	}
	for _, a := range scn.Table.Arms {
		if a.Name == c.arm {
			var sets []string
			for _, path := range sortedKeys(a.Set) {
				sets = append(sets, path+"="+a.Set[path])
			}
			return sets
		}
	}
	t.Fatalf("the table has no arm %s", c.arm)
	return nil
}

func underRetriesOver(t *testing.T, seeds int) {
	t.Helper()
	for _, c := range retryCases {
		t.Run(c.arm+strings.Join(c.sets, " "), func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				scn := underRetries(t)
				r := play(t, scn, uint64(seed+1), 0, c.settings(t, scn), []string{"1m=release"}, 12*time.Minute)
				if v := r.verdict(); v.Ruling != c.ruling {
					t.Errorf("seed %d: %v, want %v", seed+1, v.Ruling, c.ruling)
				}
				lies(t, seed+1, "share in time", r.over(t, "requests", "good_share", 0, 12*time.Minute), c.inTime)
				lies(t, seed+1, "tries", r.over(t, "requests", "amplification", 0, 12*time.Minute), c.tries)
				roomOf(t, seed+1, r, c.ruling == record.RuledStuck)
			}
		})
	}
}

// roomOf holds what the hosts can answer a second, by what they are asked, to what
// becomes of it: calm there is room for the requests and the connects, also while a batch
// drains, as users keep their connections; stuck there is none.
func roomOf(t *testing.T, seed int, r *run, stuck bool) {
	t.Helper()
	load := func(from, to time.Duration) float64 {
		return r.over(t, "requests connects", "attempts", from, to) / r.over(t, "web", "capacity", from, to)
	}
	lies(t, seed, "load against capacity, calm", load(10*time.Second, time.Minute), [2]float64{0.6, 0.7})
	lies(t, seed, "load against capacity, a batch drains", load(time.Minute, 90*time.Second), [2]float64{0.55, 0.75})
	if stuck {
		lies(t, seed, "load against capacity, stuck", load(9*time.Minute, 12*time.Minute), [2]float64{1.05, 4})
	} else {
		lies(t, seed, "load against capacity, in the end", load(11*time.Minute, 12*time.Minute), [2]float64{0.6, 0.72})
	}
}

// TestArmAsItStands: an arm that sets what is set is the scenario without what its
// operators do in answer to the trouble, and the scenario itself where that is nothing.
func TestArmAsItStands(t *testing.T) {
	t.Parallel()
	for _, response := range []bool{true, false} {
		scn := underRetries(t)
		scn.Script = []scenario.Entry{{At: scenario.Duration(time.Second), Set: "requests.retry.max_attempts", Value: "1", Response: response}}
		scn.Table.Arms = scn.Table.Arms[:1]
		q := record.NewTrials(scn, func() (*engine.Sim, error) { return New(scn, Options{Seed: 1}) }, 4*engine.Second)
		q.Step(1 << 40)
		if same := q.Arm(0).Hash == q.Told().Hash; !q.Done() || q.Err() != nil || same == response {
			t.Errorf("response %v: the same run: %v, %v", response, same, q.Err())
		}
	}
}

// TestTroubleLastsAsLongAsTheRelease: nothing is called stuck while hosts are still
// released, and what came after is counted from when the last one was done.
func TestTroubleLastsAsLongAsTheRelease(t *testing.T) {
	long(t)
	t.Parallel()
	r := play(t, underRetries(t), 1, 0, nil, []string{"1m=release"}, 5*time.Minute)
	for r.gauge(t, "web", "under_way") > 0 {
		if _, over := r.jud.TriggerOver(r.sim.Now()); over || r.verdict().Ruling == record.RuledStuck {
			t.Fatalf("at %v s: over %v, %v, while hosts are released", secondsOf(r.sim.Now()), over, r.verdict().Ruling)
		}
		r.on(t, time.Duration(r.sim.Now())+time.Minute)
	}
	r.on(t, time.Duration(r.sim.Now())+7*time.Minute)
	done := 1*engine.Minute + engine.Time(r.gauge(t, "web", "release_time")*float64(engine.Second))
	since, over := r.jud.TriggerOver(r.sim.Now())
	if width := engine.Time(r.scn.Window); !over || since < done || since > done+width {
		t.Errorf("the release ended at %v s, the trouble at %v s", secondsOf(done), secondsOf(since))
	}
	if v := r.verdict(); v.Ruling != record.RuledStuck || v.At < since+engine.Time(r.scn.Objective.Patience) {
		t.Errorf("%v at %v s, the trouble ended at %v s", v.Ruling, secondsOf(v.At), secondsOf(since))
	}
}

func secondsOf(at engine.Time) float64 { return float64(at) / float64(engine.Second) }
