package scene

import (
	"math"
	"strconv"
	"strings"
)

// Ink is the role a colour plays. The colours themselves are a Theme's; the
// style sheet takes them from CSS, so that page, canvas and figures agree.
type Ink uint8

// The inks: first those of the kinds of calls, then those of the live states,
// then those of everything that does not move.
const (
	InkRequest Ink = iota
	InkRead
	InkQuery
	InkWork
	InkWrite
	InkDelete
	InkSignal
	InkAnswer
	InkError

	InkHealthy
	InkDegraded
	InkFailing
	InkRecovering

	InkQuiet  // lines that others are compared with: limits, capacities
	InkText   // words
	InkMuted  // words of second rank
	InkAccent // links, focus, what is switched on
	InkStrong // edges that must be seen: switches, fields
	InkLine   // hairlines and card edges; decoration only
	InkRoute  // the paths that marks follow; decoration only
	InkSoft   // tracks and quiet panels
	InkCard   // ground of cards
	InkStage  // ground of the stage
	InkPage   // ground of the page
	Inks      // how many there are; not an ink
)

var inkNames = [Inks]string{
	"request", "read", "query", "work", "write", "delete", "signal", "answer", "error",
	"healthy", "degraded", "failing", "recovering",
	"quiet", "text", "muted", "accent", "strong", "line", "route", "soft", "card", "stage", "page",
}

// String returns the ink's name as scenarios and style sheets write it.
func (i Ink) String() string { return inkNames[i] }

// InkByName finds an ink.
func InkByName(name string) (Ink, bool) {
	for i, n := range inkNames {
		if n == name {
			return Ink(i), true
		}
	}
	return 0, false
}

// Theme is a set of colours.
type Theme uint8

// The themes. Projector is for washed-out projections: a white ground, and
// every ink at least as strong as text must be.
const (
	Light Theme = iota
	Dark
	Projector
	Themes // how many there are; not a theme
)

var themeNames = [Themes]string{"light", "dark", "projector"}

// String returns the theme's name as addresses write it.
func (t Theme) String() string { return themeNames[t] }

// The hues are those of Okabe and Ito (Color Universal Design, 2008), darkened
// on light grounds and lightened on dark ones until they keep the contrast that
// WCAG 2.2 asks of graphics (1.4.11) and, for states and words, of text (1.4.3).
var colours = [Themes][Inks]uint32{
	Light: {
		InkRequest: 0x0072b2, InkRead: 0x0f8fa6, InkQuery: 0xb86200, InkWork: 0x566270, InkWrite: 0x857000,
		InkDelete: 0x94448f, InkSignal: 0x15181c, InkAnswer: 0x00805c, InkError: 0xbd3608,
		InkHealthy: 0x007a58, InkDegraded: 0xa05500, InkFailing: 0xb8340a, InkRecovering: 0x0a66a8, InkQuiet: 0x59616b,
		InkText: 0x15181c, InkMuted: 0x59616b, InkAccent: 0x0a62a6, InkStrong: 0x80878f, InkLine: 0xdedcd5,
		InkRoute: 0xdcdad2, InkSoft: 0xefede6, InkCard: 0xffffff, InkStage: 0xffffff, InkPage: 0xf6f5f2,
	},
	Dark: {
		InkRequest: 0x56b4e9, InkRead: 0x7fe0ea, InkQuery: 0xf2a33c, InkWork: 0xb8c2cc, InkWrite: 0xf0e442,
		InkDelete: 0xdd90c8, InkSignal: 0xffffff, InkAnswer: 0x34cf9b, InkError: 0xff7a55,
		InkHealthy: 0x34cf9b, InkDegraded: 0xf2a33c, InkFailing: 0xff7a55, InkRecovering: 0x6cbcf4, InkQuiet: 0x9ea7b1,
		InkText: 0xeceff2, InkMuted: 0x9ea7b1, InkAccent: 0x6cbcf4, InkStrong: 0x78828c, InkLine: 0x2f363d,
		InkRoute: 0x3a424a, InkSoft: 0x252c33, InkCard: 0x1a1f25, InkStage: 0x171c21, InkPage: 0x101418,
	},
	Projector: {
		InkRequest: 0x00599a, InkRead: 0x007086, InkQuery: 0x964b00, InkWork: 0x434c56, InkWrite: 0x6b5900,
		InkDelete: 0x7c2f78, InkSignal: 0x000000, InkAnswer: 0x00634a, InkError: 0xa82600,
		InkHealthy: 0x00634a, InkDegraded: 0x8a4600, InkFailing: 0xa82600, InkRecovering: 0x00518f, InkQuiet: 0x3b4249,
		InkText: 0x000000, InkMuted: 0x3b4249, InkAccent: 0x004f94, InkStrong: 0x5f666d, InkLine: 0xa4a9ae,
		InkRoute: 0xb4b8bd, InkSoft: 0xe9ebed, InkCard: 0xffffff, InkStage: 0xffffff, InkPage: 0xffffff,
	},
}

