package page

import (
	"strings"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/verbs"
	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// run is what the parts of the playground share.
type run struct {
	l     *i18n.Locale
	scn   *scenario.Scenario
	s     *session.Session
	verbs *verbs.Verbs
	scene *scene.Scene
	frame *engine.Frame
	still bool // reduced motion: no marks
	// scale is how much larger than usual words on the stage are.
	scale float64
	// first holds the values with which the scenario starts, by path.
	first map[string]string

	recorded *record.Recorder
	curves   map[scenario.Line]*record.Curve
}

// The stage before the page has measured it.
const (
	firstWidth  = 1000
	firstHeight = 470
)

func newRun(l *i18n.Locale, scn *scenario.Scenario, opt session.Options) (*run, error) {
	s, err := session.New(scn, opt)
	if err != nil {
		return nil, err
	}
	r := &run{l: l, scn: scn, verbs: &verbs.Verbs{}}
	r.verbs.Stage = func() *scene.Scene { return r.scene }
	r.use(s)
	return r, nil
}

// use shows another session of the scenario.
func (r *run) use(s *session.Session) {
	w, h := float64(firstWidth), float64(firstHeight)
	if r.scene != nil {
		w, h = r.scene.Layout().W, r.scene.Layout().H
	}
	r.s = s
	r.verbs.Use(s)
	r.scene = scene.New(r.scn, w, h)
	r.dress(sceneTheme())
	r.scene.SetStill(r.still)
	r.first = firstValues(r)
	r.look()
}

// projected is the scale of words on the stage of a projection.
const projected = 1.36

// dress shows the stage in a theme.
func (r *run) dress(t scene.Theme) {
	r.scene.SetTheme(t)
	r.scale = 1
	if t == scene.Projector {
		r.scale = projected
	}
}

// initial is the value of a parameter at the start of the scenario.
func (r *run) initial(path string) string { return r.first[path] }

// look takes a new frame of the run.
func (r *run) look() (moved bool) {
	r.frame = r.s.Frame()
	return r.scene.Observe(r.frame)
}

func seconds(t engine.Time) float64 { return float64(t) / float64(engine.Second) }

// name is what a component is called: by the scenario's catalogue, else by the
// kind of component.
func (r *run) name(node string) string {
	for i := range r.scn.Components {
		if c := &r.scn.Components[i]; c.Name == node {
			return r.l.First(append(wordKeys(r.scn.Name, "node", node), "kind."+c.Kind)...)
		}
	}
	return node
}

// word is the text for something that the scenario names; part says which one,
// where there are several.
func (r *run) word(what, name string, part ...string) string {
	return r.l.First(wordKeys(r.scn.Name, what, name, part...)...)
}

// wordKeys are the keys of a text, best first: the scenario's own, that of its
// family (the part of its name before a slash), and that of all scenarios.
func wordKeys(scenario, what, name string, part ...string) []string {
	rest := name
	for _, p := range part {
		rest += "." + p
	}
	keys := []string{what + "." + scenario + "." + rest}
	if family, _, ok := strings.Cut(scenario, "/"); ok {
		keys = append(keys, what+"."+family+"."+rest)
	}
	return append(keys, what+"."+rest)
}

// about is one of the texts on a scenario as a whole.
func about(l *i18n.Locale, scenario, part string) string {
	family, _, _ := strings.Cut(scenario, "/")
	return l.First("scenario."+scenario+"."+part, "scenario."+family+"."+part)
}

// curve measures a line; nil for one that cannot be measured. It is kept, since
// it remembers what it has measured.
func (r *run) curve(line scenario.Line) *record.Curve {
	if rec := r.s.Record(); rec != r.recorded {
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
func (r *run) measured(of, metric string) (x float64, ok bool) {
	c := r.curve(scenario.Line{Of: of, Metric: metric})
	if c == nil {
		return 0, false
	}
	x = c.Over(r.s.Now()-2*r.recorded.Width(), r.s.Now())
	return x, x == x
}

// stateName is the live state, or "stuck" while it is failing and that is the
// verdict, as the session's sentences have it.
func (r *run) stateName() string {
	if r.s.State() == record.Failing && r.s.Verdict().Ruling == record.RuledStuck {
		return record.RuledStuck.String()
	}
	return r.s.State().String()
}

// stateFor is how long the live state has lasted, in seconds.
func (r *run) stateFor() float64 {
	now, from := r.s.Now(), engine.Time(0)
	for _, sp := range r.s.Spans() {
		if sp.From <= now {
			from = sp.From
		}
	}
	return seconds(now - from)
}
