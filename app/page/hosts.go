package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/hostview"
	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/app/scene"
)

// hosts shows the walks of a scenario: one host, step by step. It has a time of its
// own, and takes no part in the run.
type hosts struct {
	live
	l     *i18n.Locale
	walks []*hostview.Walk
	which int // of walks
	k     int // step
	width float64
	news  string // the last step in words, for those who do not see it
	moved func() // told when it stands elsewhere; nil for nobody
	alone bool   // there is no run beside it
	ends  []func()
}

// hostWidth is the width of the drawing before the page has measured it.
const hostWidth = 720

// newHosts is nil for a scenario without walks.
func newHosts(r *run) *hosts {
	if len(r.scn.Walks) == 0 {
		return nil
	}
	h := &hosts{l: r.l, width: hostWidth}
	for i := range r.scn.Walks {
		h.walks = append(h.walks, hostview.New(r.l, r.scn.Name, &r.scn.Walks[i]))
	}
	return h
}

// walks is the panel of the host, where the scenario has one.
func (p *play) walks() app.UI {
	return app.If(p.hosts != nil, func() app.UI { return p.hosts })
}

// walksInWords are all steps of all walks as written.
func (p *play) walksInWords() app.UI {
	l := p.l
	return app.If(p.hosts != nil, func() app.UI {
		body := []app.UI{el.H2().ID("walks").Class("side-title").Text(l.T("walk.title"))}
		for _, w := range p.hosts.walks {
			body = append(body, el.H3().Text(w.Name()), el.P().Text(w.Why()),
				el.Ol().Body(app.Range(make([]struct{}, w.Steps()+1)).Slice(func(k int) app.UI {
					return el.Li().Body(el.B().Class("when").Text(l.Integer(float64(k))), el.P().Body(spans(w.At(k).Sentence())...))
				})))
		}
		return el.Section().Class("panel reading").Aria("labelledby", "walks").Body(body...)
	})
}

// OnMount follows the width, and the keys.
func (h *hosts) OnMount(ctx app.Context) {
	h.live.OnMount(ctx)
	if app.IsServer {
		return
	}
	h.ends = append(h.ends, h.watchWidth(ctx.JSSrc()), h.listen(ctx.JSSrc()))
}

// OnDismount ends both.
func (h *hosts) OnDismount() {
	h.live.OnDismount()
	for _, end := range h.ends {
		end()
	}
	h.ends = nil
}

func (h *hosts) watchWidth(root app.Value) (end func()) {
	board := root.Call("querySelector", ".host")
	sized := app.FuncOf(func(app.Value, []app.Value) any {
		if w := board.Get("clientWidth").Float(); w > 0 && w != h.width {
			h.width = w
			h.redraw()
		}
		return nil
	})
	observer := app.Window().Get("ResizeObserver").New(sized)
	observer.Call("observe", board)
	return func() {
		observer.Call("disconnect")
		sized.Release()
	}
}

// listen has the arrow keys go through the steps while the drawing has the focus;
// elsewhere they are the run's.
func (h *hosts) listen(root app.Value) (end func()) {
	board := root.Call("querySelector", ".host")
	fn := app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		if e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool() {
			return nil
		}
		to, ok := map[string]int{"ArrowRight": h.k + 1, "ArrowLeft": h.k - 1, "Home": 0, "End": h.walks[h.which].Steps()}[e.Get("key").String()]
		if ok {
			e.Call("preventDefault")
			e.Call("stopPropagation")
			h.step(to)
		}
		return nil
	})
	board.Call("addEventListener", "keydown", fn)
	return func() {
		board.Call("removeEventListener", "keydown", fn)
		fn.Release()
	}
}

// step stands the host after another step.
func (h *hosts) step(to int) {
	h.k = max(0, min(to, h.walks[h.which].Steps()))
	h.news = h.moment().Alt()
	h.redraw()
	if h.moved != nil {
		h.moved()
	}
}

// at is where it stands, as a link has it.
func (h *hosts) at() link.Walk {
	w := link.Walk{Step: h.k, Changed: h.walks[h.which].Changed()}
	if h.which > 0 || w != (link.Walk{}) {
		w.Name = h.walks[h.which].Called()
	}
	return w
}

// show goes where a link has it; what the scenario does not have of it is left out.
func (h *hosts) show(w link.Walk) {
	h.which, h.k, h.news = 0, 0, ""
	for i, k := range h.walks {
		named := k.Called() == w.Name
		if named {
			h.which, h.k = i, min(w.Step, k.Steps())
		}
		for _, s := range k.Switches() {
			if (named && w.Turned(s.Name)) != k.Turned(s.Name) {
				k.Switch(s.Name)
			}
		}
	}
	h.redraw()
}

// here is the run as it is now, and where the host view stands: what a link holds.
func (p *play) here() link.Run {
	r := link.Of(p.run.s)
	if p.hosts != nil {
		r.View.Walk = p.hosts.at()
	}
	return r
}

// hostsOnly tells whether the host view is all that is shown.
func (p *play) hostsOnly() bool {
	return p.embedded && p.query.View == link.ViewHosts && p.hosts != nil
}

