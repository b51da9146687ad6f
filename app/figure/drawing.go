package figure

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"stampede/app/chart"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/view"
)

// Sizes, in CSS pixels.
const (
	margin    = 16 // around everything
	between   = 12 // between the parts
	titleSize = 18
	textSize  = 14
	nameSize  = 13
	noteSize  = 12
	smallSize = 11
	leading   = 1.4 // of lines of text, in font sizes
	round     = 14  // corners of the stage
)

// drawing is a figure being written, from top to bottom.
type drawing struct {
	r     *view.Run
	theme scene.Theme
	ink   func(scene.Ink) string // writes a colour
	view  View
	w     float64 // of the whole
	y     float64 // where the next part begins
	b     strings.Builder
	every uint64 // requests for each mark; 0 where no marks are drawn
}

func newDrawing(r *view.Run, o Options) *drawing {
	d := &drawing{r: r, theme: o.Theme, ink: o.Theme.Hex, view: Stage, w: DefaultWidth, y: margin}
	if o.Live {
		d.ink = scene.Ink.Var
	}
	for _, v := range Views {
		if v == o.View {
			d.view = v
		}
	}
	if o.Width > 0 {
		d.w = min(max(math.Round(o.Width), MinWidth), MaxWidth)
	}
	return d
}

// inner is the width between the margins.
func (d *drawing) inner() float64 { return d.w - 2*margin }

// document puts head and end around what has been drawn.
func (d *drawing) document() string {
	return head(d.w, math.Ceil(d.y+margin-between), Title(d.r), d.desc(), d.ink(scene.InkPage)) + d.b.String() + "</svg>\n"
}

// head begins a document of a size, with what is read out in its place and its
// ground.
func head(width, height float64, title, desc, ground string) string {
	w, h := num(width), num(height)
	return `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="` + w + `" height="` + h + `" viewBox="0 0 ` + w + " " + h +
		`" font-family="` + scene.Fonts + `"><title>` + escape(title) + `</title><desc>` + escape(desc) +
		`</desc><rect width="` + w + `" height="` + h + `" rx="` + num(round) + `" fill="` + ground + `"/>`
}

// desc says what the figure shows, for those who do not see it.
func (d *drawing) desc() string {
	r := d.r
	words := []string{view.Plain(Outcome(r))}
	if c, ok := r.Session.Caption(); ok {
		words = append(words, r.Caption(c.Name, c.At))
	}
	for i := range r.Frame.Nodes {
		f := r.NodeFace(&r.Frame.Nodes[i])
		words = append(words, r.Locale.T("stage.text.node", i18n.Text("name", f.Name), i18n.Text("facts", r.Facts(&f))))
	}
	for _, k := range r.Loops(nil) {
		if k.Level > 0 {
			words = append(words, k.Say)
		}
	}
	return strings.Join(append(words, r.Course()+".", Stamp(r)), " ")
}

// columns is about how many a line of a chart has: enough to see its course, few
// enough for the drawing to stay small.
const columns = 220

// charts draws the ribbon and the plots.
func (d *drawing) charts() {
	r := d.r
	a, f := chart.NewAxis(d.inner(), 0, r.Session.End()), r.Format()
	a.Grain = d.inner() / columns
	spans, events := r.Spans(), r.Events()
	part := func(h float64, inside string) {
		d.add(`<g transform="translate(`, num(margin), " ", num(d.y), `)">`, chart.Dress(inside, d.ink), `</g>`)
		d.y += h
	}
	ribbon := r.Ribbon()
	ribbon.ID = "r" + r.Session.Hash() // several figures may stand in one document
	part(ribbon.Height()+6, ribbon.Still(a, f)+ribbon.Moving(a))
	for i := range r.Scenario.Series {
		p := r.Plot(i, spans, events, r.Session.Now())
		d.line(margin, d.y, d.w-margin, d.y)
		part(p.Height(a), p.Still(a, f)+p.Moving(a, f))
	}
	d.y += between
}

func (d *drawing) add(s ...string) {
	for _, t := range s {
		d.b.WriteString(t)
	}
}

func (d *drawing) line(x1, y1, x2, y2 float64) {
	d.add(`<path d="M`, num(x1), " ", num(y1), "L", num(x2), " ", num(y2), `" stroke="`, d.ink(scene.InkLine), `"/>`)
}

// words writes one line of text, its baseline at y.
func (d *drawing) words(x, y, size float64, ink scene.Ink, more, s string) {
	if s != "" {
		d.add(`<text x="`, num(x), `" y="`, num(y), `" font-size="`, num(size), `" fill="`, d.ink(ink), `"`, more, `>`, escape(s), `</text>`)
	}
}

// para writes text in lines of a width from y on, and gives where it ends.
func (d *drawing) para(x, y, w, size float64, ink scene.Ink, text []i18n.Span) float64 {
	for _, line := range lines(text, size, w) {
		d.add(`<text x="`, num(x), `" y="`, num(y+size), `" font-size="`, num(size), `" fill="`, d.ink(ink), `">`)
		for _, s := range line {
			if s.Strong {
				d.add(`<tspan font-weight="600">`, escape(s.Text), `</tspan>`)
			} else {
				d.add(escape(s.Text))
			}
		}
		d.add(`</text>`)
		y += leading * size
	}
	return y
}

// plain is a text without emphasis.
func plain(s string) []i18n.Span { return []i18n.Span{{Text: s}} }

// lines breaks a text into lines of a width.
func lines(text []i18n.Span, size, w float64) (out [][]i18n.Span) {
	var line []i18n.Span
	room := w
	for _, s := range text {
		for i, word := range strings.Split(s.Text, " ") {
			gap := ""
			if i > 0 && len(line) > 0 {
				gap = " "
			}
			if need := width(gap+word, size, s.Strong); need <= room || len(line) == 0 {
				line, room = append(line, i18n.Span{Text: gap + word, Strong: s.Strong}), room-need
				continue
			}
			out = append(out, line)
			line, room = []i18n.Span{{Text: word, Strong: s.Strong}}, w-width(word, size, s.Strong)
		}
	}
	if len(line) > 0 {
		out = append(out, line)
	}
	for i := range out {
		out[i] = joined(out[i])
	}
	return out
}

// joined makes one piece of neighbours of the same kind.
func joined(line []i18n.Span) (out []i18n.Span) {
	for _, s := range line {
		if n := len(out); n > 0 && out[n-1].Strong == s.Strong {
			out[n-1].Text += s.Text
		} else {
			out = append(out, s)
		}
	}
	return out
}

// The width of letters of the widest system fonts, as shares of the font's size.
const (
	letter     = 0.56
	boldLetter = 0.62
)

// width is about how wide a text is.
func width(s string, size float64, bold bool) float64 {
	if bold {
		return boldLetter * size * float64(utf8.RuneCountInString(s))
	}
	return letter * size * float64(utf8.RuneCountInString(s))
}

func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64)
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace
