package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/chart"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/engine"
	"stampede/engine/scenario"
)

// charts are the strips of measured lines below the ribbon, on its axis, and the
// same numbers as a table.
type charts struct {
	live
	plots *plots
	strip []*strip
	table *readout
	// read puts the cursor at a moment, chart.Never for nowhere.
	read func(at engine.Time)
}

func newCharts(p *plots) *charts {
	c := &charts{plots: p, table: &readout{plots: p}}
	for i := range p.run.scn.Series {
		s := newStrip(p, i)
		c.strip = append(c.strip, s)
		c.holds(&s.live)
	}
	c.holds(&c.table.live)
	return c
}

// refresh draws again the strips that have changed.
func (c *charts) refresh() {
	spans, events := c.plots.spans(), c.plots.events()
	for _, s := range c.strip {
		s.refresh(spans, events)
	}
	c.table.refresh()
}

// cursor is the moment under the pointer, chart.Never when it is elsewhere.
func (p *play) cursor() engine.Time {
	a := p.plots.axis()
	if p.pointed < a.Left || p.pointed > a.W-a.Right {
		return chart.Never
	}
	return a.Time(p.pointed)
}

// point moves the cursor of all strips.
func (c *charts) point(at engine.Time) {
	c.plots.cursor = at
	for _, s := range c.strip {
		s.move()
	}
}

// Render shows the strips.
func (c *charts) Render() app.UI {
	l := c.plots.run.l
	body := []app.UI{el.H2().ID("charts").Class("side-title").Text(
		l.T("charts.title", i18n.Num("window", seconds(c.plots.run.s.Record().Width())))), c.reader()}
	for _, s := range c.strip {
		body = append(body, s)
	}
	return el.Section().Class("charts").Aria("labelledby", "charts").Body(
		el.Div().Class("plots").Body(body...), c.table)
}

// reader is a slider that moves the cursor by keys, as the pointer does. It is
// not seen; the cursor and the values beside the plots are.
func (c *charts) reader() app.UI {
	return el.Input().Attr("type", "range").Class("hidden read-at").Aria("label", c.plots.run.l.T("charts.read")).
		Attr("min", 0).Attr("max", tenths(c.plots.run.s.End())).Attr("step", seconds(c.plots.run.s.Record().Width())).
		OnInput(c.onRead).On("focus", c.onFocus).On("blur", c.onBlur)
}

func (c *charts) onFocus(ctx app.Context, e app.Event) {
	s := c.plots.run.s
	ctx.JSSrc().Set("max", tenths(s.End()))
	ctx.JSSrc().Set("value", tenths(s.Now()))
	c.onRead(ctx, e)
}

func (c *charts) onBlur(app.Context, app.Event) { c.read(chart.Never) }

func (c *charts) onRead(ctx app.Context, _ app.Event) {
	at, err := strconv.ParseFloat(ctx.JSSrc().Get("value").String(), 64)
	if err != nil {
		return
	}
	moment := engine.Time(at * float64(engine.Second))
	c.read(moment)
	ctx.JSSrc().Call("setAttribute", "aria-valuetext", c.said(moment))
}

// said is what all plots read at a moment, in words.
func (c *charts) said(at engine.Time) string {
	r := c.plots.run
	words := []string{r.l.T("charts.cursor", i18n.Num("now", seconds(at)))}
	for i := range r.scn.Series {
		p := r.Plot(i, nil, nil, at)
		words = append(words, p.Title+": "+p.Desc)
	}
	return strings.Join(words, "; ")
}

// strip is one plot: a drawing that changes with the run, and over it one that
// changes with the cursor.
type strip struct {
	live
	plots         *plots
	no            int
	plot          chart.Plot
	still, moving string
}

func newStrip(p *plots, no int) *strip {
	s := &strip{plots: p, no: no}
	s.look(p.spans(), p.events())
	return s
}

func (s *strip) series() *scenario.Series { return &s.plots.run.scn.Series[s.no] }

