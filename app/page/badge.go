package page

import (
	"math"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
)

// badge shows the live state by shape, colour and words.
type badge struct {
	live
	run  *run
	view badgeView
}

// badgeView is what the badge shows.
type badgeView struct {
	state, span string
	held        bool // a release does not go on
	begun       bool // anything has been measured
}

func newBadge(r *run) *badge {
	b := &badge{run: r}
	b.view = b.look()
	return b
}

func (b *badge) look() badgeView {
	return badgeView{state: b.run.stateName(), span: b.run.l.Time(math.Floor(b.run.stateFor())), held: len(b.run.Held()) > 0, begun: b.run.s.Now() > 0}
}

func (b *badge) refresh() {
	if v := b.look(); v != b.view {
		b.view = v
		b.redraw()
	}
}

// Render shows the badge.
func (b *badge) Render() app.UI {
	l, v := b.run.l, &b.view
	words := l.T("state.for", i18n.Text("state", l.T("state."+v.state)), i18n.Text("for", v.span))
	if !v.begun {
		words = l.T("state.begin")
	}
	if v.held {
		words += " · " + l.T("state.held")
	}
	return stateBadge(words, v.state)
}

// notes say over the stage what people must know about the run: on its way to
// another moment, what happens at the one that it has come to, paused while
// hidden. They take no room of their own, so that nothing moves when they come
// and go.
type notes struct {
	live
	run    *run
	hidden bool      // the run was paused because nobody could see it
	until  time.Time // how long that is still said; zero while it lasts
	view   notesView
}

type notesView struct {
	hidden          bool
	seeking, moment string
}

// hiddenNote is how long it is said that a run was paused while it was hidden.
const hiddenNote = 5 * time.Second

// seen is told when the page is hidden or shown again. It reports whether a run
// that was paused meanwhile goes on.
func (n *notes) seen(hidden bool, now time.Time) (back bool) {
	switch {
	case hidden:
		n.hidden, n.until = true, time.Time{}
	case n.hidden:
		n.until, back = now.Add(hiddenNote), true
	}
	n.refresh(now)
	return back
}

func (n *notes) refresh(now time.Time) {
	if n.hidden && !n.until.IsZero() && now.After(n.until) {
		n.hidden = false
	}
	if v := (notesView{n.hidden, n.seeking(), n.run.Moment()}); v != n.view {
		n.view = v
		n.redraw()
	}
}

// seeking says where the run is on its way to another moment; "" when it is not.
func (n *notes) seeking() string {
	s, l := n.run.s, n.run.l
	switch {
	case !s.Seeking():
		return ""
	case s.SeekingEvent() && s.Target() > s.Head():
		return l.T("stage.seeking.next", i18n.Num("now", seconds(s.Sim().Now())))
	case s.Target() > s.Head():
		return l.T("stage.seeking.on", i18n.Num("to", seconds(s.Target())), i18n.Num("now", seconds(s.Sim().Now())))
	}
	return l.T("stage.seeking.back")
}

// Render shows the notes.
func (n *notes) Render() app.UI {
	l, v := n.run.l, &n.view
	return el.Div().Class("notes").Body(
		app.If(v.hidden, func() app.UI { return note(l.T("stage.hidden")) }),
		app.If(v.seeking != "", func() app.UI { return note(v.seeking) }),
		app.If(v.moment != "", func() app.UI { return note(v.moment) }),
	)
}

func note(text string) app.UI { return el.P().Class("badge note").Text(text) }
