package scene

import (
	"math"
	"strings"
	"testing"
)

// WCAG 2.2: 3:1 for graphics (1.4.11), 4.5:1 for words (1.4.3).
func TestContrast(t *testing.T) {
	for theme := range Themes {
		p := theme.Palette()
		for _, ground := range []Ink{InkStage, InkCard, InkPage} {
			for i := InkRequest; i <= InkStrong; i++ {
				need := 3.0
				if i >= InkHealthy && i != InkStrong || theme == Projector && i != InkStrong {
					need = 4.5
				}
				if c := Contrast(p[i], p[ground]); c < need {
					t.Errorf("%v: %v on %v: contrast %.2f, need %.1f", theme, i, ground, c, need)
				}
			}
		}
		if c := Contrast(p[InkText], p[InkSoft]); c < 4.5 {
			t.Errorf("%v: text on soft: contrast %.2f", theme, c)
		}
		if c := Contrast(p[InkMuted], p[InkSoft]); c < 4.5 {
			t.Errorf("%v: muted on soft: contrast %.2f", theme, c)
		}
	}
}

// The style sheet puts inks on other grounds than those above: meters and
// switches on their tracks, words on quiet panels, captions, and badges on a tint
// of their own ink.
func TestContrastOfPairs(t *testing.T) {
	const badgeTint = 0.10 // share of the ink, as in the style sheet
	pairs := []struct {
		ink, ground Ink
		need        float64
	}{
		{InkRequest, InkSoft, 3},
		{InkQuery, InkSoft, 3},
		{InkAnswer, InkSoft, 3},
		{InkFailing, InkSoft, 3},
		{InkStrong, InkSoft, 3},
		{InkAccent, InkSoft, 3},
		{InkCard, InkStrong, 3},
		{InkCard, InkAccent, 3},
		{InkPage, InkText, 4.5},
		{InkAccent, InkCard, 4.5},
		{InkAccent, InkPage, 4.5},
		{InkDegraded, InkCard, 4.5},
	}
	for theme := range Themes {
		p := theme.Palette()
		for _, x := range pairs {
			if c := Contrast(p[x.ink], p[x.ground]); c < x.need {
				t.Errorf("%v: %v on %v: contrast %.2f, need %.1f", theme, x.ink, x.ground, c, x.need)
			}
		}
		for i := InkHealthy; i <= InkRecovering; i++ {
			if c := Contrast(p[i], mix(p[i], p[InkCard], badgeTint)); c < 4.5 {
				t.Errorf("%v: %v on its tint: contrast %.2f", theme, i, c)
			}
		}
	}
}

// mix is color-mix(in srgb, a share, b).
func mix(a, b RGBA, share float64) RGBA {
	at := func(x, y uint8) uint8 { return uint8(math.Round(share*float64(x) + (1-share)*float64(y))) }
	return RGBA{at(a.R, b.R), at(a.G, b.G), at(a.B, b.B), 255}
}

// Black on white is 21:1, and the grey #767676 is known to be the lightest that
// reaches 4.5:1 on white.
func TestContrastOfKnownPairs(t *testing.T) {
	white := RGBA{255, 255, 255, 255}
	if c := Contrast(RGBA{A: 255}, white); math.Abs(c-21) > 1e-9 {
		t.Errorf("black on white: %v", c)
	}
	if c := Contrast(RGBA{0x76, 0x76, 0x76, 255}, white); c < 4.5 || c > 4.6 {
		t.Errorf("#767676 on white: %v", c)
	}
}

// Kinds that share a shape must be told apart by ink alone, whatever cones the
// reader has.
func TestKindsDiffer(t *testing.T) {
	for a := range looks {
		for b := range a {
			if looks[a].Glyph != looks[b].Glyph {
				continue
			}
			for theme := range Themes {
				p := theme.Palette()
				for name, m := range cones {
					d := distance(see(m, p[looks[a].Ink]), see(m, p[looks[b].Ink]))
					if d < 0.07 {
						t.Errorf("%v, %s: %v and %v differ by %.3f only", theme, name, looks[a].Ink, looks[b].Ink, d)
					}
				}
			}
		}
	}
}

// Full colour-vision deficiencies, after Machado, Oliveira and Fernandes (2009),
// severity 1.0, in linear RGB.
var cones = map[string][9]float64{
	"normal":       {1, 0, 0, 0, 1, 0, 0, 0, 1},
	"protanopia":   {0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998},
	"deuteranopia": {0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881},
}

func see(m [9]float64, c RGBA) (out [3]float64) {
	in := [3]float64{linear(c.R), linear(c.G), linear(c.B)}
	for i := range out {
		for j := range in {
			out[i] += m[3*i+j] * in[j]
		}
		out[i] = min(1, max(0, out[i]))
	}
	return out
}

// distance of two linear RGB colours in Oklab.
func distance(a, b [3]float64) float64 {
	lab := func(c [3]float64) [3]float64 {
		l := math.Cbrt(0.4122214708*c[0] + 0.5363325363*c[1] + 0.0514459929*c[2])
		m := math.Cbrt(0.2119034982*c[0] + 0.6806995451*c[1] + 0.1073969566*c[2])
		s := math.Cbrt(0.0883024619*c[0] + 0.2817188376*c[1] + 0.6299787005*c[2])
		return [3]float64{
			0.2104542553*l + 0.7936177850*m - 0.0040720468*s,
			1.9779984951*l - 2.4285922050*m + 0.4505937099*s,
			0.0259040371*l + 0.7827717662*m - 0.8086757660*s,
		}
	}
	x, y := lab(a), lab(b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

func TestInkNames(t *testing.T) {
	css := CSS()
	for i := range Inks {
		if got, ok := InkByName(i.String()); !ok || got != i {
			t.Errorf("InkByName(%q) = %v, %v", i, got, ok)
		}
		for theme := range Themes {
			if line := "--ink-" + i.String() + ":" + theme.Hex(i) + ";"; !strings.Contains(css, line) {
				t.Errorf("style sheet lacks %s", line)
			}
		}
	}
	if _, ok := InkByName("mauve"); ok {
		t.Error("found an ink that there is not")
	}
}
