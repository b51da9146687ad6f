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
	tiers := tiersOf(r)
	if len(tiers) == 1 && from == o.Offered {
		list = list[1:] // what is asked for is the load, which follows
	}
	t := chart.Table{Head: []string{l.T("course.of")}}
	for _, c := range list {
		t.Head = append(t.Head, c.head)
	}
	if len(tiers) > 1 {
		t.Head = append(t.Head, l.T("course.tier"), l.T("course.arrive"))
	} else if len(tiers) > 0 {
		t.Head = append(t.Head, r.Called("link", o.Offered))
	}
	if len(tiers) > 0 {
		t.Head = append(t.Head, l.T("course.capacity"), l.T("explain.load"))
	}
	for _, p := range phases {
		row := []string{p.Title}
		for _, c := range list {
			row = append(row, c.over(p.From, p.To, l))
		}
		if x := fullest(tiers, p); x != nil {
			if len(tiers) > 1 {
				row = append(row, r.Called("component", x.name))
			}
			load, room := &column{curve: x.load, write: rate}, &column{curve: x.room, write: rate}
			row = append(row, load.over(p.From, p.To, l), room.over(p.From, p.To, l), ratio(x.over(p), l))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// tier is a component that has a load and a capacity.
type tier struct {
	name       string
	load, room *record.Curve
}

func tiersOf(r *view.Run) (list []tier) {
	for _, t := range r.Scenario.Tiers() {
		x := tier{t.Capacity, r.Curve(scenario.Line{Of: t.Offered, Metric: "attempts"}), r.Curve(scenario.Line{Of: t.Capacity, Metric: "capacity"})}
		if x.load != nil && x.room != nil {
			list = append(list, x)
		}
	}
	return list
}

// over is a tier's load by its capacity over a phase.
func (x *tier) over(p Phase) float64 { return x.load.Over(p.From, p.To) / x.room.Over(p.From, p.To) }

// fullest is the tier that has least room over a phase, nil where there is none.
func fullest(tiers []tier, p Phase) (most *tier) {
	for i := range tiers {
		if x := &tiers[i]; most == nil || x.over(p) > most.over(p) {
			most = x
		}
	}
	return most
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
