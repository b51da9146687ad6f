//go:build js

// Package stage paints pictures with Ebitengine. It is the only package that
// imports it.
//
// Ebitengine takes a page over as if it were alone in it: it puts its canvas into
// the body, paints the body black, sizes the canvas from the body's size, and its
// listeners keep the wheel, keys and touches for the game. This package undoes
// that, so that the canvas is a picture in a page: it lives in the stage's
// element, has its size, and no event ever reaches it.
package stage

import (
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// canvas is Ebitengine's one canvas, in a holder of our own that moves with it
// from stage to stage.
type canvas struct {
	holder app.Value
	lost   func() // the graphics context is gone; nil when nobody listens
}

// adopt takes the canvas that Ebitengine has put into the body, and gives the
// body back as it was. It returns nil where there is no document.
func adopt() *canvas {
	document := app.Window().Get("document")
	if !document.Truthy() {
		return nil
	}
	list := document.Call("querySelectorAll", "body > canvas")
	if list.Length() == 0 {
		return nil
	}
	element := list.Index(list.Length() - 1)
	// No event finds the canvas: pointers see the element behind it, and without
	// a tab stop no key goes to it. The page scrolls and Tab moves on.
	element.Get("style").Set("pointerEvents", "none")
	element.Call("removeAttribute", "tabindex")
	element.Call("setAttribute", "aria-hidden", "true")

	c := &canvas{holder: document.Call("createElement", "div")}
	c.holder.Set("className", "stage-canvas")
	fill := c.holder.Get("style")
	fill.Set("position", "absolute")
	fill.Set("inset", "0")
	c.holder.Call("appendChild", element)
	c.holder.Call("addEventListener", "webglcontextlost", app.FuncOf(c.onLost), true)
	restoreBody(document)
	return c
}

// onLost keeps the loss of the context from Ebitengine, which would reload the
// page and with it the run.
func (c *canvas) onLost(_ app.Value, args []app.Value) any {
	args[0].Call("stopImmediatePropagation")
	args[0].Call("preventDefault")
	if c.lost != nil {
		c.lost()
	}
	return nil
}

// restoreBody takes back the styles that Ebitengine sets on the page.
func restoreBody(document app.Value) {
	html := document.Get("documentElement").Get("style")
	body := document.Get("body").Get("style")
	for _, name := range []string{"height", "margin", "padding"} {
		html.Set(name, "")
		body.Set(name, "")
	}
	body.Set("backgroundColor", "")
	metas := document.Call("querySelectorAll", `head > meta[name="viewport"]`)
	if n := metas.Length(); n > 1 {
		metas.Index(n - 1).Call("remove")
	}
}

// mount moves the canvas into an element.
func (c *canvas) mount(el app.Value) { el.Call("appendChild", c.holder) }

// unmount takes the canvas out of the page.
func (c *canvas) unmount() { c.holder.Call("remove") }

// resize lets Ebitengine believe that the body has the size of the picture in
// device pixels. (It runs with a scale of one: it reads the real one only once.)
func (c *canvas) resize(width, height float64) {
	object := app.Window().Get("Object")
	body := app.Window().Get("document").Get("body")
	for name, size := range map[string]float64{"clientWidth": width, "clientHeight": height} {
		object.Call("defineProperty", body, name, map[string]any{
			"value": math.Round(size), "configurable": true,
		})
	}
	app.Window().Call("dispatchEvent", app.Window().Get("Event").New("resize"))
}
