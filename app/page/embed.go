package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/figure"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// embed is the playground within somebody else's page: a poster until it is
// asked for, and then the same playground in a smaller form. It takes neither
// focus nor scroll by itself.
type embed struct {
	live
	l    *i18n.Locale
	lang string
	scn  *scenario.Scenario

	poster  poster
	play    *play       // there once the program runs
	at      engine.Time // moment of the poster that is computed
	done    float64     // how much of the way to it, from 0 to 1
	rewind  bool        // the poster's moment is not where the run begins
	started bool
	dead    bool // the page has been left
}

// poster is what stands for a run before it plays.
type poster struct {
	picture string // the stage as a drawing; "" while it is not known
	outcome []i18n.Span
	state   string
	stamp   string
}

func newEmbed(lang, name string) *embed {
	e := &embed{l: localeOf(lang), lang: lang}
	scn, ok := catalog.Scenario(name)
	if !ok {
		return e
	}
	e.scn = scn
	if app.IsServer {
		e.poster = draw(stillRun(e.l, scn), figure.Stage)
	}
	return e
}

// stillRun is the usual run of a scenario at the moment that stands for it.
func stillRun(l *i18n.Locale, scn *scenario.Scenario) *view.Run {
	s := stills[scn.Name]
	if s == nil {
		var err error
		if s, err = session.New(scn, session.Options{Seed: defaultSeed}); err != nil {
			return nil // a built-in scenario that tests have not seen
		}
		stills[scn.Name] = s
	}
	r := view.New(l, s)
	figure.At(r, engine.Time(scn.Moment()), nil)
	return r
}

// stills are the sessions of still runs, by scenario: whoever builds the site
// computes each once, and shows it on several pages, one after the other.
var stills = map[string]*session.Session{}

// posterOf is the picture that stands for a scenario where its page cannot.
func posterOf(lang, name string) string {
	l := i18n.For(lang)
	scn, ok := catalog.Scenario(name)
	if !ok {
		return ""
	}
	return figure.Draw(stillRun(l, scn), figure.Options{Theme: scene.Light, Width: figure.PosterWidth})
}

// draw makes the poster of a run at rest. Only the stage and the charts can be
// drawn without the page's own words.
func draw(r *view.Run, v figure.View) poster {
	return poster{
		picture: figure.Draw(r, figure.Options{View: v, Width: posterWidth(), Bare: true, Live: true}),
		outcome: figure.Outcome(r), state: r.State(), stamp: figure.Stamp(r),
	}
}

// tallFrom is how much higher than wide a frame is in which the components stand one
// below the other.
const tallFrom = 1.5

// posterWidth is the width for which a poster is drawn. A high and narrow frame has
// the drawing of its own width: the usual one would be a stamp in it.
func posterWidth() float64 {
	if app.IsServer {
		return figure.PosterWidth
	}
	w, h := app.Window().Get("innerWidth").Float(), app.Window().Get("innerHeight").Float()
	if h < tallFrom*w {
		return figure.PosterWidth
	}
	return min(w, figure.PosterWidth)
}

// OnNav names the page.
func (e *embed) OnNav(ctx app.Context) {
	if e.scn != nil {
		ctx.Page().SetTitle(about(e.l, e.scn.Name, "title") + " · " + e.l.T("site.name"))
	}
}

// OnMount opens the run of the address. It plays when it was asked for; else its
// poster is drawn.
func (e *embed) OnMount(ctx app.Context) {
	e.live.OnMount(ctx)
	if app.IsServer || e.scn == nil {
		return
	}
	e.play = newPlayWithin(e.lang, e.scn.Name)
	e.scn = e.play.scn // a link may be of another one
	asked := app.Window().Get("stampedeAsked").Truthy()
	switch {
	case e.play.err != nil || e.play.run == nil || e.play.hostsOnly() || asked || e.play.query.Autoplay || e.play.query.Autoload:
		e.start(asked)
	default:
		e.prepare(ctx)
	}
}

// OnDismount ends it.
func (e *embed) OnDismount() {
	e.live.OnDismount()
	e.dead = true
}

// toldEvery is the time between two steps of the bar while a poster is computed.
const toldEvery = 200 * time.Millisecond

