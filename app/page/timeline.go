package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/chart"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/engine"
)

// plots is what ribbon and charts share: the axis, the events and the states.
type plots struct {
	run    *run
	width  float64     // CSS pixels
	cursor engine.Time // under the pointer; chart.Never for none
}

func newPlots(r *run) *plots { return &plots{run: r, width: firstWidth, cursor: chart.Never} }

func (p *plots) axis() chart.Axis {
	a := chart.NewAxis(p.width, 0, p.run.s.End())
	a.Letters = p.run.letters
	return a
}

func (p *plots) format() chart.Format { return p.run.Format() }

func (p *plots) spans() []chart.Span { return p.run.Spans() }

func (p *plots) events() []chart.Event { return p.run.Events() }

// timeline is the ribbon with the events, and the scrubber on it.
type timeline struct {
	live
	plots *plots
	svg   string
	now   string // seconds, as the scrubber's value
	end   string
	fail  bool
}

func newTimeline(p *plots) *timeline {
	t := &timeline{plots: p}
	t.look()
	return t
}

// look draws the ribbon and tells whether it is another than before.
func (t *timeline) look() bool {
	p := t.plots
	s := p.run.s
	rib := p.run.Ribbon()
	svg := rib.SVG(p.axis(), p.format())
	now, end := tenths(s.Now()), tenths(s.End())
	fail := s.Err() != nil
	if svg == t.svg && now == t.now && end == t.end && fail == t.fail {
		return false
	}
	t.svg, t.now, t.end, t.fail = svg, now, end, fail
	return true
}

// OnMount puts the scrubber where it belongs: its attributes are set in any
// order, and a value beyond the end of that moment is cut.
func (t *timeline) OnMount(ctx app.Context) {
	t.live.OnMount(ctx)
	if in := app.Window().GetElementByID("scrub"); in.Truthy() {
		in.Set("value", t.now)
	}
}

func tenths(at engine.Time) string { return strconv.FormatFloat(seconds(at), 'f', 1, 64) }

func (t *timeline) refresh() {
	if t.look() {
		t.redraw()
	}
}

// scrubReach is half the width of the scrubber's thumb, in CSS pixels: so far it
// stands out over both ends of the axis.
const scrubReach = 12

// Render shows the ribbon.
func (t *timeline) Render() app.UI {
	l, a := t.plots.run.l, t.plots.axis()
	s := t.plots.run.s
	text := l.T("transport.at", i18n.Num("now", seconds(s.Now())), i18n.Num("end", seconds(s.End())))
	return el.Div().Class("ribbon").Body(
		app.Raw(t.svg),
		t.still(el.Input()).Attr("type", "range").Class("scrub").ID("scrub").Aria("label", l.T("transport.scrub")).
			Attr("min", 0).Attr("max", t.end).Attr("step", seconds(session.Quantum)).Attr("value", t.now).Aria("valuetext", text).
			Style("left", px(a.Left-scrubReach)).Style("width", px(a.W-a.Left-a.Right+2*scrubReach)).
			OnInput(t.onScrub),
	)
}

// still keeps the scrubber from being moved when the run cannot follow.
func (t *timeline) still(scrub el.Void) el.Void {
	if failed := t.fail; failed || app.IsClient {
		scrub = scrub.Attr("disabled", failed)
	}
	return scrub
}

func px(x float64) string { return strconv.FormatFloat(x, 'f', 1, 64) + "px" }

func (t *timeline) onScrub(ctx app.Context, _ app.Event) {
	if _, err := t.plots.run.verbs.Call("seek", ctx.JSSrc().Get("value").String()); err != nil {
		app.Log(err)
	}
}
