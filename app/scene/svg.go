package scene

import (
	"math"
	"sort"
	"strings"
)

// Figure is a picture as a drawing that stands alone: a poster, a figure in a
// document. Texts come from the caller.
type Figure struct {
	Scene       *Scene
	Picture     *Picture
	Theme       Theme
	Title, Desc string // read out instead of the drawing
	Note        string // at the bottom left: what a mark stands for, the seed
	Caption     string // in a box at the bottom; "" for none
	// Card says what stands on a card; nil for cards without words.
	Card func(node, instance int) Card
}

// Card is what a figure writes on one card.
type Card struct {
	Title, Note string
	Lines       []string
	Fill        float64 // length of the gauge, 0 to 1; less than 0 for none
	State       Ink     // of the gauge, and of the card's edge when it is InkFailing
}

// glyphs draws each shape around the origin, one pixel wide and high.
var glyphs = [Glyphs]func(b []byte, x, y, r float64) []byte{
	Dot: circle, Ring: circle,
	Diamond:  func(b []byte, x, y, r float64) []byte { return polygon(b, x, y, r, 4, 0, 1) },
	Square:   func(b []byte, x, y, r float64) []byte { return polygon(b, x, y, 1.2*r, 4, math.Pi/4, 1) },
	Cross:    cross,
	Triangle: func(b []byte, x, y, r float64) []byte { return polygon(b, x, y+0.15*r, 1.1*r, 3, 0, 1) },
	Bar:      bar,
	Star:     func(b []byte, x, y, r float64) []byte { return polygon(b, x, y, r, 10, 0, 0.42) },
}

func circle(b []byte, x, y, r float64) []byte {
	b = pair(append(b, 'M'), x-r, y)
	for _, to := range [2]float64{x + r, x - r} {
		b = pair(append(b, 'A'), r, r)
		b = pair(append(b, " 0 0 1 "...), to, y)
	}
	return append(b, 'Z')
}

// polygon appends corners around a centre, the first at the top; every other
// one is nearer by a factor.
func polygon(b []byte, x, y, r float64, n int, turn, inner float64) []byte {
	for i := range n {
		d := r
		if i%2 == 1 {
			d *= inner
		}
		a := turn + 2*math.Pi*float64(i)/float64(n)
		b = pair(append(b, "ML"[min(i, 1)]), x+d*math.Sin(a), y-d*math.Cos(a))
	}
	return append(b, 'Z')
}

func cross(b []byte, x, y, r float64) []byte {
	r *= 0.8
	b = pair(append(b, 'M'), x-r, y-r)
	b = pair(append(b, 'L'), x+r, y+r)
	b = pair(append(b, 'M'), x+r, y-r)
	return pair(append(b, 'L'), x-r, y+r)
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
// for each shape, ink and strength.
func SVG(p *Picture) string {
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
		colour := p.Palette[k.ink].Hex()
		if k.glyph.open() {
			out = append(out, ` fill="none" stroke="`+colour+`" stroke-width="1.8"`...)
		} else {
			out = append(out, ` fill="`+colour+`"`...)
		}
		if k.alpha < 10 {
			out = append(out, ` opacity=".`...)
			out = append(out, '0'+k.alpha, '"')
		}
		out = append(out, "/>"...)
	}
	return string(out)
}

// SVG draws the figure as a complete SVG document with its own colours.
func (g *Figure) SVG() string {
	l, t := g.Scene.Layout(), g.Theme
	var b strings.Builder
	size := `viewBox="0 0 ` + num(l.W) + ` ` + num(l.H) + `" width="` + num(l.W) + `" height="` + num(l.H) + `"`
	b.WriteString(`<svg xmlns="http://www.w3.org/2000/svg" role="img" ` + size +
		` font-family="system-ui,'DejaVu Sans',sans-serif" font-size="12"><title>` + esc.Replace(g.Title) +
		`</title><desc>` + esc.Replace(g.Desc) + `</desc><rect width="100%" height="100%" fill="` + t.Hex(InkStage) + `"/>`)
	for _, name := range g.Scene.Links() {
		if d := g.Scene.LinkPath(name); d != "" {
			b.WriteString(`<path d="` + d + `" fill="none" stroke="` + t.Hex(InkRoute) + `" stroke-width="1.2"/>`)
		}
	}
	p := *g.Picture
	p.Palette = t.Palette()
	b.WriteString(SVG(&p))
	for i := range l.Nodes {
		for k, r := range l.Nodes[i].Cards {
			c := Card{Fill: -1}
			if g.Card != nil {
				c = g.Card(i, k)
			}
			c.draw(&b, r, t)
		}
	}
	g.caption(&b)
	if g.Note != "" {
		words(&b, edge, l.H-8, t.Hex(InkMuted), "", g.Note)
	}
	b.WriteString("</svg>")
	return b.String()
}

// draw draws one card: an edge, a title with a note, a gauge, lines of words.
func (c *Card) draw(b *strings.Builder, r Rect, t Theme) {
	line, width := t.Hex(InkLine), "1"
	if c.State == InkFailing {
		line, width = t.Hex(InkFailing), "1.5"
	}
	b.WriteString(`<rect ` + box(r.X, r.Y, r.W, r.H) + ` rx="8" fill="` + t.Hex(InkCard) + `" stroke="` + line +
		`" stroke-width="` + width + `"/>`)
	const pad = 10
	y := r.Y + 20
	if r.H < 44 {
		y = r.Y + 17
	}
	words(b, r.X+pad, y, t.Hex(InkText), ` font-weight="600"`, c.Title)
	if c.Note != "" {
		words(b, r.X+r.W-pad, y, t.Hex(InkMuted), ` font-size="11" text-anchor="end"`, c.Note)
	}
	y += 9
	if c.Fill >= 0 {
		w := r.W - 2*pad
		b.WriteString(`<rect ` + box(r.X+pad, y, w, 6) + ` rx="3" fill="` + t.Hex(InkSoft) + `"/>`)
		b.WriteString(`<rect ` + box(r.X+pad, y, max(3, w*min(1, c.Fill)), 6) + ` rx="3" fill="` + t.Hex(c.State) + `"/>`)
		y += 6
	}
	for _, s := range c.Lines {
		if y += 16; y+4 > r.Y+r.H {
			return
		}
		words(b, r.X+pad, y, t.Hex(InkMuted), ` font-size="11"`, s)
	}
}

// caption draws the story's sentence in a box at the bottom.
func (g *Figure) caption(b *strings.Builder) {
	if g.Caption == "" {
		return
	}
	l, t := g.Scene.Layout(), g.Theme
	w := min(l.W-2*edge, 7.2*float64(len([]rune(g.Caption)))+28)
	x, y := (l.W-w)/2, l.H-edge-34
	b.WriteString(`<rect ` + box(x, y, w, 30) + ` rx="6" fill="` + t.Hex(InkText) + `"/>`)
	words(b, l.W/2, y+19.5, t.Hex(InkStage), ` text-anchor="middle"`, g.Caption)
}

func words(b *strings.Builder, x, y float64, colour, more, s string) {
	b.WriteString(`<text x="` + num(x) + `" y="` + num(y) + `" fill="` + colour + `"` + more + `>` + esc.Replace(s) + `</text>`)
}

func box(x, y, w, h float64) string {
	return `x="` + num(x) + `" y="` + num(y) + `" width="` + num(w) + `" height="` + num(h) + `"`
}

func num(v float64) string { return string(fixed(nil, v)) }

var esc = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")
