package session

import (
	"time"

	"stampede/engine"
	"stampede/engine/record"
)

const (
	minSpeed, maxSpeed = 0.1, 100
	// maxWall bounds the wall time that one Pump follows, so that a page that
	// was hidden does not rush to catch up.
	maxWall = 250 * time.Millisecond
	// chunk is the events handled between two looks at the deadline.
	chunk = 4096
	// quantum is the length of a step.
	quantum = 100 * engine.Millisecond
	// atOnce is the events that a seek may handle before it returns.
	atOnce = 20_000
	// behindAt is the reached share of the speed below which a run is behind.
	behindAt = 0.95
)

// goal is a moment that the run is on its way to.
type goal struct {
	at    engine.Time
	on    bool
	state record.State // with change: the state that is to be left
	// change ends the way at the first window in another state.
	change bool
}

// Play lets time pass. It stops at the end of the run; Play again goes past it.
func (s *Session) Play() {
	if s.err != nil || s.playing {
		return
	}
	s.playing, s.reached = true, 1
	s.events.emit(EventPlay)
}

// Pause stops time, at the next whole millisecond of the run.
func (s *Session) Pause() {
	defer s.guard()
	if !s.playing {
		return
	}
	s.playing = false
	s.tl.Settle()
	s.events.emit(EventPause)
}

// Playing reports whether time passes.
func (s *Session) Playing() bool { return s.playing }

// Speed is the simulated seconds per second.
func (s *Session) Speed() float64 { return s.speed }

// SetSpeed sets the simulated seconds per second; x is moved into 0.1 to 100.
func (s *Session) SetSpeed(x float64) {
	if x == x {
		s.speed, s.reached = min(max(x, minSpeed), maxSpeed), 1
	}
}

// Behind reports whether the run cannot keep up with its speed, and the share
// of the speed that it reaches.
func (s *Session) Behind() (behind bool, reached float64) {
	return s.playing && s.reached < behindAt, s.reached
}

// Pump lets the run follow wall time that has passed since the last Pump. It
// handles at most budget events, in chunks between which it asks late whether
// it must stop (nil: never). What is left of the budget goes into finding the
// cause of a failure. It reports whether the run moved.
func (s *Session) Pump(wall time.Duration, budget uint64, late func() bool) (changed bool) {
	defer s.guard()
	if s.err != nil {
		return false
	}
	w := work{budget, late}
	switch {
	case s.goal.on:
		s.approach(&w)
		changed = true
	case s.playing:
		changed = s.play(wall, &w)
	}
	s.causes.work(s, &w)
	s.notice()
	return changed
}

// work is what a Pump may still do.
type work struct {
	budget uint64
	late   func() bool
}

// next is the size of the next chunk, 0 when it is time to stop.
func (w *work) next() uint64 {
	if w.budget == 0 || w.late != nil && w.late() {
		w.budget = 0
	}
	return min(chunk, w.budget)
}

func (w *work) spend(n uint64) { w.budget -= min(n, w.budget) }

func (s *Session) play(wall time.Duration, w *work) bool {
	from := s.tl.Sim().Now()
	want := engine.Time(float64(min(max(wall, 0), maxWall)) * s.speed)
	if want <= 0 {
		return false
	}
	until := from + want
	stop := from < s.opt.Until && until >= s.opt.Until
	if stop {
		until = s.opt.Until
	}
	arrived := s.forward(until, w)
	share := 1.0
	if !arrived {
		share = float64(s.tl.Sim().Now()-from) / float64(want)
	}
	s.reached += (share - s.reached) / 16
	if arrived && stop {
		s.Pause()
	}
	return s.tl.Sim().Now() != from
}

// forward runs on in chunks and reports whether it came to the moment.
func (s *Session) forward(until engine.Time, w *work) bool {
	for {
		n := w.next()
		if n == 0 {
			return false
		}
		before := s.tl.Sim().Events()
		if s.tl.Run(until, n) {
			w.spend(s.tl.Sim().Events() - before)
			return true
		}
		w.spend(n)
	}
}

// Step moves n quanta of 100 ms, back when n is negative, and pauses.
func (s *Session) Step(n int) {
	at := max(0, s.Now()+engine.Time(n)*quantum)
	s.Pause()
	s.travel(goal{at: at, on: true})
}

// Seek moves to a moment between 0 and End and goes on from there as before:
// playing or paused. Pump finishes what cannot be done at once.
func (s *Session) Seek(at engine.Time) { s.travel(goal{at: min(max(0, at), s.End()), on: true}) }

// Seeking reports whether the run is still on its way to Target.
func (s *Session) Seeking() bool { return s.goal.on }

// Target is where a seek leads; Now when there is none.
func (s *Session) Target() engine.Time {
	if s.goal.on {
		return s.goal.at
	}
	return s.Now()
}

// NextEvent moves to the next moment that matters, and pauses: just after a
// command or the beginning of a caption, or when the live state changes; at
// most to End.
func (s *Session) NextEvent() {
	now := s.Now()
	at := s.End()
	for _, m := range s.Marks() {
		if t := m.At + engine.Millisecond; m.Kind != MarkHold && m.Kind != MarkFork && t > now {
			at = min(at, t)
		}
	}
	for _, sp := range s.Spans() {
		if sp.From > now {
			at = min(at, sp.From)
		}
	}
	s.Pause()
	s.travel(goal{at: max(at, now), on: true, change: true, state: s.State()})
}

// travel sets out for a goal, and arrives at once when it is near.
func (s *Session) travel(g goal) {
	defer s.guard()
	if s.err != nil {
		return
	}
	s.goal = g
	s.approach(&work{budget: atOnce})
	s.notice()
}

// approach goes on towards the goal.
func (s *Session) approach(w *work) {
	for s.goal.on {
		n := w.next()
		if n == 0 {
			return
		}
		before := s.tl.Sim().Events()
		at := s.goal.at
		if s.goal.change && s.tl.Sim().Now() >= s.rec.Head() {
			at = min(at, s.rec.Next(s.tl.Sim().Now()))
		}
		if !s.tl.SeekSome(at, n) {
			w.spend(n)
			continue
		}
		w.spend(max(1, s.tl.Sim().Events()-min(before, s.tl.Sim().Events())))
		now := s.tl.Sim().Now()
		if now == s.goal.at || s.goal.change && s.judge.State(now) != s.goal.state {
			s.goal = goal{}
			s.events.emit(EventSeek)
		}
	}
}

// arrive ends a seek now: at its moment when that has been recorded, else
// where it has come to.
func (s *Session) arrive() {
	if s.goal.on && s.goal.at <= s.tl.Head() {
		s.tl.Seek(s.goal.at)
	}
	if s.goal.on {
		s.goal = goal{}
		s.events.emit(EventSeek)
	}
	s.tl.Settle()
}
