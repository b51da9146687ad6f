package stage

import (
	"fmt"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// place follows the size of an element and the pixel density of the screen that
// shows it; a window dragged to a projector changes the latter alone.
type place struct {
	el            app.Value
	width, height float64 // CSS pixels
	ratio         float64 // device pixels for each of them
	changed       func()
	followers     []func(width, height float64)
	observer      app.Value
	sized, moved  app.Func
	density       app.Value // the media query that holds for this density only
}

func watch(el app.Value, changed func()) *place {
	p := &place{el: el, changed: changed, ratio: 1}
	p.read()
	if app.IsServer {
		return p
	}
	p.sized = app.FuncOf(func(app.Value, []app.Value) any {
		p.update()
		return nil
	})
	p.moved = app.FuncOf(func(app.Value, []app.Value) any {
		p.listen()
		p.update()
		return nil
	})
	p.observer = app.Window().Get("ResizeObserver").New(p.sized)
	p.observer.Call("observe", el)
	p.listen()
	return p
}

func (p *place) read() {
	if app.IsServer {
		return
	}
	p.width = p.el.Get("clientWidth").Float()
	p.height = p.el.Get("clientHeight").Float()
	if r := app.Window().Get("devicePixelRatio"); r.Truthy() {
		p.ratio = r.Float()
	}
}

func (p *place) update() {
	width, height, ratio := p.width, p.height, p.ratio
	p.read()
	if width != p.width || height != p.height || ratio != p.ratio {
		p.changed()
		for _, f := range p.followers {
			f(p.width, p.height)
		}
	}
}

// checkDensity notices a change of density that no event told of, as happens when
// a page's zoom or screen is changed by a tool.
func (p *place) checkDensity() {
	if app.Window().Get("devicePixelRatio").Float() != p.ratio {
		p.update()
	}
}

// follow tells f the size now and whenever it changes.
func (p *place) follow(f func(width, height float64)) {
	p.followers = append(p.followers, f)
	f(p.width, p.height)
}

// listen waits for the density to change from what it is now.
func (p *place) listen() {
	p.unlisten()
	ratio := app.Window().Get("devicePixelRatio").Float()
	p.density = app.Window().Call("matchMedia", fmt.Sprintf("(resolution: %gdppx)", ratio))
	p.density.Call("addEventListener", "change", p.moved)
}

func (p *place) unlisten() {
	if p.density != nil {
		p.density.Call("removeEventListener", "change", p.moved)
	}
}

func (p *place) close() {
	if app.IsServer {
		return
	}
	p.observer.Call("disconnect")
	p.unlisten()
	p.sized.Release()
	p.moved.Release()
}

// probe measures how long the browser needs to show a frame that was painted:
// from the painting to its next animation frame. That holds what happens outside
// this program too (the graphics process, the compositor), where painting in
// software spends most of its time.
type probe struct {
	began   time.Time
	waiting bool
	closed  bool
	frame   app.Func
}

func newProbe(took func(time.Duration)) *probe {
	p := &probe{}
	if app.IsServer {
		return p
	}
	p.frame = app.FuncOf(func(app.Value, []app.Value) any {
		if p.waiting = false; p.closed {
			p.frame.Release()
			return nil
		}
		took(time.Since(p.began))
		return nil
	})
	return p
}

func (p *probe) start() {
	if p.waiting || p.closed || app.IsServer {
		return
	}
	p.waiting = true
	p.began = time.Now()
	app.Window().Call("requestAnimationFrame", p.frame)
}

// close ends measuring. A frame that is still awaited releases the callback
// itself: calling a released one is an error.
func (p *probe) close() {
	p.closed = true
	if !p.waiting && !app.IsServer {
		p.frame.Release()
	}
}
