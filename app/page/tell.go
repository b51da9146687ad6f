package page

import (
	"strings"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/view"
)

// tell is what the playground says to those who do not see it: the stage in
// words, kept up to date and not spoken by itself, and a polite announcement
// when the live state, the verdict or the part of the story changes.
type tell struct {
	live
	run    *run
	board  *board
	stage  string    // the stage in words
	news   string    // the last announcement
	told   view.News // how things stood then
	moment string    // the event that was announced last
	extra  []string  // what is to be said beside
	last   time.Time // when something was said
}

// breath is the least time between two announcements: what happens meanwhile is
// told together. A run at a hundred times its speed would never stop talking.
const breath = time.Second

func newTell(r *run, b *board) *tell {
	t := &tell{run: r, board: b, told: r.News()}
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

// say has something said soon, beside what happens in the run.
func (t *tell) say(text string) { t.extra = append(t.extra, text) }

// forget begins with a run that is new: how things stand in it is no news.
func (t *tell) forget() { t.told, t.moment = t.run.News(), "" }

// speak announces what is new, if anything is, and enough time has passed.
func (t *tell) speak(now time.Time) {
	if now.Sub(t.last) < breath || t.run.s.Seeking() {
		return
	}
	words := t.extra
	moment := t.run.Moment()
	if moment != "" && moment != t.moment {
		words = append(words, moment)
	}
	if since := t.run.Since(t.told); since != "" {
		words = append(words, since)
	}
	t.told, t.moment, t.extra = t.run.News(), moment, nil
	if len(words) > 0 {
		t.news, t.last = strings.Join(words, " "), now
		t.redraw()
	}
}

func (t *tell) look() string {
	r := t.run
	words := []string{r.l.T("stage.text.intro", i18n.Num("now", seconds(r.s.Now())),
		i18n.Text("state", r.l.T("state."+r.stateName())))}
	for _, c := range t.board.cards {
		words = append(words, r.l.T("stage.text.node", i18n.Text("name", c.face.Name), i18n.Text("facts", r.Facts(&c.face))))
	}
	for _, k := range t.board.loops.list {
		if k.Level > 0 {
			words = append(words, k.Say)
		}
	}
	return strings.Join(words, " ")
}

// Render holds the words, for screen readers only.
func (t *tell) Render() app.UI {
	return el.Div().Class("hidden").Body(
		el.P().ID("stage-words").Text(t.stage),
		el.P().ID("stage-news").Role("status").Aria("live", "polite").Text(t.news),
	)
}
