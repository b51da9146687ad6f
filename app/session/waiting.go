package session

import (
	"time"

	"stampede/engine"
	"stampede/engine/record"
)

// legible is the wall time for which a caption stands, at the least and at the
// scenario's own speed, before one that waits takes its place.
const legible = 2 * time.Second

// waiting are the captions that begin once their condition is met: when each did,
// as far as the run is recorded.
type waiting struct {
	rec     *record.Recorder
	version int
	until   engine.Time   // the end of the last window looked at
	begun   []engine.Time // by entry of the script; Never for one that waits
}

// begins is when an entry of the script begins: at its time, or, of a caption that
// waits, once its condition is met. It is Never while that is not known.
func (s *Session) begins(i int) engine.Time {
	if e := &s.scn.Script[i]; !e.Waits {
		return engine.Time(e.At)
	}
	s.follow()
	return s.waiting.begun[i]
}

// follow looks at what has been recorded since.
func (s *Session) follow() {
	w := &s.waiting
	if w.rec != s.rec || w.version != s.rec.Version() {
		*w = waiting{rec: s.rec, version: s.rec.Version(), until: s.rec.Start(), begun: w.begun[:0]}
		for i := range s.scn.Script {
			at := engine.Time(s.scn.Script[i].At)
			if s.scn.Script[i].Waits {
				at = engine.Never
			}
			w.begun = append(w.begun, at)
		}
	}
	for at := s.rec.Next(w.until); at <= s.rec.Head(); at = s.rec.Next(at) {
		w.until = at
		s.awake(at)
	}
}

// awake has the first caption begin that waits for what is so at a moment, unless
// the one before could not have been read.
func (s *Session) awake(at engine.Time) {
	first := -1
	for i := range s.scn.Script {
		e := &s.scn.Script[i]
		switch began := s.waiting.begun[i]; {
		case e.Caption == "":
		case began <= at && float64(at-began) < SpeedOf(s.scn)*float64(legible):
			return
		case first < 0 && began == engine.Never && engine.Time(e.At) <= at && !s.dropped(e) && s.met(e.If, at):
			first = i
		}
	}
	if first >= 0 {
		s.waiting.begun[first] = at
	}
}
