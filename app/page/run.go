package page

import (
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
	// first holds the values with which the scenario starts, by path.
	first map[string]string
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
	r.scene.SetTheme(sceneTheme())
	r.scene.SetStill(r.still)
	r.first = map[string]string{}
	for _, st := range r.scn.Strategies {
		for _, path := range st.Params {
			r.first[path], _ = s.Get(path)
		}
	}
	r.look()
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
	kind := ""
	for i := range r.scn.Components {
		if r.scn.Components[i].Name == node {
			kind = r.scn.Components[i].Kind
		}
	}
	return r.l.First(r.key("node", node), "kind."+kind)
}

// key is the catalogue key of something that the scenario names.
func (r *run) key(what, name string) string { return what + "." + r.scn.Name + "." + name }

// measured is the value of a line in the last whole window before now.
func (r *run) measured(of, metric string) (x float64, ok bool) {
	s, err := r.s.Record().Series(scenario.Line{Of: of, Metric: metric})
	if err != nil || s.Width <= 0 {
		return 0, false
	}
	i := min(int((r.s.Now()-s.Start)/s.Width)-1, len(s.Values)-1)
	if i < 0 {
		return 0, false
	}
	x = s.Values[i]
	return x, x == x
}

// stateName is the live state, or "stuck" once that is the verdict.
func (r *run) stateName() string {
	if r.s.Verdict().Ruling == record.RuledStuck {
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
