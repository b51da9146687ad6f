package scene

import (
	"math"
	"sort"
)

// glyphs draws each shape around the origin, one pixel wide and high.
var glyphs = [Glyphs]func(b []byte, x, y, r float64) []byte{
	Dot: circle, Ring: circle,
	Diamond:  func(b []byte, x, y, r float64) []byte { return polygon(b, x, y, r, 4, 0, 1) },
	Square:   func(b []byte, x, y, r float64) []byte { return polygon(b, x, y, 1.2*r, 4, math.Pi/4, 1) },
	Cross:    cross,
	Triangle: func(b []byte, x, y, r float64) []byte { return polygon(b, x, y+0.15*r, 1.1*r, 3, 0, 1) },
	Bar:      bar,
	Twin:     twin,
	Star:     func(b []byte, x, y, r float64) []byte { return polygon(b, x, y, r, 10, 0, 0.42) },
}

// circle appends a circle: one arc from its left edge to a tenth of a pixel below,
// which is half as long as two halves.
func circle(b []byte, x, y, r float64) []byte {
	b = pair(append(b, 'M'), x-r, y)
	return append(pair(append(b, 'a'), r, r), " 0 1 1 0 .1z"...)
}

// polygon appends corners around a centre, the first at the top; every other
// one is nearer by a factor. The corners are written from one to the next, from
// rounded places, so that the last meets the first.
func polygon(b []byte, x, y, r float64, n int, turn, inner float64) []byte {
	var lastX, lastY float64
	for i := range n {
		d := r
		if i%2 == 1 {
			d *= inner
		}
		a := turn + 2*math.Pi*float64(i)/float64(n)
		px, py := math.Round(10*(x+d*math.Sin(a)))/10, math.Round(10*(y-d*math.Cos(a)))/10
		switch i {
		case 0:
			b = pair(append(b, 'M'), px, py)
		default:
			b = pair(append(b, 'l'), px-lastX, py-lastY)
		}
		lastX, lastY = px, py
	}
	return append(b, 'z')
}

func cross(b []byte, x, y, r float64) []byte {
	r *= 0.8
	b = pair(append(b, 'M'), x-r, y-r)
	b = pair(append(b, 'l'), 2*r, 2*r)
	b = append(fixed(append(b, "m0 "...), -2*r), 'l')
	return pair(b, -2*r, 2*r)
}

// twin appends two narrow diamonds.
func twin(b []byte, x, y, r float64) []byte {
	for _, side := range [...]float64{-0.5, 0.5} {
		b = pair(append(b, 'M'), x+side*r, y-r)
		b = pair(append(b, 'l'), 0.5*r, r)
		b = pair(append(b, 'l'), -0.5*r, r)
		b = append(pair(append(b, 'l'), -0.5*r, -r), 'z')
	}
	return b
}

func bar(b []byte, x, y, r float64) []byte {
	b = pair(append(b, 'M'), x-0.45*r, y-r)
	b = append(fixed(append(b, 'h'), 0.9*r), 'v')
	b = append(fixed(b, 2*r), 'h')
	return append(fixed(b, -0.9*r), 'Z')
}

// open glyphs are drawn as lines.
func (g Glyph) open() bool { return g == Ring || g == Square || g == Cross }

// group is the marks that one path can hold.
type group struct {
	glyph Glyph
	ink   uint8
	alpha uint8 // in tenths
}

// SVG draws the marks of a picture as the inside of an SVG element: one path
// for each shape, ink and strength. Colour writes the colour of an ink.
func SVG(p *Picture, colour func(Ink) string) string {
	paths := map[group][]byte{}
	for i := range p.Marks {
		m := &p.Marks[i]
		k := group{m.Glyph, m.Ink, uint8(math.Round(float64(m.Alpha) * 10))}
		if k.alpha == 0 || m.Glyph >= Glyphs {
			continue
		}
		r := float64(m.Size) / 2
		if m.Glyph.open() {
			r -= 0.8
		}
		paths[k] = glyphs[m.Glyph](paths[k], float64(m.X), float64(m.Y), r)
	}
	keys := make([]group, 0, len(paths))
	for k := range paths {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool {
		a, b := keys[i], keys[j]
		if a.glyph != b.glyph {
			return a.glyph < b.glyph
		}
		return a.ink < b.ink || a.ink == b.ink && a.alpha < b.alpha
	})
	var out []byte
	for _, k := range keys {
		out = append(append(append(out, `<path d="`...), paths[k]...), '"')
		c := colour(Ink(k.ink))
		if k.glyph.open() {
			out = append(out, ` fill="none" stroke="`+c+`" stroke-width="1.8"`...)
		} else {
			out = append(out, ` fill="`+c+`"`...)
		}
		if k.alpha < 10 {
			out = append(out, ` opacity=".`...)
			out = append(out, '0'+k.alpha, '"')
		}
		out = append(out, "/>"...)
	}
	return string(out)
}

// Fonts are the fonts of drawings that stand alone: those of the reader's
// system.
const Fonts = "system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"

// GlyphSVG draws one shape as an element, as in a legend, with its centre at
// x, y and r from there to its edge.
func GlyphSVG(g Glyph, x, y, r float64, colour string) string {
	if g.open() {
		return `<path d="` + string(glyphs[g](nil, x, y, r-0.8)) + `" fill="none" stroke="` + colour + `" stroke-width="1.8"/>`
	}
	return `<path d="` + string(glyphs[g](nil, x, y, r)) + `" fill="` + colour + `"/>`
}
