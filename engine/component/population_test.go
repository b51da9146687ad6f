package component_test

import (
	"testing"

	"stampede/engine"
	"stampede/engine/component"
	"stampede/engine/simtest"
)

// TestTinyRates: gaps too long for the clock are as good as no request, for
// every law, and not a flood.
func TestTinyRates(t *testing.T) {
	for _, law := range []string{"exponential", "constant", "pareto"} {
		for _, rate := range []string{"1e-300", "1e-18", "1e-11", "0"} {
			b := engine.NewBuilder(1, 0)
			p := new(component.Population)
			set := engine.Declared(p)
			set.Reset()
			for name, value := range map[string]string{"rate": rate, "gap_law": law} {
				if err := set.Set(name, value); err != nil {
					t.Fatal(err)
				}
			}
			from := b.Node("callers", "population", p)
			to := b.Node("server", "server", &simtest.Server{Steps: []simtest.Step{simtest.OK}})
			b.Link(engine.LinkSpec{Name: "work", From: from, To: to, Kind: engine.KWork})
			sim, err := b.Build(nil)
			if err != nil {
				t.Fatal(err)
			}
			if !sim.RunSome(100*engine.Second, 1000) || sim.LinkTotals(0).Calls != 0 {
				t.Errorf("%s at %s/s: %d calls in 100 s, at %d ns", law, rate, sim.LinkTotals(0).Calls, sim.Now())
			}
		}
	}
}
