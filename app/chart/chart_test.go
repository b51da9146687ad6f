package chart

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"stampede/app/scene"
	"stampede/engine"
)

// wellFormed fails for markup that an XML reader refuses, or with an id twice.
func wellFormed(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	seen := map[string]bool{}
	for {
		tok, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		start, ok := tok.(xml.StartElement)
		if !ok {
			continue
		}
		for _, at := range start.Attr {
			if at.Name.Local == "id" && seen[at.Value] {
				t.Errorf("id %s twice", at.Value)
			}
			seen[at.Value] = seen[at.Value] || at.Name.Local == "id"
		}
	}
}

func TestDrawingsAreWellFormed(t *testing.T) {
	for _, w := range []float64{320, 980} {
		ribbon, plots := outage()
		ribbon.Title, ribbon.Events[0].Label = `a<b & "c"`, `<script>"&'`
		plots[0].Name, plots[0].Lines[0].Name, plots[0].Lines[0].Ink = `<b>`, `"><script>`, `x" onload="y`
		a, f := NewAxis(w, 0, 300*engine.Second), english()
		wellFormed(t, ribbon.SVG(a, f))
		for i := range plots {
			svg := plots[i].SVG(a, f)
			wellFormed(t, svg)
			if strings.Contains(svg, "<script") || strings.Contains(svg, `onload="`) {
				t.Error("a text has become markup")
			}
		}
		g := Figure{Axis: a, Format: f, Ribbon: &ribbon, Plots: plots, Title: "t"}
		wellFormed(t, g.SVG())
	}
}

// Themes are the style sheet's: a drawing for a page names no colour, and one
// that stands alone needs no custom property.
func TestColoursComeFromTheTheme(t *testing.T) {
	ribbon, plots := outage()
	a, f := NewAxis(980, 0, 300*engine.Second), english()
	page := ribbon.SVG(a, f) + plots[0].SVG(a, f)
	if hex := regexp.MustCompile(`#[0-9a-f]{6}`).FindString(page); hex != "" {
		t.Errorf("a drawing for a page has the colour %s in it", hex)
	}
	if !strings.Contains(page, `class="chart-line ink-query"`) || !strings.Contains(page, "state-failing") {
		t.Error("no ink or state classes")
	}
	g := Figure{Axis: a, Format: f, Theme: scene.Dark, Ribbon: &ribbon, Plots: plots}
	alone := g.SVG()
	if strings.Contains(alone, "var(") || !strings.Contains(alone, scene.Dark.Hex(scene.InkQuery)) {
		t.Error("a figure lacks its own colours")
	}
}

func TestRibbonAndPlotsShareTheAxis(t *testing.T) {
	ribbon, plots := outage()
	for _, w := range []float64{320, 700, 980} {
		a, f := NewAxis(w, 0, 300*engine.Second), english()
		x := string(fixed(nil, a.X(36*engine.Second)))
		if !strings.Contains(ribbon.SVG(a, f), `class="chart-pin" x1="`+x+`"`) {
			t.Errorf("width %v: the ribbon's event is not at %s", w, x)
		}
		if !strings.Contains(plots[1].SVG(a, f), `class="chart-event" x1="`+x+`"`) {
			t.Errorf("width %v: the plot's event is not at %s", w, x)
		}
		for _, at := range []engine.Time{0, 36 * engine.Second, 300 * engine.Second} {
			if got := a.Time(a.X(at)); got != at {
				t.Errorf("width %v: back from x, %v has become %v", w, at, got)
			}
		}
		if a.Time(-50) != a.From || a.Time(w+50) != a.To {
			t.Errorf("width %v: beyond the axis is not its end", w)
		}
	}
}

// Labels of events in one row never overlap; what finds no room keeps its mark
// and its title.
func TestEventLabels(t *testing.T) {
	r := Ribbon{ID: "r", Cursor: Never}
	for i := range 40 {
		r.Events = append(r.Events, Event{At: engine.Time(i) * 7 * engine.Second, Label: fmt.Sprint("event number ", i)})
	}
	svg := r.SVG(NewAxis(980, 0, 300*engine.Second), english())
	if n := strings.Count(svg, "chart-pin"); n != 40 {
		t.Errorf("%d marks for 40 events", n)
	}
	if n := strings.Count(svg, "<text"); n < 8 || n >= 40 {
		t.Errorf("%d labels", n)
	}
	if n := strings.Count(svg, "<title>event number"); n != 40 {
		t.Errorf("%d titles", n)
	}
}

// In a crowd, what people did keeps its words, the latest first of all.
func TestLabelsOfPeopleComeFirst(t *testing.T) {
	r := Ribbon{ID: "r", Cursor: Never}
	for i := range 40 {
		e := Event{At: engine.Time(100+i) * engine.Second, Label: fmt.Sprint("event number ", i)}
		e.Person = i%10 == 9
		r.Events = append(r.Events, e)
	}
	svg := r.SVG(NewAxis(980, 0, 300*engine.Second), english())
	for _, i := range []int{9, 39} {
		if !strings.Contains(svg, fmt.Sprintf(">event number %d</text>", i)) {
			t.Errorf("no words for event %d", i)
		}
	}
}

// A label that is too long for its place is cut, and whole in the title.
func TestLongLabelsAreCut(t *testing.T) {
	r := Ribbon{ID: "r", Cursor: Never, Events: []Event{
		{At: 250 * engine.Second, Label: strings.Repeat("a long label ", 12)},
		{At: 290 * engine.Second, Label: "short"},
	}}
	svg := r.SVG(NewAxis(980, 0, 300*engine.Second), english())
	if !strings.Contains(svg, ">a long label a") || !strings.Contains(svg, "…</text>") || !strings.Contains(svg, "<title>"+r.Events[0].Label) {
		t.Error(svg)
	}
}

