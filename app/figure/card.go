package figure

import (
	"strconv"
	"strings"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/view"
)

// Sizes of a card's contents in CSS pixels, as on the page.
const (
	lowCard    = 100 // a card less high has its lines closer together
	keysFrom   = 150 // a card so high says what its keys mean
	keysShare  = 0.62
	meterH     = 6
	chipH      = 18
	noteLine   = 16.2
	cardCorner = 10
	overTiles  = 3 // between the words on a fleet and its hosts
)

// cardPen writes the contents of one card from top to bottom.
type cardPen struct {
	d       *drawing
	x, y, w float64 // what is left of the card
	end     float64
	gap     float64
	whole   bool // notes are written whole or not at all
	height  float64
}

// ground draws a card without contents.
func (d *drawing) ground(at scene.Rect, fill string, line scene.Ink, thick string) {
	d.add(`<rect x="`, num(at.X), `" y="`, num(at.Y), `" width="`, num(at.W), `" height="`, num(at.H), `" rx="`, num(cardCorner),
		`" fill="`, fill, `" stroke="`, d.ink(line), `" stroke-width="`, thick, `"/>`)
}

// card draws one card with its face. The lower part of a fleet's card has its hosts,
// and marks over them.
func (d *drawing) card(at scene.Rect, grid *scene.Grid, f *view.Face) {
	fill, line, thick := d.ink(scene.InkCard), scene.InkLine, "1"
	if grid.N > 0 {
		fill = "none"
	}
	if f.Failing {
		line, thick = scene.InkFailing, "2"
	}
	d.ground(at, fill, line, thick)
	padX, padY, gap := 10.0, 8.0, 4.0
	if at.H < lowCard {
		padX, padY, gap = 8, 4, 2
	}
	c := &cardPen{d: d, x: at.X + padX, y: at.Y + padY, w: at.W - 2*padX, end: at.Y + at.H - padY/2, gap: gap, height: at.H}
	if grid.N > 0 {
		c.end, c.whole = at.Y+grid.Head-overTiles, true
	}
	c.top(f.Name, f.Value)
	for i, word := range f.Chips {
		c.chip(word, i == 1)
	}
	if f.Cells != "" {
		c.keys(f.Cells)
	}
	if f.Pile.N > 0 {
		c.pile(&f.Pile)
	}
	for _, g := range f.Bars {
		c.meter(g)
	}
	for _, n := range f.Notes {
		c.note(n)
	}
}

// top writes the name, and the value beside it or below.
func (c *cardPen) top(name, value string) {
	bold := []i18n.Span{{Text: name, Strong: true}}
	if width(name, nameSize, true)+width(value, noteSize, false)+6 <= c.w {
		c.d.words(c.x, c.y+nameSize-1, nameSize, scene.InkText, ` font-weight="600"`, name)
		c.value(value, c.y+nameSize-1)
		c.y += 17 + c.gap
		return
	}
	for _, line := range lines(bold, nameSize, c.w) {
		c.d.words(c.x, c.y+nameSize-1, nameSize, scene.InkText, ` font-weight="600"`, view.Plain(line))
		c.y += 15
	}
	if value != "" {
		c.value(value, c.y+noteSize-1)
		c.y += 15
	}
	c.y += c.gap
}

func (c *cardPen) value(s string, y float64) {
	c.d.words(c.x+c.w, y, noteSize, scene.InkMuted, ` text-anchor="end"`, s)
}

// room tells whether so many pixels are left.
func (c *cardPen) room(h float64) bool { return c.y+h <= c.end }

// chip writes a switch that is on.
func (c *cardPen) chip(word string, warn bool) {
	if word == "" || !c.room(chipH) {
		return
	}
	edge, ink := scene.InkLine, scene.InkText
	if warn {
		edge, ink = scene.InkDegraded, scene.InkDegraded
	}
	need, size := width(word, noteSize, false), float64(noteSize)
	if need > c.w-12 {
		size *= (c.w - 12) / need // a switch's words stay whole
	}
	w := min(c.w, need+12)
	c.d.add(`<rect x="`, num(c.x), `" y="`, num(c.y), `" width="`, num(w), `" height="`, num(chipH), `" rx="6" fill="none" stroke="`, c.d.ink(edge), `"/>`)
	c.d.words(c.x+6, c.y+13, size, ink, "", word)
	c.y += chipH + c.gap
}

