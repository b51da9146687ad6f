package view

import (
	"strings"
	"testing"

	"stampede/engine"
)

// piled is a pile of layers of 15 s, newest first: copies, and events among them.
func piled(layers ...[2]int64) (*Face, *engine.Gauges) {
	g := &engine.Gauges{Span: 15 * engine.Second}
	for i := len(layers) - 1; i >= 0; i-- {
		g.Layers = append(g.Layers, engine.Layer{Age: engine.Time(i+1) * g.Span, Copies: layers[i][0], Unique: layers[i][1]})
	}
	f := &Face{Name: "Queue", Pile: Pile{limit: 5 * engine.Minute}}
	oldest := g.Span
	if len(g.Layers) > 0 {
		oldest = g.Layers[0].Age
	}
	f.Pile.Span = pileSpan(f.Pile.limit, oldest)
	return f, g
}

func TestPileFitsTallCardsOnly(t *testing.T) {
	f, _ := piled([2]int64{100, 50})
	f.Bars[0] = Gauge{Fill: 10, Ink: "query"}
	f.Fit(240, 420)
	p := &f.Pile
	if p.N < pileLeast || f.Bars[0].Ink != "" {
		t.Fatalf("a tall card has %d rows and the bar %+v", p.N, f.Bars[0])
	}
	if need := p.H + 3*pileSwatch + cardHead + 2*cardPadY; need > 420 {
		t.Errorf("contents need %.0f pixels of 420", need)
	}
	if got := p.Span * engine.Time(p.Line) / engine.Time(p.N); p.Line < 1 || p.Line >= p.N || got < p.limit-1 || got > p.limit+1 {
		t.Errorf("the line is below row %d of %d, at %v", p.Line, p.N, got)
	}
	f, _ = piled([2]int64{100, 50})
	f.Bars[0] = Gauge{Fill: 10, Ink: "query"}
	f.Fit(150, 110)
	if f.Pile.N != 0 || f.Bars[0].Ink == "" {
		t.Errorf("a low card has %d rows and the bar %+v", f.Pile.N, f.Bars[0])
	}
}

func TestPileSharesLayersOutByAge(t *testing.T) {
	f, g := piled([2]int64{300, 300}, [2]int64{600, 200})
	p := &f.Pile
	p.N, p.Span = 3, 30*engine.Second // rows of 10 s
	var unique, copies [pileMost]float64
	p.spread(g, &unique, &copies)
	for i, want := range [3]float64{200, 300, 400} {
		if d := copies[i] - want; d > 1e-6 || d < -1e-6 {
			t.Errorf("row %d has %.1f copies, want %.0f", i, copies[i], want)
		}
	}
	if d := unique[1] - (100 + 200.0/3); d > 1e-6 || d < -1e-6 {
		t.Errorf("the middle row has %.1f events", unique[1])
	}
}

func TestPileIsDrawnByAgeAndKind(t *testing.T) {
	f, _ := piled()
	p := &f.Pile
	p.N, p.Line, p.W, p.H, p.Deadline, p.Newest = 6, 4, 160, 60, "5 min", "new"
	look := &PileLook{Unique: [3]string{`a="young"`, `a="old"`, `a="late"`}, Duplicate: `a="twice"`, Ground: `a="ground"`, Line: `a="line"`, Words: `a="words"`}
	empty := p.Draw(look)
	for _, want := range []string{`a="line"`, `a="ground"`, ">5 min<", ">new<"} {
		if !strings.Contains(empty, want) {
			t.Errorf("an empty pile lacks %s: %s", want, empty)
		}
	}
	if strings.Contains(empty, "young") || strings.Contains(empty, "twice") {
		t.Errorf("an empty pile has cells: %s", empty)
	}
	p.Rows[0], p.Rows[2], p.Rows[5] = PileRow{1, 3}, PileRow{2, 2}, PileRow{4, 4}
	drawn := p.Draw(look)
	count := func(attr string) int {
		_, rest, ok := strings.Cut(drawn, attr+` d="`)
		if !ok {
			return 0
		}
		d, _, _ := strings.Cut(rest, `"`)
		return strings.Count(d, "z")
	}
	for attr, want := range map[string]int{`a="young"`: 1, `a="old"`: 2, `a="late"`: 4, `a="twice"`: 2} {
		if got := count(attr); got != want {
			t.Errorf("%s: %d cells, want %d", attr, got, want)
		}
	}
}

// The scale grows in steps, so that the pile is seen to grow.
func TestPileScaleSteps(t *testing.T) {
	for _, c := range []struct{ x, want float64 }{{0, 1}, {1.2, 1.5}, {742, 800}, {801, 1000}, {1000, 1000}} {
		if got := nice(c.x); got != c.want {
			t.Errorf("nice(%v) = %v, want %v", c.x, got, c.want)
		}
	}
	if a, b := pileSpan(5*engine.Minute, engine.Minute), pileSpan(5*engine.Minute, 7*engine.Minute); a != b {
		t.Errorf("the ages shown change from %v to %v", a, b)
	}
}
