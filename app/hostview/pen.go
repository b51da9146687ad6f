package hostview

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"stampede/app/scene"
)

// pen writes SVG.
type pen struct {
	b   strings.Builder
	ink func(scene.Ink) string
}

func num(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace

func (p *pen) add(s ...string) {
	for _, t := range s {
		p.b.WriteString(t)
	}
}

// box draws a rectangle with round corners; more are further attributes.
func (p *pen) box(x, y, w, h, r float64, fill, stroke, more string) {
	p.add(`<rect x="`, num(x), `" y="`, num(y), `" width="`, num(max(0, w)), `" height="`, num(max(0, h)), `" rx="`, num(r), `" fill="`, fill, `" stroke="`, stroke, `"`, more, "/>")
}

// path draws a line.
func (p *pen) path(d, stroke string, width float64, more string) {
	p.add(`<path d="`, d, `" fill="none" stroke="`, stroke, `" stroke-width="`, num(width), `"`, more, "/>")
}

// arrow draws a level line with a head at its second end.
func (p *pen) arrow(x1, x2, y float64, stroke string) {
	back := -7.0
	if x2 < x1 {
		back = 7
	}
	p.path("M"+num(x1)+" "+num(y)+"H"+num(x2), stroke, 2, "")
	p.path("M"+num(x2+back)+" "+num(y-5)+"L"+num(x2)+" "+num(y)+"L"+num(x2+back)+" "+num(y+5), stroke, 2, ` stroke-linejoin="round"`)
}

func (p *pen) glyph(g scene.Glyph, x, y, r float64, ink scene.Ink) {
	p.add(scene.GlyphSVG(g, x, y, r, p.ink(ink)))
}

// Places of a text about its x.
const (
	start  = ""
	middle = ` text-anchor="middle"`
	end    = ` text-anchor="end"`
	strong = ` font-weight="600"`
)

// words writes one line, its baseline at y, cut where it would be wider than room.
func (p *pen) words(x, y, room, size float64, ink scene.Ink, more, s string) {
	if s == "" {
		return
	}
	p.add(`<text x="`, num(x), `" y="`, num(y), `" font-size="`, num(size), `" fill="`, p.ink(ink), `"`, more, `>`, escape(cut(s, size, room)), `</text>`)
}

// letter is about the width of a letter, as a share of the font's size.
const letter = 0.55

// boldly is how much wider bold letters are.
const boldly = 1.12

func width(s string, size float64) float64 {
	return letter * size * float64(utf8.RuneCountInString(s))
}

// cut leaves off what does not fit.
func cut(s string, size, room float64) string {
	if room <= 0 || width(s, size) <= room {
		return s
	}
	n := max(1, int(room/(letter*size))-1)
	r := []rune(s)
	return strings.TrimRight(string(r[:min(n, len(r))]), " ,·") + "…"
}

// fold breaks a text into at most n lines that fit.
func fold(s string, size, room float64, n int) (lines []string) {
	for _, word := range strings.Fields(s) {
		if k := len(lines); k > 0 && (width(lines[k-1]+" "+word, size) <= room || k == n) {
			lines[k-1] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
