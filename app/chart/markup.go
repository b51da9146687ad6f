package chart

import (
	"strings"
	"unicode/utf8"
)

// markup is SVG being written.
type markup struct{ b []byte }

func (m *markup) raw(s ...string) {
	for _, t := range s {
		m.b = append(m.b, t...)
	}
}

// attr writes a number as an attribute.
func (m *markup) attr(name string, v float64) {
	m.b = append(append(append(m.b, ' '), name...), '=', '"')
	m.b = append(fixed(m.b, v), '"')
}

func (m *markup) line(class string, x1, y1, x2, y2 float64) {
	m.raw(`<line class="`, class, `"`)
	m.attr("x1", x1)
	m.attr("y1", y1)
	m.attr("x2", x2)
	m.attr("y2", y2)
	m.raw("/>")
}

func (m *markup) rect(class string, x, y, w, h float64, more string) {
	m.raw(`<rect class="`, class, `"`)
	m.attr("x", x)
	m.attr("y", y)
	m.attr("width", max(0, w))
	m.attr("height", h)
	m.raw(more, "/>")
}

func (m *markup) text(class string, x, y float64, s string) {
	m.raw(`<text class="`, class, `"`)
	m.attr("x", x)
	m.attr("y", y)
	m.raw(">", escape.Replace(s), "</text>")
}

// open begins a drawing that is read out as its title and description.
func (m *markup) open(class, id, title, desc string, w, h float64) {
	m.raw(`<svg xmlns="http://www.w3.org/2000/svg" class="`, class, `" role="img" aria-labelledby="`, id, `-title `, id, `-desc"`)
	m.attr("width", w)
	m.attr("height", h)
	m.raw(` viewBox="0 0 `)
	m.b = fixed(m.b, w)
	m.raw(" ")
	m.b = fixed(m.b, h)
	m.raw(`"><title id="`, id, `-title">`, escape.Replace(title), `</title><desc id="`, id, `-desc">`, escape.Replace(desc), `</desc>`)
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// letter is about the width of a letter, as a share of the font's size.
const letter = 0.56

// width is about how wide a text is in a font of some size, in CSS pixels.
func width(s string, size float64) float64 {
	return float64(utf8.RuneCountInString(s)) * size * letter
}

// wrap breaks a text into lines of some width; a word that is longer stands alone.
func wrap(s string, size, w float64) (lines []string) {
	for _, word := range strings.Fields(s) {
		if n := len(lines) - 1; n >= 0 && width(lines[n]+" "+word, size) <= w {
			lines[n] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}
