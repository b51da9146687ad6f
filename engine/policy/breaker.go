package policy

import (
	"math/bits"
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Breaker is a circuit breaker, one for each caller instance. By default it
// opens when half of the last 20 calls have failed, stays open for 5 s, then
// lets one call through to see.
type Breaker struct {
	p struct {
		threshold float64
		window    int64
		minimum   int64
		delay     int64
		probes    int64
	}
	inst []circuit
}

// circuit is one breaker: closed, open until a moment, or half-open.
type circuit struct {
	until  engine.Time // end of the open state
	bits   [2]uint64   // the last outcomes, 1 a failure, newest lowest
	n      int64       // outcomes known, at most the window
	trying int64       // probes in flight
	passed int64       // probes that succeeded
	state  uint8
	_      [7]uint8
}

const (
	closed uint8 = iota
	open
	halfOpen
)

const maxWindow = 128

// Params declares the breaker's parameters.
func (b *Breaker) Params(s *param.Set) {
	s.Float(&b.p.threshold, "failure_threshold", 0.5, "share of failures among the last calls that opens it", param.Range(0.01, 1), param.Unit("share"), param.Step(0.01))
	s.Int(&b.p.window, "window", 20, "how many of the last calls count", param.Range(1, maxWindow))
	s.Int(&b.p.minimum, "min_calls", 20, "calls it must have seen before it may open", param.Range(1, maxWindow))
	s.Duration(&b.p.delay, "delay", 5*time.Second, "how long it stays open", param.RangeD(10*time.Millisecond, 10*time.Minute), param.Log())
	s.Int(&b.p.probes, "probes", 1, "calls let through half-open, all of which must succeed", param.Range(1, 100))
}

// State names the parts of the state.
func (b *Breaker) State(c *engine.Codec) {
	engine.Plain(c, &b.p)
	engine.Slice(c, &b.inst)
}

// Init keeps one circuit for each caller instance.
func (b *Breaker) Init(c *engine.PolicyCtx) { b.inst = make([]circuit, c.Instances()) }

// Before rejects while open and lets probes pass while half-open.
func (b *Breaker) Before(c *engine.PolicyCtx, _ engine.CallID, call *engine.Call, lv *engine.Level) engine.Decision {
	k := &b.inst[call.FromInst]
	lv.Tries = 0
	if k.state == open && c.Now() >= k.until {
		k.state, k.trying, k.passed = halfOpen, 0, 0
	}
	if k.state == open || k.state == halfOpen && k.trying+k.passed >= b.p.probes {
		return engine.Decision{Verb: engine.Reject, Out: engine.Ended(engine.Open)}
	}
	if k.state == halfOpen {
		lv.Tries = 1
		k.trying++
	}
	return engine.Decision{Verb: engine.Pass}
}

// After counts the outcome and moves the circuit.
func (b *Breaker) After(c *engine.PolicyCtx, _ engine.CallID, call *engine.Call, lv *engine.Level, out engine.Outcome) engine.Decision {
	k := &b.inst[call.FromInst]
	bad := failure(out)
	if lv.Tries == 1 {
		b.probed(c, k, bad, out.Status == engine.Cancelled)
	} else if k.state == closed && out.Status != engine.Cancelled {
		b.count(c, k, bad)
	}
	return engine.Decision{Verb: engine.Keep}
}

// probed takes the outcome of a call let through while half-open. One of an
// earlier half-open state, which has ended since, says nothing.
func (b *Breaker) probed(c *engine.PolicyCtx, k *circuit, bad, unknown bool) {
	if k.state != halfOpen {
		return
	}
	k.trying--
	switch {
	case bad:
		b.trip(c, k)
	case !unknown:
		if k.passed++; k.passed >= b.p.probes {
			*k = circuit{}
		}
	}
}

func (b *Breaker) count(c *engine.PolicyCtx, k *circuit, bad bool) {
	k.bits[1] = k.bits[1]<<1 | k.bits[0]>>63
	k.bits[0] <<= 1
	if bad {
		k.bits[0] |= 1
	}
	k.n = min(k.n+1, b.p.window)
	if k.n < min(b.p.minimum, b.p.window) {
		return
	}
	if float64(k.failures()) >= b.p.threshold*float64(k.n) {
		b.trip(c, k)
	}
}

func (b *Breaker) trip(c *engine.PolicyCtx, k *circuit) {
	*k = circuit{state: open, until: c.Now() + b.p.delay}
}

// failures counts the failures among the last n outcomes.
func (k *circuit) failures() int {
	lo, hi := k.bits[0], k.bits[1]
	if k.n < 64 {
		lo &= 1<<uint(k.n) - 1
		hi = 0
	} else if k.n < 128 {
		hi &= 1<<uint(k.n-64) - 1
	}
	return bits.OnesCount64(lo) + bits.OnesCount64(hi)
}
