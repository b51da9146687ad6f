package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/chart"
	"stampede/app/course"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/app/view"
	"stampede/engine"
)

// reading is the whole course of the run in words and tables, for view=text. It
// goes through the run by itself, beside the one that the page shows, and begins
// again when somebody has acted.
type reading struct {
	live
	play    *play
	run     *view.Run // the one that is gone through
	teller  *course.Teller
	course  *course.Course
	stale   bool // the page's run is another by now
	reached engine.Time
}

func newReading(p *play) *reading { return &reading{play: p, stale: true} }

// work goes on for as long as a frame may last.
func (r *reading) work(now time.Time) {
	if r.stale {
		r.begin()
	}
	if r.teller == nil || r.course != nil {
		return
	}
	if r.teller.Work(func() bool { return time.Since(now) > workMost }) {
		r.course = r.teller.Course()
		r.play.tell.say(r.play.l.T("course.ready"))
		r.redraw()
		return
	}
	// The words of the progress are brought up to date by whole seconds of the run.
	if at, _ := r.teller.Reached(); at/engine.Second != r.reached/engine.Second {
		r.reached = at
		r.redraw()
	}
}

// begin goes through the run as it is now.
func (r *reading) begin() {
	r.stale, r.teller, r.course, r.reached = false, nil, nil, 0
	whole := link.Of(r.play.run.s)
	end := r.play.run.s.End()
	whole.At = 0
	s, _, err := link.Open(whole)
	if err != nil {
		report(err)
		return
	}
	r.run = view.New(r.play.l, s)
	r.teller = course.NewTeller(r.run, end)
	r.redraw()
}

// Render shows the course, or how far it has come.
func (r *reading) Render() app.UI {
	l := r.play.l
	body := []app.UI{el.H2().ID("course").Class("side-title").Text(l.T("course.title"))}
	if r.course == nil {
		body = append(body, r.progress())
	} else {
		body = append(body, r.told()...)
	}
	return el.Section().Class("panel reading").Aria("labelledby", "course").Aria("busy", r.course == nil).Body(body...)
}

func (r *reading) progress() app.UI {
	l, end := r.play.l, r.play.run.s.End()
	words := l.T("course.making", i18n.Num("now", seconds(r.reached)), i18n.Num("end", seconds(end)))
	return el.Div().Class("making").Body(
		el.P().Text(words),
		el.Progress().Attr("max", tenths(end)).Attr("value", tenths(r.reached)).Aria("label", l.T("course.title")),
	)
}

func (r *reading) told() []app.UI {
	l, c := r.play.l, r.course
	body := []app.UI{}
	if r.teller.Err() != nil {
		_, until := r.teller.Reached()
		body = append(body, el.P().Role("alert").Text(l.T("course.failed", i18n.Num("at", seconds(until)))))
	}
	body = append(body, el.H3().Text(l.T("course.outcome")), el.P().Body(spans(c.Outcome)...))
	if c.Cause != "" {
		body = append(body, el.P().Text(c.Cause))
	}
	for i := range c.Phases {
		body = append(body, phase(&c.Phases[i]))
	}
	return append(body,
		dataTable(c.Numbers, l.T("course.numbers"), l.T("course.numbers.caption")),
		dataTable(c.Series, l.T("course.series"), l.T("course.series.caption")),
		el.P().Class("hint stamp").Text(c.Stamp),
	)
}

// phase is one stretch of live state, with what happened in it.
func phase(p *course.Phase) app.UI {
	return el.Section().Class("phase ink-"+view.InkOf(p.State)).Body(
		el.H3().Body(el.Span().Class("shape "+p.State).Aria("hidden", true), el.Span().Text(p.Title)),
		app.If(p.Spells != "", func() app.UI { return el.P().Text(p.Spells) }),
		el.Ol().Body(app.Range(p.Events).Slice(func(i int) app.UI { return happened(&p.Events[i]) })),
	)
}

func happened(e *course.Event) app.UI {
	body := []app.UI{el.B().Class("when").Text(e.When)}
	for _, w := range e.What {
		body = append(body, el.P().Class("did").Text(w))
	}
	for _, s := range e.Story {
		body = append(body, el.P().Text(s))
	}
	if len(e.Sentences) > 0 {
		words := []i18n.Span{{Text: e.AsOf}}
		for _, s := range e.Sentences {
			words = append(append(words, i18n.Span{Text: " "}), s.Spans...)
		}
		body = append(body, el.P().Class("stood").Body(spans(words)...))
	}
	return el.Li().Body(body...)
}

// dataTable is a table that scrolls by itself where it is wider than the page.
func dataTable(t chart.Table, title, caption string) app.UI {
	return app.If(len(t.Rows) > 0, func() app.UI {
		return el.Div().Class("data").Body(
			el.H3().Text(title),
			tabled("group", title, el.Table().Body(
				el.Caption().Text(caption),
				el.THead().Body(row(t.Head, true)),
				el.TBody().Body(app.Range(t.Rows).Slice(func(i int) app.UI { return row(t.Rows[i], false) })),
			)))
	})
}

// textView is the page without its stage: what can be read instead of looked at.
func (p *play) textView(text func(part string) string) app.UI {
	l := p.l
	return el.Main().ID("main").Class("play in-words").TabIndex(-1).Body(
		el.Section().Class("run").Aria("label", text("name")).Body(
			el.Div().Class("headline").Body(
				el.Div().Class("words").Body(
					el.H1().Text(text("title")),
					el.P().Class("line").Text(text("line")),
					el.P().Class("about-line").Text(text("about")),
					el.P().Class("line").Text(text("sources")),
					el.P().Class("line").Body(el.A().Attr("href", In(l, "/play/"+p.scn.Name)).Text(l.T("course.whole"))),
				),
				p.badge,
			),
			p.linked,
			p.breakdown,
			p.tell,
			p.transport,
			p.timeline,
			p.reading,
			p.walksInWords(),
		),
		el.Div().Class("side").Body(p.explain, p.actions, p.strategies),
		el.Div().Class("below").Body(p.table.part(), el.Div().Class("more").Body(p.parameters, p.about)),
	)
}
