package page

import (
	"net/url"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/link"
)

// within is the playground in its embedded form: no head and foot, and as many
// controls as the author of the page around it wants.
func (p *play) within() app.UI {
	l, q := p.l, p.query
	all, some := q.Controls == link.AllControls, q.Controls != link.NoControls
	stage, charts := q.View != link.ViewCharts && q.View != link.ViewText, q.View != link.ViewStage && q.View != link.ViewText
	class := "embed live"
	if !all {
		class += " few"
	}
	if stage && !charts && !all && q.Strategies == nil {
		class += " fit"
	}
	if p.hostsOnly() {
		stage, charts, all, some = false, false, false, false
	}
	body := []app.UI{
		el.Div().Class("embed-head").Body(
			el.H1().Text(about(l, p.scn.Name, "title")),
			app.If(!p.hostsOnly(), func() app.UI { return p.badge }),
			app.If(!some && !p.hostsOnly(), func() app.UI { return p.toggle }),
			fullPage(l, Link("/play/"+p.scn.Name)).OnClick(p.onFull).On("pointerdown", p.onFull).On("focus", p.onFull),
		),
		p.linked,
		p.breakdown,
	}
	if stage {
		body = append(body, el.Div().Class("stage-frame").Role("group").TabIndex(0).
			Aria("label", l.T("stage.title")).Aria("describedby", "stage-words").Body(p.board, p.notes, app.If(all, func() app.UI { return p.foot })))
	}
	body = append(body, p.tell)
	if some {
		body = append(body, p.transport, p.timeline)
	}
	if p.hostsOnly() {
		body = append(body, p.hosts)
	}
	chosen := !p.hostsOnly() && len(p.strategies.list) > 0 && q.Strategies != nil
	if chosen {
		body = append(body, p.strategies)
	}
	if q.View == link.ViewText {
		body = append(body, p.prose()...)
	}
	if all && stage {
		body = append(body, p.explain)
	}
	if charts {
		body = append(body, p.charts, p.table.part())
	}
	if all && !chosen && q.Strategies == nil {
		body = append(body, p.strategies)
	}
	return el.Div().Class("page within").Lang(l.Tag).Body(app.Raw(inks), el.Main().ID("main").Class(class).TabIndex(-1).Body(body...), p.keysheet)
}

// prose is what can be read instead of looked at.
func (p *play) prose() []app.UI {
	text := func(part string) string { return about(p.l, p.scn.Name, part) }
	return []app.UI{
		el.Div().Class("panel").Body(
			el.P().Text(text("line")),
			el.P().Text(text("about")),
			el.P().Class("source").Text(text("sources")),
		),
		p.explain, p.reading, p.table.part(),
	}
}

// newPlayWithin is the playground of the page's address for another page.
func newPlayWithin(lang, name string) *play {
	p := newPlay(lang, name)
	p.embedded = true
	if p.hostsOnly() {
		p.hosts.alone = true
	}
	if p.run != nil {
		p.toggle = &toggle{run: p.run}
		p.holds(&p.toggle.live)
		p.explain.chartless = p.explain.chartless || p.query.View == link.ViewStage
		p.run.s.Pause() // whoever embeds it says when it plays
		if wanted := p.query.Strategies; wanted != nil {
			p.strategies.list = slices.DeleteFunc(p.strategies.list, func(s *strategy) bool {
				return !slices.Contains(wanted, s.scn().Name)
			})
		}
	}
	return p
}

// onFull has the link lead to the run as it is at this moment.
func (p *play) onFull(ctx app.Context, _ app.Event) { ctx.JSSrc().Set("href", p.full()) }

// full is the address of the whole page with this very run.
func (p *play) full() string {
	u := app.Window().URL()
	u.Path, u.RawPath = strings.Replace(u.Path, "/embed/", "/play/", 1), ""
	q := link.Query{Theme: query().Get(themeKey)}
	u.RawQuery = q.Values().Encode()
	return withRun(u, p)
}

// withRun puts the run into an address.
func withRun(u *url.URL, p *play) string {
	u.Fragment = ""
	h, err := p.here().Hash()
	if err != nil {
		app.Log(err)
		return u.String()
	}
	return u.String() + "#" + h
}

// watchWidth follows the width of charts that stand without a stage, which they
// take it from otherwise.
func (p *play) watchWidth() (end func()) {
	el := app.Window().Get("document").Call("querySelector", ".embed .transport, .embed .charts, .in-words .ribbon")
	if !el.Truthy() || app.Window().Get("document").Call("querySelector", ".board").Truthy() {
		return func() {}
	}
	sized := app.FuncOf(func(app.Value, []app.Value) any {
		if w := el.Get("clientWidth").Float(); w > 0 && w != p.plots.width {
			p.plots.width = w
			p.touch()
		}
		return nil
	})
	observer := app.Window().Get("ResizeObserver").New(sized)
	observer.Call("observe", el)
	return func() {
		observer.Call("disconnect")
		sized.Release()
	}
}

// toggle plays and pauses where there are no other controls: what moves can
// always be stopped.
type toggle struct {
	live
	run *run
}

// OnMount follows the run.
func (t *toggle) OnMount(ctx app.Context) {
	t.live.OnMount(ctx)
	for _, event := range []string{"play", "pause"} {
		t.run.s.On(event, t.redraw)
	}
}

// Render shows what pressing it does.
func (t *toggle) Render() app.UI {
	word := "transport.play"
	if t.run.s.Playing() {
		word = "transport.pause"
	}
	return el.Button().Attr("type", "button").Class("button").Text(t.run.l.T(word)).OnClick(t.onClick)
}

func (t *toggle) onClick(app.Context, app.Event) { report(t.run.verbs.Toggle()) }
