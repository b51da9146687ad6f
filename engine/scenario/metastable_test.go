package scenario_test

import (
	"fmt"
	"math"
	"testing"

	"stampede/engine"
)

// outage runs the retry example of "Metastable Failures in Distributed Systems"
// (HotOS 2021): a server of 300 requests a second, callers who give up after 1 s
// and try twice, and a stall at 20 s. It returns the load on the server and the
// share of calls that succeed between two moments.
func outage(t *testing.T, seed uint64, rate float64, stall, from, until engine.Time, set ...string) (load, good float64) {
	t.Helper()
	r := run{name: "theory/metastable", set: append([]string{"callers.rate", fmt.Sprint(rate)}, set...)}
	sim := r.build(t, seed, 0)
	err := sim.Insert(engine.Command{
		At: 20 * engine.Second, Verb: engine.CmdDo, Path: "stall", Value: fmt.Sprint(float64(stall) / second),
	})
	if err != nil {
		t.Fatal(err)
	}
	sim.RunUntil(from)
	before := measure(sim, 0, 1)
	sim.RunUntil(until)
	m := measure(sim, 0, 1).less(before)
	return m.attempts / m.span, m.good / m.ended
}

// TestMetastable holds the run to the example's borders: half the capacity is
// safe whatever the stall; beyond it a stall of 10 s leaves twice the rate on
// the server for good, to within 1 %; and dropping dead work cures it.
func TestMetastable(t *testing.T) {
	const seeds, early, late, end = 5, 60 * engine.Second, 170 * engine.Second, 200 * engine.Second
	var stuck float64
	for seed := uint64(1); seed <= seeds; seed++ {
		for _, stall := range []engine.Time{engine.Second / 2, 2 * engine.Second, 10 * engine.Second} {
			if load, good := outage(t, seed, 140, stall, late, end); good < 0.99 || load > 155 {
				t.Errorf("seed %d, 140/s, stalled %d ms: load %.1f, good %.3f; below half the capacity it must recover", seed, stall/engine.Millisecond, load, good)
			}
		}
		load, good := outage(t, seed, 280, 10*engine.Second, early, end)
		stuck += load / seeds
		if good > 0.01 {
			t.Errorf("seed %d, 280/s, stalled 10 s: good %.3f; it must be stuck", seed, good)
		}
		load, good = outage(t, seed, 280, 10*engine.Second, late, end, "server.abandoned", "dropped_at_turn")
		if good < 0.99 || load > 300 {
			t.Errorf("seed %d, 280/s, dead work dropped: load %.1f, good %.3f; it must recover", seed, load, good)
		}
	}
	if math.Abs(stuck-560) > 5.6 {
		t.Errorf("stuck at %.1f queries a second, want 560 within 1 %%", stuck)
	}
}
