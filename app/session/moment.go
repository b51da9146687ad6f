package session

import (
	"stampede/engine"
	"stampede/engine/record"
)

// Moment is a moment of the run that matters, and what makes it so.
type Moment struct {
	At engine.Time
	// Marks are the commands that have just taken effect, and the captions
	// that have just begun.
	Marks []Mark
	// State is the live state, Before the one until now: another one when the
	// state changes here.
	State, Before record.State
	// Ruling is the verdict reached here, RuledUndecided when none is.
	Ruling record.Ruling
	// Start and End say that it is the beginning or the end of the run.
	Start, End bool
}

// matters reports whether there is anything to say about the moment.
func (m *Moment) matters() bool {
	return len(m.Marks) > 0 || m.State != m.Before || m.Ruling != record.RuledUndecided || m.Start || m.End
}

// Moment is what NextEvent or PreviousEvent has come to; ok is false when the
// run is somewhere else by now.
func (s *Session) Moment() (m Moment, ok bool) {
	if s.moment == nil || s.goal.on || s.Now() != s.moment.At {
		return Moment{}, false
	}
	return *s.moment, true
}

// NextEvent moves to the next moment that matters, and pauses: just after a
// command, at the beginning of a caption, when the live state changes or a
// verdict is reached, or at End. What has not been recorded is run through on
// the way, by the calls of Pump that follow: see Seeking.
func (s *Session) NextEvent() {
	s.Pause()
	s.travel(goal{at: s.after(s.Now()), on: true, event: true})
}

// PreviousEvent is NextEvent backwards, at least to 0.
func (s *Session) PreviousEvent() {
	s.Pause()
	s.travel(goal{at: s.before(s.Now()), on: true, event: true})
}

// SeekingEvent reports whether the run is on its way to a moment that matters.
func (s *Session) SeekingEvent() bool { return s.goal.on && s.goal.event }

// stop is where a mark is stopped at: its command has taken effect then.
func (m *Mark) stop() engine.Time { return m.At + engine.Millisecond }

// stoppable reports whether a mark makes a moment matter: what is known as of
// a head. Whether a caption to come will be in force is not known before.
func (s *Session) stoppable(m *Mark, head engine.Time) bool {
	switch m.Kind {
	case MarkHold, MarkFork:
		return false
	case MarkCaption:
		return m.stop() > head || s.inForce(m)
	}
	return true
}

// inForce reports whether a caption's condition was met when it began.
func (s *Session) inForce(m *Mark) bool {
	for i := range s.scn.Script {
		if e := &s.scn.Script[i]; e.Caption == m.Key && s.begins(i) == m.At && s.met(e.If, m.stop()) {
			return true
		}
	}
	return false
}

// after is the first moment after another that is known to matter, or End.
func (s *Session) after(now engine.Time) engine.Time {
	at := max(now, s.End())
	for _, m := range s.Marks() {
		if t := m.stop(); t > now && t < at && s.stoppable(&m, s.rec.Head()) {
			at = t
		}
	}
	for w := s.rec.Next(now); w < at && w <= s.rec.Head(); w = s.rec.Next(w) {
		if s.turns(w) {
			return w
		}
	}
	return at
}

// before is the last moment before another that matters, or 0.
func (s *Session) before(now engine.Time) engine.Time {
	at := engine.Time(0)
	for _, m := range s.Marks() {
		if t := m.stop(); t < now && t > at && s.stoppable(&m, now) {
			at = t
		}
	}
	width := s.rec.Width()
	for w := s.rec.Next(now) - width; w > at; w -= width {
		if w < now && s.turns(w) {
			return w
		}
	}
	return at
}

// turns reports whether the live state changes or a verdict is reached at a
// moment.
func (s *Session) turns(at engine.Time) bool {
	return s.judge.State(at) != s.judge.State(at-1) || s.ruled(at) != record.RuledUndecided
}

// ruled is the verdict reached at a moment, RuledUndecided when none is. That
// all has been well so far is none.
func (s *Session) ruled(at engine.Time) record.Ruling {
	now, before := s.judge.Verdict(at).Ruling, s.judge.Verdict(at-1).Ruling
	if now == before || now == record.RuledHealthy {
		return record.RuledUndecided
	}
	return now
}

// momentAt looks at what happens at a moment.
func (s *Session) momentAt(at engine.Time) Moment {
	m := Moment{
		At: at, State: s.judge.State(at), Before: s.judge.State(at - 1), Ruling: s.ruled(at),
		Start: at == 0, End: at >= s.End(),
	}
	for _, x := range s.Marks() {
		if x.stop() == at && s.stoppable(&x, at) {
			m.Marks = append(m.Marks, x)
		}
	}
	return m
}
