package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
)

// explain says in words what goes on: the sentences of the session, the gain of
// the loop and the load in numbers, and the verdict when there is one.
type explain struct {
	live
	run  *run
	view explainView
	// chartless says that the page has no charts to lead to.
	chartless bool
}

// explainView is what the panel shows. The sentences are one text, with the
// emphasis still marked, so that views can be compared.
type explainView struct {
	state, gain, load, cause string
	loaded                   string // what the load is said of
	ruled, ruling            string // the name of the verdict, and its text
	chart                    string // series that shows the strongest loop
	say                      string
}

func newExplain(r *run) *explain {
	e := &explain{run: r}
	e.view = e.look()
	return e
}

func (e *explain) refresh() {
	if v := e.look(); v != e.view {
		e.view = v
		e.redraw()
	}
}

// between separates the sentences in a view.
const between = "\n"

func (e *explain) look() explainView {
	r := e.run
	x := r.s.Explain()
	v := explainView{state: r.stateName(), gain: r.l.T("explain.gain.none"), load: "–", loaded: r.l.T("explain.load")}
	var say []string
	for _, m := range r.Sentences() {
		text := mark(m.Spans)
		if m.Calm {
			text = calm + text
		}
		say = append(say, text)
	}
	v.say = strings.Join(say, between)
	if gain, ok := argument(x, "gain"); ok {
		v.gain = r.l.Number(view.Hundredths(gain.Number))
	}
	if cause, ok := argument(x, "cause"); ok && len(x.Loops) > 0 && !e.chartless {
		v.chart = r.chartOf(cause.Text)
	}
	if ratio, ok := argument(x, "ratio"); ok {
		v.load = r.l.T("explain.load.value", i18n.Num("x", ratio.Number))
		if server, ok := argument(x, "server"); ok && len(r.scn.Objective.Tiers) > 0 {
			v.loaded = r.l.T("explain.load.of", i18n.Text("server", r.Called(server.Of, server.Text)))
		}
	}
	ruled, ruling := r.Ruling()
	v.ruled, v.ruling, v.cause = ruled, mark(ruling), r.Cause()
	return v
}

// calm begins a sentence in a view that is not to have the colour of the state.
const calm = "\x02"

// chartOf is the series that shows the calls that a loop makes, "" for none.
func (r *run) chartOf(cause string) string {
	for _, c := range r.scn.Causes {
		if c.Name != cause || c.Why == "" {
			continue
		}
		for _, s := range r.scn.Series {
			for _, line := range s.Lines {
				if line.Of == c.Link && line.Metric == "why_"+c.Why {
					return s.Name
				}
			}
		}
	}
	return ""
}

// argument finds a number or name in the sentences of an explanation, so that
// what stands beside them is the same.
func argument(x *session.Explanation, name string) (session.Arg, bool) {
	for _, m := range x.Sentences {
		for _, a := range m.Args {
			if a.Name == name {
				return a, true
			}
		}
	}
	return session.Arg{}, false
}

// emphasis encloses strong text in a view.
const emphasis = "\x01"

// mark writes spans as one text, strong ones enclosed.
func mark(list []i18n.Span) string {
	var b strings.Builder
	for _, s := range list {
		if s.Strong {
			b.WriteString(emphasis + s.Text + emphasis)
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

// unmark is the inverse of mark, as elements.
func unmark(text string) []app.UI {
	var list []i18n.Span
	for i, s := range strings.Split(text, emphasis) {
		if s != "" {
			list = append(list, i18n.Span{Text: s, Strong: i%2 == 1})
		}
	}
	return spans(list)
}

// Render shows the panel.
func (e *explain) Render() app.UI {
	l, v := e.run.l, &e.view
	var say []app.UI
	for i, s := range strings.Split(v.say, between) {
		if i > 0 {
			say = append(say, app.Text(" "))
		}
		class := "ink-" + view.InkOf(v.state)
		if rest, ok := strings.CutPrefix(s, calm); ok {
			s, class = rest, "calm"
		}
		say = append(say, el.Span().Class(class).Body(unmark(s)...))
	}
	say = append(say, app.Text(" "))
	return el.Section().Class("panel explain").Aria("labelledby", "explain").Body(
		el.H2().ID("explain").Text(l.T("explain.title")),
		el.Div().Class("telling").Body(
			el.P().Class("say").Body(append(say, app.If(v.chart != "", func() app.UI {
				return el.A().Attr("href", "#strip-"+v.chart).Text(l.T("explain.see"))
			}))...),
			app.If(v.ruling != "", e.ruling),
		),
		app.If(e.run.scn.Loops() || e.run.scn.Loaded(), e.tiles),
	)
}

// ruling is the verdict. It stands in the room that the sentences are given, so
// that it moves nothing when it comes.
func (e *explain) ruling() app.UI {
	v := &e.view
	return el.Div().Class("ruling ink-"+view.InkOf(v.ruled)).Body(
		el.P().Body(unmark(v.ruling)...),
		app.If(v.cause != "", func() app.UI { return el.P().Text(v.cause) }),
	)
}

// tiles are the numbers of the scenario's loop and load, where it has them.
func (e *explain) tiles() app.UI {
	return el.Div().Class("tiles").Body(
		app.If(e.run.scn.Loops(), func() app.UI { return tile(e.view.gain, e.run.Own("explain.gain")) }),
		app.If(e.run.scn.Loaded(), func() app.UI { return tile(e.view.load, e.view.loaded) }),
	)
}

func tile(value, name string) app.UI {
	return el.P().Class("tile").Body(el.B().Text(value), el.Span().Text(name))
}
