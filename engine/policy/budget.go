package policy

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Budget bounds retries to a share of the calls in flight. It sits below the
// retry. By default one in five, and at least three at once, as in Envoy's
// retry budget. The value of its outcome is the status of the attempt that failed
// before.
type Budget struct {
	p struct {
		rate float64
		min  int64
	}
	inst []inFlight
}

type inFlight struct{ all, retries int64 }

// Params declares the budget's parameters.
func (b *Budget) Params(s *param.Set) {
	s.Float(&b.p.rate, "max_rate", 0.2, "share of the calls in flight that may be retries", param.Range(0, 1), param.Unit("share"), param.Step(0.01))
	s.Int(&b.p.min, "min_concurrency", 3, "retries in flight that are always allowed", param.Range(0, 1000))
}

// State names the parts of the state.
func (b *Budget) State(c *engine.Codec) {
	engine.Plain(c, &b.p)
	engine.Slice(c, &b.inst)
}

// Init keeps one account for each caller instance.
func (b *Budget) Init(c *engine.PolicyCtx) { b.inst = make([]inFlight, c.Instances()) }

// Before lets a first attempt pass and a retry while the budget holds.
func (b *Budget) Before(_ *engine.PolicyCtx, _ engine.CallID, call *engine.Call, lv *engine.Level) engine.Decision {
	f := &b.inst[call.FromInst]
	lv.Tries = 0
	if call.Attempts > 0 {
		if allowed := max(b.p.min, int64(b.p.rate*float64(f.all))); f.retries >= allowed {
			return engine.Decision{Verb: engine.Reject, Out: engine.Outcome{Status: engine.Spent, Value: uint32(call.Last)}}
		}
		lv.Tries = 1
		f.retries++
	}
	f.all++
	return engine.Decision{Verb: engine.Pass}
}

// After closes the account of one attempt.
func (b *Budget) After(_ *engine.PolicyCtx, _ engine.CallID, call *engine.Call, lv *engine.Level, _ engine.Outcome) engine.Decision {
	f := &b.inst[call.FromInst]
	f.all--
	f.retries -= int64(lv.Tries)
	return engine.Decision{Verb: engine.Keep}
}
