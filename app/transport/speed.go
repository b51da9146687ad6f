package transport

import (
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
)

// speeds are the offered speeds, in simulated seconds per second.
var speeds = []float64{0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100}

// Faster is the next offered speed above another one, or that one when it is
// the highest.
func Faster(x float64) float64 {
	for _, s := range speeds {
		if s > x {
			return s
		}
	}
	return x
}

// Slower is the next offered speed below another one, or that one when it is
// the lowest.
func Slower(x float64) float64 {
	for _, s := range slices.Backward(speeds) {
		if s < x {
			return s
		}
	}
	return x
}

// speed is the menu of speeds.
func (b *Bar) speed() app.UI {
	return el.Select().Aria("label", b.l.T("transport.speed")).Title(b.titled(b.l.T("transport.speed"), "key.signs")).
		OnChange(b.onSpeed).Body(b.speedOptions()...)
}

// speedOptions are the offered speeds, and those besides that the run has had.
func (b *Bar) speedOptions() []app.UI {
	b.other = keep(b.other, speeds, b.view.speed)
	all := control.InOrder(slices.Concat(speeds, b.other))
	out := make([]app.UI, len(all))
	for i, x := range all {
		out[i] = control.Option(strconv.FormatFloat(x, 'g', -1, 64), b.l.T("transport.speed.value", i18n.Num("x", x)), x == b.view.speed)
	}
	return out
}

// keep adds a value to those that a menu has beside the offered ones. None is taken
// away again: the reader's choice is known to the browser as a place in the menu, and
// where another option vanished before it, the next one would be shown as chosen.
func keep(other, offered []float64, x float64) []float64 {
	if slices.Contains(offered, x) || slices.Contains(other, x) {
		return other
	}
	return append(other, x)
}
