package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// home is the front page: what this is, why it matters, and the way in.
type home struct {
	live
	l       *i18n.Locale
	head    *masthead
	excerpt *excerpt
}

func newHome(lang string) *home {
	l := localeOf(lang)
	h := &home{l: l, head: &masthead{l: l, where: l.T("site.tagline")}}
	var err error
	if h.excerpt, err = newExcerpt(l); err != nil {
		// The page says all it has to say without it; a test fails.
		app.Log(err)
		return h
	}
	h.head.themed = h.excerpt.themed
	h.holds(&h.excerpt.live)
	return h
}

// OnNav names the page.
func (h *home) OnNav(ctx app.Context) {
	ctx.Page().SetTitle(h.l.T("site.name") + " · " + h.l.T("site.tagline"))
}

// Render shows the page.
func (h *home) Render() app.UI {
	l := h.l
	var told, basic []*scenario.Scenario
	for _, s := range catalog.Scenarios() {
		if !strings.Contains(s.Name, "/") { // it is of no family of small systems
			told = append(told, s)
		} else {
			basic = append(basic, s)
		}
	}
	main := el.Main().ID("main").Class("front").TabIndex(-1).Body(
		el.Section().Class("lead pair").Body(
			el.Div().Class("words").Body(
				el.H1().Text(l.T("home.title")),
				el.P().Class("say").Text(l.T("home.what")),
				el.P().Class("say").Text(l.T("home.touch")),
				el.Div().Class("start").Body(
					el.A().Class("button primary").Attr("href", In(l, "/play/"+told[0].Name)).Text(l.T("home.start")),
					el.P().Text(l.T("home.start.note")),
				),
			),
			app.If(h.excerpt != nil, func() app.UI { return h.excerpt }),
		),
		el.Section().Aria("labelledby", "loop").Body(
			el.H2().ID("loop").Text(l.T("home.loop.title")),
			el.Ol().Class("loop").Body(app.Range(loopSteps).Slice(func(i int) app.UI { return h.step(i) })),
			el.P().Class("prose").Text(l.T("home.why")),
		),
		el.Section().Aria("labelledby", "outages").Body(
			el.H2().ID("outages").Text(l.T("home.scenarios.title", i18n.Num("n", float64(len(told))))),
			el.Div().Class("outages").Body(app.Range(told).Slice(func(i int) app.UI { return h.outage(told[i]) })),
		),
		el.Section().Aria("labelledby", "how").Body(
			el.H2().ID("how").Text(l.T("home.how.title")),
			el.Ol().Class("steps").Body(
				el.Li().Body(spans(l.Rich("home.how.1"))...),
				el.Li().Body(spans(l.Rich("home.how.2"))...),
				el.Li().Body(spans(l.Rich("home.how.3"))...),
			),
		),
		el.Section().Aria("labelledby", "basics").Body(
			el.H2().ID("basics").Text(l.T("home.basics.title")),
			el.P().Class("prose").Text(l.T("home.basics.text")),
			el.Ul().Class("basics").Body(app.Range(basic).Slice(func(i int) app.UI { return h.basic(basic[i]) })),
		),
		h.ways(len(told)),
	)
	return frame(l, h.head, main, el.Footer().Class("foot").Body(el.P().Text(l.T("home.foot"))))
}

// loopSteps are the kinds of marks that the steps of the loop are drawn with.
var loopSteps = []engine.Kind{engine.KQuery, engine.KDelete, engine.KRead, engine.KQuery}

// step is one step of the loop, with its mark.
func (h *home) step(i int) app.UI {
	look := scene.LookOf(loopSteps[i])
	return el.Li().Class("ink-"+look.Ink.String()).Body(
		app.Raw(`<svg viewBox="0 0 16 16" aria-hidden="true">`+glyphs[look.Glyph]+`</svg>`),
		el.Span().Body(spans(h.l.Rich("home.loop."+strconv.Itoa(i+1)))...),
	)
}

// ways are where to go from here; n is how many outages there are.
func (h *home) ways(n int) app.UI {
	way := func(name, path string) app.UI {
		return el.Li().Body(
			el.A().Attr("href", path).Text(h.l.T("home.ways."+name, i18n.Num("n", float64(n)))),
			el.P().Text(h.l.T("home.ways."+name+".text")),
		)
	}
	return el.Section().Aria("labelledby", "ways").Body(
		el.H2().ID("ways").Text(h.l.T("home.ways.title")),
		el.Ul().Class("basics").Body(
			way("scenarios", In(h.l, "/play/"+excerptOf)),
			way("postmortems", In(h.l, "/postmortems")),
			way("teach", In(h.l, "/teach")),
			way("truth", In(h.l, "/truth")),
		),
	)
}

// outage is the card of one scenario.
func (h *home) outage(s *scenario.Scenario) app.UI {
	l := h.l
	return el.Article().Class("outage").Body(
		el.P().Class("when").Body(h.when(s)...),
		el.H3().Body(el.A().Attr("href", In(l, "/play/"+s.Name)).Text(about(l, s.Name, "title"))),
		el.P().Text(about(l, s.Name, "line")),
		el.P().Class("more").Text(l.T("home.open")),
	)
}

// when is of which day a story tells, and how long it took; of one that is nobody's
// in particular, that.
func (h *home) when(s *scenario.Scenario) []app.UI {
	if s.Story == nil {
		return []app.UI{el.Span().Text(h.l.T("home.facts.pattern"))}
	}
	out := []app.UI{el.Span().Text(h.l.Or("date."+s.Story.Date, s.Story.Date))}
	if s.Story.Real > 0 {
		real := float64(s.Story.Real) / float64(engine.Second)
		out = append(out, el.Span().Text(h.l.T("home.facts.duration", i18n.Num("real", real))))
	}
	return out
}

// basic is the entry of a scenario that tells no story.
func (h *home) basic(s *scenario.Scenario) app.UI {
	return el.Li().Body(
		el.A().Attr("href", In(h.l, "/play/"+s.Name)).Text(about(h.l, s.Name, "title")),
		el.P().Text(about(h.l, s.Name, "line")),
	)
}
