package chart

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"stampede/engine"
)

// points reads path data back: one slice for each stretch.
func points(t *testing.T, path string) (out [][][2]float64) {
	t.Helper()
	for _, stretch := range strings.Split(path, "M")[1:] {
		stretch, _, _ = strings.Cut(stretch, "h")
		var line [][2]float64
		for _, p := range strings.Split(stretch, "L") {
			x, y, _ := strings.Cut(p, " ")
			a, err1 := strconv.ParseFloat(x, 64)
			b, err2 := strconv.ParseFloat(y, 64)
			if err1 != nil || err2 != nil {
				t.Fatalf("path %q: %q is no point", path, p)
			}
			line = append(line, [2]float64{a, b})
		}
		out = append(out, line)
	}
	return out
}

func axis(w float64) Axis { return Axis{To: 100 * engine.Second, W: w} }

func TestValuesStandAtTheEndOfTheirWindow(t *testing.T) {
	l := Line{Width: 10 * engine.Second, Values: []float64{0, 5, 10}}
	a := axis(1000)
	s := scale{high: 10, bottom: 100}
	got := points(t, string(l.path(nil, a, &s)))
	want := [][2]float64{{100, 100}, {200, 50}, {300, 0}}
	if len(got) != 1 || len(got[0]) != 3 {
		t.Fatalf("got %v", got)
	}
	for i, p := range want {
		if got[0][i] != p {
			t.Errorf("point %d: %v, want %v", i, got[0][i], p)
		}
	}
}

func TestGaps(t *testing.T) {
	nan := math.NaN()
	l := Line{Width: 10 * engine.Second, Values: []float64{nan, 1, 1, nan, nan, 1, nan}}
	s := scale{high: 1, bottom: 100}
	path := string(l.path(nil, axis(1000), &s))
	if got := points(t, path); len(got) != 2 || len(got[0]) != 2 || len(got[1]) != 1 {
		t.Errorf("got %v", got)
	}
	if !strings.HasSuffix(path, "h.1") {
		t.Errorf("a value between gaps leaves no dot: %s", path)
	}
}

// However many windows share a pixel, the least and the greatest stay.
func TestNoPeakIsLost(t *testing.T) {
	l := Line{Width: engine.Second / 100, Values: make([]float64, 10_000)}
	for i := range l.Values {
		l.Values[i] = 50
	}
	l.Values[4321], l.Values[8765] = 100, 0
	s := scale{high: 100, bottom: 100}
	got := points(t, string(l.path(nil, axis(200), &s)))
	low, high := math.Inf(1), math.Inf(-1)
	for i, p := range got[0] {
		low, high = min(low, p[1]), max(high, p[1])
		if i > 0 && p[0] < got[0][i-1][0] {
			t.Fatalf("point %d goes back in time", i)
		}
	}
	if low != 0 || high != 100 {
		t.Errorf("values from y=%v to y=%v, want 0 to 100", low, high)
	}
	if len(got[0]) > 2*201 {
		t.Errorf("%d points on 200 pixels", len(got[0]))
	}
}

func TestOnlyWhatTheAxisShows(t *testing.T) {
	l := Line{Width: engine.Second, Values: make([]float64, 300)}
	a := Axis{From: 100 * engine.Second, To: 200 * engine.Second, W: 1000, Left: 100, Right: 100}
	s := scale{high: 1, bottom: 100}
	got := points(t, string(l.path(nil, a, &s)))[0]
	if first, last := got[0][0], got[len(got)-1][0]; first != 100 || last != 900 {
		t.Errorf("drawn from %v to %v, want 100 to 900", first, last)
	}
}

func TestAt(t *testing.T) {
	l := Line{Start: 5 * engine.Second, Width: engine.Second, Values: []float64{1, 2, 3}}
	for sec, want := range map[float64]float64{4: math.NaN(), 5.9: math.NaN(), 6: 1, 6.9: 1, 8: 3, 8.9: 3, 9: math.NaN()} {
		if got := l.At(engine.Time(sec * 1e9)); got != want && !(math.IsNaN(got) && math.IsNaN(want)) {
			t.Errorf("at %v s: %v, want %v", sec, got, want)
		}
	}
}

func TestFixed(t *testing.T) {
	for v, want := range map[float64]string{0: "0", 1.04: "1", 1.05: "1.1", -0.25: "-0.3", -0.01: "0", 9.96: "10", 99999.96: "100000", 123456.7: "123456.7", -3.5: "-3.5", 1234.56: "1234.6", 0.05: "0.1"} {
		if got := string(fixed(nil, v)); got != want {
			t.Errorf("fixed(%v) = %s, want %s", v, got, want)
		}
	}
}

// The paths of a run of twenty minutes: 12 lines of 2 400 windows.
func BenchmarkPaths(b *testing.B) {
	p := long()
	a := NewAxis(980, 0, 1200*engine.Second)
	s, _ := p.scale(a)
	buf := make([]byte, 0, 1<<20)
	b.ReportAllocs()
	for b.Loop() {
		for i := range p.Lines {
			buf = p.Lines[i].path(buf[:0], a, &s)
		}
	}
}

func BenchmarkStill(b *testing.B) {
	p := long()
	a, f := NewAxis(980, 0, 1200*engine.Second), english()
	for b.Loop() {
		p.Still(a, f)
	}
}

func BenchmarkMoving(b *testing.B) {
	p := long()
	p.Cursor = 600 * engine.Second
	a, f := NewAxis(980, 0, 1200*engine.Second), english()
	for b.Loop() {
		p.Moving(a, f)
	}
}
