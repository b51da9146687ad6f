package trace

import "stampede/engine"

// Ring is a tap that remembers the latest occurrences of the requests that a
// view draws. It asks the run for its sampling rate each time, so that what is
// drawn can always be found here.
type Ring struct {
	// Then is told of everything after the ring, unless it is nil.
	Then engine.Tap

	sim *engine.Sim
	buf []engine.Occurrence
	n   uint64 // occurrences ever kept
	cap uint64
}

// NewRing returns a ring of so many occurrences. It does not watch the run by
// itself.
func NewRing(sim *engine.Sim, size int) *Ring {
	return &Ring{sim: sim, cap: uint64(max(1, size))}
}

// Occur remembers an occurrence in place of the oldest.
func (r *Ring) Occur(o engine.Occurrence) {
	if Sampled(&o, r.sim.SampleRate()) {
		if uint64(len(r.buf)) < r.cap {
			r.buf = append(r.buf, o)
		} else {
			r.buf[r.n%r.cap] = o
		}
		r.n++
	}
	if r.Then != nil {
		r.Then.Occur(o)
	}
}

// Len is the number of occurrences that are remembered.
func (r *Ring) Len() int { return len(r.buf) }

// each calls f with what is remembered, oldest first.
func (r *Ring) each(f func(o *engine.Occurrence)) {
	start := uint64(0)
	if r.n > r.cap {
		start = r.n % r.cap
	}
	for i := range uint64(len(r.buf)) {
		f(&r.buf[(start+i)%uint64(len(r.buf))])
	}
}

// Last returns what is remembered, oldest first.
func (r *Ring) Last() []engine.Occurrence {
	out := make([]engine.Occurrence, 0, len(r.buf))
	r.each(func(o *engine.Occurrence) { out = append(out, *o) })
	return out
}

// Find returns what is remembered of one request, oldest first.
func (r *Ring) Find(req uint64) []engine.Occurrence {
	var out []engine.Occurrence
	r.each(func(o *engine.Occurrence) {
		if o.Req == req && o.What != engine.Commanded && o.What != engine.Delivered {
			out = append(out, *o)
		}
	})
	return out
}

// Rewind forgets what lies at or after a moment: a run that was set back will
// tell of it again.
func (r *Ring) Rewind(to engine.Time) {
	var kept []engine.Occurrence
	r.each(func(o *engine.Occurrence) {
		if o.At < to {
			kept = append(kept, *o)
		}
	})
	r.buf, r.n = kept, uint64(len(kept))
}
