package page

import (
	"slices"
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/link"
	"stampede/app/session"
	"stampede/engine"
)

// How often the address follows the run. Browsers refuse to change it more than
// about three times a second, and one that changes all the time is no comfort.
const (
	writeEvery = 500 * time.Millisecond // after something was done
	whilePlays = 5 * time.Second        // while time passes: the browser looks at all of the page then
	entryEvery = time.Second            // between two entries of the history

	refusedMost = 3 // after so many refusals the page does not ask again
)

// address keeps the page's address at the run as it is: reloading, Back, and a
// tab that the browser has thrown away come to the same moment of the same run.
// It works where a page may store nothing; see leave for what a tab adds to it.
type address struct {
	play     *play
	path     string // of the page
	had      had    // the addresses that the page has had
	wrote    string // the fragment that the address has, as far as is known
	restored bool   // the page has opened with the run of a fragment
	played   bool   // and it was playing

	run     link.Run    // what the address says, or would say
	now     engine.Time // the moment shown in the last frame
	speed   float64
	stale   bool      // something was done since it was written
	anew    bool      // it has made the run another one
	changed bool      // the page has written it
	at      time.Time // of the last change
	entry   time.Time // of the last new entry of the history
	refused int       // how often the browser has refused to change the address
}

// current is the fragment of the page's address, without the #.
func current() string {
	if app.IsServer {
		return ""
	}
	return strings.TrimPrefix(app.Window().Get("location").Get("hash").String(), "#")
}

// watch follows what is done in a session.
func (a *address) watch(s *session.Session) {
	for _, event := range []string{session.EventPlay, session.EventPause, session.EventCommand, session.EventSeek} {
		s.On(event, a.touch)
	}
	s.On(session.EventFork, a.another)
	s.On(session.EventReset, a.another)
}

// touch is told that the address does not say any more what there is.
func (a *address) touch() { a.stale = true }

// another is told that the run has become another one: Back leads to the one
// before.
func (a *address) another() { a.stale, a.anew = true, true }

// step is told of every frame.
func (a *address) step(now time.Time) {
	s := a.play.run.s
	if !a.anew {
		a.now = s.Target()
	}
	if s.Speed() != a.speed {
		a.speed, a.stale = s.Speed(), true
	}
	wait := writeEvery
	if !a.stale {
		if wait = whilePlays; !s.Playing() {
			return
		}
	}
	if now.Sub(a.at) >= wait {
		a.write(now)
	}
}

// flush writes at once: nobody knows whether the page will live on. The run is left
// to the next page as well, and not only where the address lags behind: a page that
// is loaded again is loaded under the address that it had when that began, and this
// one and its address have gone on since.
func (a *address) flush() {
	if a.stale || a.play.run.s.Playing() {
		a.anew = false // no time to make entries
		a.write(time.Now())
	}
	h, err := a.run.Hash()
	if err != nil || !a.changed {
		leaveNothing() // the address says it all, or all that there is to say
		return
	}
	leave(a.had, h, a.play.run.s.Playing())
}

// seen is told that the page can be seen again, or not any more.
func (a *address) seen() {
	if app.Window().Get("document").Get("hidden").Bool() {
		a.flush()
		return
	}
	leaveNothing() // it lives on, and what was left grows old
}

// write makes the address say what there is.
func (a *address) write(now time.Time) {
	before, r := a.run, a.play.here()
	enter := a.anew && !a.play.query.Embed && !framed() && now.Sub(a.entry) >= entryEvery && !sameRun(before, r)
	a.run, a.stale, a.anew, a.changed, a.at = r, false, false, true, now
	if enter {
		// The entry that is left behind says where the run was left.
		before.At = a.now
		a.change("replaceState", before)
		a.entry = now
		a.change("pushState", r)
		return
	}
	a.change("replaceState", r)
}

// sameRun reports whether two links of a scenario are of one run, at two moments
// maybe. A run of another length is another one: it ends elsewhere.
func sameRun(a, b link.Run) bool {
	return a.Seed == b.Seed && a.Size == b.Size && a.End() == b.End() && slices.Equal(a.Journal, b.Journal)
}

