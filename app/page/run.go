package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/verbs"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/scenario"
)

// run is what the parts of the playground share.
type run struct {
	*view.Run // the run in words, of the session below

	l     *i18n.Locale
	scn   *scenario.Scenario
	s     *session.Session
	verbs *verbs.Verbs
	scene *scene.Scene
	frame *engine.Frame
	still bool // reduced motion: no marks
	// places are those of the components of an excerpt; nil where all are shown.
	places map[string]scenario.Place
	// scale is how much larger than usual words on the stage are.
	scale float64
	// letters is the same for words beside the charts.
	letters float64
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
	return runOf(l, s), nil
}

func runOf(l *i18n.Locale, s *session.Session) *run {
	r := newBareRun(l, s.Scenario())
	r.use(s)
	return r
}

// newBareRun makes a run that has no session yet.
func newBareRun(l *i18n.Locale, scn *scenario.Scenario) *run {
	r := &run{l: l, scn: scn, verbs: &verbs.Verbs{}}
	r.verbs.Stage = func() *scene.Scene { return r.scene }
	return r
}

// use shows another session of the scenario.
func (r *run) use(s *session.Session) {
	w, h := float64(firstWidth), float64(firstHeight)
	if r.scene != nil {
		w, h = r.scene.Layout().W, r.scene.Layout().H
	}
	r.s, r.Run = s, view.New(r.l, s)
	r.verbs.Use(s)
	if r.places != nil {
		r.scene = scene.NewExcerpt(r.scn, w, h, r.places)
	} else {
		r.scene = scene.New(r.scn, w, h)
	}
	r.dress(sceneTheme())
	r.scene.SetStill(r.still)
	r.first = firstValues(r)
	r.look()
}

// projected is the scale of words on the stage of a projection.
const projected = 1.36

// projectedCharts is the scale of words beside the charts of a projection, of that
// of its text; the style sheet sets them so.
const projectedCharts = 0.95

// dress shows the stage in a theme.
func (r *run) dress(t scene.Theme) {
	r.letters = 1
	r.scene.SetTheme(t)
	r.scale = textSize()
	r.scene.SetWords(r.scale)
	if t == scene.Projector {
		r.letters = projectedCharts * r.scale
		r.scale *= projected
	}
}

// usualText is the size of text that browsers begin with, in CSS pixels.
const usualText = 16

// textSize is how much larger than usual readers have made text: the stage grows
// with it.
func textSize() float64 {
	if app.IsServer {
		return 1
	}
	root := app.Window().Get("document").Get("documentElement")
	px, err := strconv.ParseFloat(strings.TrimSuffix(app.Window().Call("getComputedStyle", root).Get("fontSize").String(), "px"), 64)
	if err != nil || px <= 0 {
		return 1
	}
	return px / usualText
}

// initial is the value of a parameter at the start of the scenario.
func (r *run) initial(path string) string { return r.first[path] }

// look takes a new frame of the run.
func (r *run) look() (moved bool) {
	r.Look()
	r.frame = r.Frame
	return r.scene.Observe(r.frame)
}

func seconds(t engine.Time) float64 { return view.Seconds(t) }

func (r *run) stateName() string { return r.State() }

func (r *run) stateFor() float64 { return r.StateFor() }
