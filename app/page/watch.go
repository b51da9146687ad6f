package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/chart"
	"stampede/engine"
)

// away is where the pointer is when it is not over the charts.
const away = -1

// watchPointer follows the pointer over the charts. It only notes where it is:
// the next frame shows it.
func (p *play) watchPointer() (end func()) {
	el := app.Window().Get("document").Call("querySelector", ".plots")
	if !el.Truthy() {
		return func() {}
	}
	moved := app.FuncOf(func(_ app.Value, args []app.Value) any {
		p.pointed = args[0].Get("clientX").Float() - el.Call("getBoundingClientRect").Get("left").Float()
		return nil
	})
	left := app.FuncOf(func(app.Value, []app.Value) any {
		p.pointed = away
		return nil
	})
	el.Call("addEventListener", "pointermove", moved)
	el.Call("addEventListener", "pointerleave", left)
	return func() {
		moved.Release()
		left.Release()
	}
}

// readAt points at a moment of the charts, as a pointer does; chart.Never points
// nowhere.
func (p *play) readAt(at engine.Time) {
	p.pointed = away
	if at != chart.Never {
		p.pointed = p.plots.axis().X(at)
	}
}

// watchPage follows what the page is shown in: hidden tabs, and the system's
// theme.
func (p *play) watchPage() []func() {
	document := app.Window().Get("document")
	dark := app.Window().Call("matchMedia", "(prefers-color-scheme: dark)")
	look := func() {
		hidden := document.Get("visibilityState").String() == "hidden"
		p.pump.leave(hidden, time.Now())
		if p.notes.seen(hidden && p.run.s.Playing(), time.Now()) {
			p.tell.say(p.l.T("stage.hidden"))
		}
	}
	look() // a page may be opened in the background
	seen := app.FuncOf(func(app.Value, []app.Value) any {
		look()
		return nil
	})
	themed := app.FuncOf(func(app.Value, []app.Value) any {
		p.themed()
		return nil
	})
	document.Call("addEventListener", "visibilitychange", seen)
	dark.Call("addEventListener", "change", themed)
	return []func(){func() {
		document.Call("removeEventListener", "visibilitychange", seen)
		dark.Call("removeEventListener", "change", themed)
		seen.Release()
		themed.Release()
	}}
}
