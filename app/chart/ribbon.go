package chart

import (
	"slices"
	"strings"

	"stampede/engine"
)

// Ribbon is the timeline: the live states as a coloured and hatched band, the
// events below it, and the cursor.
type Ribbon struct {
	ID          string // unique on the page
	Title, Desc string // read out instead of the drawing
	Name        string // at the left, where there is room
	Spans       []Span
	Events      []Event
	Cursor      engine.Time // Never for none
	Times       bool        // write the times below
}

// Sizes of the ribbon, in CSS pixels.
const (
	bandTop  = 5
	bandH    = 14
	labelTop = bandTop + bandH + 15
	labelRow = 15
	rows     = 2 // of labels; what fits in neither keeps its mark only
)

// Height is how tall the drawing is, in CSS pixels.
func (r *Ribbon) Height() float64 {
	h := labelTop + rows*labelRow - 8.0
	if r.Times {
		h += timesH
	}
	return h
}

// SVG is the whole drawing.
func (r *Ribbon) SVG(a Axis, f Format) string {
	var m markup
	m.open("chart chart-ribbon", r.ID, r.Title, r.Desc, a.W, r.Height())
	r.still(&m, a, f)
	m.raw(r.Moving(a))
	m.raw("</svg>")
	return string(m.b)
}

// Still is what changes with the run only: the inside of an SVG element.
func (r *Ribbon) Still(a Axis, f Format) string {
	var m markup
	r.still(&m, a, f)
	return string(m.b)
}

// Moving is the cursor.
func (r *Ribbon) Moving(a Axis) string {
	if r.Cursor == Never || r.Cursor < a.From || r.Cursor > a.To {
		return ""
	}
	var m markup
	m.rect("chart-thumb", a.X(r.Cursor)-2.5, bandTop-4, 5, bandH+8, ` rx="2.5"`)
	return string(m.b)
}

func (r *Ribbon) still(m *markup, a Axis, f Format) {
	clip := r.ID + "-clip"
	m.raw(`<defs>`)
	m.hatches(r.ID)
	m.raw(`<clipPath id="`, clip, `">`)
	m.rect("", a.Left, bandTop, a.plot(), bandH, ` rx="6"`)
	m.raw(`</clipPath></defs><g clip-path="url(#`, clip, `)">`)
	m.rect("chart-track", a.Left, bandTop, a.plot(), bandH, "")
	for _, s := range r.Spans {
		x, y := clamp(a, s.From), clamp(a, s.To)
		if y <= x {
			continue
		}
		state := escape.Replace(s.State)
		m.rect("chart-band state-"+state, x, bandTop, y-x, bandH, "")
		if s.State != "healthy" {
			m.rect("chart-hatch", x, bandTop, y-x, bandH, ` fill="url(#`+r.ID+"-"+state+`)"`)
		}
	}
	m.raw("</g>")
	if r.Name != "" && !a.Compact() {
		m.text("chart-name", 0, bandTop+12, r.Name)
	}
	r.events(m, a)
	if r.Times {
		times(m, a, f, r.Height()-6)
	}
}

// hatches are the patterns that tell the states apart without colour: dots for
// degraded, strokes down for failing and up for recovering.
func (m *markup) hatches(id string) {
	m.raw(`<pattern id="`, id, `-degraded" width="6" height="6" patternUnits="userSpaceOnUse">`,
		`<circle class="chart-mesh-dot" cx="1.5" cy="1.5" r="1"/><circle class="chart-mesh-dot" cx="4.5" cy="4.5" r="1"/></pattern>`)
	m.raw(`<pattern id="`, id, `-failing" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">`,
		`<path class="chart-mesh" d="M1.5 0V7"/></pattern>`)
	m.raw(`<pattern id="`, id, `-recovering" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">`,
		`<path class="chart-mesh" d="M1 0V5"/></pattern>`)
}

// flag is where an event's label hangs.
type flag struct {
	x, start, low float64
	text          string // "" when there is no room for any
}

