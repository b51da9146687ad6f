package figure

import (
	"math/bits"

	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
)

// At brings a run that is at rest to a moment, and looks at it. A run that has
// not been there yet keeps as many of its latest calls as are to be drawn: what
// is drawn then depends on the run and the moment only. It calls rest, which may be
// nil, between stretches of work of some milliseconds, and gives up where that is
// false.
func At(r *view.Run, at engine.Time, rest func() bool) {
	s := r.Session
	if span := engine.Time(float64(scene.Display) * s.Speed()); s.Head() < at {
		s.Sample(1)
		if !settle(s, max(0, at-2*span), rest) {
			return
		}
		// Calls come in bursts: an instant gives the order of magnitude, and with
		// some to spare a whole span gives the number.
		s.Sample(spare * sampled(s.Frame(), span))
		if !settle(s, max(0, at-span), rest) {
			return
		}
		s.Sample(sampled(s.Frame(), span))
	}
	if settle(s, at, rest) {
		r.Look()
	}
}

const (
	// keep is how many calls are wanted of the span that is drawn: what the
	// engine remembers, with room for a span that is busier than the one before.
	keep  = 1400
	spare = 8
)

// sampled is how many requests to draw one of, a power of two, so that a span of
// the run is remembered as a whole.
func sampled(f *engine.Frame, span engine.Time) uint64 {
	seen := 0
	for i := range f.Legs {
		if f.Now-f.Legs[i].SentAt <= span {
			seen++
		}
	}
	if seen == 0 {
		return 1
	}
	covered := min(span, max(1, f.Now-f.Legs[len(f.Legs)-seen].SentAt))
	calls := float64(f.Every) * float64(seen) * float64(span) / float64(covered)
	return 1 << bits.Len64(uint64(calls)/keep)
}

// settle seeks and waits until the run is there, and reports whether it was to.
func settle(s *session.Session, at engine.Time, rest func() bool) bool {
	s.Seek(at)
	for s.Seeking() && s.Err() == nil {
		s.Pump(0, stretch, nil)
		if rest != nil && !rest() {
			return false
		}
	}
	return true
}

// stretch is the events of one stretch of a seek. What the last one leaves over
// goes into an inquiry that no figure needs, so it is short.
const stretch = 1 << 15
