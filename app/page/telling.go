package page

import (
	"encoding/json"
	"strconv"

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
	return el.Div().Class("notice").Role("alert").Body(
		el.P().Text(p.l.T("error.panic")),
		el.Details().Body(
			el.Summary().Text(p.l.T("error.report")),
			el.Pre().Text(p.scn.Name+" "+p.run.verbs.Version+" seed "+strconv.FormatUint(s.Seed(), 10)+
				" size "+plainNumber(s.Size())+"\n"+why+"\n"+string(journal)),
		),
	)
}

// sorry is the page for what cannot be shown.
func (p *play) sorry(text string) app.UI {
	l := p.l
	return frame(l, &masthead{l: l}, el.Main().ID("main").Class("front").Body(
		el.H1().Text(l.T("site.name")),
		el.P().Role("alert").Text(text),
		el.P().Body(el.A().Attr("href", Link("/")).Text(l.T("error.scenario.back"))),
	), el.Footer())
}
