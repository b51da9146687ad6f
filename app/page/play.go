package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/app/session"
	"stampede/app/transport"
	"stampede/app/version"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// play is the playground: one scenario, running.
type play struct {
	live
	l     *i18n.Locale
	scn   *scenario.Scenario
	run   *run
	err   error
	query link.Query // what the author of the address fixes
	// embedded is the form within another page.
	embedded bool
	toggle   *toggle

	head       *masthead
	badge      *badge
	notes      *notes
	breakdown  *breakdown
	board      *board
	foot       *stageFoot
	transport  *transport.Bar
	setup      *transport.Setup
	plots      *plots
	timeline   *timeline
	charts     *charts
	hosts      *hosts    // nil where the scenario has no walks
	walk       link.Walk // where it begins
	table      *table    // nil for a scenario without one
	explain    *explain
	strategies *strategies
	actions    *actions
	tell       *tell
	parameters *parameters
	about      *aboutRun
	reading    *reading // the run in words; nil where it is shown otherwise
	keysheet   *keysheet
	sharing    *sharing

	pump    *pump
	window  *window
	address *address
	linked  *linked
	// pointed is where the pointer is over the charts, in CSS pixels of them;
	// negative when it is elsewhere.
	pointed float64
	ends    []func() // undo what was done to the page
}

func newPlay(lang, name string) *play {
	p := &play{l: localeOf(lang), pointed: away}
	scn, ok := catalog.Scenario(name)
	if !ok {
		return p
	}
	p.scn = scn
	p.address, p.linked = &address{play: p}, &linked{l: p.l}
	s, err := p.open()
	if err != nil {
		p.err = err
		return p
	}
	p.run = runOf(p.l, s)
	p.assemble()
	p.begin()
	return p
}

// assemble makes the parts of the page.
func (p *play) assemble() {
	r := p.run
	r.still = reduced(p.query)
	r.scene.SetStill(r.still)
	r.verbs.Version = version.Number
	r.verbs.Link = p.link
	r.verbs.Resize = p.resize
	p.keysheet = &keysheet{l: p.l, off: keysOff(p.query), kept: remembers()}
	p.sharing = newSharing(p)
	p.head = &masthead{l: p.l, where: about(p.l, p.scn.Name, "name"), themed: p.themed, help: p.keysheet.show, share: p.sharing.show}
	p.badge = newBadge(r)
	p.notes = &notes{run: r}
	p.breakdown = &breakdown{run: r}
	p.board = newBoard(r, p.start, p.sized)
	p.tell = newTell(r, p.board)
	p.foot = &stageFoot{run: r, board: p.board, say: p.tell.say}
	p.transport = transport.New(p.l, r.verbs)
	p.setup = transport.NewSetup(p.l, r.verbs)
	p.plots = newPlots(r)
	p.timeline = newTimeline(p.plots)
	p.charts = newCharts(p.plots)
	p.charts.read = p.readAt
	if p.hosts = newHosts(r); p.hosts != nil {
		p.hosts.show(p.walk)
		p.hosts.moved = p.address.touch
	}
	p.table = newTable(r, p.tell.say)
	p.explain = newExplain(r)
	p.strategies = newStrategies(r)
	p.actions = newActions(r)
	p.parameters = newParameters(r)
	p.about = newAbout(r)
	if p.query.View == link.ViewText {
		p.reading = newReading(p)
		p.explain.chartless = true
	}
	p.holds(
		&p.head.live, &p.badge.live, &p.linked.live, &p.breakdown.live, &p.board.live, &p.notes.live, &p.foot.live, &p.tell.live, &p.timeline.live,
		&p.explain.live, &p.actions.live, &p.strategies.live, &p.charts.live, &p.parameters.live, &p.about.live, &p.keysheet.live, &p.sharing.live,
	)
	p.transport.In(&p.part)
	p.setup.In(&p.part)
	if p.table != nil {
		p.holds(&p.table.live)
	}
	if p.hosts != nil {
		p.holds(&p.hosts.live)
	}
	if p.reading != nil {
		p.holds(&p.reading.live)
	}
	p.pump = newPump(p)
	p.window = newWindow(r)
}

// reduced reports whether the reader wants little motion.
func reduced(q link.Query) bool {
	switch q.Motion {
	case link.MotionReduce:
		return true
	case link.MotionFull:
		return false
	}
	return prefers("(prefers-reduced-motion: reduce)")
}

