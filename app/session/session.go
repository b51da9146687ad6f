package session

import (
	"time"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// Session is one run of a scenario with its history.
type Session struct {
	scn   *scenario.Scenario
	opt   Options
	build Factory
	sim   *engine.Sim
	rec   *record.Recorder
	frame engine.Frame

	playing bool
	speed   float64
}

// New makes a run of a scenario, paused at time 0.
func New(scn *scenario.Scenario, opt Options) (*Session, error) {
	return NewWith(scn, opt, func(seed uint64) (*engine.Sim, error) {
		return catalog.New(scn, catalog.Options{Seed: seed, Size: opt.Size})
	})
}

// NewWith is New for a run that is built by other means.
func NewWith(scn *scenario.Scenario, opt Options, build Factory) (*Session, error) {
	sim, err := build(opt.Seed)
	if err != nil {
		return nil, err
	}
	return &Session{scn: scn, opt: opt, build: build, sim: sim, speed: 1, rec: &record.Recorder{}}, nil
}

// Scenario is what the run is of.
func (s *Session) Scenario() *scenario.Scenario { return s.scn }

// Seed is the run's seed.
func (s *Session) Seed() uint64 { return s.opt.Seed }

// Size is the run's size, as a share of the true one.
func (s *Session) Size() float64 { return s.opt.Size }

// Now is the current moment.
func (s *Session) Now() engine.Time { return s.sim.Now() }

// End is the length of the run as shown; it grows when the run goes past it.
func (s *Session) End() engine.Time { return s.opt.Until }

// Head is the latest moment that this branch of the run has reached.
func (s *Session) Head() engine.Time { return s.sim.Now() }

// Sim is the run, for reading only.
func (s *Session) Sim() *engine.Sim { return s.sim }

// Err is what stopped the run for good, nil when nothing has.
func (s *Session) Err() error { return nil }

// Play lets time pass.
func (s *Session) Play() {}

// Pause stops time, at the next whole millisecond of the run.
func (s *Session) Pause() {}

// Playing reports whether time passes.
func (s *Session) Playing() bool { return s.playing }

// Speed is the simulated seconds per second.
func (s *Session) Speed() float64 { return s.speed }

// SetSpeed sets the simulated seconds per second; x is moved into 0.1 to 100.
func (s *Session) SetSpeed(x float64) {}

// Pump lets the run follow wall time that has passed since the last Pump. It
// handles at most budget events, in chunks between which it asks late whether
// it must stop (nil: never). It reports whether anything changed.
func (s *Session) Pump(wall time.Duration, budget uint64, late func() bool) bool { return false }

// Behind reports whether the run cannot keep up with its speed, and the share
// of the speed that it reaches.
func (s *Session) Behind() (behind bool, reached float64) { return false, 1 }

// Step moves n quanta of 100 ms, back when n is negative, and pauses.
func (s *Session) Step(n int) {}

// Seek moves to a moment; Pump finishes what cannot be done at once.
func (s *Session) Seek(at engine.Time) {}

// Seeking reports whether Now is still on its way to Target.
func (s *Session) Seeking() bool { return false }

// Target is where a seek leads; Now when there is none.
func (s *Session) Target() engine.Time { return s.Now() }

// NextEvent moves to the next moment that matters: a command, a change of
// state or a caption; at most to End.
func (s *Session) NextEvent() {}

// Reset begins a new run with a seed and an empty journal.
func (s *Session) Reset(seed uint64) error { return nil }

// Set sets a parameter, from now on.
func (s *Session) Set(path, value string) error { return nil }

// Get is the canonical text of a parameter, with what has been set just now.
func (s *Session) Get(path string) (string, error) { return s.sim.Get(path) }

// Do carries out an action, "" for its default argument. The first action of
// a person takes over from the script.
func (s *Session) Do(action, arg string) error { return nil }

// TakeOver cancels what the script still has to come.
func (s *Session) TakeOver() error { return nil }

// TakenOver reports whether the script has been cancelled as of Now.
func (s *Session) TakenOver() bool { return false }

// Strategy reports whether a strategy is on: all its On settings hold.
func (s *Session) Strategy(name string) bool { return false }

// SetStrategy switches a strategy: all its settings at one instant.
func (s *Session) SetStrategy(name string, on bool) error { return nil }

// Frame is what can be seen now. Its memory is reused by the next Frame.
func (s *Session) Frame() *engine.Frame {
	s.sim.Frame(&s.frame)
	return &s.frame
}

// Record is what has been measured, up to the head.
func (s *Session) Record() *record.Recorder { return s.rec }

// State is the live state.
func (s *Session) State() record.State { return record.Healthy }

// Verdict is the verdict as of Now.
func (s *Session) Verdict() record.Verdict { return record.Verdict{} }

// Spans are the stretches of live state up to the head, for a ribbon. The
// slice is valid until the next call.
func (s *Session) Spans() []record.Span { return nil }

// Marks are the events on the timeline, in order of time, those to come
// included. The slice is valid until the next call.
func (s *Session) Marks() []Mark { return nil }

// Caption is the text of the story in force; ok is false when there is none.
func (s *Session) Caption() (c Caption, ok bool) { return Caption{}, false }

// Journal is what people have done and not undone by acting in the past.
func (s *Session) Journal() []engine.Command { return s.sim.Journal() }

// SetJournal gives a run that is at its start what people did in another.
func (s *Session) SetJournal(cmds []engine.Command) error { return nil }

// Hash is the run hash at Now, 16 hexadecimal digits.
func (s *Session) Hash() string { return "" }

// Explain says what goes on, as keys of the language catalogues with
// arguments. The value is valid until the next call.
func (s *Session) Explain() *Explanation { return &Explanation{} }

// On has fn called after each event of a kind; Off with the returned number
// ends that.
func (s *Session) On(event string, fn func()) int { return 0 }

// Off ends a listening.
func (s *Session) Off(id int) {}