// look measures the lines and draws the plot; it tells whether it is another.
func (s *strip) look(spans []chart.Span, events []chart.Event) bool {
	s.plot = s.plots.run.Plot(s.no, spans, events, s.at())
	a, f := s.plots.axis(), s.plots.format()
	still, moving := s.wrap(a, s.plot.Still(a, f), true), s.wrap(a, s.plot.Moving(a, f), false)
	changed := still != s.still || moving != s.moving
	s.still, s.moving = still, moving
	return changed
}

// at is the moment that is read: under the pointer, else now.
func (s *strip) at() engine.Time {
	if s.plots.cursor != chart.Never {
		return s.plots.cursor
	}
	return s.plots.run.s.Now()
}

func (s *strip) refresh(spans []chart.Span, events []chart.Event) {
	if s.look(spans, events) {
		s.redraw()
	}
}

// move draws the cursor at another moment, and nothing else.
func (s *strip) move() {
	s.plot.Cursor = s.at()
	a := s.plots.axis()
	s.moving = s.wrap(a, s.plot.Moving(a, s.plots.format()), false)
	s.redraw()
}

// wrap makes a drawing of its inside. The lower one is read out, the one over it
// is not.
func (s *strip) wrap(a chart.Axis, inside string, named bool) string {
	w, h := plainNumber(a.W), plainNumber(s.plot.Height(a))
	class, head := "chart over", ` aria-hidden="true">`
	if named {
		class, head = "chart", ` role="img" aria-labelledby="`+s.plot.ID+`"><title id="`+s.plot.ID+`">`+escape(s.plot.Title+": "+s.plot.Desc)+`</title>`
	}
	return `<svg class="` + class + `" width="` + w + `" height="` + h + `" viewBox="0 0 ` + w + " " + h + `"` + head + inside + `</svg>`
}

var escape = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace

// Render shows the plot.
func (s *strip) Render() app.UI {
	return el.Div().Class("strip").ID("strip-"+s.series().Name).Body(app.Raw(s.still), app.Raw(s.moving))
}

// readout is the charts' numbers as a table, made when it is asked for.
type readout struct {
	live
	plots *plots
	open  bool
	table chart.Table
	until engine.Time
}

// tableRows is about how many moments a table shows.
const tableRows = 20

func (t *readout) refresh() {
	if !t.open || t.until == t.plots.run.s.Now() {
		return
	}
	t.look()
	t.redraw()
}

func (t *readout) look() {
	p := t.plots
	l := p.run.l
	t.until = p.run.s.Now()
	var list []chart.Plot
	for i := range p.run.scn.Series {
		list = append(list, newStrip(p, i).plot)
	}
	t.table = chart.NewTable(p.axis(), p.format(), tableRows, t.until, list, p.events(),
		chart.TableWords{Time: l.T("charts.table.time"), Event: l.T("charts.table.event")})
}

// Render shows the table, once it has been unfolded.
func (t *readout) Render() app.UI {
	l := t.plots.run.l
	return el.Details().On("toggle", t.onToggle).Body(
		el.Summary().Text(l.T("charts.table")),
		app.If(t.open, func() app.UI {
			return tabled("region", l.T("charts.table"),
				el.Table().Body(
					el.Caption().Text(l.T("charts.table.caption", i18n.Num("now", seconds(t.until)))),
					el.THead().Body(row(t.table.Head, true)),
					el.TBody().Body(app.Range(t.table.Rows).Slice(func(i int) app.UI { return row(t.table.Rows[i], false) })),
				))
		}),
	)
}

func row(cells []string, head bool) app.UI {
	return el.Tr().Body(app.Range(cells).Slice(func(i int) app.UI {
		switch {
		case head:
			return heading("col", cells[i])
		case i == 0:
			return heading("row", cells[i])
		}
		return cell(cells[i])
	}))
}

func (t *readout) onToggle(ctx app.Context, _ app.Event) {
	t.open = ctx.JSSrc().Get("open").Bool()
	if t.open {
		t.look()
	}
}
