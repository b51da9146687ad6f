package chart

import (
	"math"

	"stampede/engine"
)

// Event is a moment worth a mark on every drawing.
type Event struct {
	At     engine.Time
	Label  string
	Person bool // a reader's doing, not the script's
	Ahead  bool // still to come
}

// Span is a stretch of time in one live state: "healthy", "degraded", "failing"
// or "recovering".
type Span struct {
	From, To engine.Time
	State    string
}

// Never stands for no cursor.
const Never = engine.Never

// Plot is one strip of lines over the axis.
type Plot struct {
	ID          string // unique on the page: prefix of the drawing's ids
	Name        string // what is measured
	Note        string // below the name: the unit in words
	Title, Desc string // read out instead of the drawing; the name when empty
	Unit        Unit
	Lines       []Line
	Log         bool
	Events      []Event
	Spans       []Span
	Cursor      engine.Time // Never for none
	H           float64     // height in CSS pixels; PlotHeight when 0
	Times       bool        // write the times below: for the last of several
}

// Sizes of a plot, in CSS pixels.
const (
	PlotHeight = 92 // of a plot, without its times
	timesH     = 22 // of the times below it
	nameH      = 24 // of the name above it, when compact
	padding    = 10 // above and below the lines
	nameSize   = 13
	tickSize   = 11
	tickRoom   = 62 // left of a plot, for the numbers on the axis
	tickPitch  = 26 // between numbers on the axis, at least
	timePitch  = 74 // between times, at least
)

// Height is how tall the drawing is, in CSS pixels.
func (p *Plot) Height(a Axis) float64 {
	h := p.H
	if h == 0 {
		h = PlotHeight
	}
	if _, read := p.seats(a); a.Compact() {
		h += read
	} else {
		h = max(h, read)
	}
	if p.Times {
		h += timesH
	}
	return h
}

// nameHeight is the height of name and note above a compact plot: side by side, or
// one below the other where they do not fit.
func (p *Plot) nameHeight(a Axis) float64 {
	if p.noteBelow(a) {
		return nameH + namePitch
	}
	return nameH
}

func (p *Plot) noteBelow(a Axis) bool {
	both := (width(p.Name, nameSize) + width(p.Note, tickSize)) * a.letters()
	return p.Note != "" && both+cellGap > a.W
}

// SVG is the whole drawing.
func (p *Plot) SVG(a Axis, f Format) string {
	var m markup
	m.b = make([]byte, 0, 1<<14)
	title := p.Title
	if title == "" {
		title = p.Name
	}
	m.open("chart", p.ID, title, p.Desc, a.W, p.Height(a))
	p.still(&m, a, f)
	p.moving(&m, a, f)
	m.raw("</svg>")
	return string(m.b)
}

// Still is what changes with the run only: the inside of an SVG element.
func (p *Plot) Still(a Axis, f Format) string {
	m := markup{b: make([]byte, 0, 1<<14)}
	p.still(&m, a, f)
	return string(m.b)
}

// Moving is what changes with the cursor: its line, a dot on each line and the
// readings. It belongs above Still.
func (p *Plot) Moving(a Axis, f Format) string {
	var m markup
	p.moving(&m, a, f)
	return string(m.b)
}

// Reading is the value of a line at a moment.
type Reading struct {
	Name, Text, Ink string
	Value           float64 // NaN when there is none
	Dashed          bool
}

// Read tells the values of all lines at a moment.
func (p *Plot) Read(t engine.Time, f Format) []Reading {
	out := make([]Reading, len(p.Lines))
	for i := range p.Lines {
		l := &p.Lines[i]
		v := l.At(t)
		out[i] = Reading{Name: l.Name, Text: f.Value(p.Unit, v), Ink: l.Ink, Value: v, Dashed: l.Dashed}
	}
	return out
}

// area is the plot's place: top and bottom of the lines.
func (p *Plot) area(a Axis) (top, bottom float64) {
	top, bottom = padding, p.Height(a)-padding
	if a.Compact() {
		_, read := p.seats(a)
		top += read - padding/2
	}
	if p.Times {
		bottom -= timesH - padding/2
	}
	return top, bottom
}

