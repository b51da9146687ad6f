package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/stage"
	"stampede/app/view"
)

// stageFoot says below the stage what a mark is.
type stageFoot struct {
	live
	run   *run
	board *board
	view  footView
	say   func(string)
	said  float64 // the speed that was last said to be too high
}

type footView struct {
	every       uint64
	size        float64
	painter     string
	still, fail bool
	again       bool    // calls are made again
	behind      float64 // the speed that cannot be kept up with, 0 when it can
	hosts       view.HostsSeen
}

func (f *stageFoot) look() footView {
	v := footView{
		every: f.run.scene.Every(), size: f.run.s.Size(), painter: string(f.board.painter),
		still: f.run.still, fail: f.board.failed, again: f.run.Retries(),
	}
	v.hosts = f.view.hosts
	if v.hosts.Add(f.run.frame); v.hosts != 0 {
		v.hosts |= view.UsualHosts
	}
	if behind, _ := f.run.s.Behind(); behind {
		v.behind = f.run.s.Speed()
	}
	return v
}

func (f *stageFoot) refresh() {
	if v := f.look(); v != f.view {
		if v.behind > 0 && v.behind != f.said {
			f.said = v.behind
			f.say(f.run.l.T("stage.behind", i18n.Num("speed", v.behind)))
		}
		f.view = v
		f.redraw()
	}
}

// Render shows scale and legend.
func (f *stageFoot) Render() app.UI {
	l, r := f.run.l, f.run
	scale := l.T("stage.scale", i18n.Num("n", float64(max(r.scene.Every(), 1))))
	text := scale + " · " + l.T("stage.slow")
	switch {
	case r.still:
		text = l.T("stage.reduced")
	case f.board.failed:
		text = l.T("stage.painter.none")
	case f.view.behind > 0:
		text = scale + " · " + l.T("stage.behind", i18n.Num("speed", f.view.behind))
	}
	legend := scene.LegendOf(r.scn, f.view.again)
	return el.Div().Class("stage-foot").Body(
		el.Span().Text(text),
		app.If(!r.scn.Size.Fixed(), func() app.UI { return el.Span().Text(l.T("stage.size", i18n.Num("size", r.s.Size()))) }),
		app.If(f.board.painter == stage.Flat, func() app.UI { return el.Span().Text(l.T("stage.painter.2d")) }),
		el.Ul().Class("legend").Aria("label", l.T("legend.title")).Body(
			app.Range(legend).Slice(func(i int) app.UI {
				e := legend[i]
				return el.Li().Body(
					app.Raw(`<svg viewBox="0 0 16 16" aria-hidden="true" class="ink-`+e.Ink.String()+`">`+glyphs[e.Glyph]+`</svg>`),
					el.Span().Text(r.word("glyph", e.Name)),
				)
			})),
		app.If(f.view.hosts != 0, f.hosts),
	)
}

// hosts says what the tiles of fleets are.
func (f *stageFoot) hosts() app.UI {
	list := f.run.HostKeys(f.view.hosts)
	return el.Ul().Class("legend hosts").Aria("label", f.run.l.T("legend.hosts")).Body(
		app.Range(list).Slice(func(i int) app.UI {
			return el.Li().Body(
				app.Raw(`<svg viewBox="0 0 16 16" aria-hidden="true">`+scene.HostSVG(list[i].Host, hostLook, 0, 0, 16)+`</svg>`),
				el.Span().Text(list[i].Name),
			)
		}))
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
	scene.Twin:     `<path d="M4 0l4 8-4 8-4-8zM12 0l4 8-4 8-4-8z"/>`,
	scene.Star:     `<path d="M8 .8l2.200 4.700 5.100.6-3.800 3.500 1 5.100L8 12.200l-4.500 2.500 1-5.100L.7 6.100l5.100-.6z"/>`,
}
