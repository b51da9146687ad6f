package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
)

// aboutRun says which run this is, so that it can be had again.
type aboutRun struct {
	live
	run  *run
	view aboutView
}

type aboutView struct {
	seed   uint64
	hash   string // "" while there is none
	plays  bool
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
	v := aboutView{seed: s.Seed(), plays: s.Playing()}
	if !s.Playing() && !s.Seeking() {
		v.hash, v.events = s.Hash(), s.Sim().Events()
	}
	return v
}

func (a *aboutRun) refresh() {
	if !a.run.s.Playing() && a.view.hash != "" && a.view.events == a.run.s.Sim().Events() && a.view.seed == a.run.s.Seed() {
		return
	}
	if v := a.look(); v != a.view {
		a.view = v
		a.redraw()
	}
}

// Render shows the panel.
func (a *aboutRun) Render() app.UI {
	l, hash := a.run.l, a.view.hash
	switch {
	case hash == "" && a.view.plays:
		hash = l.T("about.hash.wait")
	case hash == "":
		hash = "…" // on its way to another moment
	}
	return el.Section().Class("panel about").Aria("labelledby", "about").Body(
		el.H2().ID("about").Text(l.T("about.title")),
		el.Dl().Body(
			el.Dt().Text(l.T("about.version")), el.Dd().Text(a.run.verbs.Version),
			el.Dt().Text(l.T("about.seed")), el.Dd().Text(strconv.FormatUint(a.view.seed, 10)),
			el.Dt().Text(l.T("about.hash")), el.Dd().Text(hash),
		),
	)
}
