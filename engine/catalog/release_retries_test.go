package catalog

import (
	"testing"
	"time"

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
				r := play(t, underRetries(t), uint64(seed+1), 0, c.sets, []string{"1m=release", "5m10s=pause"}, 12*time.Minute)
				if v := r.verdict(); v.Ruling != c.ruling {
					t.Errorf("seed %d: %v, want %v", seed+1, v.Ruling, c.ruling)
				}
			}
		})
	}
}
