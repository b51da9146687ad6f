package policy

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Coalesce lets one fetch of a key be under way at each caller instance; other
// readers of the key there wait for it and share its outcome, an error too
// (singleflight).
type Coalesce struct{ flights flights }

// Params declares nothing: it is on or off.
func (*Coalesce) Params(*param.Set) {}

// Init needs nothing: flights come and go.
func (*Coalesce) Init(*engine.PolicyCtx) {}

// State names the parts of the state.
func (p *Coalesce) State(c *engine.Codec) { p.flights.state(c) }

// perInstance tells apart the fetches of one instance: by key and by which of
// the key's queries it is.
func perInstance(call *engine.Call) uint64 {
	return uint64(call.FromInst)<<48 | uint64(call.Arg&0xff)<<40 | uint64(call.Key)
}

// Before joins the flight under way, or leads a new one.
func (p *Coalesce) Before(c *engine.PolicyCtx, id engine.CallID, call *engine.Call, lv *engine.Level) engine.Decision {
	key := perInstance(call)
	if f := p.flights.find(key); f != nil {
		lv.Tries = waits
		f.wait(c, id)
		return engine.Decision{Verb: engine.Join}
	}
	lv.Tries = leads
	p.flights.add(key, id)
	return engine.Decision{Verb: engine.Pass}
}

// After shares the leader's outcome with all who waited.
func (p *Coalesce) After(c *engine.PolicyCtx, id engine.CallID, call *engine.Call, lv *engine.Level, out engine.Outcome) engine.Decision {
	key := perInstance(call)
	if lv.Tries == waits {
		if f := p.flights.find(key); f != nil {
			f.quit(c, id)
		}
		return engine.Decision{Verb: engine.Keep}
	}
	shareOutcome(c, p.flights.end(key), out)
	return engine.Decision{Verb: engine.Keep}
}
