package chart

import (
	"slices"
	"strings"

	"stampede/app/scene"
)

// looks are the rules of the style sheet as presentation attributes, by class,
// with the names of inks in braces. A drawing that carries them stands in any
// document: it brings no style sheet that would reach beyond it.
var looks = map[string]string{
	"":               `fill="{text}" font-size="13"`, // texts without a class
	"chart-name":     `fill="{text}" font-size="13" font-weight="600"`,
	"chart-note":     `fill="{muted}" font-size="11"`,
	"chart-tick":     `fill="{muted}" font-size="11"`,
	"chart-label":    `fill="{muted}" font-size="11" paint-order="stroke" stroke="{page}" stroke-width="4" stroke-linejoin="round"`,
	"chart-value":    `fill="{text}" font-size="13" font-weight="600"`,
	"chart-end":      `text-anchor="end"`,
	"chart-mid":      `text-anchor="middle"`,
	"chart-grid":     `stroke="{line}" stroke-dasharray="1 3"`,
	"chart-base":     `stroke="{line}"`,
	"chart-event":    `stroke="{muted}" opacity=".45"`,
	"chart-line":     `fill="none" stroke-width="1.8" stroke-linejoin="round" stroke-linecap="round"`,
	"chart-dashed":   `fill="none" stroke-width="1.4" stroke-linejoin="round" stroke-dasharray="5 4"`,
	"chart-dot":      `stroke="{page}" stroke-width="1.5"`,
	"chart-cursor":   `stroke="{text}" stroke-width="1.4" stroke-dasharray="2 3"`,
	"chart-span":     `opacity=".07"`,
	"chart-track":    `fill="{soft}"`,
	"chart-thumb":    `fill="{text}" stroke="{page}" stroke-width="1.5"`,
	"chart-pin":      `stroke="{text}" stroke-width="1.2"`,
	"chart-ahead":    `stroke-dasharray="2 3"`,
	"chart-mesh":     `stroke="{page}" stroke-width="1.6" opacity=".45"`,
	"chart-mesh-dot": `fill="{page}" opacity=".6"`,
}

// personLooks are those of what people did, where they differ.
var personLooks = map[string]string{
	"chart-pin":   `stroke="{accent}" stroke-width="2"`,
	"chart-label": `fill="{accent}" font-size="11" font-weight="600" paint-order="stroke" stroke="{page}" stroke-width="4" stroke-linejoin="round"`,
}

// Dress puts colours into a drawing of this package, in place of
// its classes, and writes its lines shorter.
func Dress(drawing string, colour func(scene.Ink) string) string {
	d := dresser{colours: colours(colour)}
	drawing = strings.NewReplacer("<text x=", `<text class="" x=`, `<rect class="" `, "<rect ").Replace(drawing)
	for {
		before, rest, ok := strings.Cut(drawing, `class="`)
		d.out.WriteString(before)
		if !ok {
			return d.out.String()
		}
		words, after, _ := strings.Cut(rest, `"`)
		d.dress(strings.Fields(words), strings.HasSuffix(before, "<g "))
		if data, rest, ok := strings.Cut(strings.TrimPrefix(after, ` d="`), `"`); ok && strings.HasPrefix(words, "chart-line ") && strings.HasPrefix(after, ` d="`) {
			d.out.WriteString(` d="` + shorter(data) + `"`)
			after = rest
		}
		drawing = after
	}
}

// dresser writes the attributes of one element after the other.
type dresser struct {
	out     strings.Builder
	colours *strings.Replacer
	group   []string // classes of the group that the elements are in
}

func (d *dresser) dress(classes []string, group bool) {
	if group {
		d.group = classes // empty of attributes: what it holds is dressed by it
		return
	}
	if len(classes) == 0 {
		d.out.WriteString(d.colours.Replace(looks[""]))
		return
	}
	dashed := slices.Contains(classes, "chart-dashed")
	for i, c := range classes {
		if i > 0 {
			d.out.WriteByte(' ')
		}
		d.out.WriteString(d.colours.Replace(d.look(c, classes[0], dashed)))
	}
	if classes[0] == "chart-pin" && slices.Contains(d.group, "chart-ahead") {
		d.out.WriteString(" " + looks["chart-ahead"])
	}
}

// look is what one of an element's classes adds.
func (d *dresser) look(class, first string, dashed bool) string {
	if state, ok := strings.CutPrefix(class, "state-"); ok {
		return `fill="{` + state + `}"`
	}
	if ink, ok := strings.CutPrefix(class, "ink-"); ok {
		if first == "chart-dot" {
			return `fill="{` + ink + `}"`
		}
		return `stroke="{` + ink + `}"`
	}
	if class == "chart-line" && dashed {
		return ""
	}
	if look, ok := personLooks[class]; ok && slices.Contains(d.group, "chart-person") {
		return look
	}
	return looks[class]
}

func colours(colour func(scene.Ink) string) *strings.Replacer {
	var pairs []string
	for i := range scene.Inks {
		pairs = append(pairs, "{"+i.String()+"}", colour(i))
	}
	return strings.NewReplacer(pairs...)
}
