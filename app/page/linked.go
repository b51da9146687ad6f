package page

import (
	"errors"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/app/version"
)

// linked says what is to be said of the link that the page was opened with: that
// it could not be read, and why, or in what it may not be the run that was meant.
type linked struct {
	live
	l       *i18n.Locale
	text    []string // sentences; none when there is nothing to say
	details []string // for those who look closer
	bad     string   // the fragment that could not be opened, if it is about that
}

// What is shown when a link cannot be opened, as keys of texts.
const (
	showsScenario = "link.error.instead"
	showsRun      = "link.error.stays" // that was there before
)

// fail says that a link cannot be opened, and what is shown.
func (n *linked) fail(err error, shown string) {
	n.text = []string{n.l.T("link.error." + string(kindOf(err))), n.l.T(shown)}
	n.details = []string{err.Error()}
	n.bad = current()
	n.redraw()
}

// asked says which values of the address's query are not taken as they are written.
func (n *linked) asked(notes []link.Note) {
	var keys []string
	for _, x := range notes {
		if x.About != link.Strange { // others put keys of their own into addresses
			keys = append(keys, x.Name+"="+x.Found)
			n.details = append(n.details, x.String())
		}
	}
	if len(keys) > 0 {
		n.text = []string{n.l.T("link.note.asked", i18n.Num("n", float64(len(keys))), i18n.Text("list", strings.Join(keys, ", ")))}
	}
}

// settle is told what the address has been changed to by somebody else: words
// about a link that cannot be opened go with that link.
func (n *linked) settle(fragment string) {
	if n.bad != "" && n.bad != fragment {
		n.text, n.details, n.bad = nil, nil, ""
		n.redraw()
	}
}

// tell says what is odd about a link that was opened.
func (n *linked) tell(r link.Run, notes []link.Note) {
	n.text, n.details, n.bad = nil, nil, ""
	count := map[link.About]int{}
	for _, x := range notes {
		if x.About == link.OtherVersion {
			n.text = append(n.text, n.l.T("link.note.version", i18n.Text("made", r.Version), i18n.Text("now", version.Number)))
			continue
		}
		count[x.About]++
		n.details = append(n.details, x.String())
	}
	for _, about := range []link.About{link.LeftOut, link.Elsewhere, link.Moved} {
		if c := count[about]; c > 0 {
			n.text = append(n.text, n.l.T("link.note."+string(about), i18n.Num("n", float64(c))))
		}
	}
	n.details = n.details[:min(len(n.details), detailsMost)]
	n.redraw()
}

// detailsMost bounds what a notice lists.
const detailsMost = 20

// Render shows the notice; nothing when there is nothing to say. The element
// stays, so that what comes into it is announced.
func (n *linked) Render() app.UI {
	place := el.Div().Role("status").Class("linked-place")
	if len(n.text) == 0 {
		return place
	}
	return place.Body(
		el.Div().Class("notice linked").Body(
			el.Div().Class("words").Body(
				app.Range(n.text).Slice(func(i int) app.UI { return el.P().Text(n.text[i]) }),
				app.If(len(n.details) > 0, n.more),
			),
			el.Button().Attr("type", "button").Class("button").Text(n.l.T("link.dismiss")).OnClick(n.onDismiss),
		),
	)
}

func (n *linked) more() app.UI {
	return el.Details().Body(
		el.Summary().Text(n.l.T("link.details")),
		el.Ul().Body(app.Range(n.details).Slice(func(i int) app.UI { return el.Li().Text(n.details[i]) })),
	)
}

// onDismiss takes the notice away; the focus goes on to the page, not to nowhere.
func (n *linked) onDismiss(app.Context, app.Event) {
	n.text, n.details, n.bad = nil, nil, ""
	if main := app.Window().GetElementByID("main"); main.Truthy() {
		main.Call("focus", map[string]any{"preventScroll": true})
	}
	n.redraw()
}

// kindOf is what is wrong with a link.
func kindOf(err error) link.Kind {
	var e *link.Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return link.Refused
}
