// Package transport is the row of buttons that moves a run through time: play,
// steps, the events before and after, speed, starting over, seed and size.
// Everything goes through the verbs, as scripts and keys do.
package transport

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/parts"
	"stampede/app/session"
	"stampede/app/verbs"
	"stampede/app/view"
	"stampede/engine"
)

// look is what a bar shows; it is redrawn when that has changed.
type look struct {
	playing  bool
	ended    bool // at its end: playing begins it again
	failed   bool // nothing moves it any more but starting over
	now, end string
	speed    float64
}

// live is what the bar and the row are.
type live struct {
	app.Compo
	part parts.Part
}

// OnMount is told when it comes into the page.
func (l *live) OnMount(ctx app.Context) { l.part.Mount(ctx) }

// OnPreRender is OnMount where there is no browser.
func (l *live) OnPreRender(ctx app.Context) { l.part.Mount(ctx) }

// OnDismount is told when it leaves it.
func (l *live) OnDismount() { l.part.Dismount() }

// In says which part of the page it is in.
func (l *live) In(around *parts.Part) { l.part.In(around) }

// Bar is the row of buttons.
type Bar struct {
	live
	l     *i18n.Locale
	verbs *verbs.Verbs
	view  look
	other []float64 // speeds beside those offered that the run has had
}

// New makes the bar for the run that the verbs act on.
func New(l *i18n.Locale, v *verbs.Verbs) *Bar {
	b := &Bar{l: l, verbs: v}
	b.view = b.look()
	return b
}

// Refresh draws the bar again when something it shows has changed.
func (b *Bar) Refresh() {
	if v := b.look(); v != b.view {
		b.view = v
		b.part.Redraw()
	}
}

func (b *Bar) look() look {
	s := b.verbs.Session()
	now := b.l.Clock
	if !s.Playing() {
		now = b.l.Moment // so that a step is seen
	}
	return look{
		playing: s.Playing(), ended: view.AtEnd(s), failed: s.Err() != nil, speed: s.Speed(),
		now: now(seconds(s.Now())), end: b.l.Clock(seconds(s.End())),
	}
}

func seconds(t engine.Time) float64 { return float64(t) / float64(engine.Second) }

// Render shows the bar.
func (b *Bar) Render() app.UI {
	l := b.l
	step := i18n.Num("step", seconds(session.Quantum))
	return el.Div().Class("transport").Role("group").Aria("label", l.T("transport.title")).Body(
		b.toggle(),
		b.button(iconPrevious, "transport.previous", l.T("transport.previous.title"), "key.page_up", b.onPrevious),
		b.button(iconBack, "transport.back", l.T("transport.back.title", step), "key.left", b.onBack),
		b.button(iconForward, "transport.forward", l.T("transport.forward.title", step), "key.right", b.onForward),
		b.button(iconNext, "transport.next", l.T("transport.next.title"), "key.page_down", b.onNext),
		b.button(iconReset, "transport.reset", l.T("transport.reset.title"), "key.r", b.onReset),
		b.speed(),
		el.P().Class("time").Body(
			el.B().Text(b.view.now),
			el.Span().Class("of").Text(" "+l.T("transport.of", i18n.Text("end", b.view.end))),
		),
	)
}

// toggle is the button that plays and pauses, and begins again at the end.
func (b *Bar) toggle() app.UI {
	word, icon := "transport.play", iconPlay
	switch {
	case b.view.playing:
		word, icon = "transport.pause", iconPause
	case b.view.ended:
		word, icon = "transport.replay", iconReset
	}
	return control.Off(el.Button(), b.view.failed).Attr("type", "button").Class("button primary").DataSet("do", "toggle").
		Title(b.titled(b.l.T(word+".title"), "key.space")).
		Body(app.Raw(icon), el.Span().Text(b.l.T(word))).OnClick(b.onToggle)
}

// button is one of the others. What moves the run is off once it has failed.
func (b *Bar) button(icon, word, title, key string, do app.EventHandler) app.UI {
	return control.Off(el.Button(), b.view.failed && word != "transport.reset").Attr("type", "button").Class("button").
		DataSet("do", word[len("transport."):]).Title(b.titled(title, key)).OnClick(do).
		Body(app.Raw(icon), el.Span().Class("wordy").Text(b.l.T(word)))
}

// titled is a title that names the key which does the same. A title is never
// broken, so plain spaces do: go-app writes others as escapes into pages that
// it prerenders.
func (b *Bar) titled(title, key string) string {
	text := b.l.T("transport.title.key", i18n.Text("title", title), i18n.Text("key", b.l.T(key)))
	return strings.ReplaceAll(text, "\u00a0", " ")
}

func (b *Bar) onToggle(app.Context, app.Event) { b.did(b.verbs.Toggle()) }

func (b *Bar) onBack(app.Context, app.Event) { b.call("step", -1.0) }

func (b *Bar) onForward(app.Context, app.Event) { b.call("step", 1.0) }

func (b *Bar) onPrevious(app.Context, app.Event) { b.call("previous") }

func (b *Bar) onNext(app.Context, app.Event) { b.call("next") }

func (b *Bar) onReset(app.Context, app.Event) { b.call("reset") }

func (b *Bar) onSpeed(ctx app.Context, _ app.Event) {
	b.call("speed", ctx.JSSrc().Get("value").String())
}

func (b *Bar) call(verb string, args ...any) {
	_, err := b.verbs.Call(verb, args...)
	b.did(err)
}

// did shows the outcome. The bar offers nothing that a run refuses, so an error
// is for the console.
func (b *Bar) did(err error) {
	if err != nil {
		app.Log(err)
	}
	b.Refresh()
}