var palettes = func() (p [Themes][]RGBA) {
	for t := range p {
		for _, c := range colours[t] {
			p[t] = append(p[t], RGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 255})
		}
	}
	return p
}()

// Palette returns the theme's colours, indexed by Ink. It is shared: do not
// write to it.
func (t Theme) Palette() []RGBA { return palettes[t] }

// Hex writes a colour as a style sheet does, without its alpha.
func (c RGBA) Hex() string {
	const digits = "0123456789abcdef"
	return string([]byte{
		'#', digits[c.R>>4], digits[c.R&15], digits[c.G>>4], digits[c.G&15], digits[c.B>>4], digits[c.B&15],
	})
}

// Hex writes the colour of an ink, as "#0072b2".
func (t Theme) Hex(i Ink) string { return palettes[t][i].Hex() }

// Var is the ink as a style sheet refers to it: "var(--ink-query)".
func (i Ink) Var() string { return "var(--ink-" + inkNames[i] + ")" }

// Properties returns the theme as CSS custom properties, one a line:
// "--ink-query:#b86200;".
func (t Theme) Properties() string {
	var b strings.Builder
	for i := range Inks {
		b.WriteString("--ink-" + inkNames[i] + ":" + t.Hex(i) + ";\n")
	}
	return b.String()
}

// CSS is the style sheet of all themes: the properties at the root, chosen by
// data-theme on the root element or, without it, by the reader's preference,
// and a class for each ink that sets --ink.
func CSS() string {
	var b strings.Builder
	b.WriteString(":root{color-scheme:light;\n" + Light.Properties() + "}\n")
	b.WriteString("@media (prefers-color-scheme:dark){:root{color-scheme:dark;\n" + Dark.Properties() + "}}\n")
	for t := range Themes {
		scheme := "light"
		if t == Dark {
			scheme = "dark"
		}
		b.WriteString(":root[data-theme=" + t.String() + "]{color-scheme:" + scheme + ";\n" + t.Properties() + "}\n")
	}
	for i := range Inks {
		b.WriteString(".ink-" + inkNames[i] + "{--ink:" + i.Var() + "}\n")
	}
	return b.String()
}

// Contrast is the contrast ratio of two opaque colours, 1 to 21, as WCAG 2.2
// defines it.
func Contrast(a, b RGBA) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + 0.05) / (min(x, y) + 0.05)
}

func luminance(c RGBA) float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

// linear undoes the sRGB transfer curve.
func linear(v uint8) float64 {
	x := float64(v) / 255
	if x <= 0.04045 {
		return x / 12.92
	}
	return math.Pow((x+0.055)/1.055, 2.4)
}

// fixed appends a coordinate with one decimal, as short as it can be.
func fixed(b []byte, v float64) []byte {
	n := int64(math.Round(v * 10))
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/10, 10)
	if d := n % 10; d != 0 {
		b = append(b, '.', byte('0'+d))
	}
	return b
}