// keys draws the keys of a cache, and what they mean.
func (c *cardPen) keys(cells string) {
	ink := c.d.ink
	look := view.KeyLook{
		Valid: `fill="` + ink(scene.InkAnswer) + `"`, Invalid: `fill="` + ink(scene.InkError) + `"`,
		Missing: `fill="none" stroke="` + ink(scene.InkStrong) + `"`,
	}
	inside, w, h := view.DrawKeys(cells, look)
	scale := min(c.w/float64(w), keysShare*c.height/float64(h))
	c.d.add(`<g transform="translate(`, num(c.x), " ", num(c.y), `) scale(`, factor(scale), `)">`, inside, `</g>`)
	c.y += scale*float64(h) + c.gap
	if c.height < keysFrom {
		return
	}
	x, l := c.x, c.d.r.Locale
	for _, k := range []struct {
		letter byte
		word   string
	}{{'v', l.T("cell.valid")}, {'x', l.T("cell.invalid")}, {'.', l.T("cell.missing")}} {
		need := 13 + width(k.word, smallSize, false)
		if x > c.x && x+need > c.x+c.w {
			x, c.y = c.x, c.y+noteLine
		}
		c.d.add(`<g transform="translate(`, num(x), " ", num(c.y+1), `) scale(.8)">`, look.Draw(k.letter, 0, 0), `</g>`)
		c.d.words(x+12, c.y+smallSize-1, smallSize, scene.InkMuted, "", k.word)
		x += need + 8
	}
	c.y += noteLine + c.gap
}

// pile draws what a component holds, and what the cells mean.
func (c *cardPen) pile(p *view.Pile) {
	fill := func(of scene.Ink) string { return `fill="` + c.d.ink(of) + `"` }
	line := func(of scene.Ink, width string) string {
		return `fill="none" stroke="` + c.d.ink(of) + `" stroke-width="` + width + `"`
	}
	look := view.PileLook{
		Unique:    [3]string{fill(scene.InkRequest), fill(scene.InkQuery), fill(scene.InkFailing)},
		Duplicate: line(scene.InkDelete, "1.3"), Ground: line(scene.InkStrong, "1"),
		Line:  line(scene.InkText, "1.5") + ` stroke-dasharray="5 3"`,
		Words: fill(scene.InkMuted) + ` font-size="` + num(smallSize) + `"`,
	}
	c.d.add(`<g transform="translate(`, num(c.x), " ", num(c.y), `)">`, p.Draw(&look), `</g>`)
	c.y += p.H + c.gap
	for i, words := range []string{p.Unique, p.Duplicates} {
		c.d.add(look.Swatch(i == 1, c.x, c.y+1))
		c.d.words(c.x+15, c.y+noteSize-1, noteSize, scene.InkText, "", words)
		c.y += noteLine
	}
	c.note(p.Cell)
}

// meter draws a gauge as a bar or as a tray of cells.
func (c *cardPen) meter(g view.Gauge) {
	if g.Ink == "" {
		return
	}
	ink := c.d.ink
	of, _ := scene.InkByName(g.Ink)
	if g.Rows > 0 {
		on, off, w, h := g.Cells()
		scale := c.w / float64(w)
		c.d.add(`<g transform="translate(`, num(c.x), " ", num(c.y), `) scale(`, factor(scale), `)"><path fill="`, ink(scene.InkSoft), `" d="`, off,
			`"/><path fill="`, ink(of), `" d="`, on, `"/></g>`)
		c.y += scale*float64(h) + c.gap
		return
	}
	if !c.room(meterH) {
		return
	}
	bar := func(w float64, of scene.Ink, more string) {
		c.d.add(`<path d="M`, num(c.x), " ", num(c.y+meterH/2), `h`, num(w), `" stroke="`, ink(of), `" stroke-width="`, num(meterH), `"`, more, `/>`)
	}
	bar(c.w, scene.InkSoft, "")
	if w := c.w * float64(g.Fill) / 1000; w > 0 {
		more := ""
		if g.Heap {
			more = ` stroke-dasharray="6 2"`
		}
		bar(max(w, 2), of, more)
	}
	c.y += meterH + c.gap
}

// note writes a line of words while there is room.
func (c *cardPen) note(s string) {
	if s == "" {
		return
	}
	list := lines(plain(s), noteSize, c.w)
	if c.whole && !c.room(noteSize+noteLine*float64(len(list)-1)) {
		return
	}
	for _, line := range list {
		if !c.room(noteSize) {
			return
		}
		text := view.Plain(line)
		if !c.room(noteSize + noteLine) {
			text = strings.TrimSuffix(text, " ·") // what comes next has no room
		}
		c.d.words(c.x, c.y+noteSize-1, noteSize, scene.InkMuted, "", text)
		c.y += noteLine
	}
}

// factor writes a scale.
func factor(x float64) string { return strconv.FormatFloat(x, 'f', 3, 64) }
