package chart

import "stampede/app/scene"

// rules are the style sheet of all drawings, on the custom properties and ink
// classes of package scene.
const rules = `.chart{display:block;overflow:visible;font-variant-numeric:tabular-nums}
.chart text{fill:var(--ink-text);font-size:13px}
.chart .chart-name{font-size:13px;font-weight:600}
.chart .chart-note,.chart .chart-tick,.chart .chart-label{fill:var(--ink-muted);font-size:11px;font-weight:400}
.chart .chart-label{paint-order:stroke;stroke:var(--ink-page);stroke-width:4px;stroke-linejoin:round}
.chart .chart-value{font-size:13px;font-weight:600}
.chart .chart-end{text-anchor:end}
.chart .chart-mid{text-anchor:middle}
.chart-grid{stroke:var(--ink-line);stroke-width:1;stroke-dasharray:1 3}
.chart-base{stroke:var(--ink-line);stroke-width:1}
.chart-event{stroke:var(--ink-muted);stroke-width:1;opacity:.45}
.chart-line{fill:none;stroke:var(--ink);stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round}
.chart-dashed{stroke-dasharray:5 4;stroke-linecap:butt;stroke-width:1.4}
.chart-dot{fill:var(--ink);stroke:var(--ink-page);stroke-width:1.5}
.chart-cursor{stroke:var(--ink-text);stroke-width:1.4;stroke-dasharray:2 3}
.chart-span{opacity:.07}
.chart-track{fill:var(--ink-soft)}
.chart-thumb{fill:var(--ink-text);stroke:var(--ink-page);stroke-width:1.5}
.chart-pin{stroke:var(--ink-text);stroke-width:1.2}
.chart-person .chart-pin{stroke:var(--ink-accent);stroke-width:2}
.chart .chart-person .chart-label{fill:var(--ink-accent);font-weight:600}
.chart-ahead .chart-pin,.chart-event.chart-ahead{stroke-dasharray:2 3}
.chart-mesh{stroke:var(--ink-page);stroke-width:1.6;opacity:.45}
.chart-mesh-dot{fill:var(--ink-page);opacity:.6}
.state-healthy{fill:var(--ink-healthy)}
.state-degraded{fill:var(--ink-degraded)}
.state-failing{fill:var(--ink-failing)}
.state-recovering{fill:var(--ink-recovering)}
`

// CSS is the style sheet of all drawings; it needs scene.CSS beside it.
func CSS() string { return rules }

// Figure is a ribbon and plots, one below the other, as a drawing that stands
// alone.
type Figure struct {
	Axis        Axis
	Format      Format
	Theme       scene.Theme
	Title, Desc string // read out instead of the drawing
	Note        string // at the bottom: scenario, version, seed
	Ribbon      *Ribbon
	Plots       []Plot
}

// margin is the free space around a figure, in CSS pixels.
const margin = 16

// SVG draws the figure as a complete SVG document with its own colours.
func (g *Figure) SVG() string {
	y := float64(margin)
	var in markup
	part := func(h float64, draw func(m *markup)) {
		in.raw(`<g transform="translate(16 `)
		in.b = fixed(in.b, y)
		in.raw(`)">`)
		draw(&in)
		in.raw("</g>")
		y += h
	}
	if r := g.Ribbon; r != nil {
		part(r.Height()+6, func(m *markup) { m.raw(r.Still(g.Axis, g.Format), r.Moving(g.Axis)) })
	}
	for i := range g.Plots {
		p := &g.Plots[i]
		part(p.Height(g.Axis), func(m *markup) {
			m.line("chart-base", 0, 0, g.Axis.W, 0)
			p.still(m, g.Axis, g.Format)
			p.moving(m, g.Axis, g.Format)
		})
	}
	if g.Note != "" {
		part(20, func(m *markup) { m.text("chart-note", 0, 14, g.Note) })
	}
	var m markup
	w, h := g.Axis.W+2*margin, y+margin
	m.open("chart", "figure", g.Title, g.Desc, w, h)
	m.raw(`<g font-family="`, scene.Fonts, `">`)
	m.raw(`<rect width="100%" height="100%" fill="`, g.Theme.Hex(scene.InkPage), `"/>`)
	m.raw(Dress(string(in.b), g.Theme.Hex), "</g></svg>")
	return string(m.b)
}
