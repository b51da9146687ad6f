package policy

import (
	"stampede/engine"
	"stampede/engine/param"
)

// StaleIfError serves the last good value to this reader when the fetch has
// failed (after RFC 5861). The failure is so no error to anybody, but the next
// reader asks again.
type StaleIfError struct{ engine.OnlyAfter }

// Params declares nothing: it is on or off.
func (*StaleIfError) Params(*param.Set) {}

// State is empty.
func (*StaleIfError) State(*engine.Codec) {}

// After replaces a failure by the old value, where there is one.
func (*StaleIfError) After(_ *engine.PolicyCtx, _ engine.CallID, call *engine.Call, _ *engine.Level, out engine.Outcome) engine.Decision {
	if !failure(out) || call.Flags&engine.FlagStale == 0 {
		return engine.Decision{Verb: engine.Keep}
	}
	return old(out, 0)
}

// LastKnownGood keeps the last good value for one more time to live, with no
// new query, whenever a fetch brings none: after an error and after an invalid
// answer alike.
type LastKnownGood struct{ engine.OnlyAfter }

// Params declares nothing: it is on or off.
func (*LastKnownGood) Params(*param.Set) {}

// State is empty.
func (*LastKnownGood) State(*engine.Codec) {}

// After replaces whatever is not a good value by the old one, to be kept.
func (*LastKnownGood) After(_ *engine.PolicyCtx, _ engine.CallID, call *engine.Call, _ *engine.Level, out engine.Outcome) engine.Decision {
	if out.Good() || call.Flags&engine.FlagStale == 0 || out.Status == engine.Cancelled {
		return engine.Decision{Verb: engine.Keep}
	}
	return old(out, engine.FlagKeep)
}

func old(out engine.Outcome, flags uint8) engine.Decision {
	return engine.Decision{Verb: engine.Replace, Out: engine.Outcome{
		Status: engine.OK, Flags: engine.FlagStale | flags | out.Flags&engine.FlagJoined,
	}}
}
