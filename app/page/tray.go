package page

import (
	"strconv"

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
