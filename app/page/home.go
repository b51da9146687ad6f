package page

import (
	"html"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
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
	main := el.Main().ID("main").Class("front").TabIndex(-1).Body(
		el.Section().Class("lead pair").Body(
			el.Div().Class("words").Body(
				el.H1().Text(l.T("home.title")),
				el.P().Class("say").Text(l.T("home.what")+" "+l.T("home.touch")),
				el.Div().Class("start").Body(
					el.A().Class("button primary").Attr("href", Link("/play/"+told[0].Name)).Text(l.T("home.start")),
					el.P().Text(l.T("home.start.note")),
				),
			),
			el.Figure().Body(app.Raw(loopFigure(l))),
		),
		el.Section().Aria("labelledby", "why").Body(
			el.H2().ID("why").Text(l.T("home.why.title")),
			el.P().Class("prose").Text(l.T("home.why")),
		),
		el.Section().Aria("labelledby", "outages").Body(
			el.H2().ID("outages").Text(l.T("home.scenarios.title")),
			el.Div().Class("outages").Body(app.Range(told).Slice(func(i int) app.UI { return h.outage(told[i]) })),
		),
		el.Section().Aria("labelledby", "basics").Body(
			el.H2().ID("basics").Text(l.T("home.basics.title")),
			el.P().Class("prose").Text(l.T("home.basics.text")),
			el.Ul().Class("basics").Body(app.Range(basic).Slice(func(i int) app.UI { return h.basic(basic[i]) })),
		),
		el.Section().Aria("labelledby", "how").Body(
			el.H2().ID("how").Text(l.T("home.how.title")),
			el.Ol().Class("steps").Body(
				el.Li().Body(spans(l.Rich("home.how.1"))...),
				el.Li().Body(spans(l.Rich("home.how.2"))...),
				el.Li().Body(spans(l.Rich("home.how.3"))...),
			),
		),
	)
	return frame(l, h.head, main, el.Footer().Class("foot").Body(el.P().Text(l.T("home.foot"))))
}

// outage is the card of one scenario.
func (h *home) outage(s *scenario.Scenario) app.UI {
	l := h.l
	return el.Article().Class("outage").Body(
		el.P().Class("when").Body(
			app.If(s.Story != nil, func() app.UI { return el.Span().Text(l.Or("date."+s.Story.Date, s.Story.Date)) }),
			app.If(s.Story != nil, func() app.UI {
				real := float64(s.Story.Real) / float64(engine.Second)
				return el.Span().Text(l.T("home.facts.duration", i18n.Num("real", real)))
			}),
		),
		el.H3().Body(el.A().Attr("href", Link("/play/"+s.Name)).Text(about(l, s.Name, "title"))),
		el.P().Text(about(l, s.Name, "line")),
		el.P().Class("more").Text(l.T("home.open")),
	)
}

// basic is the entry of a scenario that tells no story.
func (h *home) basic(s *scenario.Scenario) app.UI {
	return el.Li().Body(
		el.A().Attr("href", Link("/play/"+s.Name)).Text(about(h.l, s.Name, "title")),
		el.P().Text(about(h.l, s.Name, "line")),
	)
}

// loopFigure draws the loop that holds a system down, as four words in a ring.
func loopFigure(l *i18n.Locale) string {
	var b strings.Builder
	b.WriteString(`<svg class="loop" viewBox="-46 8 612 324" role="img" aria-label="` + html.EscapeString(l.T("home.loop.label")) + `">`)
	for _, a := range []string{
		"M366 38C432 50 457 90 458 140", "M458 198C456 250 432 288 368 301", "M154 302C88 290 63 250 62 200", "M62 142C64 90 88 52 152 39",
	} {
		b.WriteString(`<path d="` + a + `" fill="none" stroke="var(--ink-query)" stroke-width="2.5" marker-end="url(#tip)"/>`)
	}
	b.WriteString(`<defs><marker id="tip" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto-start-reverse"><path d="M0 0 10 5 0 10z" fill="var(--ink-query)"/></marker></defs>`)
	for _, w := range []struct{ x, y, key, ink string }{
		{"260", "36", "home.loop.1", "error"},
		{"460", "170", "home.loop.2", "delete"},
		{"260", "304", "home.loop.3", "read"},
		{"60", "170", "home.loop.4", "query"},
	} {
		text := html.EscapeString(l.T(w.key))
		b.WriteString(`<g transform="translate(` + w.x + " " + w.y + `)"><rect x="-102" y="-24" width="204" height="48" rx="12" fill="var(--ink-card)" stroke="var(--ink-` + w.ink + `)" stroke-width="1.5"/>` +
			`<text text-anchor="middle" y="5" font-size="14" font-weight="600" fill="var(--ink-text)">` + text + `</text></g>`)
	}
	b.WriteString(`<text x="260" y="165" text-anchor="middle" font-size="15" font-weight="650" fill="var(--ink-text)">` + html.EscapeString(l.T("home.loop.middle.1")) + `</text>`)
	b.WriteString(`<text x="260" y="187" text-anchor="middle" font-size="15" font-weight="650" fill="var(--ink-text)">` + html.EscapeString(l.T("home.loop.middle.2")) + `</text>`)
	b.WriteString(`</svg>`)
	return b.String()
}
