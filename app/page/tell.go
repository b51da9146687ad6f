package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
)

// tell is what the playground says to those who do not see it: the stage in
// words, kept up to date, and a polite announcement when the state changes.
type tell struct {
	live
	run   *run
	board *board
	stage string // the stage in words
	news  string // the last announcement
}

func newTell(r *run, b *board) *tell {
	t := &tell{run: r, board: b}
	t.stage = t.look()
	return t
}

// refresh brings the words up to date. It is called at a reading pace, not with
// every frame.
func (t *tell) refresh() {
	if s := t.look(); s != t.stage {
		t.stage = s
		t.redraw()
	}
}

// announce says the new state.
func (t *tell) announce() {
	r := t.run
	t.news = r.l.T("state.announce", i18n.Text("state", r.l.T("state."+r.stateName())), i18n.Num("now", seconds(r.s.Now())))
	t.redraw()
}

func (t *tell) look() string {
	r := t.run
	words := []string{r.l.T("stage.text.intro", i18n.Num("now", seconds(r.s.Now())),
		i18n.Text("state", r.l.T("state."+r.stateName())))}
	for _, c := range t.board.cards {
		words = append(words, r.l.T("stage.text.node", i18n.Text("name", c.face.Name), i18n.Text("facts", r.Facts(&c.face))))
	}
	return strings.Join(words, " ")
}

// Render holds the words, for screen readers only.
func (t *tell) Render() app.UI {
	return el.Div().Class("hidden").Body(
		el.P().ID("stage-words").Text(t.stage),
		el.P().Role("status").Aria("live", "polite").Text(t.news),
	)
}
