package scene

import (
	"fmt"
	"strings"
	"testing"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

var machines = []int{1, 1, 1, 1, 1, 4}

func TestCardsStandApart(t *testing.T) {
	unplaced := outage()
	for i := range unplaced.Components {
		unplaced.Components[i].At = scenario.Place{}
	}
	for name, sc := range map[string]*scenario.Scenario{"placed": outage(), "unplaced": unplaced} {
		for _, w := range []float64{320, 390, 560, 639, 640, 768, 1000, 1600} {
			t.Run(fmt.Sprint(name, w), func(t *testing.T) {
				checkCards(t, Arrange(sc, machines, w, Height(sc, machines, w)))
			})
		}
	}
}

func checkCards(t *testing.T, l Layout) {
	t.Helper()
	var all []Rect
	for i := range l.Nodes {
		all = append(all, l.Nodes[i].Cards...)
	}
	if len(all) != 9 {
		t.Fatalf("%d cards, want 9", len(all))
	}
	for i, a := range all {
		if a.X < 0 || a.Y < 0 || a.X+a.W > l.W+0.01 || a.Y+a.H > l.H+0.01 {
			t.Errorf("card %d off the stage: %+v of %vx%v", i, a, l.W, l.H)
		}
		if a.W < 80 || a.H < minCardH {
			t.Errorf("card %d too small to read: %+v", i, a)
		}
		for j, b := range all[:i] {
			if a.X < b.X+b.W && b.X < a.X+a.W && a.Y < b.Y+b.H && b.Y < a.Y+a.H {
				t.Errorf("cards %d and %d overlap: %+v %+v", j, i, b, a)
			}
		}
	}
}

func TestNarrowStageIsTall(t *testing.T) {
	if h := Height(outage(), machines, 390); h < 390 {
		t.Errorf("height %v of a stage 390 wide", h)
	}
	l := Arrange(outage(), machines, 390, Height(outage(), machines, 390))
	for _, k := range [][2]int{{0, 3}, {3, 4}, {4, 5}} {
		if a, b := l.Nodes[k[0]].Rect, l.Nodes[k[1]].Rect; a.Y+a.H >= b.Y {
			t.Errorf("%s does not stand above %s", l.Nodes[k[0]].Name, l.Nodes[k[1]].Name)
		}
	}
}

func TestManyMachinesAreOneCard(t *testing.T) {
	for n, want := range map[int]int{0: 1, 1: 1, 2: 2, 8: 8, 9: 1, 480: 1} {
		counts := []int{1, 1, 1, 1, 1, n}
		for _, w := range []float64{390, 1000} {
			l := Arrange(outage(), counts, w, Height(outage(), counts, w))
			if got := len(l.Nodes[5].Cards); got != want {
				t.Errorf("%d machines, width %v: %d cards, want %d", n, w, got, want)
			}
		}
	}
}

// A stage of links round in a circle must be arranged too.
func TestCircleOfLinks(t *testing.T) {
	sc := outage()
	sc.Links = append(sc.Links, scenario.Link{Name: "round", From: "databases", To: "website", Kind: "work"})
	s := New(sc, 390, 600)
	if s.LinkPath("round") == "" {
		t.Error("no way back")
	}
}

func TestLinkPath(t *testing.T) {
	s := New(outage(), 1000, 470)
	s.Observe(outageFrame(0, 0, 0))
	for link, curves := range map[string]int{"website-web": 2, "web-cache": 3, "web-databases": 8, "control": 0, "nothing": 0} {
		if got := strings.Count(s.LinkPath(link), "M"); got != curves {
			t.Errorf("%s: %d curves, want %d", link, got, curves)
		}
	}
}

// Curves start and end on the edges of the cards they join, and no two ports of
// a card coincide.
func TestCurvesEndOnCards(t *testing.T) {
	for _, w := range []float64{390, 1000} {
		s := New(outage(), w, Height(outage(), machines, w))
		s.Observe(outageFrame(0, 0, 0))
		for i := range s.routes {
			r := &s.routes[i]
			for n := range r.lanes {
				for k, c := range r.curves[n] {
					if n == back {
						c = c.reversed()
					}
					from, to := s.layout.Nodes[r.from].Cards[k/r.nTo], s.layout.Nodes[r.to].Cards[k%r.nTo]
					if !onEdge(from, c.X0, c.Y0) || !onEdge(to, c.X3, c.Y3) {
						t.Errorf("width %v, %s lane %d: %+v ends beside its cards", w, r.name, n, c)
					}
				}
			}
		}
	}
}

func onEdge(r Rect, x, y float64) bool {
	return r.contains(x, y, 0.01) && !r.contains(x, y, -0.01)
}

// Who only gets signals stands after who gives them.
func TestReceiversOfSignalsComeLast(t *testing.T) {
	sc := outage()
	sc.Components = append(sc.Components, scenario.Component{Name: "people", Kind: "on_call"})
	sc.Links = append(sc.Links, scenario.Link{Name: "alerts", From: "databases", To: "people", Kind: "signal"})
	r := ranks(sc)
	if last := len(sc.Components) - 1; r[last] != r[5]+1 {
		t.Errorf("ranks %v", r)
	}
}

// Where words are larger than usual, no more cards stand side by side than their names
// have room for, and the stage is taller for it.
func TestLargerWordsHaveRoomSideBySide(t *testing.T) {
	for _, sc := range catalog.Scenarios() {
		s := New(sc, 390, 1)
		usual := s.Tall()
		for _, w := range []float64{286, 324, 356} {
			for _, words := range []float64{1, 1.5, 2} {
				s.Resize(w, 1)
				s.SetWords(words)
				s.Resize(w, words*s.Tall())
				if s.Tall() < usual {
					t.Errorf("%s on %v pixels with words %v times as large: %v high, usually %v", sc.Name, w, words, s.Tall(), usual)
				}
				besides(t, sc.Name, &s.layout, words)
			}
		}
	}
}

func besides(t *testing.T, name string, l *Layout, words float64) {
	t.Helper()
	for i := range l.Nodes {
		for j := range l.Nodes {
			a, b := &l.Nodes[i], &l.Nodes[j]
			if i != j && a.Rect.Y == b.Rect.Y && a.Rect.W < cardLeast*words {
				t.Errorf("%s on %v pixels with words %v times as large: %s stands beside %s, %v wide", name, l.W, words, a.Name, b.Name, a.Rect.W)
			}
		}
	}
}
