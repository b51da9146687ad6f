package policy

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Shedding turns a newcomer away at once when it would wait too long. By
// default when the server is 0.5 s behind.
type Shedding struct {
	p struct{ wait int64 }
}

// Params declares the shedding's parameters.
func (s *Shedding) Params(set *param.Set) {
	set.Duration(&s.p.wait, "max_wait", 500*time.Millisecond, "longest expected wait at which a newcomer is let in", param.RangeD(time.Millisecond, time.Minute), param.Log())
}

// Init needs nothing.
func (*Shedding) Init(*engine.PolicyCtx) {}

// State names the parts of the state.
func (s *Shedding) State(c *engine.Codec) { engine.Plain(c, &s.p) }

// Admit compares the expected wait with the longest allowed.
func (s *Shedding) Admit(_ *engine.PolicyCtx, load engine.Load) engine.Decision {
	if load.Wait > s.p.wait {
		return engine.Decision{Verb: engine.Reject, Out: engine.Ended(engine.Shed)}
	}
	return engine.Decision{Verb: engine.Pass}
}

// Leave needs nothing.
func (*Shedding) Leave(*engine.PolicyCtx) {}
