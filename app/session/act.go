package session

import (
	"fmt"
	"maps"
	"slices"

	"stampede/engine"
	"stampede/engine/scenario"
)

// due is when what is done now takes effect.
func (s *Session) due() engine.Time { return engine.Command{At: s.tl.Sim().Now()}.Due() }

// ready ends a seek, so that what is done is done at the moment shown.
func (s *Session) ready() error {
	defer s.guard()
	if s.err == nil {
		s.arrive()
	}
	return s.err
}

// act adds commands to the journal, all at one moment: the next whole
// millisecond. In the past it forks the run. Either all are valid or none is
// added.
func (s *Session) act(cmds ...engine.Command) error {
	defer s.guard()
	sim := s.tl.Sim()
	for _, c := range cmds {
		if err := sim.Check(c); err != nil {
			return err
		}
	}
	if len(cmds) == 0 {
		return nil
	}
	if s.tl.Fork() {
		s.rec.Truncate(sim.Now())
		s.causes.forget(sim.Now())
		s.arms.forget(sim.Now())
		s.forks = slices.DeleteFunc(s.forks, func(at engine.Time) bool { return at > sim.Now() })
		s.forks = append(s.forks, sim.Now())
		s.events.emit(EventFork)
	}
	s.moment = nil
	for _, c := range cmds {
		c.At = s.due()
		if err := s.insert(c); err != nil {
			return err
		}
	}
	s.judge.Update(sim)
	s.events.emit(EventCommand)
	s.notice()
	return nil
}

// insert adds a command; it takes the place of one that sets the same
// parameter and has not taken effect.
func (s *Session) insert(c engine.Command) error {
	sim := s.tl.Sim()
	all := slices.Clone(sim.Journal())
	sim.Forget()
	for _, old := range all[len(sim.Journal()):] {
		if old.Verb == engine.CmdSet && c.Verb == engine.CmdSet && old.Path == c.Path {
			continue
		}
		if err := sim.Insert(old); err != nil {
			return err
		}
	}
	return sim.Insert(c)
}

// Set sets a parameter, from now on. An unknown path or a value that is not
// allowed is an error.
func (s *Session) Set(path, value string) error {
	if err := s.ready(); err != nil {
		return err
	}
	if now, err := s.Get(path); err == nil && now == value {
		return nil
	}
	return s.act(engine.Command{Verb: engine.CmdSet, Path: path, Value: value})
}

// Get is the canonical text of a parameter, or what has been set just now.
func (s *Session) Get(path string) (string, error) {
	text, err := s.tl.Sim().Get(path)
	if err != nil || s.goal.on {
		return text, err
	}
	now, due := s.tl.Sim().Now(), s.due()
	if now < s.tl.Head() {
		return text, nil // what lies ahead would be left by acting
	}
	for _, c := range s.Journal() {
		if c.Verb == engine.CmdSet && c.Path == path && c.Due() >= now && c.Due() <= due {
			text = c.Value
		}
	}
	return text, nil
}

// Do carries out an action, "" for its default argument. The first action of
// a person takes over from the script.
func (s *Session) Do(action, arg string) error {
	if err := s.ready(); err != nil {
		return err
	}
	c := engine.Command{Verb: engine.CmdDo, Path: action, Value: arg}
	if s.TakenOver() || !s.scriptLeft() {
		return s.act(c)
	}
	return s.act(engine.Command{Verb: engine.CmdTakeOver}, c)
}

// TakeOver cancels what the script still has to come.
func (s *Session) TakeOver() error {
	if err := s.ready(); err != nil {
		return err
	}
	if s.TakenOver() || !s.scriptLeft() {
		return nil
	}
	return s.act(engine.Command{Verb: engine.CmdTakeOver})
}

// TakenOver reports whether the script has been cancelled as of Now.
func (s *Session) TakenOver() bool { return s.takenAt() <= max(s.Now(), s.dueAtHead()) }

// dueAtHead is when what is done now takes effect, unless that would fork.
func (s *Session) dueAtHead() engine.Time {
	if s.Now() < s.tl.Head() {
		return 0
	}
	return s.due()
}

// takenAt is when somebody takes over from the script, Never when nobody does.
func (s *Session) takenAt() engine.Time {
	for _, c := range s.Journal() {
		if c.Verb == engine.CmdTakeOver {
			return c.Due()
		}
	}
	return engine.Never
}

// scriptLeft reports whether the script has anything to come, a caption too.
func (s *Session) scriptLeft() bool {
	now := s.Now()
	for i := range s.scn.Script {
		if s.begins(i) >= now {
			return true
		}
	}
	return false
}

func (s *Session) strategy(name string) *scenario.Strategy {
	for i := range s.scn.Strategies {
		if s.scn.Strategies[i].Name == name {
			return &s.scn.Strategies[i]
		}
	}
	return nil
}

// Strategy reports whether a strategy is on: all its On settings hold.
func (s *Session) Strategy(name string) bool {
	st := s.strategy(name)
	return st != nil && s.holds(st.On)
}

// holds reports whether all of these settings are in force.
func (s *Session) holds(set map[string]string) bool {
	for path, want := range set {
		if got, err := s.Get(path); err != nil || got != want {
			return false
		}
	}
	return true
}

// SetStrategy switches a strategy: all its settings at one instant.
func (s *Session) SetStrategy(name string, on bool) error {
	if err := s.ready(); err != nil {
		return err
	}
	st := s.strategy(name)
	if st == nil {
		return fmt.Errorf("no strategy is named %q", name)
	}
	set := st.Off
	if on {
		set = st.On
	}
	var cmds []engine.Command
	for _, path := range slices.Sorted(maps.Keys(set)) {
		if now, err := s.Get(path); err != nil || now != set[path] {
			cmds = append(cmds, engine.Command{Verb: engine.CmdSet, Path: path, Value: set[path]})
		}
	}
	return s.act(cmds...)
}

// SetJournal gives a run that is at its start what people did in another. The
// first invalid command is an error, and nothing is taken over.
func (s *Session) SetJournal(cmds []engine.Command) error {
	sim := s.tl.Sim()
	if sim.Now() > 0 || s.tl.Head() > 0 {
		return fmt.Errorf("the run is at %d ns: a journal is given at its start", sim.Now())
	}
	for _, c := range cmds {
		if err := sim.Check(c); err != nil {
			return err
		}
	}
	if err := sim.SetJournal(cmds); err != nil {
		return err
	}
	s.judge.Update(sim)
	s.events.emit(EventCommand)
	return nil
}
