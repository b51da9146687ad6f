package policy

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Retry tries again after a failure. By default 3 attempts in all, exponential
// pauses from 100 ms to 10 s, with full jitter.
type Retry struct {
	engine.OnlyAfter
	p struct {
		attempts int64
		base     int64
		limit    int64
		backoff  uint8
		jitter   uint8
		_        [6]uint8
	}
}

// Params declares the retry's parameters.
func (r *Retry) Params(s *param.Set) {
	s.Int(&r.p.attempts, "max_attempts", 3, "attempts in all, the first included", param.Range(1, 20))
	s.Choice(&r.p.backoff, "backoff", "exponential", backoffs, "how the pause before a retry grows")
	s.Choice(&r.p.jitter, "jitter", "full", jitters, "how the pause is spread, so that retries do not come together")
	s.Duration(&r.p.base, "base", 100*time.Millisecond, "first pause", param.RangeD(time.Millisecond, time.Minute), param.Log())
	s.Duration(&r.p.limit, "cap", 10*time.Second, "longest pause", param.RangeD(time.Millisecond, 10*time.Minute), param.Log())
}

// State names the parts of the state.
func (r *Retry) State(c *engine.Codec) { engine.Plain(c, &r.p) }

// Before begins to count anew: an outer retry may send the call down again.
func (r *Retry) Before(_ *engine.PolicyCtx, _ engine.CallID, _ *engine.Call, lv *engine.Level) engine.Decision {
	lv.Tries, lv.Prev = 0, 0
	return engine.Decision{Verb: engine.Pass}
}

// After asks for another try while attempts are left. Its draw belongs to this
// try: the attempts sent tell one round of an outer retry from the next, the
// tries those that an open breaker turned away.
func (r *Retry) After(c *engine.PolicyCtx, _ engine.CallID, call *engine.Call, lv *engine.Level, out engine.Outcome) engine.Decision {
	if !failure(out) || out.Status == engine.Spent || int64(lv.Tries)+1 >= r.p.attempts {
		return engine.Decision{Verb: engine.Keep}
	}
	lv.Tries++
	call.Last = out.Status
	if r.p.backoff == backoffNone {
		return engine.Decision{Verb: engine.Again}
	}
	prev := engine.Time(lv.Prev) * engine.Microsecond
	d := delay(r.p.backoff, r.p.jitter, r.p.base, r.p.limit, lv.Tries, prev, c.Draw(call, call.Attempts<<5|lv.Tries))
	lv.Prev = uint32(d / engine.Microsecond)
	return engine.Decision{Verb: engine.Again, Delay: d}
}

// failure reports whether an outcome says that a server or the way to it has
// failed. An answer that was not wanted (Cancelled) or not asked for (Held)
// says nothing of the kind.
func failure(out engine.Outcome) bool {
	switch out.Status {
	case engine.Failed, engine.TimedOut, engine.Refused, engine.Shed, engine.Open, engine.Spent, engine.Reset:
		return true
	}
	return false
}
