// Package transport is the row of buttons that moves a run through time: play,
// steps, the next event, speed, starting over, seed and size. Everything goes
// through the verbs, as scripts and keys do.
package transport

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/verbs"
	"stampede/engine"
)

// speeds are the offered speeds, in simulated seconds per second.
var speeds = []float64{0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100}

// view is what a bar shows; it is redrawn when that has changed.
type view struct {
	playing, seeking bool
	now, end         string
	speed            float64
}

// Bar is the row of buttons.
type Bar struct {
	app.Compo
	l       *i18n.Locale
	verbs   *verbs.Verbs
	view    view
	ctx     app.Context
	mounted bool
}

// New makes the bar for the run that the verbs act on.
func New(l *i18n.Locale, v *verbs.Verbs) *Bar {
	b := &Bar{l: l, verbs: v}
	b.view = b.look()
	return b
}

// OnMount keeps the context to ask for redrawing with.
func (b *Bar) OnMount(ctx app.Context) { b.ctx, b.mounted = ctx, true }

// OnPreRender is OnMount where there is no browser.
func (b *Bar) OnPreRender(ctx app.Context) { b.OnMount(ctx) }

// OnDismount forgets it.
func (b *Bar) OnDismount() { b.mounted = false }

// Refresh draws the bar again when something it shows has changed.
func (b *Bar) Refresh() {
	if v := b.look(); v != b.view {
		b.view = v
		if b.mounted {
			b.ctx.Update()
		}
	}
}

func (b *Bar) look() view {
	s := b.verbs.Session()
	return view{
		playing: s.Playing(), seeking: s.Seeking(), speed: s.Speed(),
		now: b.l.Clock(seconds(s.Now())), end: b.l.Clock(seconds(s.End())),
	}
}

func seconds(t engine.Time) float64 { return float64(t) / float64(engine.Second) }

// Render shows the bar.
func (b *Bar) Render() app.UI {
	l := b.l
	word, icon := "transport.play", iconPlay
	if b.view.playing {
		word, icon = "transport.pause", iconPause
	}
	return el.Div().Class("transport").Role("group").Aria("label", l.T("transport.title")).Body(
		el.Button().Attr("type", "button").Class("button primary").Body(app.Raw(icon), el.Span().Text(l.T(word))).OnClick(b.onToggle),
		b.button("transport.back", iconBack, b.onBack),
		b.button("transport.forward", iconForward, b.onForward),
		b.button("transport.next", iconNext, b.onNext),
		b.button("transport.reset", iconReset, b.onReset),
		el.Select().Aria("label", l.T("transport.speed")).Title(l.T("transport.speed")).
			OnChange(b.onSpeed).Body(b.speedOptions()...),
		el.P().Class("time").Body(
			el.B().Text(b.view.now),
			el.Span().Class("of").Text(" "+l.T("transport.of", i18n.Text("end", b.view.end))),
		),
	)
}

func (b *Bar) button(key, icon string, do app.EventHandler) app.UI {
	return el.Button().Attr("type", "button").Class("button").Title(b.l.T(key)).OnClick(do).
		Body(app.Raw(icon), el.Span().Class("wordy").Text(b.l.T(key)))
}

// speedOptions are the offered speeds, and the present one where it is another.
func (b *Bar) speedOptions() []app.UI {
	var out []app.UI
	offered := false
	for _, x := range speeds {
		offered = offered || x == b.view.speed
		out = append(out, b.speedOption(x))
	}
	if !offered {
		out = append(out, b.speedOption(b.view.speed))
	}
	return out
}

func (b *Bar) speedOption(x float64) app.UI {
	return control.Option(strconv.FormatFloat(x, 'g', -1, 64), b.l.T("transport.speed.value", i18n.Num("x", x)), x == b.view.speed)
}

func (b *Bar) onToggle(app.Context, app.Event) { b.did(b.verbs.Toggle()) }

func (b *Bar) onBack(app.Context, app.Event) { b.call("step", -1.0) }

func (b *Bar) onForward(app.Context, app.Event) { b.call("step", 1.0) }

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
