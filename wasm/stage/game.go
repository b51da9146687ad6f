//go:build js

package stage

import (
	"github.com/hajimehoshi/ebiten/v2"
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
	"stampede/wasm/sprite"
)

// batch is the number of marks that 16-bit indices reach: four corners each. A
// picture of fewer marks is one draw call.
const batch = 1 << 16 / 4

// game is what Ebitengine runs. Its state belongs to the page's goroutine, which
// is safe: the browser runs one of them at a time, and painting never waits.
type game struct {
	sheet    *sprite.Sheet
	texture  *ebiten.Image
	vertices []ebiten.Vertex
	indices  []uint16
	picture  *scene.Picture
	ratio    float32 // device pixels for one CSS pixel
	painted  func()
	stopped  bool
	started  bool
}

// Update ends the game when it was told to stop.
func (g *game) Update() error {
	if g.stopped {
		return ebiten.Termination
	}
	if !g.started {
		// Running has just made the body transparent again.
		g.started = true
		restoreBody(app.Window().Get("document"))
	}
	return nil
}

// LayoutF keeps the screen as large as the canvas, in device pixels.
func (g *game) LayoutF(width, height float64) (float64, float64) {
	return max(width, 1), max(height, 1)
}

// Layout is LayoutF for whole numbers; the interface asks for both.
func (g *game) Layout(width, height int) (int, int) { return max(width, 1), max(height, 1) }

// Draw paints the picture.
func (g *game) Draw(screen *ebiten.Image) {
	if g.picture == nil {
		return
	}
	if g.texture == nil {
		g.texture = texture(g.sheet)
	}
	options := ebiten.DrawTrianglesOptions{Filter: ebiten.FilterLinear, DisableMipmaps: true}
	for marks := g.picture.Marks; len(marks) > 0; {
		n := min(len(marks), batch)
		g.fill(marks[:n])
		screen.DrawTriangles(g.vertices[:4*n], g.indices[:6*n], g.texture, &options)
		marks = marks[n:]
	}
	if g.painted != nil {
		g.painted()
	}
}

// texture is the sheet for the graphics card. ebiten.NewImageFromImage would do
// the same, and bring along the conversion of every kind of image.
func texture(s *sprite.Sheet) *ebiten.Image {
	size := s.Image.Rect.Size()
	t := ebiten.NewImage(size.X, size.Y)
	t.WritePixels(s.Premultiplied())
	return t
}

// fill writes the corners of the marks into the vertex slice.
func (g *game) fill(marks []scene.Mark) {
	g.grow(len(marks))
	for i := range marks {
		m := &marks[i]
		size := m.Size * g.ratio
		sx, sy, sw := g.sheet.Cell(m.Glyph, size)
		x, y := m.X*g.ratio-size/2, m.Y*g.ratio-size/2
		c := g.ink(m)
		v := g.vertices[4*i : 4*i+4]
		for k := range v {
			right, low := float32(k&1), float32(k>>1)
			c.DstX, c.DstY = x+right*size, y+low*size
			c.SrcX, c.SrcY = sx+right*sw, sy+low*sw
			v[k] = c
		}
	}
}

// ink is a vertex with the colour of a mark. An ink that the palette does not
// have paints black, which shows that something is wrong and loses nothing.
func (g *game) ink(m *scene.Mark) ebiten.Vertex {
	ink := scene.RGBA{A: 255}
	if int(m.Ink) < len(g.picture.Palette) {
		ink = g.picture.Palette[m.Ink]
	}
	return ebiten.Vertex{
		ColorR: float32(ink.R) / 255,
		ColorG: float32(ink.G) / 255,
		ColorB: float32(ink.B) / 255,
		ColorA: float32(ink.A) / 255 * m.Alpha,
	}
}

// grow makes room for n marks. The indices never change: two triangles a mark.
func (g *game) grow(n int) {
	for have := len(g.indices) / 6; have < n; have++ {
		a := uint16(4 * have)
		g.indices = append(g.indices, a, a+1, a+2, a+1, a+3, a+2)
		g.vertices = append(g.vertices, make([]ebiten.Vertex, 4)...)
	}
}
