package verbs

import (
	"math"
	"strconv"
	"strings"

	"stampede/app/scene"
	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/scenario"
)

// Verbs acts on one run at a time.
type Verbs struct {
	// Version is that of the program.
	Version string
	// Link makes the address of the run as it is now.
	Link func() string
	// Resize makes a run of another size, and has Use called with it.
	Resize func(size float64) error
	// Stage is the picture of the run; nil where there is none.
	Stage func() *scene.Scene

	s *session.Session
}

// Use makes the verbs act on a run from now on.
func (v *Verbs) Use(s *session.Session) { v.s = s }

// Session is the run acted on.
func (v *Verbs) Session() *session.Session { return v.s }

// Toggle plays or pauses. At the end of the run it starts over.
func (v *Verbs) Toggle() error {
	if v.s.Playing() {
		v.s.Pause()
		return nil
	}
	return v.Play()
}

// Play lets time pass; at the end of the run the same one, journal and all,
// begins again.
func (v *Verbs) Play() error {
	if v.s.Err() != nil {
		return v.s.Err()
	}
	if v.s.Now() >= v.s.End() {
		v.s.Seek(0)
	}
	v.s.Play()
	return nil
}

// Set sets a parameter to a canonical text.
func (v *Verbs) Set(path, text string) error { return v.s.Set(path, text) }

// Seek moves to a moment in seconds, within the run.
func (v *Verbs) Seek(seconds float64) {
	at := engine.Time(math.Round(seconds * float64(engine.Second)))
	v.s.Seek(min(max(at, 0), v.s.End()))
}

// Strategy switches one of the scenario's strategies, the first being 0. It
// does nothing for one that is not there.
func (v *Verbs) Strategy(i int) error {
	list := v.s.Scenario().Strategies
	if i < 0 || i >= len(list) {
		return nil
	}
	name := list[i].Name
	return v.s.SetStrategy(name, !v.s.Strategy(name))
}

// Action finds an action of the scenario.
func Action(scn *scenario.Scenario, name string) (*scenario.Action, bool) {
	for i := range scn.Actions {
		if scn.Actions[i].Name == name {
			return &scn.Actions[i], true
		}
	}
	return nil, false
}

// Paths lists the parameters that can be set: those of the components, those of
// the policies and their switches, in the scenario's order.
func Paths(s *session.Session) []string {
	var out []string
	scn := s.Scenario()
	sim := s.Sim()
	for i := range scn.Components {
		c := &scn.Components[i]
		if id, ok := sim.NodeByName(c.Name); ok {
			for _, p := range engine.Declared(sim.Component(id)).Params() {
				out = append(out, c.Name+"."+p.Name)
			}
		}
		out = append(out, seats(c.Name, c.Policies)...)
	}
	for i := range scn.Links {
		out = append(out, seats(scn.Links[i].Name, scn.Links[i].Policies)...)
	}
	return out
}

// seats lists the parameters of the policies at one place.
func seats(place string, list []scenario.Policy) []string {
	var out []string
	for i := range list {
		p := &list[i]
		name := p.Name
		if name == "" {
			name = p.Kind
		}
		at := place + "." + name
		out = append(out, at+"."+On)
		for _, d := range policyParams(p.Kind) {
			out = append(out, at+"."+d.Name)
		}
	}
	return out
}

// number writes a number as parameters and arguments take it.
func number(x float64) string {
	return strings.Replace(strconv.FormatFloat(x, 'g', -1, 64), "+", "", 1)
}
