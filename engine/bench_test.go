package engine_test

import (
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/component"
	"stampede/engine/param"
	"stampede/engine/policy"
)

// The workloads of the benchmarks. An event is a model callback that does
// work: cancelled timers are not counted.

// w1 is M/M/1 at load 0.9.
func w1(tb testing.TB) *engine.Sim {
	b := engine.NewBuilder(1, 0)
	src := b.Node("source", "population", with(tb, new(component.Population), "rate", "900"))
	srv := b.Node("server", "server", with(tb, new(component.Server), "service_mean", "1ms"))
	b.Link(engine.LinkSpec{Name: "work", From: src, To: srv, Kind: engine.KWork})
	return built(tb, b, nil)
}

// w2 is 280 requests a second for 30 servers of 100 ms, with a time-out of 1 s
// and up to 3 retries, and a stall of 10 s in the middle of 600 s: it turns
// metastable, and its queue grows to hundreds of thousands.
func w2(tb testing.TB) *engine.Sim {
	b := engine.NewBuilder(1, 0)
	src := b.Node("source", "population", with(tb, new(component.Population), "rate", "280"))
	srv := b.Node("server", "server", with(tb, new(component.Server), "servers", "30", "service_mean", "100ms", "abandoned", "served"))
	b.Link(engine.LinkSpec{Name: "work", From: src, To: srv, Kind: engine.KWork, Stack: []engine.PolicySpec{
		{Name: "retry", On: true, Policy: with(tb, new(policy.Retry), "max_attempts", "4", "backoff", "none")},
		{Name: "timeout", On: true, Policy: with(tb, new(policy.Timeout), "after", "1s")},
	}})
	b.Actions([]engine.Action{{Name: "stall", Steps: []engine.ActionStep{{Node: srv, Verb: "stall", Arg: 10}}}})
	return built(tb, b, []engine.Command{{At: 300 * engine.Second, Verb: engine.CmdDo, Path: "stall"}})
}

func built(tb testing.TB, b *engine.Builder, script []engine.Command) *engine.Sim {
	tb.Helper()
	s, err := b.Build(script)
	if err != nil {
		tb.Fatal(err)
	}
	s.Sample(64)
	return s
}

func with[P declares](tb testing.TB, p P, kv ...string) P {
	tb.Helper()
	set := engine.Declared(p)
	set.Reset()
	for i := 0; i < len(kv); i += 2 {
		if err := set.Set(kv[i], kv[i+1]); err != nil {
			tb.Fatal(err)
		}
	}
	return p
}

func benchRun(b *testing.B, build func(testing.TB) *engine.Sim, until engine.Time) {
	b.ReportAllocs()
	var events uint64
	for b.Loop() {
		s := build(b)
		s.RunUntil(until)
		events += s.Events()
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds()/1e6, "Mevents/s")
}

func BenchmarkW1(b *testing.B) { benchRun(b, w1, 2000*engine.Second) }

func BenchmarkW2(b *testing.B) { benchRun(b, w2, 600*engine.Second) }

func facebook(size float64) func(testing.TB) *engine.Sim {
	return func(tb testing.TB) *engine.Sim {
		scn, ok := catalog.Scenario("facebook-2010")
		if !ok {
			tb.Fatal("no scenario facebook-2010")
		}
		s, err := catalog.New(scn, catalog.Options{Seed: 1, Size: size})
		if err != nil {
			tb.Fatal(err)
		}
		s.Sample(1 << 12)
		return s
	}
}

func BenchmarkFacebook(b *testing.B) { benchRun(b, facebook(0.01), 120*engine.Second) }

// BenchmarkFacebookTrueSize runs the loop at its true size, from the push to
// ten seconds after.
func BenchmarkFacebookTrueSize(b *testing.B) { benchRun(b, facebook(1), 30*engine.Second) }

// TestSteadyStateAllocates holds the kernel to no allocation per event once a
// run has grown to its size.
func TestSteadyStateAllocates(t *testing.T) {
	for name, build := range map[string]func(testing.TB) *engine.Sim{"w1": w1, "facebook": facebook(0.01)} {
		s := build(t)
		s.RunUntil(60 * engine.Second)
		at, events := s.Now(), s.Events()
		allocs := testing.AllocsPerRun(5, func() {
			at += 5 * engine.Second
			s.RunUntil(at)
		})
		if per := allocs * 6 / float64(s.Events()-events); per > 1e-4 {
			t.Errorf("%s: %.0f allocations in 5 s, %.6f per event", name, allocs, per)
		}
	}
}

type declares interface{ Params(*param.Set) }
