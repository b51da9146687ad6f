package session

import (
	"fmt"
	"runtime/debug"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
	"stampede/engine/timeline"
)

// Session is one run of a scenario with its history.
type Session struct {
	scn   *scenario.Scenario
	opt   Options
	build Factory
	tl    *timeline.Timeline
	rec   *record.Recorder
	judge *record.Judge
	frame engine.Frame
	every uint64 // requests per drawn mark
	err   error
	trace string // where the engine failed

	playing bool
	speed   float64
	pace    pace
	goal    goal
	moment  *Moment // that NextEvent has come to, nil when it has not

	forks  []engine.Time
	marks  []Mark
	events listeners
	seen   seen
	causes causes
	arms   arms
	words  explainer
	// What the conditions of captions measure, in the record of the run.
	measured   map[scenario.Line]*record.Curve
	measuredIn *record.Recorder
	waiting    waiting
}

// New makes a run of a scenario, paused at time 0.
func New(scn *scenario.Scenario, opt Options) (*Session, error) {
	if opt.Size == 0 && scn.Size != nil {
		opt.Size = scn.Size.Default
	}
	return NewWith(scn, opt, func(seed uint64) (*engine.Sim, error) {
		return catalog.New(scn, catalog.Options{Seed: seed, Size: opt.Size})
	})
}

// NewWith is New for a run that is built by other means.
func NewWith(scn *scenario.Scenario, opt Options, build Factory) (*Session, error) {
	if opt.Until <= 0 {
		opt.Until = engine.Time(scn.For)
	}
	s := &Session{scn: scn, opt: opt, build: build, every: 1}
	s.speed = SpeedOf(scn)
	if err := s.begin(opt.Seed); err != nil {
		return nil, err
	}
	return s, nil
}

// SpeedOf is the speed at which a run of a scenario begins.
func SpeedOf(scn *scenario.Scenario) float64 {
	if scn.Speed == 0 {
		return 1
	}
	return min(max(scn.Speed, MinSpeed), MaxSpeed)
}

// window is the width of the windows of a scenario that names none.
const window = 500 * engine.Millisecond

// begin builds the run of a seed with an empty history.
func (s *Session) begin(seed uint64) error {
	sim, err := s.build(seed)
	if err != nil {
		return err
	}
	width := engine.Time(s.scn.Window)
	if width <= 0 {
		width = window
	}
	sim.Sample(s.every)
	if err := s.arms.begin(s.scn, sim, width, seed != s.opt.Seed); err != nil {
		return err
	}
	s.opt.Seed, s.err, s.goal, s.moment = seed, nil, goal{}, nil
	s.pace = pace{reached: 1}
	s.forks = s.forks[:0]
	s.rec = record.New(sim, width)
	s.judge = record.NewJudge(s.scn, s.rec)
	s.tl = timeline.New(sim, timeline.Options{Grid: width, Passed: s.passed, Loaded: s.rec.Rebase})
	s.causes = causes{}
	s.words = explainer{}
	s.judge.Update(sim)
	s.seen.look(s)
	return nil
}

// passed is told by the timeline at the end of each window.
func (s *Session) passed(sim *engine.Sim) {
	s.rec.Advance(sim)
	s.arms.passed(sim)
	if w := s.rec.Width(); w != s.tl.Grid() {
		s.tl.Regrid(w)
	}
	s.judge.Update(sim)
}

// guard makes a failure of the engine an error of the run: it stops, and all
// that was recorded can still be read.
func (s *Session) guard() {
	if r := recover(); r != nil {
		s.err = fmt.Errorf("the engine failed at %v ns: %v", s.tl.Sim().Now(), r)
		s.trace = string(debug.Stack())
		s.playing, s.goal = false, goal{}
		s.events.emit(EventError)
	}
}

// Reset begins a new run with a seed and an empty journal. It plays on if it
// was playing.
func (s *Session) Reset(seed uint64) error {
	if err := s.begin(seed); err != nil {
		return err
	}
	s.events.emit(EventReset)
	return nil
}

// Scenario is what the run is of.
func (s *Session) Scenario() *scenario.Scenario { return s.scn }

// Seed is the run's seed.
func (s *Session) Seed() uint64 { return s.opt.Seed }

// Size is the run's size, as a share of the true one.
func (s *Session) Size() float64 { return s.opt.Size }

// Now is the moment shown. A seek to a recorded moment shows it at once, while
// Sim is still on its way there: see Seeking.
func (s *Session) Now() engine.Time {
	if s.goal.on && s.goal.at <= s.tl.Head() {
		return s.goal.at
	}
	return s.tl.Sim().Now()
}

// End is the length of the run as shown; it grows when the run goes past it.
func (s *Session) End() engine.Time { return max(s.opt.Until, s.tl.Head()) }

// Head is the latest moment that this branch of the run has reached.
func (s *Session) Head() engine.Time { return s.tl.Head() }

// Sim is the run, for reading only.
func (s *Session) Sim() *engine.Sim { return s.tl.Sim() }

// Err is what stopped the run for good, nil when nothing has.
func (s *Session) Err() error { return s.err }

// Trace is where in the program the run was stopped for good, as Go writes
// it, for a report; "" when it was not.
func (s *Session) Trace() string {
	if s.err == nil {
		return ""
	}
	return s.trace
}

// Sample has one request in n drawn, rounded up to a power of two; 0 draws
// none. It changes what Frame shows, never what happens.
func (s *Session) Sample(n uint64) {
	s.every = n
	s.tl.Sim().Sample(n)
}

// Frame is what can be seen now. Its memory is reused by the next Frame. Once
// the engine has failed, which may be in the middle of anything, it is the
// last one before.
func (s *Session) Frame() *engine.Frame {
	if s.err == nil {
		s.tl.Sim().Frame(&s.frame)
	}
	return &s.frame
}

// Record is what has been measured, up to the head.
func (s *Session) Record() *record.Recorder { return s.rec }

// Judge tells states and verdicts of any recorded moment.
func (s *Session) Judge() *record.Judge { return s.judge }

// State is the live state.
func (s *Session) State() record.State { return s.judge.State(s.Now()) }

// Verdict is the verdict as of Now.
func (s *Session) Verdict() record.Verdict { return s.judge.Verdict(s.Now()) }

// Spans are the stretches of live state up to the head, for a ribbon. The
// slice is valid until time passes.
func (s *Session) Spans() []record.Span { return s.judge.Spans() }

// Journal is what people have done and not undone by acting in the past.
func (s *Session) Journal() []engine.Command { return s.tl.Sim().Journal() }

// Branches are the courses of the run that were left by acting in the past.
func (s *Session) Branches() []timeline.Branch { return s.tl.Branches() }

// Hash is the run hash at Now, 16 hexadecimal digits. A seek is finished first.
func (s *Session) Hash() string {
	s.arrive()
	return fmt.Sprintf("%016x", s.tl.Sim().Hash())
}
