package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/scene"
	"stampede/engine"
)

// full is the share from which a meter counts as full.
const full = 0.995

// gauge is one meter of a card.
type gauge struct {
	fill int    // thousandths
	ink  string // name of an ink
	tray bool   // may be drawn as cells
	heap bool   // cells lie on the ground, as many rows as there is room for
	rows int    // of cells; 0 for a bar
}

// face is what a card shows; the card is redrawn when that has changed.
type face struct {
	name, value string
	bars        [2]gauge
	notes       [3]string
	chips       [2]string
	cells       string // one letter a key
	failing     bool
}

// card is one component on the stage, or one of its machines.
type card struct {
	live
	run        *run
	node, inst int
	at         scene.Rect // in thousandths of the stage
	w, h       float64    // CSS pixels
	face       face
}

// refresh draws the card again when what it shows has changed.
func (c *card) refresh() {
	if f := c.look(); f != c.face {
		c.face = f
		c.redraw()
	}
}

// look reads the card's face off the last frame.
func (c *card) look() face {
	n := &c.run.frame.Nodes[c.node]
	var f face
	if c.machine() {
		f = c.run.machineFace(n, c.inst)
	} else {
		f = c.run.nodeFace(n)
	}
	f.fit(c.w/c.run.scale, c.h/c.run.scale)
	return f
}

// machine reports whether the card is one of several machines of a component.
func (c *card) machine() bool { return len(c.run.scene.Layout().Nodes[c.node].Cards) > 1 }

// lowCard is the height in CSS pixels below which the lines of a card are closer
// together: a name of two lines and a value must have room.
const lowCard = 100

// Render shows the card.
func (c *card) Render() app.UI {
	f := &c.face
	class := "card"
	if f.failing {
		class += " failing"
	}
	if c.h < lowCard*c.run.scale {
		class += " low"
	}
	return el.Div().Class(class).DataSet("node", c.run.scn.Components[c.node].Name).
		Style("left", percent(c.at.X)).Style("top", percent(c.at.Y)).
		Style("width", percent(c.at.W)).Style("height", percent(c.at.H)).
		Body(
			el.Div().Class("top").Body(
				el.Span().Class("name").Text(f.name),
				el.Span().Class("value").Text(f.value),
			),
			app.If(f.chips[0] != "" || f.chips[1] != "", func() app.UI { return chips(f.chips) }),
			app.If(f.cells != "", func() app.UI { return app.Raw(cellsFigure(f.cells)) }),
			app.If(f.cells != "" && c.h >= legendFrom*c.run.scale, c.legend),
			meter(f.bars[0]),
			meter(f.bars[1]),
			el.Div().Class("notes").Body(app.Range(f.notes[:]).Slice(func(i int) app.UI {
				return app.If(f.notes[i] != "", func() app.UI { return el.Span().Text(f.notes[i]) })
			})),
		)
}

func percent(thousandths float64) string {
	return strconv.FormatFloat(thousandths/10, 'f', 3, 64) + "%"
}

func chips(words [2]string) app.UI {
	return el.Div().Class("chips").Body(app.Range(words[:]).Slice(func(i int) app.UI {
		class := "chip"
		if i == 1 {
			class += " warn"
		}
		return app.If(words[i] != "", func() app.UI { return el.Span().Class(class).Text(words[i]) })
	}))
}

// legendFrom is the height in CSS pixels from which a card of keys says what its
// cells mean.
const legendFrom = 150

func (c *card) legend() app.UI {
	l := c.run.l
	key := func(letter byte, word string) app.UI {
		return el.Span().Body(app.Raw(`<svg viewBox="0 0 11 11" aria-hidden="true">`+cellShape(letter, 0, 0)+`</svg>`), app.Text(l.T(word)))
	}
	return el.Div().Class("keys").Body(key('v', "cell.valid"), key('x', "cell.invalid"), key('.', "cell.missing"))
}

func meter(g gauge) app.UI {
	if g.rows > 0 {
		return app.Raw(trayFigure(g))
	}
	return app.If(g.ink != "", func() app.UI {
		class := "meter ink-" + g.ink
		if g.heap {
			class += " queue"
		}
		return el.Div().Class(class).Aria("hidden", true).Body(
			el.I().Style("transform", "scaleX("+strconv.FormatFloat(float64(g.fill)/1000, 'f', 3, 64)+")"))
	})
}

// The letters of cells in a face.
var cellLetters = map[engine.CellState]byte{engine.CellMissing: '.', engine.CellValid: 'v', engine.CellInvalid: 'x'}

// cellColumns is the number of keys in a row of the figure.
const cellColumns = 10

// cellsFigure draws the keys of a cache: a filled square for a valid one, a
// corner for an invalid one, an open square for a missing one.
func cellsFigure(cells string) string {
	const pitch = 12
	rows := (len(cells) + cellColumns - 1) / cellColumns
	var b strings.Builder
	b.WriteString(`<svg class="cells" aria-hidden="true" preserveAspectRatio="xMinYMin meet" viewBox="0 0 ` +
		strconv.Itoa(cellColumns*pitch) + " " + strconv.Itoa(rows*pitch) + `">`)
	for i := range len(cells) {
		b.WriteString(cellShape(cells[i], i%cellColumns*pitch, i/cellColumns*pitch))
	}
	b.WriteString(`</svg>`)
	return b.String()
}

// cellShape draws one key with its top left corner at x, y.
func cellShape(letter byte, x, y int) string {
	at := func(d int, v int) string { return strconv.Itoa(v + d) }
	switch letter {
	case 'v':
		return `<rect class="valid" x="` + at(1, x) + `" y="` + at(1, y) + `" width="9" height="9" rx="2"/>`
	case 'x':
		return `<path class="invalid" d="M` + at(1, x) + " " + at(1, y) + `h9v9z"/>`
	}
	return `<rect class="missing" x="` + at(1, x) + `.5" y="` + at(1, y) + `.5" width="8" height="8" rx="2"/>`
}
