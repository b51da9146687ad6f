package link

import (
	"slices"

	"stampede/app/session"
	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// Run is one moment of one run: all that is needed to have it again.
type Run struct {
	Scenario string      // name of a built-in scenario
	Version  string      // of the program that made it
	Seed     uint64      //
	Size     float64     // share of the true size; 0 for the scenario's own
	At       engine.Time // the moment shown
	Until    engine.Time // length of the run; 0 for the scenario's
	Journal  []engine.Command
	View     View
}

// View is how the run is looked at. It changes nothing that happens.
type View struct {
	Speed float64 // simulated seconds per second; 0 for the scenario's
	Walk  Walk    // where the host view stands
}

// Walk is a step of one of the scenario's walks. The zero value is the beginning of
// the first one, as it is written.
type Walk struct {
	Name    string
	Step    int    // 0 to maxStep; 0 is before the first
	Changed string // switches that stand the other way than written: names in order, with commas between
}

// Of is the run of a session at its moment; where a seek is under way, at the
// moment that it leads to. What people did and what is still ahead of the moment
// is part of it.
func Of(s *session.Session) Run {
	r := Run{
		Scenario: s.Scenario().Name, Version: version.Number, Seed: s.Seed(), Size: s.Size(), At: s.Target(),
		Until: s.End(), Journal: s.Journal(), View: View{Speed: s.Speed()},
	}
	return r.plain().short(s.Scenario())
}

// Short is the run without what its scenario says by itself, so that its link is
// short.
func (r Run) Short() Run {
	scn, ok := catalog.Scenario(r.Scenario)
	if !ok {
		return r
	}
	return r.short(scn)
}

func (r Run) short(scn *scenario.Scenario) Run {
	if scn.Size != nil && r.Size == scn.Size.Default {
		r.Size = 0
	}
	if r.Until == engine.Time(scn.For) {
		r.Until = 0
	}
	if r.View.Speed == session.SpeedOf(scn) {
		r.View.Speed = 0
	}
	if len(scn.Walks) > 0 && r.View.Walk == (Walk{Name: scn.Walks[0].Name}) {
		r.View.Walk = Walk{}
	}
	return r
}

// plain has the commands at the moments when they take effect.
func (r Run) plain() Run {
	r.Journal = slices.Clone(r.Journal)
	for i, c := range r.Journal {
		r.Journal[i] = engine.Command{At: c.Due(), Verb: c.Verb, Path: c.Path, Value: c.Value}
	}
	return r
}
