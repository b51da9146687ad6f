package course

import (
	"strings"

	"stampede/app/chart"
	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// column is one number of every phase: a line of the run, averaged.
type column struct {
	head  string
	curve *record.Curve
	write func(x float64) string
}

// numbers is a table of the averages over each phase, by what the scenario's
// objective names.
func numbers(r *view.Run, phases []Phase) chart.Table {
	o := r.Scenario.Objective
	if o == nil {
		return chart.Table{}
	}
	l := r.Locale
	rate := func(x float64) string { return l.T("gauge.rate", i18n.Num("x", x)) }
	from := strings.Join(o.Links, " ")
	list := []column{
		{l.T("course.asked"), r.Curve(scenario.Line{Of: from, Metric: "attempts"}), rate},
		{l.T("course.good"), r.Curve(scenario.Line{Of: from, Metric: "good_share"}), l.Percent},
	}
	load := r.Curve(scenario.Line{Of: o.Offered, Metric: "attempts"})
	room := r.Curve(scenario.Line{Of: o.Capacity, Metric: "capacity"})
	if load != nil && room != nil {
		list = append(list, column{r.Called("link", o.Offered), load, rate}, column{l.T("course.capacity"), room, rate})
	}
	t := chart.Table{Head: []string{l.T("course.of")}}
	for _, c := range list {
		t.Head = append(t.Head, c.head)
	}
	if load != nil && room != nil {
		t.Head = append(t.Head, l.T("explain.load"))
	}
	for _, p := range phases {
		row := []string{p.Title}
		for _, c := range list {
			row = append(row, c.over(p.From, p.To, l))
		}
		if load != nil && room != nil {
			row = append(row, ratio(load.Over(p.From, p.To)/room.Over(p.From, p.To), l))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (c *column) over(from, to engine.Time, l *i18n.Locale) string {
	if c.curve == nil {
		return l.T("chart.none")
	}
	if x := c.curve.Over(from, to); x == x {
		return c.write(x)
	}
	return l.T("chart.none")
}

func ratio(x float64, l *i18n.Locale) string {
	if x != x {
		return l.T("chart.none")
	}
	return l.T("explain.load.value", i18n.Num("x", x))
}

// rows is about how many moments the table of the charts has.
const rows = 20

// width is that of an axis on which round moments are chosen, in CSS pixels.
const width = 1000

// series is the charts' lines as a table.
func series(r *view.Run, until engine.Time) chart.Table {
	spans, events := r.Spans(), r.Events()
	var list []chart.Plot
	for i := range r.Scenario.Series {
		list = append(list, r.Plot(i, spans, events, until))
	}
	if len(list) == 0 {
		return chart.Table{}
	}
	l := r.Locale
	return chart.NewTable(chart.NewAxis(width, 0, until), r.Format(), rows, until, list, events,
		chart.TableWords{Time: l.T("charts.table.time"), Event: l.T("charts.table.event")})
}
