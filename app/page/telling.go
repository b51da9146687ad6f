package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
)

// story tells what happened, for those who do not know. It is closed at first, so
// that the stage stays in sight.
func (p *play) story(text func(part string) string) app.UI {
	return el.Details().Class("story").Body(
		el.Summary().Text(p.l.T("story.title")),
		el.P().Text(text("about")),
		el.P().Class("source").Text(text("sources")),
		app.If(proven(p.scn.Name), func() app.UI {
			return el.P().Body(el.A().Attr("href", In(p.l, "/truth")+"#"+p.scn.Name).Text(p.l.T("story.truth")))
		}),
	)
}

// sorry is the page for what cannot be shown.
func (p *play) sorry(text string) app.UI {
	l := p.l
	return frame(l, &masthead{l: l}, el.Main().ID("main").Class("front").Body(
		el.H1().Text(l.T("site.name")),
		el.P().Role("alert").Text(text),
		el.P().Body(el.A().Attr("href", In(l, "/")).Text(l.T("error.scenario.back"))),
	), el.Footer())
}
