package page

import (
	"fmt"
	"sync"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/stage"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// What the front page shows: the outage of 2010 after its cause is gone, at a
// size that any machine computes in passing. From the moment shown on nobody
// intervenes but the reader.
const (
	excerptOf    = "facebook-2010"
	excerptSize  = 0.005
	excerptAt    = 112 * engine.Second
	excerptEnd   = 60 * engine.Minute
	excerptCure  = "last_known_good"
	excerptLink  = "fix"                  // whose load is shown
	excerptStore = "db"                   // against whose capacity
	excerptWork  = 4 * time.Millisecond   // of each frame
	excerptMost  = 200_000                // events in a frame, at most
	excerptFast  = 125 * time.Millisecond // gauges and words
	excerptWide  = 640                    // of the stage before it is measured, in CSS pixels
	excerptHigh  = 427
	// excerptNarrow is the width in CSS pixels below which cards need a larger
	// share of the stage.
	excerptNarrow = 480
)

// excerptPlaces is where the three components of the loop stand, on a wide stage
// and on one that is narrower than excerptNarrow.
var (
	excerptPlaces = map[string]scenario.Place{
		"web":   {X: 2, Y: 24, W: 27, H: 52},
		"cache": {X: 65, Y: 4, W: 33, H: 45},
		"db":    {X: 65, Y: 56, W: 33, H: 40},
	}
	excerptNarrowPlaces = map[string]scenario.Place{
		"web":   {X: 2, Y: 29, W: 32, H: 40},
		"cache": {X: 60, Y: 3, W: 38, H: 40},
		"db":    {X: 60, Y: 50, W: 38, H: 47},
	}
)

// excerpt is the loop of an outage, alive: a small stage, what it measures, and
// the one switch that ends it. It computes nothing until it is in view, and stands
// still when nobody sees it.
type excerpt struct {
	live
	l     *i18n.Locale
	run   *run
	view  *stage.View
	cards []*card
	badge *badge
	words *excerptWords
	heat  []scene.LinkHeat

	poster string // what was prerendered, until the run has come to its moment; "" for none
	ready  bool   // the run has come to its moment
	wanted bool   // the reader, or the page, wants it to move
	cure   bool   // the switch

	seen    bool // in view, in a page that is shown
	frame   app.Func
	asked   bool // a frame is on its way
	last    time.Time
	fast    time.Time
	dirty   bool
	picture scene.Picture
	sampler sampler
	ends    []func()
}

// newExcerpt makes the excerpt in a language. Where there is no browser it is at
// its moment at once.
func newExcerpt(l *i18n.Locale) (*excerpt, error) {
	s, err := excerptSession()
	if err != nil {
		return nil, err
	}
	r := newExcerptRun(l, s)
	e := &excerpt{l: l, run: r, dirty: true, ready: app.IsServer, wanted: !r.still}
	e.view = &stage.View{Label: l.T("home.live.label"), Only: stage.Flat, Sized: e.sized}
	e.cards = placeCards(r, nil)
	e.badge = newBadge(r)
	e.words = newExcerptWords(r)
	if app.IsServer {
		e.draw()
	} else {
		e.poster = posterInPage(l.Tag)
	}
	return e, nil
}

func newExcerptRun(l *i18n.Locale, s *session.Session) *run {
	r := newBareRun(l, s.Scenario())
	q, _ := link.ParseQuery(query(), r.scn)
	r.places, r.still = excerptPlaces, reduced(q)
	r.use(s)
	r.scene.Resize(excerptWide, excerptHigh)
	r.look()
	return r
}

// excerptSession is the run: at its beginning in a browser, at its moment
// elsewhere.
func excerptSession() (*session.Session, error) {
	if app.IsServer {
		return posterSession()
	}
	return beginExcerpt()
}

// beginExcerpt makes the run, on its way to its moment.
func beginExcerpt() (*session.Session, error) {
	scn, ok := catalog.Scenario(excerptOf)
	if !ok {
		return nil, fmt.Errorf("no scenario is named %q", excerptOf)
	}
	s, err := session.New(scn, session.Options{Seed: defaultSeed, Size: excerptSize, Until: excerptEnd})
	if err != nil {
		return nil, err
	}
	return s, rewind(s)
}

// rewind has a run that is at its start go to the moment shown, from which on the
// script is over.
func rewind(s *session.Session) error {
	if err := s.SetJournal([]engine.Command{{At: excerptAt, Verb: engine.CmdTakeOver}}); err != nil {
		return err
	}
	s.SetSpeed(1)
	s.Sample(firstEvery)
	s.Seek(excerptAt)
	return nil
}

// posterSession is the run at its moment, with its cause found. All languages
// share it, and nobody plays it.
var posterSession = sync.OnceValues(func() (*session.Session, error) {
	s, err := beginExcerpt()
	if err != nil {
		return nil, err
	}
	for s.Seeking() {
		s.Pump(0, excerptMost, nil)
	}
	for x := s.Explain(); s.Err() == nil && (x.Finding == nil || !x.Finding.Done); x = s.Explain() {
		s.Pump(0, excerptMost, nil)
	}
	return s, s.Err()
})

// sized lays the stage out for its size.
func (e *excerpt) sized(width, height float64) {
	if width < 1 || height < 1 {
		return
	}
	r := e.run
	if r.places = excerptPlaces; width < excerptNarrow {
		r.places = excerptNarrowPlaces
	}
	r.scene.Place(width, height, r.places)
	e.cards = placeCards(e.run, e.cards)
	e.dirty = true
	e.redraw()
	e.ask()
}

// OnMount waits for the excerpt to be seen.
func (e *excerpt) OnMount(ctx app.Context) {
	e.live.OnMount(ctx)
	if app.IsServer {
		return
	}
	e.frame = app.FuncOf(func(app.Value, []app.Value) any {
		if e.asked = false; !e.part.Shown() {
			e.frame.Release()
			return nil
		}
		e.step(time.Now())
		return nil
	})
	e.run.s.On(session.EventState, e.announce)
	e.ends = append(e.ends, watchView(e.JSValue(), e.inView), watchTheme(e.themed))
}

// OnDismount ends it.
func (e *excerpt) OnDismount() {
	e.live.OnDismount()
	for _, end := range e.ends {
		end()
	}
	e.ends = nil
	if e.frame != nil && !e.asked {
		e.frame.Release()
	}
}

// inView is told whether anybody can see the excerpt.
func (e *excerpt) inView(seen bool) {
	e.seen = seen
	if seen {
		e.last = time.Now()
		e.ask()
	}
}

func (e *excerpt) themed() {
	e.run.dress(sceneTheme())
	e.dirty = true
	e.ask()
}

// moves reports whether time passes in the run: as the reader wants, and up to
// the moment where there is no poster of it.
func (e *excerpt) moves() bool { return e.wanted || !e.ready && e.poster == "" }

// ask asks for the next frame, if there is anything to do in it.
func (e *excerpt) ask() {
	if e.asked || e.frame == nil || !e.part.Shown() || !e.seen || !(e.moves() || e.dirty && e.ready) {
		return
	}
	e.asked = true
	app.Window().Call("requestAnimationFrame", e.frame)
}

// step is one frame: some of the way to the moment, or some of the run.
func (e *excerpt) step(now time.Time) {
	wall := now.Sub(e.last)
	e.last = now
	late := func() bool { return time.Since(now) > excerptWork }
	moved := e.moves() && e.run.s.Pump(wall, excerptMost, late)
	if !e.ready && !e.run.s.Seeking() {
		e.arrive()
	}
	if e.ready && (moved || e.dirty) {
		e.draw()
	}
	if e.ready && (e.dirty || now.Sub(e.fast) >= excerptFast) {
		e.fast, e.dirty = now, false
		e.refresh()
	}
	e.ask()
}

// arrive is called once the run has come to its moment: the poster gives way.
func (e *excerpt) arrive() {
	e.ready, e.dirty, e.poster = true, true, ""
	if e.cure {
		e.apply()
	}
	if e.wanted {
		e.run.s.Play()
	}
	e.redraw()
}

// draw paints what moves.
func (e *excerpt) draw() {
	r := e.run
	if r.look() {
		e.cards = placeCards(r, e.cards)
		e.redraw()
	}
	r.scene.Picture(r.frame, float64(r.s.Sim().Now()), r.s.Speed(), &e.picture)
	e.sampler.adapt(r, len(e.picture.Marks))
	e.view.Draw(&e.picture)
}

// refresh brings gauges and words up to date.
func (e *excerpt) refresh() {
	for _, c := range e.cards {
		c.refresh()
	}
	e.badge.refresh()
	e.words.refresh()
	if e.run.still {
		e.heat = e.run.scene.Heat(e.run.frame, e.heat[:0])
		e.redraw()
	}
}

// announce says a new state, to those who do not see it.
func (e *excerpt) announce() {
	if e.ready {
		r := e.run
		e.words.news = r.l.T("state.announce", i18n.Text("state", r.l.T("state."+r.stateName())), i18n.Num("now", seconds(r.s.Now())))
		e.words.redraw()
	}
}

// apply makes the run's strategy what the switch says.
func (e *excerpt) apply() { report(e.run.s.SetStrategy(excerptCure, e.cure)) }

// onCure is the switch: it also starts a picture that stands still.
func (e *excerpt) onCure(ctx app.Context, _ app.Event) {
	e.cure = ctx.JSSrc().Get("checked").Bool()
	if e.ready {
		e.apply()
	}
	e.want(true)
}

// onPlay lets it move, or stand still.
func (e *excerpt) onPlay(app.Context, app.Event) { e.want(!e.wanted) }

func (e *excerpt) want(moving bool) {
	if moving && !e.wanted {
		e.last = time.Now()
	}
	e.wanted, e.dirty = moving, true
	if e.ready && moving {
		e.run.s.Play()
	}
	if e.ready && !moving {
		e.run.s.Pause()
	}
	e.redraw()
	e.ask()
}

// onAgain starts over: the loop turns again, and the switch is off.
func (e *excerpt) onAgain(app.Context, app.Event) {
	report(e.run.s.Reset(e.run.s.Seed()))
	report(rewind(e.run.s))
	e.cure, e.ready, e.sampler = false, false, sampler{}
	e.want(true)
}
