package page

import (
	"encoding/json"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// story tells what happened, for those who do not know.
func (p *play) story(text func(part string) string) app.UI {
	return app.Section().Class("panel story").Aria("labelledby", "story").Body(
		app.H2().ID("story").Text(p.l.T("story.title")),
		app.P().Text(text("about")),
		app.P().Class("source").Text(text("sources")),
	)
}

// notice says that the engine has failed, and with what the failure can be had
// again.
func (p *play) notice() app.UI {
	s := p.run.s
	why := ""
	if err := s.Err(); err != nil {
		why = err.Error()
	}
	journal, err := json.Marshal(s.Journal())
	if err != nil {
		app.Log(err)
	}
	return app.Div().Class("notice").Role("alert").Body(
		app.P().Text(p.l.T("error.panic")),
		app.Details().Body(
			app.Summary().Text(p.l.T("error.report")),
			app.Pre().Text(p.scn.Name+" "+p.run.verbs.Version+" seed "+strconv.FormatUint(s.Seed(), 10)+
				" size "+plainNumber(s.Size())+"\n"+why+"\n"+string(journal)),
		),
	)
}

// sorry is the page for what cannot be shown.
func (p *play) sorry(text string) app.UI {
	l := p.l
	return frame(l, &masthead{l: l}, app.Main().ID("main").Class("front").Body(
		app.H1().Text(l.T("site.name")),
		app.P().Role("alert").Text(text),
		app.P().Body(app.A().Href(Link("/")).Text(l.T("error.scenario.back"))),
	), app.Footer())
}
