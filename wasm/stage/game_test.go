//go:build js

package stage

import (
	"testing"

	"stampede/app/scene"
	"stampede/wasm/sprite"
)

// crowd is a picture of many marks.
func crowd(n int) *scene.Picture {
	p := &scene.Picture{W: 1000, H: 470, Palette: make([]scene.RGBA, 8)}
	for i := range n {
		p.Marks = append(p.Marks, scene.Mark{
			X: float32(i % 1000), Y: float32(i % 470), Size: 9, Alpha: 1, Glyph: scene.Glyph(i % 6), Ink: uint8(i % 8),
		})
	}
	return p
}

// TestCrowdIsOneDraw holds ten thousand marks to one draw call, and a frame to
// no allocation.
func TestCrowdIsOneDraw(t *testing.T) {
	p := crowd(10_000)
	if len(p.Marks) > batch {
		t.Fatalf("%d marks do not fit one batch of %d", len(p.Marks), batch)
	}
	g := &game{sheet: sprite.New(), picture: p, ratio: 1}
	if n := testing.AllocsPerRun(20, func() { g.fill(p.Marks) }); n != 0 {
		t.Errorf("filling a frame allocates %.1f times", n)
	}
	v := g.vertices[4*123 : 4*124]
	if w := v[1].DstX - v[0].DstX; w != 9 || v[0].DstX+w/2 != 123 {
		t.Errorf("mark 123 is %v wide at %v, want 9 at 123", w, v[0].DstX+w/2)
	}
}

// BenchmarkFill is the cost of a frame of 10 000 marks before it is handed to
// the graphics library, which takes it in one call.
func BenchmarkFill(b *testing.B) {
	p := crowd(10_000)
	g := &game{sheet: sprite.New(), picture: p, ratio: 1}
	b.ReportAllocs()
	for b.Loop() {
		g.fill(p.Marks)
	}
}
