//go:build js

package stage

import (
	"errors"

	"github.com/hajimehoshi/ebiten/v2"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
	"stampede/app/stage"
	"stampede/wasm/sprite"
)

// ErrLost is reported when the browser takes the graphics context away.
var ErrLost = errors.New("stage: graphics context lost")

// ErrEnded is the reason why there is no second painter after the first failed:
// Ebitengine runs once in a page's life.
var ErrEnded = errors.New("stage: graphics have ended in this page")

// ErrNoWebGL is the reason why there is no painter in a browser without WebGL 2.
var ErrNoWebGL = errors.New("stage: no WebGL 2")

// capable asks the browser for WebGL 2, and gives it back at once. Ebitengine must
// not be started to find out: without graphics it would end the program as soon as
// the window changes its size.
func capable() bool {
	context := app.Window().Get("document").Call("createElement", "canvas").Call("getContext", "webgl2")
	if !context.Truthy() {
		return false
	}
	if x := context.Call("getExtension", "WEBGL_lose_context"); x.Truthy() {
		x.Call("loseContext")
	}
	return true
}

// engine is the one Ebitengine of the page, and who paints with it now.
type engine struct {
	canvas  *canvas
	game    *game
	owner   *painter
	running bool
	ended   error // why it does not run any more
}

// Ebitengine has put its canvas into the page when this package is initialised;
// it is taken out before anything is shown.
var the = engine{canvas: adopt()}

// New makes a painter. A page has one Ebitengine: a new painter takes it from the
// one before.
func New(events stage.Events) (stage.Painter, error) {
	if the.canvas == nil {
		return nil, errors.New("stage: no document to paint in")
	}
	if the.ended == nil && !the.running && !capable() {
		the.ended = ErrNoWebGL
	}
	if the.ended != nil {
		return nil, the.ended
	}
	if the.game == nil {
		the.game = &game{sheet: sprite.New(), ratio: 1}
		the.canvas.lost = func() { the.end(ErrLost) }
	}
	if before := the.owner; before != nil {
		the.owner = nil
		before.events.Failed(stage.ErrTaken)
	}
	p := &painter{events: events}
	the.owner = p
	the.game.picture = nil
	the.game.painted = events.Painted
	return p, nil
}

// run starts Ebitengine once there is something to paint in.
func (e *engine) run() {
	if e.running {
		return
	}
	e.running = true
	ebiten.SetRunnableOnUnfocused(true)
	// What is offered in place of drawing on demand draws every frame all the same,
	// at the full price of a frame.
	//lint:ignore SA1019 see above
	ebiten.SetFPSMode(ebiten.FPSModeVsyncOffMinimum)
	ebiten.SetTPS(ebiten.SyncWithFPS)
	go func() {
		err := ebiten.RunGameWithOptions(e.game, &ebiten.RunGameOptions{
			InitUnfocused:     true,
			ScreenTransparent: true,
			DisableHiDPI:      true,
		})
		restoreBody(app.Window().Get("document"))
		if err == nil {
			err = ErrEnded
		}
		e.end(err)
	}()
}

// end stops Ebitengine for good and tells who paints with it.
func (e *engine) end(err error) {
	if e.ended != nil {
		return
	}
	e.ended = err
	e.game.stopped = true
	e.canvas.unmount()
	if p := e.owner; p != nil {
		e.owner = nil
		p.events.Failed(err)
	}
}

// painter is a stage's hold on the engine.
type painter struct{ events stage.Events }

func (p *painter) mine() bool { return the.owner == p }

// Mount moves the canvas into the element and starts Ebitengine the first time.
func (p *painter) Mount(el app.Value) {
	if p.mine() {
		the.canvas.mount(el)
	}
}

// Resize sets the size of the canvas.
func (p *painter) Resize(width, height, ratio float64) {
	if !p.mine() {
		return
	}
	the.game.ratio = float32(ratio)
	the.canvas.resize(width*ratio, height*ratio)
	the.run()
}

// Draw paints the picture in Ebitengine's next frame.
func (p *painter) Draw(picture *scene.Picture) {
	if !p.mine() {
		return
	}
	the.game.picture = picture
	//lint:ignore SA1019 see run
	ebiten.ScheduleFrame()
}

// Close takes the canvas out of the page. Ebitengine stays, idle, for the next.
func (p *painter) Close() {
	if !p.mine() {
		return
	}
	the.owner = nil
	the.game.picture, the.game.painted = nil, nil
	the.canvas.unmount()
}
