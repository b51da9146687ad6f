package page

import (
	"encoding/json"
	"strconv"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/stage"
	"stampede/app/transport"
	"stampede/app/verbs"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// play is the playground: one scenario, running.
type play struct {
	live
	l      *i18n.Locale
	scn    *scenario.Scenario
	run    *run
	err    error
	failed bool // the engine has failed

	head       *masthead
	badge      *badge
	notes      *notes
	board      *board
	foot       *stageFoot
	transport  *transport.Bar
	setup      *transport.Setup
	plots      *plots
	timeline   *timeline
	charts     *charts
	explain    *explain
	strategies *strategies
	actions    *actions
	tell       *tell
	parameters *parameters
	about      *aboutRun
	keysheet   *keysheet

	pump   *pump
	window *window
	// pointed is where the pointer is over the charts, in CSS pixels of them;
	// negative when it is elsewhere.
	pointed float64
	ends    []func() // undo what was done to the page
}

func newPlay(lang, name string) *play {
	p := &play{l: i18n.For(lang), pointed: away}
	scn, ok := catalog.Scenario(name)
	if !ok {
		return p
	}
	p.scn = scn
	w := wishesOf(query())
	p.run, p.err = newRun(p.l, scn, session.Options{Seed: w.seed(scn), Size: w.size(scn)})
	if p.err != nil {
		return p
	}
	p.assemble()
	w.apply(p)
	return p
}

// assemble makes the parts of the page.
func (p *play) assemble() {
	r := p.run
	r.still = reduced()
	r.scene.SetStill(r.still)
	r.verbs.Version = version()
	r.verbs.Link = p.link
	r.verbs.Resize = p.resize
	p.keysheet = &keysheet{l: p.l}
	p.head = &masthead{l: p.l, where: about(p.l, p.scn.Name, "name"), themed: p.themed, help: p.keysheet.show}
	p.badge = newBadge(r)
	p.notes = &notes{run: r}
	p.board = newBoard(r, p.start, p.sized)
	p.foot = &stageFoot{run: r, board: p.board}
	p.transport = transport.New(p.l, r.verbs)
	p.setup = transport.NewSetup(p.l, r.verbs)
	p.plots = newPlots(r)
	p.timeline = newTimeline(p.plots)
	p.charts = newCharts(p.plots)
	p.explain = newExplain(r)
	p.strategies = newStrategies(r)
	p.actions = newActions(r)
	p.tell = newTell(r, p.board)
	p.parameters = newParameters(r)
	p.about = newAbout(r)
	p.pump = newPump(p)
	p.window = newWindow(r)
}

// reduced reports whether the reader wants little motion.
func reduced() bool {
	switch query().Get("motion") {
	case "reduce":
		return true
	case "full":
		return false
	}
	return prefers("(prefers-reduced-motion: reduce)")
}

// OnNav names the page.
func (p *play) OnNav(ctx app.Context) {
	if p.scn != nil {
		ctx.Page().SetTitle(about(p.l, p.scn.Name, "title") + " · " + p.l.T("site.name"))
	}
}

// OnMount starts the run.
func (p *play) OnMount(ctx app.Context) {
	p.live.OnMount(ctx)
	if p.run == nil || app.IsServer {
		return
	}
	p.listen(p.run.s)
	p.window.open()
	root := app.Window().GetElementByID("main")
	p.ends = append(p.ends, p.window.close)
	if query().Get("keys") != "0" {
		p.ends = append(p.ends, listenKeys(root, p.keys()))
	}
	p.ends = append(p.ends, p.watchPage()...)
	p.ends = append(p.ends, p.watchPointer())
	p.pump.start()
	p.ends = append(p.ends, p.pump.stop)
}

// OnDismount ends it.
func (p *play) OnDismount() {
	p.live.OnDismount()
	for _, end := range p.ends {
		end()
	}
	p.ends = nil
}

func (p *play) keys() *keys {
	return &keys{
		run: p.run, help: p.keysheet.show,
		end: func() float64 { return seconds(p.run.s.End()) },
		leave: func() {
			if at := app.Window().Get("document").Get("activeElement"); at.Truthy() {
				at.Call("blur")
			}
		},
	}
}

// away is where the pointer is when it is not over the charts.
const away = -1

// watchPointer follows the pointer over the charts. It only notes where it is:
// the next frame shows it.
func (p *play) watchPointer() (end func()) {
	el := app.Window().Get("document").Call("querySelector", ".plots")
	if !el.Truthy() {
		return func() {}
	}
	moved := app.FuncOf(func(_ app.Value, args []app.Value) any {
		p.pointed = args[0].Get("clientX").Float() - el.Call("getBoundingClientRect").Get("left").Float()
		return nil
	})
	left := app.FuncOf(func(app.Value, []app.Value) any {
		p.pointed = away
		return nil
	})
	el.Call("addEventListener", "pointermove", moved)
	el.Call("addEventListener", "pointerleave", left)
	return func() {
		moved.Release()
		left.Release()
	}
}

// watchPage follows what the page is shown in: hidden tabs, and the system's
// theme.
func (p *play) watchPage() []func() {
	document := app.Window().Get("document")
	dark := app.Window().Call("matchMedia", "(prefers-color-scheme: dark)")
	seen := app.FuncOf(func(app.Value, []app.Value) any {
		hidden := document.Get("visibilityState").String() == "hidden"
		p.notes.seen(hidden && p.run.s.Playing(), time.Now())
		return nil
	})
	themed := app.FuncOf(func(app.Value, []app.Value) any {
		p.themed()
		return nil
	})
	document.Call("addEventListener", "visibilitychange", seen)
	dark.Call("addEventListener", "change", themed)
	return []func(){func() {
		document.Call("removeEventListener", "visibilitychange", seen)
		dark.Call("removeEventListener", "change", themed)
		seen.Release()
		themed.Release()
	}}
}

// listen redraws after what happens in the run.
func (p *play) listen(s *session.Session) {
	for _, event := range []string{
		session.EventPlay, session.EventPause, session.EventCommand, session.EventSeek,
		session.EventFork, session.EventReset, session.EventCaption,
	} {
		s.On(event, p.touch)
	}
	s.On(session.EventPlay, func() { p.board.start = false; p.board.redraw() })
	s.On(session.EventState, p.tell.announce)
	s.On(session.EventError, func() { p.failed = true; p.redraw(); p.touch() })
	s.On(session.EventReset, func() { p.failed = false; p.redraw() })
}

// touch has all that changed drawn soon.
func (p *play) touch() { p.pump.touch() }

// start is the invitation's play.
func (p *play) start() { report(p.run.verbs.Play()) }

// sized is told that the stage has another size.
func (p *play) sized() {
	// The frame of the stage is a pixel wide on either side.
	p.plots.width = p.run.scene.Layout().W + 2
	p.touch()
}

func (p *play) themed() {
	p.run.scene.SetTheme(sceneTheme())
	p.touch()
}

// resize goes on with a run of another size.
func (p *play) resize(size float64) error {
	s, err := session.New(p.scn, session.Options{Seed: p.run.s.Seed(), Size: size, Until: p.run.s.End()})
	if err != nil {
		return err
	}
	playing := p.run.s.Playing()
	s.SetSpeed(p.run.s.Speed())
	p.run.use(s)
	p.listen(s)
	p.window.follow(s)
	p.pump.sampler = sampler{}
	if playing {
		s.Play()
	}
	p.redraw()
	p.touch()
	return nil
}

// link is the address of the run's beginning: scenario, seed and size.
func (p *play) link() string {
	u := app.Window().URL()
	q := u.Query()
	q.Set("seed", strconv.FormatUint(p.run.s.Seed(), 10))
	q.Set("size", plainNumber(p.run.s.Size()))
	q.Set("t", tenths(p.run.s.Now()))
	u.RawQuery = q.Encode()
	return u.String()
}

// refreshFast brings gauges and texts up to date.
func (p *play) refreshFast() {
	p.board.refresh()
	p.badge.refresh()
	p.notes.refresh(time.Now())
	p.transport.Refresh()
	p.setup.Refresh()
	p.foot.refresh()
	p.timeline.refresh()
}

// refreshSlow brings charts and explanation up to date.
func (p *play) refreshSlow() {
	p.explain.refresh()
	p.charts.refresh()
	p.strategies.refresh()
	p.parameters.refresh()
	p.about.refresh()
}

// Render shows the page.
func (p *play) Render() app.UI {
	switch {
	case p.scn == nil:
		return p.sorry(p.l.T("error.scenario"))
	case p.err != nil:
		return p.sorry(p.err.Error())
	}
	l, text := p.l, func(part string) string { return about(p.l, p.scn.Name, part) }
	main := app.Main().ID("main").Class("play").TabIndex(-1).Body(
		app.Section().Class("run").Aria("label", text("name")).Body(
			app.Div().Class("headline").Body(
				app.Div().Class("words").Body(
					app.H1().Text(text("title")),
					app.P().Class("line").Text(text("line")),
				),
				p.badge,
			),
			app.If(p.failed, p.notice),
			app.Div().Class("stage-frame").Role("group").TabIndex(0).
				Aria("label", l.T("stage.title")).Aria("describedby", "stage-words").Body(p.board, p.notes, p.foot),
			p.tell,
			p.transport,
			p.timeline,
			p.setup,
		),
		app.Div().Class("side").Body(p.explain, p.actions, p.strategies),
		app.Div().Class("below").Body(p.charts, app.Div().Class("more").Body(p.story(text), p.parameters, p.about)),
	)
	return frame(l, p.head, main, app.Footer().Class("foot").Body(
		app.P().Text(l.T("about.model")),
		// Outside the playground: its keys are not those of the list.
		p.keysheet,
	))
}

// story tells what happened, for those who do not know.
func (p *play) story(text func(part string) string) app.UI {
	return app.Section().Class("panel story").Aria("labelledby", "story").Body(
		app.H2().ID("story").Text(p.l.T("story.title")),
		app.P().Text(text("about")),
		app.P().Class("source").Text(text("sources")),
	)
}

// notice says that the engine has failed, and with what the failure can be had
// again.
func (p *play) notice() app.UI {
	s := p.run.s
	why := ""
	if err := s.Err(); err != nil {
		why = err.Error()
	}
	journal, err := json.Marshal(s.Journal())
	if err != nil {
		app.Log(err)
	}
	return app.Div().Class("notice").Role("alert").Body(
		app.P().Text(p.l.T("error.panic")),
		app.Details().Body(
			app.Summary().Text(p.l.T("error.report")),
			app.Pre().Text(p.scn.Name+" "+p.run.verbs.Version+" seed "+strconv.FormatUint(s.Seed(), 10)+
				" size "+plainNumber(s.Size())+"\n"+why+"\n"+string(journal)),
		),
	)
}

// sorry is the page for what cannot be shown.
func (p *play) sorry(text string) app.UI {
	l := p.l
	return frame(l, &masthead{l: l}, app.Main().ID("main").Class("front").Body(
		app.H1().Text(l.T("site.name")),
		app.P().Role("alert").Text(text),
		app.P().Body(app.A().Href(Link("/")).Text(l.T("error.scenario.back"))),
	), app.Footer())
}

// stageFoot says below the stage what a mark is.
type stageFoot struct {
	live
	run   *run
	board *board
	view  footView
}

type footView struct {
	every       uint64
	size        float64
	painter     string
	still, fail bool
}

func (f *stageFoot) look() footView {
	return footView{
		every: f.run.scene.Every(), size: f.run.s.Size(), painter: string(f.board.painter),
		still: f.run.still, fail: f.board.failed,
	}
}

func (f *stageFoot) refresh() {
	if v := f.look(); v != f.view {
		f.view = v
		f.redraw()
	}
}

// Render shows scale and legend.
func (f *stageFoot) Render() app.UI {
	l, r := f.run.l, f.run
	text := l.T("stage.scale", i18n.Num("n", float64(max(r.scene.Every(), 1)))) + " · " + l.T("stage.slow")
	switch {
	case r.still:
		text = l.T("stage.reduced")
	case f.board.failed:
		text = l.T("stage.painter.none")
	}
	return app.Div().Class("stage-foot").Body(
		app.Span().Text(text),
		app.Span().Text(l.T("stage.size", i18n.Num("size", r.s.Size()))),
		app.If(f.board.painter == stage.Flat, func() app.UI { return app.Span().Text(l.T("stage.painter.2d")) }),
		app.Ul().Class("legend").Aria("label", l.T("legend.title")).Body(
			app.Range(legendKinds(r)).Slice(func(i int) app.UI {
				k := legendKinds(r)[i]
				look := scene.LookOf(k)
				return app.Li().Body(
					app.Raw(`<svg viewBox="0 0 16 16" aria-hidden="true" class="ink-`+look.Ink.String()+`">`+glyphs[look.Glyph]+`</svg>`),
					app.Span().Text(l.T("glyph."+k.String())),
				)
			})),
	)
}

// glyphs draw the shapes of marks for the legend, on a grid of 16.
var glyphs = [scene.Glyphs]string{
	scene.Dot:      `<circle cx="8" cy="8" r="6.5"/>`,
	scene.Ring:     `<circle class="open" cx="8" cy="8" r="5.6"/>`,
	scene.Diamond:  `<path d="M8 .5 15.500 8 8 15.500.5 8z"/>`,
	scene.Square:   `<rect class="open" x="2.500" y="2.500" width="11" height="11"/>`,
	scene.Cross:    `<path class="open" d="M2.500 2.500l11 11m0-11l-11 11"/>`,
	scene.Triangle: `<path d="M8 1.500 15 14H1z"/>`,
	scene.Bar:      `<rect x="5.500" y="1" width="5" height="14"/>`,
	scene.Star:     `<path d="M8 .8l2.200 4.700 5.100.6-3.800 3.500 1 5.100L8 12.200l-4.500 2.500 1-5.100L.7 6.100l5.100-.6z"/>`,
}

// aboutRun says which run this is, so that it can be had again.
type aboutRun struct {
	live
	run  *run
	view aboutView
}

type aboutView struct {
	seed   uint64
	hash   string
	events uint64
}

func newAbout(r *run) *aboutRun {
	a := &aboutRun{run: r}
	a.view = a.look()
	return a
}

// look reads the run. Its hash is made only while it rests: it takes the whole
// state.
func (a *aboutRun) look() aboutView {
	s := a.run.s
	v := aboutView{seed: s.Seed(), hash: "…"}
	if !s.Playing() && !s.Seeking() {
		v.hash, v.events = s.Hash(), s.Sim().Events()
	}
	return v
}

func (a *aboutRun) refresh() {
	if !a.run.s.Playing() && a.view.hash != "…" && a.view.events == a.run.s.Sim().Events() && a.view.seed == a.run.s.Seed() {
		return
	}
	if v := a.look(); v != a.view {
		a.view = v
		a.redraw()
	}
}

// Render shows the panel.
func (a *aboutRun) Render() app.UI {
	l := a.run.l
	return app.Section().Class("panel about").Aria("labelledby", "about").Body(
		app.H2().ID("about").Text(l.T("about.title")),
		app.Dl().Body(
			app.Dt().Text(l.T("about.version")), app.Dd().Text(a.run.verbs.Version),
			app.Dt().Text(l.T("about.seed")), app.Dd().Text(strconv.FormatUint(a.view.seed, 10)),
			app.Dt().Text(l.T("about.hash")), app.Dd().Text(a.view.hash),
		),
	)
}

// version is that of the site, which changes with its content.
func version() string {
	if v := app.Getenv("GOAPP_VERSION"); v != "" {
		return v
	}
	return verbs.Unversioned
}
