package page

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/transport"
)

// breakdown says that the engine has failed: what that means, what to do, and with
// what the failure can be had again. The rest of the page stays readable.
type breakdown struct {
	live
	run    *run
	failed bool
	report string
	link   string
	copied string // key of what became of copying
}

// show is told that the engine has failed, or that a new run has begun.
func (b *breakdown) show(failed bool) {
	b.failed, b.copied = failed, ""
	if failed {
		b.report, b.link = b.write(), b.run.verbs.Link()
	}
	b.redraw()
}

// traceLines is as much of the trace as tells where the engine failed.
const traceLines = 24

// write makes the report: all that is needed to have the same run again, then
// what failed in it. Who reads it knows the program, so it is in English.
func (b *breakdown) write() string {
	s := b.run.s
	did, err := b.run.verbs.Call("journal")
	report(err)
	journal, err := json.Marshal(did)
	report(err)
	lines := []string{
		"Stampede " + b.run.verbs.Version,
		"scenario " + b.run.scn.Name,
		"seed " + strconv.FormatUint(s.Seed(), 10),
		"size " + plainNumber(s.Size()),
		"at " + plainNumber(seconds(s.Now())) + " s",
		"journal " + string(journal),
		"link " + b.run.verbs.Link(),
	}
	if app.IsClient {
		lines = append(lines, "browser "+app.Window().Get("navigator").Get("userAgent").String())
	}
	if err := s.Err(); err != nil {
		lines = append(lines, "error "+err.Error())
	}
	trace := strings.Split(strings.TrimSpace(s.Trace()), "\n")
	return strings.Join(append(lines, trace[:min(len(trace), traceLines)]...), "\n")
}

// Render shows the notice; nothing while all is well. The element stays, so that
// what comes into it is announced.
func (b *breakdown) Render() app.UI {
	if !b.failed {
		return el.Div().Role("alert").Class("breakdown-place")
	}
	l := b.run.l
	button := func(key string, do app.EventHandler) app.UI {
		return el.Button().Attr("type", "button").Class("button").Text(l.T(key)).OnClick(do)
	}
	return el.Div().Role("alert").Class("breakdown-place").Body(
		el.Div().Class("notice breakdown").Body(
			el.P().Body(el.Strong().Text(l.T("error.panic"))),
			el.P().Text(l.T("error.panic.page")),
			el.P().Text(l.T("error.panic.do")),
			el.Div().Class("buttons").Body(
				button("transport.reset", b.onReset),
				button("transport.seed.new", b.onNewSeed),
			),
			el.Details().Body(
				el.Summary().Text(l.T("error.report")),
				el.P().Text(l.T("error.report.why")),
				el.Div().Class("buttons").Body(
					button("error.report.copy", b.onCopy),
					el.A().Attr("href", b.link).Text(l.T("error.report.link")),
					el.Span().Role("status").Text(b.said()),
				),
				el.Pre().ID("report").TabIndex(0).Aria("label", l.T("error.report")).Text(b.report),
			),
		),
	)
}

// said is what became of copying, "" before.
func (b *breakdown) said() string {
	if b.copied == "" {
		return ""
	}
	return b.run.l.T(b.copied)
}

func (b *breakdown) onReset(app.Context, app.Event) { b.reset(map[string]any{}) }

func (b *breakdown) onNewSeed(app.Context, app.Event) {
	b.reset(map[string]any{"seed": float64(transport.NewSeed())})
}

func (b *breakdown) reset(with map[string]any) {
	_, err := b.run.verbs.Call("reset", with)
	report(err)
}

// onCopy puts the report on the clipboard. Where a page may not do that, the text
// is selected, so that a key does it.
func (b *breakdown) onCopy(ctx app.Context, _ app.Event) {
	text := app.Window().GetElementByID("report")
	app.Window().Call("getSelection").Call("selectAllChildren", text)
	copyText(b.report, func(copied bool) {
		key := "error.report.selected"
		if copied {
			key = "error.report.copied"
		}
		ctx.Dispatch(func(app.Context) { b.copied = key; b.redraw() })
	})
}
