package view

import (
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// Run is a run as a reader sees it.
type Run struct {
	Locale   *i18n.Locale
	Scenario *scenario.Scenario
	Session  *session.Session
	Frame    *engine.Frame // of the last Look

	recorded *record.Recorder
	curves   map[scenario.Line]*record.Curve
}

// New reads a session in a language, and looks at it.
func New(l *i18n.Locale, s *session.Session) *Run {
	r := &Run{Locale: l, Scenario: s.Scenario(), Session: s}
	r.Look()
	return r
}

// Look takes a new frame of the run.
func (r *Run) Look() { r.Frame = r.Session.Frame() }

// Seconds is a moment or span of a run in seconds.
func Seconds(t engine.Time) float64 { return float64(t) / float64(engine.Second) }

// Curve measures a line; nil for one that cannot be measured. It is kept, since
// it remembers what it has measured.
func (r *Run) Curve(line scenario.Line) *record.Curve {
	if rec := r.Session.Record(); rec != r.recorded {
		r.recorded, r.curves = rec, map[scenario.Line]*record.Curve{}
	}
	line.Ink, line.Style = "", ""
	c, ok := r.curves[line]
	if !ok {
		// A line that the scenario cannot have is nil: there is nothing to show.
		c, _ = r.recorded.Curve(line)
		r.curves[line] = c
	}
	return c
}

// measured is the value of a line in the last whole windows before now.
func (r *Run) measured(of, metric string) (x float64, ok bool) {
	c := r.Curve(scenario.Line{Of: of, Metric: metric})
	if c == nil {
		return 0, false
	}
	x = c.Over(r.Session.Now()-2*r.recorded.Width(), r.Session.Now())
	return x, x == x
}

// State is the live state, or "stuck" while it is failing and that is the
// verdict, as the session's sentences have it.
func (r *Run) State() string {
	if r.Session.State() == record.Failing && r.Session.Verdict().Ruling == record.RuledStuck {
		return record.RuledStuck.String()
	}
	return r.Session.State().String()
}

// StateFor is how long the live state has lasted, in seconds.
func (r *Run) StateFor() float64 {
	now, from := r.Session.Now(), engine.Time(0)
	for _, sp := range r.Session.Spans() {
		if sp.From+r.Session.Record().Width() <= now { // a state is told at the end of a window
			from = sp.From
		}
	}
	return Seconds(now - from)
}

// InkOf is the name of the ink of a live state or a verdict.
func InkOf(state string) string {
	switch state {
	case "stuck":
		return "failing"
	case "recovered":
		return "healthy"
	}
	return state
}
