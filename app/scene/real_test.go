package scene

import (
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// run builds a built-in scenario at its default size, with every request drawn,
// and lets it go to a moment.
func run(t *testing.T, sc *scenario.Scenario, until engine.Time) (*engine.Sim, *engine.Frame) {
	t.Helper()
	opt := catalog.Options{Seed: 1}
	if sc.Size != nil {
		opt.Size = sc.Size.Min
	}
	sim, err := catalog.New(sc, opt)
	if err != nil {
		t.Fatal(err)
	}
	sim.Sample(1)
	sim.RunUntil(until)
	f := new(engine.Frame)
	sim.Frame(f)
	return sim, f
}

// Components and links are matched by their order; every mark is a trip that
// the run has made, over its own link.
func TestBuiltInScenarios(t *testing.T) {
	for _, sc := range catalog.Scenarios() {
		t.Run(sc.Name, func(t *testing.T) {
			sim, f := run(t, sc, 2*engine.Second)
			for _, w := range []float64{320, 390, 1000} {
				s := New(sc, w, 1)
				s.Observe(f)
				s.Resize(w, Height(sc, s.Counts(), w))
				checkOrder(t, sim, s)
				var p Picture
				s.Picture(f, float64(f.Now), 1, &p)
				if len(p.Marks) == 0 {
					t.Error("nothing moves")
				}
				checkMarks(t, sim, s, f, &p)
			}
			for _, series := range sc.Series {
				for _, l := range series.Lines {
					if _, ok := InkByName(l.Ink); !ok && l.Ink != "" {
						t.Errorf("series %s: no ink %s", series.Name, l.Ink)
					}
				}
			}
		})
	}
}

func checkOrder(t *testing.T, sim *engine.Sim, s *Scene) {
	t.Helper()
	if sim.NodeCount() != len(s.layout.Nodes) || sim.LinkCount() != len(s.routes) {
		t.Fatalf("%d nodes and %d links, on the stage %d and %d", sim.NodeCount(), sim.LinkCount(), len(s.layout.Nodes), len(s.routes))
	}
	for i := range s.layout.Nodes {
		if name := sim.NodeName(engine.NodeID(i)); name != s.layout.Nodes[i].Name {
			t.Errorf("node %d is %s, on the stage %s", i, name, s.layout.Nodes[i].Name)
		}
	}
	for i := range s.routes {
		if name := sim.Link(engine.LinkID(i)).Name; name != s.routes[i].name {
			t.Errorf("link %d is %s, on the stage %s", i, name, s.routes[i].name)
		}
	}
}

func checkMarks(t *testing.T, sim *engine.Sim, s *Scene, f *engine.Frame, p *Picture) {
	t.Helper()
	made := map[engine.Leg]bool{}
	for _, g := range f.Legs {
		made[g] = true
	}
	for i := range p.Marks {
		m := &p.Marks[i]
		h, ok := s.At(float64(m.X), float64(m.Y))
		if !ok || !made[h.Leg] || !made[s.drawn[i]] {
			t.Fatalf("mark %+v shows %+v, which was not made", m, h.Leg)
		}
		link := sim.Link(s.drawn[i].Link)
		if from, to := s.drawn[i].From, s.drawn[i].To; from != link.From && to != link.From {
			t.Errorf("leg from %d to %d over link %s", from, to, link.Name)
		}
		if m.X < -20 || m.Y < -20 || m.X > p.W+20 || m.Y > p.H+20 {
			t.Errorf("mark off the stage: %+v", m)
		}
	}
}
