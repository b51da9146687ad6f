package catalog

import (
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

func underRetriesOver(t *testing.T, seeds int) {
	t.Helper()
	retry := "requests.retry."
	for _, c := range []struct {
		name   string
		sets   []string
		ruling record.Ruling
	}{
		{"as it is", nil, record.RuledStuck},
		{"jitter", []string{retry + "backoff=exponential", retry + "jitter=full", retry + "base=1s"}, record.RuledStuck},
		{"dead work dropped", []string{"web.abandoned=dropped_at_turn"}, record.RuledStuck},
		{"no retries", []string{retry + "on=false"}, record.RuledRecovered},
		{"budget", []string{"requests.budget.on=true"}, record.RuledRecovered},
		{"breaker", []string{"requests.breaker.on=true"}, record.RuledRecovered},
		{"shedding", []string{"web.shedding.on=true"}, record.RuledRecovered},
		{"smaller batches", []string{"web.batch=0.1"}, record.RuledHealthy},
		{"takeover", []string{"web.strategy=socket_takeover"}, record.RuledHealthy},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			for seed := range seeds {
				r := play(t, underRetries(t), uint64(seed+1), 0, c.sets, []string{"1m=release"}, 12*time.Minute)
				if v := r.verdict(); v.Ruling != c.ruling {
					t.Errorf("seed %d: %v, want %v", seed+1, v.Ruling, c.ruling)
				}
			}
		})
	}
}

// TestTroubleLastsAsLongAsTheRelease: nothing is called stuck while hosts are still
// released, and what came after is counted from when the last one was done.
func TestTroubleLastsAsLongAsTheRelease(t *testing.T) {
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
