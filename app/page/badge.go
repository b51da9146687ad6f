package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
)

// badgeView is what the badges show.
type badgeView struct {
	state, span    string
	behind, hidden bool
	seeking        bool
}

// badge shows the live state by shape, colour and words, and beside it what
// people must know about the run: slowed down, paused while hidden.
type badge struct {
	live
	run    *run
	hidden bool // the run was paused because nobody could see it
	view   badgeView
}

func newBadge(r *run) *badge {
	b := &badge{run: r}
	b.view = b.look()
	return b
}

func (b *badge) look() badgeView {
	behind, _ := b.run.s.Behind()
	return badgeView{
		state: b.run.stateName(), span: b.run.l.Time(float64(int(b.run.stateFor()))),
		behind: behind, hidden: b.hidden, seeking: b.run.s.Seeking(),
	}
}

func (b *badge) refresh() {
	if v := b.look(); v != b.view {
		b.view = v
		b.redraw()
	}
}

// inkOf is the colour of a live state or a verdict.
func inkOf(state string) string {
	switch state {
	case "stuck":
		return "failing"
	case "recovered":
		return "healthy"
	}
	return state
}

// Render shows the badges.
func (b *badge) Render() app.UI {
	l, v := b.run.l, &b.view
	words := l.T("state.for", i18n.Text("state", l.T("state."+v.state)), i18n.Text("for", v.span))
	return app.Div().Class("badges").Body(
		app.If(v.hidden, func() app.UI { return note(l.T("stage.hidden")) }),
		app.If(v.seeking, func() app.UI { return note(l.T("stage.seeking")) }),
		app.If(v.behind, func() app.UI {
			return note(l.T("stage.behind", i18n.Num("speed", b.run.s.Speed())))
		}),
		app.P().Class("badge ink-"+inkOf(v.state)).Body(
			app.Span().Class("shape "+v.state).Aria("hidden", true),
			app.Span().Text(words),
		),
	)
}

func note(text string) app.UI { return app.P().Class("badge note").Text(text) }
