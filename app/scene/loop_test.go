package scene

import (
	"encoding/json"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
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
		c, ok := s.loop(r)
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

// Every loop of every scenario can be followed: it stays on the stage, and runs
// under no card.
func TestLoopsCanBeFollowed(t *testing.T) {
	for _, sc := range catalog.Scenarios() {
		_, f := run(t, sc, engine.Second)
		for _, w := range []float64{320, 390, 640, 1000, 1440} {
			s := New(sc, w, Height(sc, nil, w))
			s.Observe(f)
			s.Resize(w, Height(sc, s.Counts(), w))
			for i := range s.routes {
				r := &s.routes[i]
				if c, ok := s.loop(r); ok && retried(&sc.Links[i]) {
					followed(t, s, &c, sc.Name+" "+r.name)
				}
			}
		}
	}
}

// What is tried again has its number on the stage, beside every loop that is drawn.
func TestLoopsHaveTheirNumber(t *testing.T) {
	for _, sc := range catalog.Scenarios() {
		for _, w := range []float64{356, 1000, 1400} {
			s := New(sc, w, Height(sc, nil, w))
			for i := range sc.Links {
				if l, ok := s.Loop(sc.Links[i].Name); ok && l.Mute && len(sc.Links[i].Policies) > 0 {
					t.Errorf("%s on %v pixels: %s is mute", sc.Name, w, sc.Links[i].Name)
				}
			}
		}
	}
}

// Calls keep away from the sides of a narrow stage, where their marks would be cut off.
func TestWaysKeepOffTheSides(t *testing.T) {
	for _, sc := range catalog.Scenarios() {
		for _, w := range []float64{286, 356} {
			s := New(sc, w, Height(sc, nil, w))
			for _, p := range s.Ways(4, nil) {
				if p.X < rim-1 || p.X > w-rim+1 {
					t.Errorf("%s on %v pixels: a way leads through %v", sc.Name, w, p)
					break
				}
			}
		}
	}
}

func followed(t *testing.T, s *Scene, c *loopCurve, name string) {
	t.Helper()
	const within = 2 // CSS pixels that it may touch a card
	l := s.Layout()
	for k := 0; k <= 50; k++ {
		x, y := c.At(float64(k) / 50)
		if x < 0 || y < 0 || x > l.W || y > l.H {
			t.Errorf("%s on %v pixels: the loop leaves the stage at %v,%v", name, l.W, x, y)
			return
		}
		for i := range l.Nodes {
			for _, card := range l.Nodes[i].Cards {
				if card.contains(x, y, -within-0.5) {
					t.Errorf("%s on %v pixels: the loop runs under %s at %v,%v", name, l.W, l.Nodes[i].Name, x, y)
					return
				}
			}
		}
	}
}

// Where cards stand close together a loop leads from a card into itself, and has a
// number alone where there is no place for words.
func TestLoopWhereCardsAreClose(t *testing.T) {
	sc, ok := catalog.Scenario("zero-downtime-release")
	if !ok {
		t.Fatal("no such scenario")
	}
	s := New(sc, 1000, 470)
	c, ok := s.loop(&s.routes[1])
	if card := s.layout.Nodes[0].Cards[0]; !ok || !c.hook || c.X0 != card.X+card.W || c.X3 != c.X0 {
		t.Errorf("the loop of %s is %+v, %v", s.routes[1].name, c, ok)
	}
	if l, ok := s.Loop(s.routes[3].name); !ok || l.Mute || !l.Brief {
		t.Errorf("between two cards there are words at %+v, %v", l, ok)
	}
	if sc, ok = catalog.Scenario("release-under-retries"); !ok {
		t.Fatal("no such scenario")
	}
	s = New(sc, 1000, 470)
	if c, ok := s.loop(&s.routes[0]); !ok || c.hook {
		t.Errorf("with room around, the loop of %s is %+v, %v", s.routes[0].name, c, ok)
	}
}
