package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/view"
)

// trayFigure draws a gauge as cells.
func trayFigure(g view.Gauge) string {
	on, off, w, h := g.Cells()
	return `<svg class="tray ink-` + g.Ink + `" aria-hidden="true" viewBox="0 0 ` + strconv.Itoa(w) + " " +
		strconv.Itoa(h) + `"><path class="off" d="` + off + `"/><path class="on" d="` + on + `"/></svg>`
}

// keyClasses have the style sheet colour the keys of a cache.
var keyClasses = view.KeyLook{Valid: `class="valid"`, Invalid: `class="invalid"`, Missing: `class="missing"`}

// keysFigure draws the keys of a cache.
func keysFigure(cells string) string {
	inside, w, h := view.DrawKeys(cells, keyClasses)
	return `<svg class="cells" aria-hidden="true" preserveAspectRatio="xMinYMin meet" viewBox="0 0 ` +
		strconv.Itoa(w) + " " + strconv.Itoa(h) + `">` + inside + `</svg>`
}

// pileClasses have the style sheet colour a pile.
var pileClasses = view.PileLook{
	Unique: [3]string{`class="young"`, `class="old"`, `class="late"`}, Duplicate: `class="twice"`,
	Ground: `class="ground"`, Line: `class="limit"`, Words: `class="words"`,
}

// pile draws what a component holds, and what the cells mean.
func pile(p *view.Pile) app.UI {
	swatch := func(twice bool, words string) app.UI {
		return el.Span().Body(app.Raw(`<svg viewBox="0 0 11 11" aria-hidden="true">`+pileClasses.Swatch(twice, 0, 0)+`</svg>`), app.Text(words))
	}
	return el.Div().Class("pile").Body(
		app.Raw(`<svg class="heap" aria-hidden="true" viewBox="0 0 `+plainNumber(p.W)+" "+plainNumber(p.H)+`">`+p.Draw(&pileClasses)+`</svg>`),
		swatch(false, p.Unique), swatch(true, p.Duplicates),
		el.Span().Text(p.Cell),
	)
}
