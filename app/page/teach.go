package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
)

// question is something to ask a class before the picture moves. Its texts are
// teach.ask.NAME, what is asked, and teach.ask.NAME.answer.
type question struct{ name, path string }

// questions are in the order of a lesson: first a queue, then the stories.
var questions = []question{
	{"queue", "/play/theory/mm1"},
	{"stall", "/play/theory/metastable?t=18&paused"},
	{"corrected", "/play/facebook-2010?t=48&paused"},
	{"retries", "/play/facebook-2010?t=112&paused"},
	{"back", "/play/facebook-2010?t=160&paused"},
	{"copies", "/play/pagerduty-2014?t=1130&paused"},
	{"batch", "/play/zero-downtime-release?t=61&paused"},
	{"budget", "/play/release-under-retries?t=250&paused"},
}

// teach says how to use it in a class.
func teach(l *i18n.Locale) []app.UI {
	return []app.UI{
		part(l, "teach.before", items(l, "teach.before", 4),
			code("/play/facebook-2010/?theme=projector&seed=7&t=20&paused")),
		part(l, "teach.ask", say(l, "teach.ask.text"),
			el.Ol().Class("questions").Body(app.Range(questions).Slice(func(i int) app.UI {
				return asked(l, i+1, questions[i])
			}))),
		part(l, "teach.after", items(l, "teach.after", 3)),
		part(l, "teach.offline", say(l, "teach.offline.text"), code("make site\nmake run")),
	}
}

// asked is a question with the page to ask it on, and its answer closed away.
func asked(l *i18n.Locale, no int, q question) app.UI {
	return el.Li().Body(
		el.P().Class("asks").Body(
			el.A().Attr("href", In(l, q.path)).Text(strconv.Itoa(no)+". "+l.T("teach.ask."+q.name)),
		),
		el.Details().Body(
			el.Summary().Text(l.T("teach.ask.reveal")),
			el.P().Class("prose").Body(spans(l.Rich("teach.ask."+q.name+".answer"))...),
		),
	)
}