// change calls a method of the browser's history with the fragment of a run.
func (a *address) change(method string, r link.Run) {
	h, err := r.Hash()
	if err != nil || a.refused >= refusedMost {
		return // more was done than an address can hold, or it may not be changed
	}
	state := map[string]any{playedKey: a.play.run.s.Playing()}
	location, address := app.Window().Get("location"), "#"+h
	if search := location.Get("search").String(); unsaid(search) != search {
		address = location.Get("pathname").String() + unsaid(search) + address
	}
	// A browser that is asked too often, or a page in a sandbox, refuses.
	if !attempt(func() { app.Window().Get("history").Call(method, state, "", address) }) {
		a.refused++
		return
	}
	a.wrote, a.refused = h, 0
	a.had.note(href())
}

// playedKey is the name by which an entry of the history knows whether the run
// was playing.
const playedKey = "stampedePlays"

// asked is the fragment that the page is to open, and whether its run was
// playing.
func (a *address) asked() (fragment string, playing bool) {
	a.wrote, a.path = current(), app.Window().URL().Path
	if app.IsServer {
		return a.wrote, false
	}
	if f, playing, ok := left(); ok {
		a.stale = true
		return f, playing
	}
	return a.wrote, entryPlays()
}

// entryPlays reports whether the run of this entry of the history was playing.
func entryPlays() bool {
	state := app.Window().Get("history").Get("state")
	return state.Truthy() && state.Get(playedKey).Truthy()
}

// framed reports whether the page is within another, whose history is not ours.
func framed() bool {
	return !app.Window().Get("parent").Equal(app.Window().Get("self"))
}

// arrived is told that the address may have been changed by somebody else: by
// Back and Forward, by hand, or by a link that was clicked.
func (a *address) arrived() {
	if app.IsServer || a.play.run == nil {
		return
	}
	if app.Window().URL().Path != a.path {
		return // another page is on its way
	}
	a.had.note(href())
	f := current()
	a.play.linked.settle(f)
	if f == a.wrote || !link.Is(f) {
		return
	}
	playing := entryPlays()
	a.wrote = f
	if !a.play.follow(f) {
		a.stale = true // the address is to say what there is
		return
	}
	a.is(a.play.run.s)
	if playing {
		a.play.run.s.Play()
	}
}

// heard is told of what comes later than the change that it tells of: by then the
// page may have written its address itself, and that is nobody's wish.
func (a *address) heard() {
	if !app.IsServer && current() != a.wrote {
		a.arrived()
	}
}

// is takes note of the run that the address now stands for.
func (a *address) is(s *session.Session) {
	a.run, a.now, a.speed = a.play.here(), s.Target(), s.Speed()
	a.stale, a.anew, a.changed, a.at = false, false, false, time.Now()
}

// open listens to the page's address and to its end.
func (a *address) open() (end func()) {
	stale := a.stale
	a.is(a.play.run.s)
	a.stale = stale
	a.had.note(href())
	w, document := app.Window(), app.Window().Get("document")
	arrived := app.FuncOf(func(app.Value, []app.Value) any { a.arrived(); return nil })
	heard := app.FuncOf(func(app.Value, []app.Value) any { a.heard(); return nil })
	leaving := app.FuncOf(func(app.Value, []app.Value) any { a.flush(); return nil })
	seen := app.FuncOf(func(app.Value, []app.Value) any { a.seen(); return nil })
	listeners := []struct {
		at    app.Value
		event string
		fn    app.Func
	}{
		{w, "popstate", arrived},
		{w, "hashchange", heard},
		{w, "pagehide", leaving},
		{document, "visibilitychange", seen},
		{document, "freeze", leaving},
	}
	for _, l := range listeners {
		l.at.Call("addEventListener", l.event, l.fn)
	}
	return func() {
		for _, l := range listeners {
			l.at.Call("removeEventListener", l.event, l.fn)
		}
		arrived.Release()
		heard.Release()
		leaving.Release()
		seen.Release()
		leaveNothing()
	}
}
