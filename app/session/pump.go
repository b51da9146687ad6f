package session

import (
	"time"

	"stampede/engine"
)

// The speeds that a run can have, in simulated seconds per second.
const MinSpeed, MaxSpeed = 0.1, 100

// Quantum is the length of a step, the same everywhere in every run, so that
// a step back takes a step forward back.
const Quantum = 100 * engine.Millisecond

const (
	// maxWall bounds the wall time that one Pump follows, so that a page that
	// was hidden does not rush to catch up.
	maxWall = 250 * time.Millisecond
	// What a busy instant has kept the run from following it makes good, up to
	// maxOwed, faster than its speed by one part in catchUp.
	maxOwed = time.Second
	catchUp = 4
	// chunk is the events handled or made between two looks at the deadline.
	chunk = 1024
	// atOnce is the events that a seek may handle before it returns.
	atOnce = 20_000
	// A run is behind when it reaches less than behindBelow of its speed, until
	// it reaches keepsUpFrom of it; the share is averaged over behindOver.
	behindBelow = 0.92
	keepsUpFrom = 0.98
	behindOver  = time.Second
)

// goal is a moment that the run is on its way to.
type goal struct {
	at engine.Time
	on bool
	// event ends the way where something that matters happens: see NextEvent.
	event bool
}

// Play lets time pass. It stops at the end of the run; Play again goes past it.
func (s *Session) Play() {
	if s.err != nil || s.playing {
		return
	}
	s.playing = true
	s.pace = pace{reached: 1}
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

// SetSpeed sets the simulated seconds per second; x is moved into MinSpeed to
// MaxSpeed.
func (s *Session) SetSpeed(x float64) {
	if x == x {
		s.speed, s.pace = min(max(x, MinSpeed), MaxSpeed), pace{reached: 1}
	}
}

// Behind reports whether the run cannot keep up with its speed, and the share
// of the speed that it reaches.
func (s *Session) Behind() (behind bool, reached float64) {
	return s.playing && s.pace.behind, min(1, s.pace.reached)
}

// pace is how a run keeps up with its speed.
type pace struct {
	reached float64       // share of the speed that is reached, smoothed
	behind  bool          // it is not enough
	owed    time.Duration // wall time that is still to be followed, at most maxOwed
}

// follow is the wall time to follow in a Pump after so much has passed.
func (p *pace) follow(wall time.Duration) time.Duration {
	wall = min(max(wall, 0), maxWall)
	return wall + min(p.owed, wall/catchUp)
}

// keep notes how much wall time was followed of that which has passed. Two
// thresholds keep what is said about it from flickering.
func (p *pace) keep(followed, wall time.Duration) {
	share := float64(followed) / float64(wall)
	wall = min(wall, maxWall)
	p.owed = min(max(0, p.owed+wall-followed), maxOwed)
	p.reached += (share - p.reached) * float64(wall) / float64(behindOver)
	switch {
	case p.reached < behindBelow:
		p.behind = true
	case p.reached >= keepsUpFrom:
		p.behind = false
	}
}

// Pump lets the run follow wall time that has passed since the last Pump. It
// handles at most budget events, in chunks between which it asks late whether
// it must stop (nil: never). What is left of the budget goes into finding the
// cause of a failure, then into the arms of the table. It reports whether the run
// moved.
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
	if s.arms.work(&w) {
		s.events.emit(EventTable)
	}
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
	want := engine.Time(float64(s.pace.follow(wall)) * s.speed)
	if want <= 0 {
		return false
	}
	until := from + want
	stop := from < s.opt.Until && until >= s.opt.Until
	if stop {
		until = s.opt.Until
	}
	arrived := s.forward(until, w)
	if !stop {
		// Of wall time that is not followed the run falls short as well.
		s.pace.keep(time.Duration(float64(s.tl.Sim().Now()-from)/s.speed), wall)
	}
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

// Step pauses and moves n quanta, back when n is negative; not before 0.
func (s *Session) Step(n int) {
	s.Pause()
	at := max(0, s.Now()+engine.Time(n)*Quantum)
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

// travel sets out for a goal, and arrives at once when it is near.
func (s *Session) travel(g goal) {
	defer s.guard()
	if s.err != nil {
		return
	}
	s.goal, s.moment, s.pace.owed = g, nil, 0
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
		if s.goal.event {
			// What comes after the record is looked at window by window.
			at = min(at, max(s.rec.Head(), s.rec.Next(s.tl.Sim().Now())))
		}
		if !s.tl.SeekSome(at, n) {
			w.spend(n)
			continue
		}
		w.spend(max(1, s.tl.Sim().Events()-min(before, s.tl.Sim().Events())))
		s.look(s.tl.Sim().Now())
	}
}

// look ends the way towards the goal when the run has come to it. What is known
// only since it has come so far may lie before the goal.
func (s *Session) look(now engine.Time) {
	if s.goal.event && now < s.goal.at {
		s.goal.at = min(s.goal.at, s.after(now))
	}
	if s.goal.event && (now == s.goal.at || s.turns(now)) {
		if m := s.momentAt(now); m.matters() {
			s.goal.at, s.moment = now, &m
		} else {
			s.goal.at = s.after(now) // a caption that turned out not to be in force
		}
	}
	if now == s.goal.at {
		s.goal = goal{}
		s.events.emit(EventSeek)
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
