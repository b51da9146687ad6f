package sprite

import (
	"image/color"
	"testing"

	"stampede/app/scene"
)

// share is the part of a cell that a glyph covers.
func share(s *Sheet, g scene.Glyph, size float32) float64 {
	x, y, w := s.Cell(g, size)
	sum := 0
	for dy := range int(w) {
		for dx := range int(w) {
			sum += int(s.Image.NRGBAAt(int(x)+dx, int(y)+dy).A)
		}
	}
	return float64(sum) / 255 / float64(w*w)
}

func TestEveryGlyphIsDrawnAtEverySize(t *testing.T) {
	s := New()
	for _, row := range s.Rows {
		for g := range scene.Glyphs {
			if got := share(s, g, float32(row.Size)); got < 0.2 || got > 0.8 {
				t.Errorf("glyph %d at %d px covers %.2f of its cell, want between 0.2 and 0.8", g, row.Size, got)
			}
		}
	}
}

func TestGlyphsDiffer(t *testing.T) {
	s := New()
	cell := func(g scene.Glyph) []uint8 {
		x, y, w := s.Cell(g, 16)
		var a []uint8
		for dy := range int(w) {
			for dx := range int(w) {
				a = append(a, s.Image.NRGBAAt(int(x)+dx, int(y)+dy).A)
			}
		}
		return a
	}
	for g := range scene.Glyphs {
		for h := range g {
			diff := 0
			a, b := cell(g), cell(h)
			for i := range a {
				if (a[i] > 127) != (b[i] > 127) {
					diff++
				}
			}
			if diff < len(a)/12 {
				t.Errorf("glyphs %d and %d differ in %d of %d pixels only", g, h, diff, len(a))
			}
		}
	}
}

func TestCellTakesTheNextLargerSize(t *testing.T) {
	s := New()
	for _, c := range []struct{ size, want float32 }{{1, 6}, {6, 6}, {6.5, 8}, {30, 32}, {64, 64}, {200, 64}} {
		if _, _, w := s.Cell(scene.Ring, c.size); w != c.want {
			t.Errorf("Cell(Ring, %v) is %v px wide, want %v", c.size, w, c.want)
		}
	}
}

func TestUnknownGlyphIsADot(t *testing.T) {
	s := New()
	x, y, w := s.Cell(scene.Glyphs+3, 16)
	dx, dy, dw := s.Cell(scene.Dot, 16)
	if x != dx || y != dy || w != dw {
		t.Errorf("unknown glyph is at %v,%v, want the dot at %v,%v", x, y, dx, dy)
	}
}

func TestCellsAreApart(t *testing.T) {
	s := New()
	for _, row := range s.Rows {
		for g := range scene.Glyphs {
			x, y, w := s.Cell(g, float32(row.Size))
			for d := -1; d <= int(w); d++ {
				for _, at := range [][2]int{
					{int(x) + d, int(y) - 1},
					{int(x) + d, int(y + w)},
					{int(x) - 1, int(y) + d},
					{int(x + w), int(y) + d},
				} {
					if a := s.Image.NRGBAAt(at[0], at[1]).A; a != 0 {
						t.Fatalf("glyph %d at %v px: border pixel %v is painted", g, w, at)
					}
				}
			}
		}
	}
}

func TestPremultipliedPixelsAreTheCoverageFourTimes(t *testing.T) {
	s := New()
	got := s.Premultiplied()
	if len(got) != len(s.Image.Pix) {
		t.Fatalf("%d bytes, want %d", len(got), len(s.Image.Pix))
	}
	size := s.Image.Rect.Size()
	for y := range size.Y {
		for x := range size.X {
			i := s.Image.PixOffset(x, y)
			want := color.RGBAModel.Convert(s.Image.NRGBAAt(x, y)).(color.RGBA)
			if p := (color.RGBA{R: got[i], G: got[i+1], B: got[i+2], A: got[i+3]}); p != want {
				t.Fatalf("pixel %d, %d is %v, want %v", x, y, p, want)
			}
		}
	}
}