// CompoID tells the playgrounds apart: without it go-app would go on with one where
// another is asked for, as they are of one type.
func (p *play) CompoID() string {
	if p.scn == nil {
		return ""
	}
	return p.l.Tag + "/" + p.scn.Name
}

// OnNav names the page.
func (p *play) OnNav(ctx app.Context) {
	if p.scn != nil {
		ctx.Page().SetTitle(about(p.l, p.scn.Name, "title") + " · " + p.l.T("site.name"))
		p.address.heard()
	}
}

// OnMount starts the run.
func (p *play) OnMount(ctx app.Context) {
	p.live.OnMount(ctx)
	if p.run == nil || app.IsServer {
		return
	}
	p.listen(p.run.s)
	p.ends = append(p.ends, p.address.open())
	p.window.open()
	root := app.Window().GetElementByID("main")
	p.ends = append(p.ends, p.window.close)
	keys := p.keys()
	p.keysheet.set = func(off bool) { keys.off = off }
	p.ends = append(p.ends, listenKeys(root, keys))
	p.ends = append(p.ends, p.watchPage()...)
	p.ends = append(p.ends, p.watchPointer(), p.watchWidth())
	p.pump.start()
	p.ends = append(p.ends, p.pump.stop)
	p.ends = append(p.ends, p.pump.watch()...)
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
		run: p.run, off: p.keysheet.off, help: p.keysheet.show, say: p.tell.say,
		end: func() float64 { return seconds(p.run.s.End()) },
		leave: func() {
			if at := app.Window().Get("document").Get("activeElement"); at.Truthy() {
				at.Call("blur")
			}
		},
	}
}

// listen redraws after what is done with the run. What happens in it is seen by the
// chores.
func (p *play) listen(s *session.Session) {
	p.address.watch(s)
	for _, event := range []string{
		session.EventPlay, session.EventPause, session.EventCommand, session.EventSeek,
		session.EventFork, session.EventReset,
	} {
		s.On(event, p.touch)
	}
	// Whoever moves through time has found how to: nothing is in their way.
	for _, event := range []string{session.EventPlay, session.EventSeek} {
		s.On(event, func() { p.board.start = false; p.board.redraw() })
	}
	if p.reading != nil {
		p.reading.stale = true
		for _, event := range []string{session.EventCommand, session.EventFork, session.EventReset} {
			s.On(event, func() { p.reading.stale = true })
		}
	}
	s.On(session.EventError, func() { p.breakdown.show(true); p.touch() })
	s.On(session.EventReset, func() { p.breakdown.show(false); p.tell.forget() })
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
	p.run.dress(sceneTheme())
	p.board.arrange()
	p.board.redraw()
	if p.hosts != nil {
		p.hosts.redraw()
	}
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
	p.take(s)
	p.address.another()
	if playing {
		s.Play()
	}
	return nil
}

// Render shows the page.
func (p *play) Render() app.UI {
	switch {
	case p.scn == nil:
		return p.sorry(p.l.T("error.scenario"))
	case p.err != nil:
		return p.sorry(p.err.Error())
	}
	if p.embedded {
		return p.within()
	}
	l, text := p.l, func(part string) string { return about(p.l, p.scn.Name, part) }
	if p.reading != nil {
		return p.framed(p.textView(text))
	}
	main := el.Main().ID("main").Class("play").TabIndex(-1).Body(
		el.Section().Class("run").Aria("label", text("name")).Body(
			el.Div().Class("headline").Body(
				el.Div().Class("words").Body(
					el.H1().Text(text("title")),
					el.P().Class("line").Text(text("line")),
					p.story(text),
				),
				p.badge,
				el.A().Class("to-explain").Attr("href", "#explain").Text(l.T("explain.title")),
			),
			p.linked,
			p.breakdown,
			el.Div().Class("stage-frame").Role("group").TabIndex(0).
				Aria("label", l.T("stage.title")).Aria("describedby", "stage-words").Body(p.board, p.notes, p.foot),
			p.tell,
			p.transport,
			p.timeline,
			p.setup,
		),
		el.Div().Class("side").Body(p.explain, p.actions, p.strategies),
		el.Div().Class("below").Body(p.charts, p.table.part(), p.walks(), el.Div().Class("more").Body(p.parameters, p.about)),
	)
	return p.framed(main)
}

// framed is the whole page around its main part.
func (p *play) framed(main app.UI) app.UI {
	return frame(p.l, p.head, main, el.Footer().Class("foot").Body(
		el.P().Text(p.l.T("about.model")),
		// Outside the playground: its keys are not those of the list.
		p.keysheet,
		p.sharing,
	))
}
