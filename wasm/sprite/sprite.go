// Package sprite makes the sheet of small shapes that both painters draw marks
// from: one column a glyph, one row a size, white with anti-aliased coverage in
// the alpha channel, so that a painter tints it with any ink.
package sprite

import (
	"image"
	"math"

	"stampede/app/scene"
)

// sizes are the widths of the drawn shapes in device pixels, one row each. A
// mark takes the smallest row that is not smaller than itself, so that it is
// never magnified within them and shrunk to two thirds at the least.
var sizes = [...]int{6, 8, 12, 16, 24, 32, 48, 64}

// gap is the empty border around a cell: linear filtering reads one pixel past
// the edge, and must find nothing of the neighbour there.
const gap = 1

// subsamples is the number of samples along each axis of a pixel.
const subsamples = 4

// Row is one size of the sheet.
type Row struct {
	Size int // width and height of the shapes, in pixels
	Y    int // top of the shapes
}

// Sheet is the drawn sprite sheet.
type Sheet struct {
	Image *image.NRGBA
	Rows  []Row // from small to large
}

// New draws the sheet.
func New() *Sheet {
	s := &Sheet{}
	y := 0
	for _, size := range sizes {
		s.Rows = append(s.Rows, Row{Size: size, Y: y + gap})
		y += size + 2*gap
	}
	width := int(scene.Glyphs) * pitch(sizes[len(sizes)-1])
	s.Image = image.NewNRGBA(image.Rect(0, 0, width, y))
	for _, row := range s.Rows {
		for g := range scene.Glyphs {
			s.draw(g, row)
		}
	}
	return s
}

// Cell returns the place of a glyph on the sheet, for a mark that is size
// device pixels wide: its left and top edge and its width.
func (s *Sheet) Cell(g scene.Glyph, size float32) (x, y, width float32) {
	row := s.Rows[len(s.Rows)-1]
	for _, r := range s.Rows {
		if float32(r.Size) >= size {
			row = r
			break
		}
	}
	if g >= scene.Glyphs {
		g = scene.Dot
	}
	return float32(int(g)*pitch(row.Size) + gap), float32(row.Y), float32(row.Size)
}

// pitch is the distance between two columns of a row.
func pitch(size int) int { return size + 2*gap }

func (s *Sheet) draw(g scene.Glyph, row Row) {
	left := int(g)*pitch(row.Size) + gap
	for y := range row.Size {
		for x := range row.Size {
			a := coverage(g, x, y, row.Size)
			i := s.Image.PixOffset(left+x, row.Y+y)
			p := s.Image.Pix[i : i+4]
			p[0], p[1], p[2], p[3] = 255, 255, 255, a
		}
	}
}

// Premultiplied returns the pixels of the sheet as graphics cards blend them: four
// bytes a pixel, red, green and blue multiplied by the coverage. As the shapes are
// white, all four are the coverage.
func (s *Sheet) Premultiplied() []byte {
	pixels := make([]byte, len(s.Image.Pix))
	for i := range pixels {
		pixels[i] = s.Image.Pix[i|3]
	}
	return pixels
}

// coverage is the share of a pixel that lies inside the shape, 0 to 255.
func coverage(g scene.Glyph, x, y, size int) uint8 {
	hits := 0
	for sy := range subsamples {
		for sx := range subsamples {
			u := place(x, sx, size)
			v := place(y, sy, size)
			if inside(g, u, v) {
				hits++
			}
		}
	}
	return uint8(hits * 255 / (subsamples * subsamples))
}

// place maps a sample of a pixel to the range -1 to 1 across the shape.
func place(pixel, sample, size int) float64 {
	at := float64(pixel) + (float64(sample)+0.5)/subsamples
	return 2*at/float64(size) - 1
}

// inside tells whether a point belongs to the shape; u and v run from -1 (left,
// top) to 1 (right, bottom). The proportions give the shapes about equal weight
// to the eye: a square as wide as a circle looks larger than it.
func inside(g scene.Glyph, u, v float64) bool {
	au, av := math.Abs(u), math.Abs(v)
	switch g {
	case scene.Dot:
		return u*u+v*v <= 0.92*0.92
	case scene.Ring:
		r := u*u + v*v
		return r <= 0.96*0.96 && r >= 0.58*0.58
	case scene.Diamond:
		return au+av <= 1
	case scene.Square:
		edge := max(au, av)
		return edge <= 0.88 && edge >= 0.48
	case scene.Cross:
		arm := min(math.Abs(u-v), math.Abs(u+v)) / math.Sqrt2
		return arm <= 0.24 && max(au, av) <= 0.9
	case scene.Triangle:
		return v <= 0.78 && au <= (v+0.96)/1.74
	case scene.Bar:
		return au <= 0.34
	case scene.Twin:
		return 2*math.Abs(au-0.5)+av <= 1
	case scene.Star:
		return insideStar(u, v)
	}
	return false
}

// insideStar tells whether a point lies in a five-pointed star, point up: the
// edge runs straight from an outer to an inner corner, folded into one tenth of
// the turn.
func insideStar(u, v float64) bool {
	const outer, inner = 1.0, 0.45
	const tenth = math.Pi / 5
	angle := math.Abs(math.Mod(math.Atan2(u, -v)+2*math.Pi, 2*tenth) - tenth)
	fold := tenth - angle // 0 towards a point, tenth towards a notch
	r := math.Hypot(u, v)
	x, y := r*math.Cos(fold), r*math.Sin(fold)
	ix, iy := inner*math.Cos(tenth), inner*math.Sin(tenth)
	return (ix-outer)*y-iy*(x-outer) >= 0
}