func TestScales(t *testing.T) {
	for _, c := range []struct {
		unit  Unit
		most  float64
		n     int
		high  float64
		ticks int
	}{
		{Rate, 297_000, 2, 400_000, 3},
		{Rate, 297_000, 5, 300_000, 4},
		{Plain, 0, 2, 1, 3},
		{Share, 0.07, 2, 1, 3},
		{Second, 2.9, 3, 3, 4},
		{Plain, 1, 1, 1, 2},
		{Plain, 1e-7, 2, 1e-7, 3},
	} {
		s, ticks := fit(c.unit, math.Inf(1), c.most, false, c.n)
		if math.Abs(s.high-c.high) > 1e-9*c.high || len(ticks) != c.ticks || s.low != 0 {
			t.Errorf("up to %v in %d: %+v, ticks %v; want up to %v, %d ticks", c.most, c.n, s, ticks, c.high, c.ticks)
		}
	}
	s, ticks := fit(Second, 0.004, 2.9, true, 4)
	s.bottom = 100
	if s.low != -3 || s.high != 1 || len(ticks) != 5 {
		t.Errorf("logarithmic from 4 ms to 2.9 s: %+v, %v", s, ticks)
	}
	if y := s.y(0.1); math.Abs(y-50) > 1e-9 || s.y(0) != 100 {
		t.Errorf("100 ms at %v, 0 at %v", y, s.y(0))
	}
	if s, _ := fit(Second, math.Inf(1), 0, true, 4); s.log {
		t.Error("a logarithmic scale without any value")
	}
}

func TestTimeTicks(t *testing.T) {
	f := english()
	for _, c := range []struct {
		from, to engine.Time
		n        int
		want     string
	}{
		{0, 300 * engine.Second, 6, "0:00 1:00 2:00 3:00 4:00 5:00"},
		{0, 300 * engine.Second, 3, "0:00 2:00 4:00"},
		{engine.Second, 2 * engine.Second, 3, "0:01 1.5\u00a0s 0:02"},
		{0, 7200 * engine.Second, 5, "0:00 30:00 1:00:00 1:30:00 2:00:00"},
	} {
		var got []string
		for _, at := range (Axis{From: c.from, To: c.to}).Ticks(c.n) {
			got = append(got, f.moment(at))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("from %d to %d in %d: %q, want %q", c.from, c.to, c.n, got, c.want)
		}
	}
}

func TestFormat(t *testing.T) {
	f := english()
	for _, c := range []struct {
		unit Unit
		v    float64
		full string
		tick string
	}{
		{Rate, 297_000, "297,000/s", "297\u00a0k/s"},
		{Share, 0.07, "7%", "7%"},
		{Second, 0.35, "350\u00a0ms", "350\u00a0ms"},
		{Second, 134, "2\u00a0min 14\u00a0s", "2\u00a0min 14\u00a0s"},
		{Ratio, 9.9, "9.9×", "9.9×"},
		{Plain, 1200, "1,200", "1.2\u00a0k"},
		{"KB", 3, "3\u00a0KB", "3\u00a0KB"},
	} {
		if got := f.Value(c.unit, c.v); got != c.full {
			t.Errorf("%v %s: %q, want %q", c.v, c.unit, got, c.full)
		}
		if got := f.Tick(c.unit, c.v); got != c.tick {
			t.Errorf("%v %s on an axis: %q, want %q", c.v, c.unit, got, c.tick)
		}
	}
	if got := f.Value(Rate, math.NaN()); got != "–" {
		t.Errorf("no value: %q", got)
	}
}

// Heights do not depend on the values: nothing on the page moves while they
// change.
func TestHeightIsSteady(t *testing.T) {
	_, plots := outage()
	for _, w := range []float64{320, 390, 980} {
		a := NewAxis(w, 0, 300*engine.Second)
		before := plots[0].Height(a)
		empty := plots[0]
		empty.Lines = slices.Clone(plots[0].Lines)
		for i := range empty.Lines {
			empty.Lines[i].Values = nil
		}
		if after := empty.Height(a); after != before {
			t.Errorf("width %v: height %v with values, %v without", w, before, after)
		}
		wellFormed(t, empty.SVG(a, english()))
	}
}

func TestTable(t *testing.T) {
	ribbon, plots := outage()
	a := NewAxis(980, 0, 300*engine.Second)
	tab := NewTable(a, english(), 6, 186*engine.Second, plots, ribbon.Events, TableWords{Time: "Time", Event: "Event"})
	if len(tab.Head) != 8 || tab.Head[0] != "Time" || tab.Head[1] != "Database queries: offered" || tab.Head[7] != "Event" {
		t.Errorf("head %q", tab.Head)
	}
	var times []string
	for _, row := range tab.Rows {
		if len(row) != len(tab.Head) {
			t.Fatalf("row %q", row)
		}
		times = append(times, row[0])
	}
	if got := strings.Join(times, " "); got != "0:00 0:36 1:00 1:21 1:30 2:00 3:00" {
		t.Errorf("rows at %s", got)
	}
	if row := tab.Rows[3]; row[7] != "value corrected" || row[3] != "30,000/s" {
		t.Errorf("row %q", row)
	}
	if row := tab.Rows[0]; row[1] != "–" {
		t.Errorf("before the first window had ended: %q", row)
	}
}
