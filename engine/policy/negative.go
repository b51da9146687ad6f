package policy

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Negative remembers that a key could not be had, and lets nobody ask again
// for a while. By default 1 s.
type Negative struct {
	p     struct{ ttl int64 }
	until []engine.Time
}

// Params declares the negative cache's parameters.
func (n *Negative) Params(s *param.Set) {
	s.Duration(&n.p.ttl, "ttl", time.Second, "how long a failure is remembered", param.RangeD(time.Millisecond, 10*time.Minute), param.Log())
}

// State names the parts of the state.
func (n *Negative) State(c *engine.Codec) {
	engine.Plain(c, &n.p)
	engine.Slice(c, &n.until)
}

// Init keeps one note for each key.
func (n *Negative) Init(c *engine.PolicyCtx) { n.until = make([]engine.Time, c.Keys()) }

// Before answers from the note.
func (n *Negative) Before(c *engine.PolicyCtx, _ engine.CallID, call *engine.Call, _ *engine.Level) engine.Decision {
	if c.Now() < n.until[call.Key] {
		return engine.Decision{Verb: engine.Reject, Out: engine.Ended(engine.Held)}
	}
	return engine.Decision{Verb: engine.Pass}
}

// After makes a note of a failure or of an invalid value, and clears it after
// a good one.
func (n *Negative) After(c *engine.PolicyCtx, _ engine.CallID, call *engine.Call, _ *engine.Level, out engine.Outcome) engine.Decision {
	switch {
	case out.Good():
		n.until[call.Key] = 0
	case failure(out) || out.Status == engine.OK:
		n.until[call.Key] = c.Now() + n.p.ttl
	}
	return engine.Decision{Verb: engine.Keep}
}
