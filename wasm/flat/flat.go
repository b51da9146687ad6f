//go:build js

// Package flat paints pictures on a 2-D canvas, from the same sprite sheet as the
// painter with the graphics processor. A call into JavaScript for every mark would
// cost more than the painting, so the marks go there as one block of bytes, and a
// small script (web/flat.js) draws them.
package flat

import (
	"errors"
	"slices"
	"unsafe"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
	"stampede/app/stage"
	"stampede/wasm/sprite"
)

// The script reads marks as they lie in memory. These constants fail to compile
// when the layout of a mark is not the one that it knows.
const (
	markSize = unsafe.Sizeof(scene.Mark{})
	_        = uint(markSize-20) + uint(20-markSize)
	_        = -(unsafe.Offsetof(scene.Mark{}.Glyph) ^ 16)
	_        = -(unsafe.Offsetof(scene.Mark{}.Ink) ^ 17)
)

type painter struct {
	events  stage.Events
	canvas  app.Value
	script  app.Value
	buffer  app.Value // Uint8Array that the script reads marks from
	room    int       // its size in bytes
	palette []scene.RGBA
}

// New makes a painter.
func New(events stage.Events) (stage.Painter, error) {
	script := app.Window().Get("stampedeFlat")
	if !script.Truthy() {
		return nil, errors.New("flat: script is missing")
	}
	p := &painter{events: events}
	p.canvas = app.Window().Get("document").Call("createElement", "canvas")
	p.canvas.Set("className", "stage-canvas")
	p.canvas.Call("setAttribute", "aria-hidden", "true")
	style := p.canvas.Get("style")
	for name, value := range map[string]string{
		"position": "absolute", "inset": "0", "width": "100%", "height": "100%", "pointerEvents": "none",
	} {
		style.Set(name, value)
	}
	context := p.canvas.Call("getContext", "2d")
	if !context.Truthy() {
		return nil, errors.New("flat: no 2-D canvas")
	}
	p.script = script.Invoke(context, sheetOf(sprite.New()))
	return p, nil
}

// sheetOf hands the sprite sheet to the script.
func sheetOf(s *sprite.Sheet) map[string]any {
	pixels := app.Window().Get("Uint8ClampedArray").New(len(s.Image.Pix))
	app.CopyBytesToJS(pixels, s.Image.Pix)
	var rows []any
	for _, r := range s.Rows {
		rows = append(rows, map[string]any{"size": r.Size, "y": r.Y})
	}
	x, _, size := s.Cell(scene.Dot, 0)
	next, _, _ := s.Cell(scene.Dot+1, 0)
	return map[string]any{
		"width": s.Image.Rect.Dx(), "height": s.Image.Rect.Dy(), "pixels": pixels,
		"rows": rows, "left": x, "between": next - x - size,
	}
}

// Mount moves the canvas into the element.
func (p *painter) Mount(el app.Value) { el.Call("appendChild", p.canvas) }

// Resize sets the size of the canvas.
func (p *painter) Resize(width, height, ratio float64) {
	p.script.Call("resize", width, height, ratio)
}

// Draw paints the picture at once.
func (p *painter) Draw(picture *scene.Picture) {
	p.ink(picture.Palette)
	n := len(picture.Marks)
	if n > 0 {
		b := unsafe.Slice((*byte)(unsafe.Pointer(&picture.Marks[0])), n*int(markSize))
		p.grow(len(b))
		app.CopyBytesToJS(p.buffer, b)
	}
	p.script.Call("draw", n)
	if p.events.Painted != nil {
		p.events.Painted()
	}
}

// ink hands the palette over when it is not the one from before.
func (p *painter) ink(palette []scene.RGBA) {
	if slices.Equal(p.palette, palette) {
		return
	}
	p.palette = append(p.palette[:0], palette...)
	var inks []any
	for _, c := range palette {
		inks = append(inks, []any{int(c.R), int(c.G), int(c.B), int(c.A)})
	}
	p.script.Call("inks", inks)
}

// grow makes the buffer at least n bytes large.
func (p *painter) grow(n int) {
	if n <= p.room {
		return
	}
	p.room = 2 * n
	p.buffer = app.Window().Get("Uint8Array").New(p.room)
	p.script.Call("buffer", p.buffer)
}

// Close takes the canvas out of the page.
func (p *painter) Close() { p.canvas.Call("remove") }
