package page

import (
	"strconv"
	"strings"
)

// Sizes of a card's contents, in CSS pixels; the style sheet has the same.
const (
	cardPadX  = 10
	cardPadY  = 8
	cardHead  = 18 // the line with the name
	cardValue = 17 // the line with the value, where it is one of its own
	// The width of characters of the widest system fonts, to see what fits a line.
	nameChar  = 8.8
	valueChar = 7
	cardChip  = 22
	cardNote  = 17
	cardGap   = 4
	trayMost  = 2 // rows of a tray that is not a heap
	trayLeast = 3 // rows of a heap, or it is a bar
)

// trayColumns is the number of cells in a row of a tray.
const trayColumns = 12

// fit turns the gauges of a face into trays of cells where a card of w by h CSS
// pixels has room for them. A heap takes what is left.
func (f *face) fit(w, h float64) {
	room := h - 2*cardPadY - cardHead - cardGap
	if name, value := len([]rune(f.name)), len([]rune(f.value)); nameChar*float64(name)+valueChar*float64(value+1) > w-2*cardPadX {
		room -= cardValue
	}
	for _, n := range f.notes {
		if n != "" {
			room -= cardNote
		}
	}
	for _, c := range f.chips {
		if c != "" {
			room -= cardChip + cardGap
		}
	}
	pitch := (w - 2*cardPadX) / trayColumns
	for i := range f.bars {
		g := &f.bars[i]
		if g.ink == "" || !g.tray {
			continue
		}
		room -= cardGap
		rows := int(room / pitch)
		if !g.heap {
			if rows < trayMost+trayLeast {
				return
			}
			rows = trayMost
		}
		if rows < trayLeast && g.heap {
			return
		}
		g.rows = rows
		room -= float64(rows) * pitch
	}
}

// trayFigure draws a gauge as cells: in a heap they lie on the ground, else they
// stand from the top left.
func trayFigure(g gauge) string {
	const pitch = 12
	all := g.rows * trayColumns
	on := (g.fill*all + 500) / 1000
	if g.fill > 0 {
		on = max(on, 1)
	}
	var filled, open strings.Builder
	for i := range all {
		row := i / trayColumns
		if g.heap {
			row = g.rows - 1 - row
		}
		b := &open
		if i < on {
			b = &filled
		}
		b.WriteString("M" + strconv.Itoa(i%trayColumns*pitch+1) + " " + strconv.Itoa(row*pitch+1) + "h9v9h-9z")
	}
	return `<svg class="tray ink-` + g.ink + `" aria-hidden="true" viewBox="0 0 ` + strconv.Itoa(trayColumns*pitch-2) + " " +
		strconv.Itoa(g.rows*pitch) + `"><path class="off" d="` + open.String() + `"/><path class="on" d="` + filled.String() + `"/></svg>`
}
