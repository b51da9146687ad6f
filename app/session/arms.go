package session

import (
	"fmt"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// arms are the numbers of the scenario's table: those of this run, and those of
// the arms once somebody has asked for them.
type arms struct {
	track  *record.Track  // nil for a scenario without a table
	trials *record.Trials // nil until somebody asks
	going  bool
}

// begin is told of a new run. What the arms gave stays true as long as the seed
// does.
func (a *arms) begin(scn *scenario.Scenario, sim *engine.Sim, width engine.Time, another bool) (err error) {
	if scn.Table == nil {
		return nil
	}
	if another {
		a.trials, a.going = nil, false
	}
	a.track, err = record.NewTrack(scn, sim, width)
	return err
}

func (a *arms) passed(sim *engine.Sim) {
	if a.track != nil {
		a.track.Advance(sim)
	}
}

func (a *arms) forget(after engine.Time) {
	if a.track != nil {
		a.track.Truncate(after)
	}
}

// work runs the arms in what a Pump has left over, and for one chunk where it
// has nothing left: they come to their end beside a run that takes all it gets.
// It reports whether they are at their end now.
func (a *arms) work(w *work) (ended bool) {
	if !a.going {
		return false
	}
	// An arm that fails is no failure of the run that people watch.
	defer func() {
		if r := recover(); r != nil {
			a.trials.Fail(fmt.Errorf("the engine failed: %v", r))
			a.going, ended = false, true
		}
	}()
	for n := max(w.next(), chunk); n > 0; n = w.next() {
		w.spend(n)
		if a.trials.Step(n) {
			a.going = false
			return true
		}
	}
	return false
}

// Track is what the rows of the scenario's table are in this run, up to the head;
// nil for a scenario without a table.
func (s *Session) Track() *record.Track { return s.arms.track }

// Trials are the arms of the scenario's table as far as they have been run, nil
// when nobody has asked for them. They are forgotten with the seed.
func (s *Session) Trials() *record.Trials { return s.arms.trials }

// RunArms has the arms of the scenario's table run in the time that Pump leaves
// over, up to the length of the run as shown: on the seed and size of this one,
// with the script as told and nothing of what people did in it. It goes on where
// RestArms has interrupted it.
func (s *Session) RunArms() {
	if s.scn.Table == nil {
		return
	}
	if s.arms.trials == nil {
		seed := s.opt.Seed
		s.arms.trials = record.NewTrials(s.scn, func() (*engine.Sim, error) { return s.build(seed) }, s.opt.Until)
	}
	s.arms.going = !s.arms.trials.Done()
}

// RestArms interrupts them; the arm under way will begin anew.
func (s *Session) RestArms() {
	if s.arms.trials != nil {
		s.arms.trials.Rest()
		s.arms.going = false
	}
}

// RunningArms reports whether arms are being run.
func (s *Session) RunningArms() bool { return s.arms.going }
