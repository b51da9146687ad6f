package policy

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Lease gives one token per key: only its holder may query. By default one
// token per key per 10 s, and other readers wait up to 100 ms for the holder
// (Nishtala et al., Scaling Memcache at Facebook, NSDI 2013).
type Lease struct {
	p struct {
		every int64
		wait  int64
	}
	until   []engine.Time // per key: no new token before
	flights flights
}

// Params declares the lease's parameters.
func (l *Lease) Params(s *param.Set) {
	s.Duration(&l.p.every, "every", 10*time.Second, "one token per key in this time", param.RangeD(10*time.Millisecond, 10*time.Minute), param.Log())
	s.Duration(&l.p.wait, "wait", 100*time.Millisecond, "how long another reader waits for the holder; 0 not at all", param.RangeD(0, time.Minute))
}

// State names the parts of the state.
func (l *Lease) State(c *engine.Codec) {
	engine.Plain(c, &l.p)
	engine.Slice(c, &l.until)
	l.flights.state(c)
}

// Init keeps one token for each key.
func (l *Lease) Init(c *engine.PolicyCtx) { l.until = make([]engine.Time, c.Keys()) }

// perKey tells apart the fetches of one key.
func perKey(call *engine.Call) uint64 { return uint64(call.Arg&0xff)<<40 | uint64(call.Key) }

// Before hands out the token, or has the reader wait for its holder.
func (l *Lease) Before(c *engine.PolicyCtx, id engine.CallID, call *engine.Call, lv *engine.Level) engine.Decision {
	if f := l.flights.find(perKey(call)); f != nil && l.p.wait > 0 {
		lv.Tries = waits
		f.wait(c, id)
		return engine.Decision{Verb: engine.Join, Delay: l.p.wait}
	} else if f != nil || c.Now() < l.until[call.Key] && call.Arg == 0 {
		return engine.Decision{Verb: engine.Reject, Out: engine.Ended(engine.Held)}
	}
	lv.Tries = leads
	l.until[call.Key] = c.Now() + l.p.every
	l.flights.add(perKey(call), id)
	return engine.Decision{Verb: engine.Pass}
}

// After ends the holder's flight; a success frees the token.
func (l *Lease) After(c *engine.PolicyCtx, id engine.CallID, call *engine.Call, lv *engine.Level, out engine.Outcome) engine.Decision {
	if lv.Tries == waits {
		if f := l.flights.find(perKey(call)); f != nil {
			f.quit(c, id)
		}
		return engine.Decision{Verb: engine.Replace, Out: engine.Ended(engine.Held)}
	}
	if out.Good() {
		l.until[call.Key] = 0
	}
	shared := out
	if !out.Good() {
		shared = engine.Ended(engine.Held)
	}
	shareOutcome(c, l.flights.end(perKey(call)), shared)
	return engine.Decision{Verb: engine.Keep}
}
