package engine_test

import (
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
)

// fleet is the release scenario with 300 hosts and 100 000 open connections, of
// which a rolling update of the edge takes a fifth at a time. Requests come at the
// rate of the scenario: connections over which nothing is sent are to cost memory,
// and no events.
func fleet(users string, rolling bool) func(testing.TB) *engine.Sim {
	return func(tb testing.TB) *engine.Sim {
		tb.Helper()
		scn, ok := catalog.Scenario("zero-downtime-release")
		if !ok {
			tb.Fatal("no scenario zero-downtime-release")
		}
		set := map[string]map[string]string{
			"web": {"users": users, "lifetime": `"0s"`}, "quic": {"users": users, "lifetime": `"0s"`}, "devices": {"users": users},
			"edge": {"hosts": "100"}, "origin": {"hosts": "100"}, "app": {"hosts": "100"},
		}
		for i := range scn.Components {
			for name, v := range set[scn.Components[i].Name] {
				scn.Components[i].Params[name] = []byte(v)
			}
		}
		if !rolling {
			scn.Script = nil
		}
		s, err := catalog.New(scn, catalog.Options{Seed: 1})
		if err != nil {
			tb.Fatal(err)
		}
		return s
	}
}

// BenchmarkFleet is five minutes of it: a batch drains, restarts, and its users
// connect again.
func BenchmarkFleet(b *testing.B) { benchRun(b, fleet("33333", true), 300*engine.Second) }

// TestIdleConnectionsCostNoEvents: thirty times as many open connections make no
// more events while nothing more is sent over them.
func TestIdleConnectionsCostNoEvents(t *testing.T) {
	few, many := fleet("1000", false)(t), fleet("33333", false)(t)
	few.RunUntil(30 * engine.Second)
	many.RunUntil(30 * engine.Second)
	if a, b := float64(few.Events()), float64(many.Events()); b > 1.02*a || b < 0.98*a {
		t.Errorf("%v events with 3000 connections, %v with 100 000", a, b)
	}
}
