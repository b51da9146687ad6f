package transport

import (
	"math/rand/v2"
	"slices"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/verbs"
	"stampede/engine"
)

// Setup chooses which run it is: its seed and its size.
type Setup struct {
	live
	l     *i18n.Locale
	verbs *verbs.Verbs
	seed  uint64
	size  float64
	other []float64 // sizes beside those offered that the run has had
	ahead bool      // a person acted later in the run
}

// NewSetup makes the row for the run that the verbs act on.
func NewSetup(l *i18n.Locale, v *verbs.Verbs) *Setup {
	s := &Setup{l: l, verbs: v}
	s.seed, s.size, s.ahead = v.Session().Seed(), v.Session().Size(), ahead(v.Session())
	return s
}

// Refresh draws the row again when the run is another.
func (s *Setup) Refresh() {
	run := s.verbs.Session()
	later := ahead(run)
	if s.seed == run.Seed() && s.size == run.Size() && s.ahead == later {
		return
	}
	s.seed, s.size, s.ahead = run.Seed(), run.Size(), later
	s.part.Redraw()
}

// ahead reports whether something that a person did lies later than now, so that
// it will happen again unless the run takes another course.
func ahead(run *session.Session) bool {
	return slices.ContainsFunc(run.Marks(), func(m session.Mark) bool {
		// What was done just now takes effect within a millisecond.
		later := m.At-run.Now() >= engine.Millisecond
		return later && !m.Script && (m.Kind == session.MarkDo || m.Kind == session.MarkSet)
	})
}

// Render shows the row.
func (s *Setup) Render() app.UI {
	l := s.l
	return el.Div().Class("setup").Body(
		el.Label().Title(l.T("transport.seed.help")).Body(
			el.Span().Text(l.T("transport.seed")),
			el.Input().Attr("type", "number").Class("entry").Attr("min", 0).Attr("step", 1).Attr("value", strconv.FormatUint(s.seed, 10)).OnChange(s.onSeed),
		),
		el.Button().Attr("type", "button").Class("button").Text(l.T("transport.seed.new")).OnClick(s.onNew),
		app.If(!s.verbs.Session().Scenario().Size.Fixed(), s.sizeMenu),
		app.If(s.ahead, func() app.UI { return el.P().Class("ahead").Text(l.T("transport.ahead")) }),
	)
}

// sizeMenu offers the scenario's sizes in powers of ten and their halves.
func (s *Setup) sizeMenu() app.UI {
	limits := s.verbs.Session().Scenario().Size
	s.other = keep(s.other, sizeSteps, s.size)
	sizes := Sizes(limits.Min, limits.Max, s.other)
	return el.Label().Title(s.l.T("transport.size.help")).Body(
		el.Span().Text(s.l.T("transport.size")),
		el.Select().OnChange(s.onSize).Body(app.Range(sizes).Slice(func(i int) app.UI {
			x := sizes[i]
			return control.Option(strconv.FormatFloat(x, 'g', -1, 64), s.l.T("transport.size.value", i18n.Num("x", x)), x == s.size)
		})),
	)
}

// sizeSteps are the offered shares of the true size.
var sizeSteps = []float64{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1}

// Sizes are the sizes to offer between two limits, with others, in their order.
func Sizes(least, most float64, other []float64) []float64 {
	var out []float64
	for _, x := range slices.Concat(sizeSteps, other) {
		if x >= least && x <= most {
			out = append(out, x)
		}
	}
	return control.InOrder(out)
}

func (s *Setup) onSeed(ctx app.Context, _ app.Event) {
	s.reset(ctx.JSSrc().Get("value").String())
}

func (s *Setup) onNew(app.Context, app.Event) { s.reset(strconv.Itoa(NewSeed())) }

// seedRange keeps new seeds short enough to be read out in a class.
const seedRange = 1_000_000

// NewSeed draws a seed. It is the only chance in a run, and it is written down.
func NewSeed() int { return rand.IntN(seedRange) }

func (s *Setup) reset(seed string) {
	if _, err := s.verbs.Call("reset", map[string]any{"seed": seed}); err != nil {
		app.Log(err)
	}
	s.seed = s.verbs.Session().Seed()
}

func (s *Setup) onSize(ctx app.Context, _ app.Event) {
	if _, err := s.verbs.Call("size", ctx.JSSrc().Get("value").String()); err != nil {
		app.Log(err)
	}
	s.size = s.verbs.Session().Size()
}