// prepare computes the poster's moment in small pieces, so that the page around
// stays as quick as it was, and draws it once. A start in between ends it.
func (e *embed) prepare(ctx app.Context) {
	s := e.play.run.s
	e.at = s.Target()
	if e.at == 0 {
		e.at, e.rewind = engine.Time(e.scn.Moment()), true
	}
	r := view.New(e.l, s)
	told := time.Now()
	rest := func() bool {
		time.Sleep(time.Millisecond)
		if e.dead || e.started {
			return false
		}
		if time.Since(told) > toldEvery {
			told = time.Now()
			done := float64(s.Head()) / float64(e.at)
			ctx.Dispatch(func(ctx app.Context) {
				e.done = min(done, 1)
				ctx.Update()
			})
		}
		return true
	}
	ctx.Async(func() {
		figure.At(r, e.at, rest)
		ctx.Dispatch(func(ctx app.Context) {
			if e.dead || e.started {
				return
			}
			e.poster = draw(r, figure.View(e.play.query.View))
			ctx.Update()
			tellDrawn()
		})
	})
}

// tellDrawn lets the page's script know that the poster shows the very moment.
func tellDrawn() {
	if f := app.Window().Get("stampedeDrawn"); f.Truthy() {
		attempt(func() { f.Invoke() }) // it sends a message to another page
	}
}

// start shows the playground in the poster's place, and plays unless the address
// or the reader wants it still.
func (e *embed) start(asked bool) {
	e.started = true
	if r := e.play.run; r != nil {
		switch {
		case e.rewind:
			r.s.Seek(0)
		case e.at > 0: // it may be on its way through an earlier one
			r.s.Seek(e.at)
		}
		if q := e.play.query; !e.play.hostsOnly() && (asked && !q.Paused || q.Autoplay && !r.still) {
			e.play.board.start = false
			r.s.Play()
		}
	}
	tellDrawn()
	e.redraw()
}

func (e *embed) onStart(ctx app.Context, _ app.Event) {
	e.start(true)
	// Whoever pressed the button goes on in what it has turned into. A script that
	// did so from outside leaves the focus where it is.
	if app.Window().Get("document").Call("hasFocus").Bool() {
		ctx.Defer(func(app.Context) { onSkip(ctx, app.Event{}) })
	}
}

// startWord is the key of what the button says that begins a run.
func startWord(scn *scenario.Scenario) string {
	if ofOutage(scn) {
		return "embed.start.outage"
	}
	return "embed.start"
}

// ofOutage reports whether a scenario tells of an outage: not every story does.
func ofOutage(scn *scenario.Scenario) bool { return scn.Story != nil && scn.Story.Real > 0 }

// Render shows the poster or the playground.
func (e *embed) Render() app.UI {
	switch {
	case e.scn == nil:
		return (&play{l: e.l}).sorry(e.l.T("error.scenario"))
	case e.started:
		return e.play
	}
	l, p := e.l, &e.poster
	start := startWord(e.scn)
	body := []app.UI{
		el.Div().Class("embed-head").Body(
			el.H1().Text(about(l, e.scn.Name, "title")),
			app.If(p.state != "", func() app.UI { return stateBadge(l.T("state."+p.state), p.state) }),
		),
		el.Div().Class("poster-picture").Body(
			e.wait(),
			app.If(p.picture != "", func() app.UI { return app.Raw(p.picture) }),
		),
		el.Div().Class("poster-said").Body(
			el.P().Class("outcome").Body(spans(p.outcome)...),
			el.P().Class("stamp").Text(p.stamp),
		),
		el.Div().Class("poster-acts").Body(
			el.Button().Attr("type", "button").Class("button primary").DataSet("start", "now").Text(l.T(start)).OnClick(e.onStart),
			fullPage(l, Link("/play/"+e.scn.Name)),
		),
	}
	return el.Div().Class("page within").Lang(l.Tag).Body(app.Raw(inks), el.Main().ID("main").Class("embed poster").TabIndex(-1).Body(body...))
}

// wait says what is under way while the poster in the page is of another moment
// than the address. The page's script shows it from the start.
func (e *embed) wait() app.UI {
	words := e.l.T("embed.wait")
	if e.at > 0 {
		words = e.l.T("embed.wait.at", i18n.Text("at", figure.Moment(e.l, e.at)))
	}
	return el.Div().Class("poster-wait").Role("status").Body(
		el.P().Text(words),
		app.Elem("progress").Attr("max", 1).Attr("value", e.done).Aria("label", words),
	)
}

// fullPage leads to the whole page, in a tab of its own.
func fullPage(l *i18n.Locale, address string) app.HTMLElem {
	return el.A().Class("full").Attr("href", address).Attr("target", "_blank").Attr("rel", "noopener").Text(l.T("embed.full"))
}

// stateBadge shows a state by shape, colour and words.
func stateBadge(words, state string) app.UI {
	return el.P().Class("badge ink-"+view.InkOf(state)).Body(
		el.Span().Class("shape "+state).Aria("hidden", true),
		el.Span().Text(words),
	)
}
