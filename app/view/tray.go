package view

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

// Fit turns the gauges of a face into trays of cells where a card of w by h CSS
// pixels has room for them. A heap takes what is left.
func (f *Face) Fit(w, h float64) {
	room := h - 2*cardPadY - cardHead - cardGap
	if name, value := len([]rune(f.Name)), len([]rune(f.Value)); nameChar*float64(name)+valueChar*float64(value+1) > w-2*cardPadX {
		room -= cardValue
	}
	for _, n := range f.Notes {
		if n != "" {
			room -= cardNote
		}
	}
	for _, c := range f.Chips {
		if c != "" {
			room -= cardChip + cardGap
		}
	}
	if f.Pile.Span > 0 && f.Pile.fit(w-2*cardPadX, room) {
		f.Bars[0] = Gauge{}
		return
	}
	pitch := (w - 2*cardPadX) / trayColumns
	for i := range f.Bars {
		g := &f.Bars[i]
		if g.Ink == "" || !g.Tray {
			continue
		}
		room -= cardGap
		rows := int(room / pitch)
		if !g.Heap {
			if rows < trayMost+trayLeast {
				return
			}
			rows = trayMost
		}
		if rows < trayLeast && g.Heap {
			return
		}
		g.Rows = rows
		room -= float64(rows) * pitch
	}
}

// CellPitch is the distance of the cells of trays and of keys, in the units of
// their drawings; the cells themselves are smaller by CellGap.
const (
	CellPitch = 12
	CellGap   = 2
)

// Cells draws a gauge as cells: in a heap they lie on the ground, else they stand
// from the top left. It gives the path data of the filled and of the empty cells,
// on a grid of w by h.
func (g Gauge) Cells() (filled, empty string, w, h int) {
	all := g.Rows * trayColumns
	on := (g.Fill*all + 500) / 1000
	if g.Fill > 0 {
		on = max(on, 1)
	}
	var full, open strings.Builder
	for i := range all {
		row := i / trayColumns
		if g.Heap {
			row = g.Rows - 1 - row
		}
		b := &open
		if i < on {
			b = &full
		}
		b.WriteString("M" + strconv.Itoa(i%trayColumns*CellPitch+1) + " " + strconv.Itoa(row*CellPitch+1) + "h9v9h-9z")
	}
	return full.String(), open.String(), trayColumns*CellPitch - CellGap, g.Rows * CellPitch
}

// keyColumns is the number of keys in a row of a cache's drawing.
const keyColumns = 10

// DrawKeys draws the keys of a cache, one for each letter of a face's Cells, on a
// grid of w by h.
func DrawKeys(cells string, look KeyLook) (inside string, w, h int) {
	var b strings.Builder
	for i := range len(cells) {
		b.WriteString(look.Draw(cells[i], i%keyColumns*CellPitch, i/keyColumns*CellPitch))
	}
	return b.String(), keyColumns * CellPitch, (len(cells) + keyColumns - 1) / keyColumns * CellPitch
}

// KeyLook holds the attributes with which keys are drawn, such as a class or a
// colour.
type KeyLook struct{ Valid, Invalid, Missing string }

// Draw draws one key with its top left corner at x, y: a filled square for a
// valid one, a corner for an invalid one, an open square for a missing one.
func (k KeyLook) Draw(letter byte, x, y int) string {
	at := func(d int, v int) string { return strconv.Itoa(v + d) }
	switch letter {
	case 'v':
		return `<rect ` + k.Valid + ` x="` + at(1, x) + `" y="` + at(1, y) + `" width="9" height="9" rx="2"/>`
	case 'x':
		return `<path ` + k.Invalid + ` d="M` + at(1, x) + " " + at(1, y) + `h9v9z"/>`
	}
	return `<rect ` + k.Missing + ` x="` + at(1, x) + `.5" y="` + at(1, y) + `.5" width="8" height="8" rx="2"/>`
}
