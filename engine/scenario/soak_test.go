//go:build soak

package scenario_test

import (
	"fmt"
	"testing"

	"stampede/engine"
	"stampede/engine/theory"
)

// The full tables, for make soak: longer runs, higher loads, more systems.

func TestSoakQueues(t *testing.T) {
	for _, rho := range []float64{0.5, 0.7, 0.8, 0.9, 0.95} {
		t.Run(fmt.Sprintf("MM1 %v", rho), func(t *testing.T) {
			q := theory.MM1(100*rho, 100)
			r := queue("theory/mm1", "callers.rate", fmt.Sprint(100*rho))
			r.warm, r.span = 10*warm, 10*long
			r.agree(t, present(q.L), waiting(q.Lq), busy(1, q.Load), latency(q.W), wait(q.Wq))
		})
	}
	for _, k := range []struct {
		servers int
		load    float64
	}{{1, 0.8}, {2, 1.6}, {5, 4}, {10, 8}, {10, 9}, {50, 45}, {100, 90}} {
		t.Run(fmt.Sprintf("MMc %d %v", k.servers, k.load), func(t *testing.T) {
			q := theory.MMc(100*k.load, 100, k.servers)
			r := queue("theory/mmc", "callers.rate", fmt.Sprint(100*k.load), "server.servers", fmt.Sprint(k.servers))
			r.span = long / engine.Time(max(1, k.servers/10))
			r.agree(t, present(q.L), waiting(q.Lq), busy(float64(k.servers), q.Load), latency(q.W), wait(q.Wq))
		})
	}
	for _, k := range []struct {
		servers, places int
		load            float64
	}{{1, 10, 0.8}, {1, 10, 1.2}, {1, 100, 1.2}, {5, 20, 4.5}} {
		t.Run(fmt.Sprintf("MMcK %d %d %v", k.servers, k.places, k.load), func(t *testing.T) {
			q := theory.MMcK(100*k.load, 100, k.servers, k.places)
			r := queue("theory/mmck", "callers.rate", fmt.Sprint(100*k.load), "server.servers", fmt.Sprint(k.servers),
				"server.queue_bound", fmt.Sprint(k.places-k.servers))
			r.agree(t, present(q.L), waiting(q.Lq), latency(q.W), wait(q.Wq), throughput(q.Throughput), refused(q.Loss))
		})
	}
}

func TestSoakImpatience(t *testing.T) {
	for _, k := range []struct{ rho, tau float64 }{{0.8, 1}, {0.8, 5}, {1, 5}, {1.2, 5}, {2, 5}} {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			r := queue("theory/impatience", "callers.rate", fmt.Sprint(100*k.rho), "requests.timeout.after", fmt.Sprintf("%.0fms", 10*k.tau))
			r.span = 4 * long
			r.agree(t, gone(theory.MM1D(100*k.rho, 100, k.tau/100)))
		})
	}
}

func TestSoakClosed(t *testing.T) {
	for _, k := range []struct {
		users, servers int
		think          float64 // in mean service times
	}{{5, 1, 4}, {10, 1, 10}, {50, 1, 40}, {20, 2, 8}, {100, 10, 9}} {
		t.Run(fmt.Sprint(k), func(t *testing.T) {
			q := theory.Repairman(k.users, k.think/100, 100, k.servers)
			r := queue("theory/closed", "users.think_mean", fmt.Sprintf("%.0fms", 10*k.think),
				"users.users", fmt.Sprint(k.users), "server.servers", fmt.Sprint(k.servers))
			r.agree(t, present(q.L), busy(float64(k.servers), q.Load), latency(q.W), throughput(q.Throughput))
		})
	}
}

// TestSoakMetastable is the whole table of loads and stalls: below half the
// capacity all recover, and dropping dead work cures every cell.
func TestSoakMetastable(t *testing.T) {
	const from, until = 370 * engine.Second, 400 * engine.Second
	for _, rate := range []float64{100, 140, 200, 280} {
		for _, stall := range []engine.Time{500, 1000, 1500, 2000, 3000, 5000, 10000} {
			recovered := 0
			for seed := uint64(1); seed <= 10; seed++ {
				if _, good := outage(t, seed, rate, stall*engine.Millisecond, from, until); good > 0.9 {
					recovered++
				}
				if _, good := outage(t, seed, rate, stall*engine.Millisecond, from, until, "server.abandoned", "dropped_at_turn"); good < 0.9 {
					t.Errorf("%v/s, %d ms, seed %d: dead work is dropped and yet it is stuck", rate, stall, seed)
				}
			}
			t.Logf("%v/s, stalled %d ms: %d of 10 recover", rate, stall, recovered)
			if rate < 150 && recovered < 10 || rate >= 200 && stall >= 2000 && recovered > 0 {
				t.Errorf("%v/s, stalled %d ms: %d of 10 recover", rate, stall, recovered)
			}
		}
	}
}
