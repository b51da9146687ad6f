package page

import (
	"math"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/scenario"
)

// posterID is the element that is prerendered, and stays until the run has come
// to its moment.
const posterID = "excerpt-show"

// posterInPage is the poster that was prerendered in a language; "" when there is
// none, as after a way from another page.
func posterInPage(lang string) string {
	at := app.Window().Get("document").Call("getElementById", posterID)
	if !at.Truthy() || at.Get("lang").String() != lang {
		return ""
	}
	return at.Get("outerHTML").String()
}

// Render shows the excerpt.
func (e *excerpt) Render() app.UI {
	return el.Figure().Class("excerpt").Aria("labelledby", "excerpt-title").Body(
		el.H2().ID("excerpt-title").Class("hidden").Text(e.l.T("home.live.title")),
		e.show(),
		e.controls(),
	)
}

// show is what the run shows: poster or picture.
func (e *excerpt) show() app.UI {
	if e.poster != "" {
		return app.Raw(e.poster)
	}
	l, when := e.l, "home.live.when"
	if !e.ready {
		when = "home.live.wait"
	}
	return el.Div().ID(posterID).Class("excerpt-show").Lang(l.Tag).Body(
		el.Div().Class("excerpt-head").Body(
			el.P().Class("when").Text(l.T(when)),
			e.badge,
		),
		e.stage(),
		e.words,
	)
}

// stage is the picture: ways, marks and cards.
func (e *excerpt) stage() app.UI {
	body := []app.UI{app.Raw(e.run.paths(e.heat))}
	if app.IsServer {
		body = append(body, app.Raw(e.marks()))
	} else {
		body = append(body, e.view)
	}
	for _, c := range e.cards {
		body = append(body, c)
	}
	if e.run.still && e.ready {
		body = append(body, e.run.counters(e.heat)...)
	}
	return el.Div().Class("excerpt-stage").Body(body...)
}

// marks draws the marks of the poster in the colours of whatever theme it is
// shown in.
func (e *excerpt) marks() string {
	l := e.run.scene.Layout()
	return `<svg class="marks" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 ` + plainNumber(l.W) + " " + plainNumber(l.H) + `">` +
		scene.SVG(&e.picture, scene.Ink.Var) + `</svg>`
}

// controls are the switch and what moves time.
func (e *excerpt) controls() app.UI {
	l, play := e.l, "transport.play"
	if e.wanted {
		play = "transport.pause"
	}
	return el.Div().Class("excerpt-controls").Body(
		el.Label().Class("cure").Body(
			control.Switch("cure", e.cure).OnChange(e.onCure),
			el.Span().Body(
				el.B().Text(e.run.Word("strategy", excerptCure, "name")),
				el.Span().Text(l.T("home.live.try")),
			),
		),
		el.Div().Class("buttons").Body(
			el.Button().Attr("type", "button").Class("button").Text(l.T(play)).OnClick(e.onPlay),
			el.Button().Attr("type", "button").Class("button").Text(l.T("transport.reset")).OnClick(e.onAgain),
		),
	)
}

// excerptWords are the numbers of the excerpt, their course, and what goes on in
// one sentence.
type excerptWords struct {
	live
	run  *run
	view excerptView
	news string // the last announcement
}

// excerptView is what they show.
type excerptView struct {
	asked, room, ratio string
	say                string
	state              string
	curve              string
}

func newExcerptWords(r *run) *excerptWords {
	w := &excerptWords{run: r}
	w.view = w.look()
	return w
}

func (w *excerptWords) refresh() {
	if v := w.look(); v != w.view {
		w.view = v
		w.redraw()
	}
}

// look reads the run.
func (w *excerptWords) look() excerptView {
	r := w.run
	v := excerptView{asked: "–", room: "–", ratio: "–", state: r.stateName(), say: w.sentence(), curve: w.course()}
	asked, room := r.measured(excerptLink, "attempts"), r.measured(excerptStore, "capacity")
	if asked >= 0 && room > 0 {
		v.asked, v.room = r.Gauge("rate", asked), r.Gauge("rate", room)
		v.ratio = r.l.T("explain.load.value", i18n.Num("x", roundTo(asked/room, 0.1)))
	}
	return v
}

// measured is the value of a line in the last whole windows before now, NaN where
// there is none.
func (r *run) measured(of, metric string) float64 {
	c := r.Curve(scenario.Line{Of: of, Metric: metric})
	if c == nil {
		return math.NaN()
	}
	return c.Over(r.s.Now()-2*r.s.Record().Width(), r.s.Now())
}

// sentence is the one of the explanation that says most: what keeps the system
// down, else the loop that is at work, else how it fares.
func (w *excerptWords) sentence() string {
	pick := 0
	for i, m := range w.run.s.Explain().Sentences {
		if strings.HasPrefix(m.Key, "explain.loop") {
			pick = i
		}
	}
	return mark(w.run.Sentences()[pick].Spans)
}

// The course of the load before now, drawn without words.
const (
	courseSpan = 30 * engine.Second
	courseW    = 600 // of the drawing, in units of its own
	courseH    = 60
	courseMost = 26 // times the capacity, at the top
)

// course draws the load of the last half minute, and the capacity as a line.
func (w *excerptWords) course() string {
	r := w.run
	load := r.Curve(scenario.Line{Of: excerptLink, Metric: "attempts"})
	room := r.measured(excerptStore, "capacity")
	if load == nil || !(room > 0) {
		return ""
	}
	width := r.s.Record().Width()
	now := r.s.Now() - r.s.Now()%width
	y := func(x float64) string {
		return strconv.FormatFloat(courseH*(1-min(x/(courseMost*room), 1)), 'f', 1, 64)
	}
	line := ""
	for at := now - courseSpan; at < now; at += width {
		x := load.Over(at-width, at)
		if math.IsNaN(x) {
			continue
		}
		line += strconv.FormatFloat(courseW*float64(at-now+courseSpan)/float64(courseSpan-width), 'f', 1, 64) + " " + y(x) + " "
	}
	return `<svg class="course" viewBox="0 0 ` + strconv.Itoa(courseW) + " " + strconv.Itoa(courseH) + `" preserveAspectRatio="none" aria-hidden="true">` +
		`<path class="room" d="M0 ` + y(room) + `H` + strconv.Itoa(courseW) + `"/><polyline points="` + strings.TrimSpace(line) + `"/></svg>`
}

// Render shows the words.
func (w *excerptWords) Render() app.UI {
	l, v := w.run.l, &w.view
	return el.Div().Class("excerpt-words").Body(
		el.Div().Class("course-frame").Body(app.If(v.curve != "", func() app.UI { return app.Raw(v.curve) })),
		el.P().Class("hint").Text(l.T("home.live.course")),
		el.Div().Class("tiles").Body(
			tile(v.asked, l.T("home.live.asked")),
			tile(v.room, l.T("home.live.room")),
			tile(v.ratio, l.T("home.live.ratio")),
		),
		el.P().Class("say ink-"+view.InkOf(v.state)).Body(unmark(v.say)...),
		el.P().Class("hidden").Role("status").Aria("live", "polite").Text(w.news),
	)
}
