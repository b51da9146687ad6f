package chart

import "stampede/engine"

// Sizes of readings, in CSS pixels.
const (
	readPitch = 17  // between readings
	namePitch = 14  // from a value down to its name, when that has a line of its own
	cellW     = 158 // of a reading above a plot, at least
	cellGap   = 10  // between two of them
	readGap   = 14  // between a plot and the readings beside it
	swatch    = 14  // length of a line in the legend
	swatchGap = 6   // between it and the value
	readTop   = padding + 11.0
)

// valueLetters is how many letters a value has, by its unit. It is the same for
// all values: nothing shifts while they change.
func valueLetters(u Unit) int {
	switch u {
	case Plain:
		return len("88,888")
	case Share:
		return len("100%")
	case Ratio:
		return len("88.8x")
	}
	return len("88,888/s")
}

// seat is the place of a reading: where its piece of the line begins, and its
// name where that stands below the value, on lines of its own.
type seat struct {
	x, y  float64
	under []string
}

// seats places the readings, beside the plot or above it, and tells how far down
// they reach.
func (p *Plot) seats(a Axis) ([]seat, float64) {
	if a.Compact() {
		return p.above(a)
	}
	list, y := make([]seat, len(p.Lines)), readTop
	room := a.Right - readGap
	for i := range p.Lines {
		list[i] = seat{x: a.W - a.Right + readGap, y: y}
		if p.readWidth(a, i) > room {
			list[i].under = wrap(p.Lines[i].Name, tickSize*a.letters(), room-swatch-swatchGap)
		}
		y += readPitch + namePitch*float64(len(list[i].under))
	}
	return list, y - readPitch + padding
}

// above fills rows from the left.
func (p *Plot) above(a Axis) ([]seat, float64) {
	list := make([]seat, len(p.Lines))
	x, y := 0.0, p.nameHeight(a)+7
	for i := range p.Lines {
		w := max(cellW, p.readWidth(a, i)+cellGap)
		if x > 0 && x+w-cellGap > a.W {
			x, y = 0, y+readPitch
		}
		list[i] = seat{x: x, y: y}
		x += w
	}
	return list, y - 7 + readPitch
}

// readWidth is about how wide a reading is on one line.
func (p *Plot) readWidth(a Axis, i int) float64 {
	value := float64(valueLetters(p.Unit)+1) * nameSize * letter
	return swatch + swatchGap + (value+width(p.Lines[i].Name, tickSize))*a.letters()
}

// readings writes the values at a moment, each beside a piece of its line: they
// are the legend too.
func (p *Plot) readings(m *markup, a Axis, f Format, t engine.Time) {
	seats, _ := p.seats(a)
	for i, r := range p.Read(t, f) {
		s := seats[i]
		m.line(lineClass(r.Ink, r.Dashed), s.x, s.y-4, s.x+swatch, s.y-4)
		m.raw(`<text`)
		m.attr("x", s.x+swatch+swatchGap)
		m.attr("y", s.y)
		m.raw(`><tspan class="chart-value">`, escape.Replace(r.Text), `</tspan> `)
		if s.under == nil {
			m.raw(`<tspan class="chart-note">`, escape.Replace(r.Name), `</tspan>`)
		}
		for _, name := range s.under {
			m.raw(`<tspan class="chart-note"`)
			m.attr("x", s.x+swatch+swatchGap)
			m.attr("dy", namePitch)
			m.raw(`>`, escape.Replace(name), ` </tspan>`)
		}
		m.raw(`</text>`)
	}
}