func (p *Plot) scale(a Axis) (scale, []float64) {
	least, most := math.Inf(1), 0.0
	for i := range p.Lines {
		least, most = p.Lines[i].extent(a, least, most)
	}
	top, bottom := p.area(a)
	s, ticks := fit(p.Unit, least, most, p.Log, max(1, int((bottom-top)/tickPitch)))
	s.top, s.bottom = top, bottom
	return s, ticks
}

func (p *Plot) still(m *markup, a Axis, f Format) {
	s, ticks := p.scale(a)
	right := a.W - a.Right
	for _, sp := range p.Spans {
		x, y := clamp(a, sp.From), clamp(a, sp.To)
		if sp.State != "healthy" && y > x {
			m.rect("chart-span state-"+escape.Replace(sp.State), x, s.top-padding/2, y-x, s.bottom-s.top+padding/2, "")
		}
	}
	for i, v := range ticks {
		y := s.y(v)
		class := "chart-grid"
		if i == 0 {
			class = "chart-base"
		}
		m.line(class, a.Left, y, right, y)
		m.text("chart-tick chart-end", a.Left-7, y+3.8, f.Tick(p.Unit, v))
	}
	for _, e := range p.Events {
		if e.At >= a.From && e.At <= a.To {
			class := "chart-event"
			if e.Ahead {
				class += " chart-ahead"
			}
			m.line(class, a.X(e.At), s.top-padding/2, a.X(e.At), s.bottom)
		}
	}
	for i := range p.Lines {
		l := &p.Lines[i]
		m.raw(`<path class="`, lineClass(l.Ink, l.Dashed), `" d="`)
		m.b = l.path(m.b, a, &s)
		m.raw(`"/>`)
	}
	p.names(m, a)
	if p.Times {
		times(m, a, f, s.bottom+17)
	}
}

// names writes what is measured: beside the plot, or above it when compact.
func (p *Plot) names(m *markup, a Axis) {
	if a.Compact() {
		m.text("chart-name", 0, 17, p.Name)
		switch {
		case p.noteBelow(a):
			m.text("chart-note", 0, 17+namePitch, p.Note)
		case p.Note != "":
			m.text("chart-note chart-end", a.W-compactRight, 17, p.Note)
		}
		return
	}
	y := padding + 11.0
	for _, s := range wrap(p.Name, nameSize*a.letters(), a.Left-tickRoom) {
		m.text("chart-name", 0, y, s)
		y += 16
	}
	for _, s := range wrap(p.Note, tickSize*a.letters(), a.Left-tickRoom) {
		m.text("chart-note", 0, y, s)
		y += 14
	}
}

// times writes the time axis.
func times(m *markup, a Axis, f Format, y float64) {
	for _, t := range a.Ticks(max(2, int(a.plot()/timePitch))) {
		x := a.X(t)
		m.line("chart-base", x, y-15, x, y-11)
		m.text("chart-tick chart-mid", x, y, f.moment(t))
	}
}

func (p *Plot) moving(m *markup, a Axis, f Format) {
	if p.Cursor == Never {
		p.readings(m, a, f, a.To)
		return
	}
	s, _ := p.scale(a)
	if p.Cursor >= a.From && p.Cursor <= a.To {
		x := a.X(p.Cursor)
		m.line("chart-cursor", x, s.top-padding/2, x, s.bottom+padding)
		for i := range p.Lines {
			l := &p.Lines[i]
			if v := l.At(p.Cursor); !math.IsNaN(v) && !l.Dashed {
				m.raw(`<circle class="chart-dot ink-`, escape.Replace(l.Ink), `" r="3.5"`)
				m.attr("cx", x)
				m.attr("cy", s.y(v))
				m.raw("/>")
			}
		}
	}
	p.readings(m, a, f, p.Cursor)
}

// lineClass is the class of a line in the plot and of its piece in the legend.
func lineClass(ink string, dashed bool) string {
	class := "chart-line ink-" + escape.Replace(ink)
	if dashed {
		class += " chart-dashed"
	}
	return class
}

// clamp is where a moment stands, or the nearest that is shown.
func clamp(a Axis, t engine.Time) float64 { return a.X(min(a.To, max(a.From, t))) }