// choose takes another walk, from its beginning.
func (h *hosts) choose(which int) {
	h.which = which
	h.step(0)
}

func (h *hosts) moment() *hostview.Moment { return h.walks[h.which].At(h.k) }

// Render shows the walk that is chosen.
func (h *hosts) Render() app.UI {
	l, m := h.l, h.moment()
	return el.Section().Class("panel walks").Aria("labelledby", "walks").Body(
		el.H2().ID("walks").Text(l.T("walk.title")),
		app.If(!h.alone, func() app.UI { return el.P().Class("hint").Text(l.T("walk.hint")) }),
		el.Div().Class("walk-names").Role("group").Aria("label", l.T("walk.choose")).Body(
			app.Range(h.walks).Slice(func(i int) app.UI {
				return el.Button().Attr("type", "button").Class("button").Aria("pressed", i == h.which).
					Text(h.walks[i].Name()).On("click", h.onChoose(i))
			})),
		el.P().Class("walk-why").Text(m.Why()),
		h.switches(),
		el.Div().Class("host").Role("group").TabIndex(0).Aria("label", l.T("walk.keys")).Aria("describedby", "walk-says").
			Body(app.Raw(h.drawing(m))),
		h.steps(m),
		el.P().Class("walk-says").ID("walk-says").Body(spans(m.Sentence())...),
		h.counters(m),
		el.P().Class("hidden").Role("status").Aria("live", "polite").Text(h.news),
	)
}

// switches are what can be left out of the walk, or switched on.
func (h *hosts) switches() app.UI {
	list := h.walks[h.which].Switches()
	return el.Div().Class("walk-switches").Body(app.Range(list).Slice(func(i int) app.UI {
		return el.Label().Body(
			el.Input().Attr("type", "checkbox").Class("switch").Attr("checked", list[i].On).OnChange(h.onSwitch(i)),
			el.Span().Text(list[i].Label))
	}))
}

func (h *hosts) onSwitch(i int) app.EventHandler {
	return func(app.Context, app.Event) {
		w := h.walks[h.which]
		w.Switch(w.Switches()[i].Name)
		h.step(h.k)
	}
}

// drawing is the host as a picture, with its words in its place for those who do
// not see it.
func (h *hosts) drawing(m *hostview.Moment) string {
	width := h.width / h.scale()
	inside, high := m.Draw(width, scene.Ink.Var)
	w, t := plainNumber(max(width, hostview.MinWidth)), plainNumber(high)
	return `<svg viewBox="0 0 ` + w + " " + t + `" role="img" aria-labelledby="walk-drawn"><title id="walk-drawn">` +
		escape(m.Alt()) + `</title>` + inside + `</svg>`
}

// scale is how much larger than usual the drawing's words are.
func (h *hosts) scale() float64 {
	if sceneTheme() == scene.Projector && h.width >= hostWidth {
		return projected
	}
	return 1
}

// steps are the ways through the walk.
func (h *hosts) steps(m *hostview.Moment) app.UI {
	l := h.l
	where := l.T("walk.step", i18n.Num("k", float64(m.K)), i18n.Num("n", float64(m.Steps())))
	return el.Div().Class("walk-steps").Body(
		el.Button().Attr("type", "button").Class("button icon").Aria("label", l.T("walk.previous")).
			Aria("disabled", m.K == 0).Body(app.Raw(iconBack)).OnClick(h.onBack),
		el.Input().Attr("type", "range").Attr("min", 0).Attr("max", m.Steps()).Attr("value", m.K).
			Aria("label", l.T("walk.at")).Aria("valuetext", where).OnInput(h.onSlide),
		el.Button().Attr("type", "button").Class("button icon primary").Aria("label", l.T("walk.next")).
			Aria("disabled", m.K == m.Steps()).Body(app.Raw(iconForth)).OnClick(h.onForth),
		el.Span().Class("where").Text(where),
	)
}

// The icons are drawn on a grid of 16 and take the colour of the text.
const (
	iconBack  = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M11.5 2.5v11L4.5 8z"/></svg>`
	iconForth = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M4.5 2.5v11l7-5.5z"/></svg>`
)

// counters are the totals so far.
func (h *hosts) counters(m *hostview.Moment) app.UI {
	list := m.Counters()
	return el.Dl().Class("walk-counts").Body(app.Range(list).Slice(func(i int) app.UI {
		c := &list[i]
		class := c.Name
		if c.Bad {
			class += " bad"
		}
		return el.Div().Class(class).Body(el.Dt().Text(c.Label), el.Dd().Text(h.l.Integer(float64(c.Value))))
	}))
}

func (h *hosts) onChoose(i int) app.EventHandler {
	return func(app.Context, app.Event) { h.choose(i) }
}

func (h *hosts) onBack(app.Context, app.Event) { h.step(h.k - 1) }

func (h *hosts) onForth(app.Context, app.Event) { h.step(h.k + 1) }

func (h *hosts) onSlide(ctx app.Context, _ app.Event) {
	h.step(int(ctx.JSSrc().Get("valueAsNumber").Float()))
}