// events marks the events and writes as many of their labels as fit; the labels
// come last, for marks must not cross them.
func (r *Ribbon) events(m *markup, a Axis) {
	flags := r.hang(a)
	for i, e := range r.Events {
		if e.At < a.From || e.At > a.To {
			continue
		}
		m.raw(`<g class="`, e.class(), `"><title>`, escape.Replace(e.Label), `</title>`)
		m.line("chart-pin", flags[i].x, bandTop-2, flags[i].x, flags[i].low)
		m.raw("</g>")
	}
	for i, e := range r.Events {
		if flags[i].text == "" {
			continue
		}
		m.raw(`<g class="`, e.class(), `">`)
		if flags[i].start < flags[i].x {
			m.text("chart-label chart-end", flags[i].x-5, flags[i].low, flags[i].text)
		} else {
			m.text("chart-label", flags[i].x+5, flags[i].low, flags[i].text)
		}
		m.raw("</g>")
	}
}

// stretch is a piece of a row of labels that is taken.
type stretch struct{ from, to float64 }

// hang finds room for the labels. What people did comes first, the latest before
// the others, so that in a crowd their words stay; then the rest in order.
func (r *Ribbon) hang(a Axis) []flag {
	flags := make([]flag, len(r.Events))
	var taken [rows][]stretch
	for _, i := range r.order() {
		if e := r.Events[i]; e.At >= a.From && e.At <= a.To {
			flags[i] = place(a, e, &taken)
		}
	}
	return flags
}

// order is that in which labels find their room. The library's sort would make the
// program for the browser larger by more than all ribbons are worth.
func (r *Ribbon) order() (order []int) {
	for i := range r.Events {
		if !r.Events[i].Person {
			continue
		}
		order = append(order, i)
		for k := len(order) - 1; k > 0 && r.Events[order[k]].At > r.Events[order[k-1]].At; k-- {
			order[k], order[k-1] = order[k-1], order[k]
		}
	}
	for i := range r.Events {
		if !r.Events[i].Person {
			order = append(order, i)
		}
	}
	return order
}

// place finds room for a label: right of its mark, else left of it, in the first
// row that is free there; else its beginning where the most of it fits.
func place(a Axis, e Event, taken *[rows][]stretch) flag {
	x := a.X(e.At)
	w := width(e.Label, tickSize)
	for _, start := range []float64{x + 5, x - 5 - w} {
		if start < 0 || start+w > a.W {
			continue
		}
		for row, used := range taken {
			if free(used, start, start+w) {
				taken[row] = append(used, stretch{start, start + w})
				return flag{x: x, start: start, low: rowLow(row), text: e.Label}
			}
		}
	}
	g := flag{x: x, low: bandTop + bandH + 6}
	best := -1
	for row, used := range taken {
		if text := shorten(e.Label, room(used, x+5, a.W)); len(text) > len(g.text) {
			g, best = flag{x: x, start: x + 5, low: rowLow(row), text: text}, row
		}
	}
	if best >= 0 {
		taken[best] = append(taken[best], stretch{g.start, g.start + width(g.text, tickSize)})
	}
	return g
}

func rowLow(row int) float64 { return labelTop + float64(row)*labelRow }

// room is how far a row is free from a place on, up to the end.
func room(taken []stretch, from, end float64) float64 {
	for _, s := range taken {
		if s.to+labelGap > from {
			end = min(end, s.from-labelGap)
		}
	}
	return end - from
}

// shortest is the fewest letters of a label that still say something.
const shortest = 8

// shorten cuts a text to a width; "" when too little would be left.
func shorten(text string, w float64) string {
	letters := []rune(text)
	n := int(w/(tickSize*letter)) - 1 // and the ellipsis
	if n < shortest || n >= len(letters) {
		return ""
	}
	return strings.TrimRight(string(letters[:n]), " :,") + "…"
}

// labelGap is the least room between two labels in a row, in CSS pixels.
const labelGap = 10

func free(taken []stretch, from, to float64) bool {
	return !slices.ContainsFunc(taken, func(s stretch) bool { return from < s.to+labelGap && s.from < to+labelGap })
}

func (e *Event) class() string {
	class := "chart-mark"
	if e.Person {
		class += " chart-person"
	}
	if e.Ahead {
		class += " chart-ahead"
	}
	return class
}
