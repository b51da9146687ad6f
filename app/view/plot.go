package view

import (
	"strings"

	"stampede/app/chart"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/scenario"
)

// Format writes the values of plots in the reader's language.
func (r *Run) Format() chart.Format { return Format(r.Locale) }

// Format writes the values of plots and tables in a language.
func Format(l *i18n.Locale) chart.Format {
	return chart.Format{Numbers: l, PerSecond: l.T("chart.per_second"), Times: l.T("chart.times"), None: l.T("chart.none")}
}

// Spans are the stretches of live state for a ribbon.
func (r *Run) Spans() []chart.Span {
	list := r.Session.Spans()
	out := make([]chart.Span, len(list))
	for i, s := range list {
		out[i] = chart.Span{From: s.From, To: s.To, State: s.State.String()}
	}
	return out
}

// Events are the moments worth a mark on every drawing.
func (r *Run) Events() []chart.Event {
	var out []chart.Event
	for _, m := range r.Session.Marks() {
		if label := r.Label(m); label != "" {
			out = append(out, chart.Event{
				At: m.At, Label: label, Ahead: m.Ahead,
				Person: !m.Script && m.Kind != session.MarkHold,
			})
		}
	}
	return out
}

// Ribbon is the timeline.
func (r *Run) Ribbon() chart.Ribbon {
	title := r.Locale.T("ribbon.title")
	return chart.Ribbon{
		ID: "ribbon", Title: title, Desc: r.Course(), Name: title,
		Spans: r.Spans(), Events: r.Events(), Cursor: r.Session.Now(),
	}
}

// Course says the course of the run in words, and what people did in it.
func (r *Run) Course() string {
	l := r.Locale
	var out []string
	for _, s := range r.Session.Spans() {
		out = append(out, l.T("ribbon.text", i18n.Text("state", l.T("state."+s.State.String())),
			i18n.Num("from", Seconds(s.From)), i18n.Num("to", Seconds(s.To))))
	}
	for _, e := range r.Events() {
		if e.Person && !e.Ahead {
			out = append(out, l.T("ribbon.did", i18n.Text("what", e.Label), i18n.Num("at", Seconds(e.At))))
		}
	}
	return strings.Join(out, "; ")
}

// Plot is one of the scenario's series, read at a moment. Spans and events are
// those of Spans and Events, taken once for all plots.
func (r *Run) Plot(no int, spans []chart.Span, events []chart.Event, at engine.Time) chart.Plot {
	d := &r.Scenario.Series[no]
	name := r.Word("series", d.Name)
	p := chart.Plot{
		ID: "plot-" + d.Name, Name: name, Title: name,
		Note: r.Locale.First(append(Keys(r.Scenario.Name, "series.note", d.Name), "unit.note."+d.Unit)...),
		Unit: chart.Unit(d.Unit), Log: d.Log, Spans: spans, Events: events,
		Cursor: at, Times: no == len(r.Scenario.Series)-1,
	}
	for _, line := range d.Lines {
		c := r.Curve(line)
		if c == nil {
			continue
		}
		m := c.Series()
		p.Lines = append(p.Lines, chart.Line{
			Name:  r.lineName(d.Name, line),
			Start: m.Start, Width: m.Width, Values: m.Values, Ink: ink(line), Dashed: line.Style == "dashed",
		})
	}
	p.Desc = readings(&p, at, r.Format())
	return p
}

// lineName names a line of a series: by what it measures, and by where as well when
// the catalogue has a name for that.
func (r *Run) lineName(series string, l scenario.Line) string {
	keys := Keys(r.Scenario.Name, "series", series, l.Of, l.Metric)[:1]
	keys = append(keys, Keys(r.Scenario.Name, "series", series, l.Metric)...)
	return r.Locale.First(append(keys, "metric."+l.Metric)...)
}

func ink(l scenario.Line) string {
	if l.Ink == "" || l.Ink == "quiet" {
		return "muted"
	}
	return l.Ink
}

// readings says the values at a moment in words.
func readings(p *chart.Plot, at engine.Time, f chart.Format) string {
	var out []string
	for _, r := range p.Read(at, f) {
		out = append(out, r.Name+" "+r.Text)
	}
	return strings.Join(out, ", ")
}
