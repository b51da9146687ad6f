package policy

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Probe sends a packet of a QUIC connection again that nobody who knows the
// connection has got, as its sender does whose probe time-out is over: after twice as
// long each time. By default three probes, the first after 100 ms. What a server has
// refused or is late with is not sent again.
//
// The number of probes in zero-downtime-release is calibrated to a reported number of
// misrouted packets, not predicted: see MODEL-RELEASE.md.
//
// Source: RFC 9002, section 6.2. A sender computes the time-out from the round trips
// that it has measured; here it is set.
type Probe struct {
	engine.OnlyAfter
	p struct {
		most  int64
		first int64
	}
}

// Params declares the probes' parameters.
func (p *Probe) Params(s *param.Set) {
	s.Int(&p.p.most, "probes", 3, "times that a packet is sent again", param.Range(0, 10))
	s.Duration(&p.p.first, "first", 100*time.Millisecond, "time-out before the first of them; each further one is twice as long", param.RangeD(time.Millisecond, time.Minute), param.Log())
}

// State names the parts of the state.
func (p *Probe) State(c *engine.Codec) { engine.Plain(c, &p.p) }

// Before begins to count anew: an outer retry may send the call down again.
func (p *Probe) Before(_ *engine.PolicyCtx, _ engine.CallID, _ *engine.Call, lv *engine.Level) engine.Decision {
	lv.Tries = 0
	return engine.Decision{Verb: engine.Pass}
}

// After sends the packet again while probes are left.
func (p *Probe) After(_ *engine.PolicyCtx, _ engine.CallID, call *engine.Call, lv *engine.Level, out engine.Outcome) engine.Decision {
	if out.Status != engine.Reset || int64(lv.Tries) >= p.p.most {
		return engine.Decision{Verb: engine.Keep}
	}
	call.Last = out.Status
	lv.Tries++
	return engine.Decision{Verb: engine.Again, Delay: p.p.first << (lv.Tries - 1)}
}
