package page

import (
	"math"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
	"stampede/app/stage"
)

// Routes lists the pages, the front page first.
func Routes() []Route {
	return []Route{{
		Path:        "/",
		Lang:        "en",
		New:         func() app.Composer { return &home{} },
		Title:       func() string { return "Stampede" },
		Description: func() string { return "A playground for outages." },
	}}
}

// home is the front page.
type home struct {
	app.Compo
	view    *stage.View
	picture scene.Picture
	frame   app.Func
	tick    int
}

func (h *home) OnInit() { h.view = &stage.View{Label: "Stampede", Sized: h.size} }

func (h *home) OnMount(app.Context) {
	h.frame = app.FuncOf(func(app.Value, []app.Value) any {
		if h.Mounted() {
			h.move()
			app.Window().Call("requestAnimationFrame", h.frame)
		}
		return nil
	})
	app.Window().Call("requestAnimationFrame", h.frame)
}

func (h *home) size(width, height float64) {
	h.picture.W, h.picture.H = float32(width), float32(height)
}

func (h *home) move() {
	h.tick++
	h.picture.Palette = []scene.RGBA{{G: 114, B: 178, A: 255}, {R: 213, G: 94, A: 255}, {G: 158, B: 115, A: 255}}
	h.picture.Marks = h.picture.Marks[:0]
	for i := range 400 {
		a := float64(i)*0.21 + float64(h.tick)*0.01
		r := 0.1 + 0.35*float64(i)/400
		h.picture.Marks = append(h.picture.Marks, scene.Mark{
			X:     h.picture.W * float32(0.5+r*math.Cos(a)),
			Y:     h.picture.H * float32(0.5+r*math.Sin(a)),
			Size:  float32(8 + i%3*6),
			Alpha: 1, Glyph: scene.Glyph(i % int(scene.Glyphs)), Ink: uint8(i % 3),
		})
	}
	h.view.Draw(&h.picture)
}

// Render shows the page.
func (h *home) Render() app.UI {
	return app.Main().Body(
		app.H1().Text("Stampede"),
		app.P().Text("A playground for outages."),
		app.Div().Style("height", "60vh").Style("display", "grid").Body(h.view),
		app.A().Href(Link("/")).Text("Stampede"),
	)
}
