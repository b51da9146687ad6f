package scene

import (
	"encoding/json"
	"testing"

	"stampede/engine"
	"stampede/engine/scenario"
)

// retrying is the outage with retries on the link to the databases.
func retrying() *scenario.Scenario {
	sc := outage()
	sc.Links[4].Policies = []scenario.Policy{{Kind: RetryPolicy, On: true, Params: map[string]json.RawMessage{}}}
	return sc
}

func TestLoopLeadsBackToTheCaller(t *testing.T) {
	for _, w := range []float64{1000, 390} {
		sc := retrying()
		s := New(sc, w, Height(sc, nil, w))
		r := &s.routes[4]
		c, ok := r.loop(&s.layout)
		from, to := s.layout.Nodes[3].Cards[0], s.layout.Nodes[5].Cards[0]
		if !ok || !to.contains(c.X0, c.Y0, 1) || !from.contains(c.X3, c.Y3, 1) {
			t.Errorf("at %v the loop runs from %v,%v to %v,%v", w, c.X0, c.Y0, c.X3, c.Y3)
		}
		l, ok := s.Loop("web-databases")
		if !ok || l.Path == "" || l.Arrow == "" || l.X < 0 || l.X > w {
			t.Errorf("at %v: %+v, %v", w, l, ok)
		}
	}
	s := New(outage(), 1000, 470)
	for _, name := range []string{"control", "nowhere"} {
		if l, ok := s.Loop(name); ok {
			t.Errorf("a loop beside %s: %+v", name, l)
		}
	}
}

func TestRetriesHaveTheirOwnLaneAndMark(t *testing.T) {
	sc := retrying()
	g := query
	g.Why = engine.ByRetry
	f := outageFrame(0, g.SentAt, 0)
	first := query
	first.Req++
	f.Legs = []engine.Leg{g, first}
	s := New(sc, 1000, 470)
	s.Observe(f)
	var p Picture
	s.Picture(f, 1350*ms, 1, &p)
	if len(p.Marks) != 2 {
		t.Fatalf("%d marks", len(p.Marks))
	}
	if p.Marks[0].Glyph != Twin || p.Marks[1].Glyph != Diamond {
		t.Errorf("glyphs %d and %d", p.Marks[0].Glyph, p.Marks[1].Glyph)
	}
	if p.Marks[0].Ink == p.Marks[1].Ink {
		t.Error("a retry has the colour of a first attempt")
	}
	r := &s.routes[4]
	if r.lanes != lanes || r.curves[aside][0] == r.curves[outward][0] {
		t.Error("retries have no way of their own")
	}
}

func TestLegendHasRetries(t *testing.T) {
	name := func(retries bool) string { l := LegendOf(outage(), retries); return l[len(l)-1].Name }
	if name(false) == "retry" || name(true) != "retry" {
		t.Errorf("the legends end with %q and %q", name(false), name(true))
	}
}
