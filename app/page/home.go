package page

import (
	"html"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// home is the front page: what this is, why it matters, and the way in.
type home struct {
	app.Compo
	l    *i18n.Locale
	head *masthead
}

func newHome(lang string) *home {
	l := i18n.For(lang)
	return &home{l: l, head: &masthead{l: l, where: l.T("site.tagline")}}
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
		if s.Story != nil {
			told = append(told, s)
		} else {
			basic = append(basic, s)
		}
	}
	main := app.Main().ID("main").Class("front").Body(
		app.Section().Class("lead pair").Body(
			app.Div().Class("words").Body(
				app.H1().Text(l.T("home.title")),
				app.P().Class("say").Text(l.T("home.what")+" "+l.T("home.touch")),
				app.Div().Class("start").Body(
					app.A().Class("button primary").Href(Link("/play/"+told[0].Name)).Text(l.T("home.start")),
					app.P().Text(l.T("home.start.note")),
				),
			),
			app.Figure().Body(app.Raw(loopFigure(l))),
		),
		app.Section().Aria("labelledby", "why").Body(
			app.H2().ID("why").Text(l.T("home.why.title")),
			app.P().Class("prose").Text(l.T("home.why")),
		),
		app.Section().Aria("labelledby", "outages").Body(
			app.H2().ID("outages").Text(l.T("home.scenarios.title")),
			app.Div().Class("outages").Body(app.Range(told).Slice(func(i int) app.UI { return h.outage(told[i]) })),
		),
		app.Section().Aria("labelledby", "basics").Body(
			app.H2().ID("basics").Text(l.T("home.basics.title")),
			app.P().Class("prose").Text(l.T("home.basics.text")),
			app.Ul().Class("basics").Body(app.Range(basic).Slice(func(i int) app.UI { return h.basic(basic[i]) })),
		),
		app.Section().Aria("labelledby", "how").Body(
			app.H2().ID("how").Text(l.T("home.how.title")),
			app.Ol().Class("steps").Body(
				app.Li().Body(spans(l.Rich("home.how.1"))...),
				app.Li().Body(spans(l.Rich("home.how.2"))...),
				app.Li().Body(spans(l.Rich("home.how.3"))...),
			),
		),
	)
	return frame(l, h.head, main, app.Footer().Class("foot").Body(app.P().Text(l.T("home.foot"))))
}

// outage is the card of one scenario.
func (h *home) outage(s *scenario.Scenario) app.UI {
	l := h.l
	return app.Article().Class("outage").Body(
		app.P().Class("when").Body(
			app.If(s.Story != nil, func() app.UI { return app.Span().Text(l.Or("date."+s.Story.Date, s.Story.Date)) }),
			app.If(s.Story != nil, func() app.UI {
				real := float64(s.Story.Real) / float64(engine.Second)
				return app.Span().Text(l.T("home.facts.duration", i18n.Num("real", real)))
			}),
		),
		app.H3().Body(app.A().Href(Link("/play/"+s.Name)).Text(about(l, s.Name, "title"))),
		app.P().Text(about(l, s.Name, "line")),
		app.P().Class("more").Text(l.T("home.open")),
	)
}

// basic is the entry of a scenario that tells no story.
func (h *home) basic(s *scenario.Scenario) app.UI {
	return app.Li().Body(
		app.A().Href(Link("/play/"+s.Name)).Text(about(h.l, s.Name, "title")),
		app.P().Text(about(h.l, s.Name, "line")),
	)
}

// loopFigure draws the loop that holds a system down, as four words in a ring.
func loopFigure(l *i18n.Locale) string {
	var b strings.Builder
	b.WriteString(`<svg class="loop" viewBox="0 0 520 340" role="img" aria-label="` + html.EscapeString(l.T("home.loop.label")) + `">`)
	for _, a := range []string{
		"M358 38C408 50 429 90 430 140", "M430 196C428 250 408 288 360 301", "M162 302C112 290 91 250 90 200", "M90 144C92 90 112 52 160 39",
	} {
		b.WriteString(`<path d="` + a + `" fill="none" stroke="var(--ink-query)" stroke-width="2.5" marker-end="url(#tip)"/>`)
	}
	b.WriteString(`<defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" fill="var(--ink-query)"/></marker></defs>`)
	for _, w := range []struct{ x, y, key, ink string }{
		{"260", "36", "home.loop.1", "error"},
		{"430", "170", "home.loop.2", "delete"},
		{"260", "304", "home.loop.3", "read"},
		{"90", "170", "home.loop.4", "query"},
	} {
		text := html.EscapeString(l.T(w.key))
		b.WriteString(`<g transform="translate(` + w.x + " " + w.y + `)"><rect x="-92" y="-24" width="184" height="48" rx="12" fill="var(--ink-card)" stroke="var(--ink-` + w.ink + `)" stroke-width="1.5"/>` +
			`<text text-anchor="middle" y="5" font-size="14" font-weight="600" fill="var(--ink-text)">` + text + `</text></g>`)
	}
	b.WriteString(`<text x="260" y="165" text-anchor="middle" font-size="15" font-weight="650" fill="var(--ink-text)">` + html.EscapeString(l.T("home.loop.middle.1")) + `</text>`)
	b.WriteString(`<text x="260" y="187" text-anchor="middle" font-size="15" font-weight="650" fill="var(--ink-text)">` + html.EscapeString(l.T("home.loop.middle.2")) + `</text>`)
	b.WriteString(`</svg>`)
	return b.String()
}
