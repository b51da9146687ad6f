package engine

import "stampede/engine/param"

// Seat is the place in a scenario where a policy can sit.
type Seat uint8

// The seats. A policy on a lookup seat is a policy on a link that carries
// fetches of cached keys; it may use the call's Key and its old value.
const (
	OnCall      Seat = iota // on a link: time-out, retry, budget, breaker
	OnLookup                // on a link that fetches keys: coalescing, leases, old values
	OnAdmission             // at a server's door: shedding, concurrency limits
)

// Verb is what a policy wants done.
type Verb uint8

// The verbs. Before may say Pass, Reject, Join or Serve; After may say Keep,
// Replace or Again.
const (
	Pass    Verb = iota // let it through; Delay > 0 arms the level's timer
	Reject              // end it here with Out
	Join                // wait for another call's outcome; Delay > 0 bounds the wait
	Serve               // answer it here with Out
	Keep                // the outcome stands
	Replace             // the outcome becomes Out
	Again               // try again after Delay
)

// Decision is what a policy decided, a plain value that the kernel acts on,
// traces and draws.
type Decision struct {
	Verb  Verb
	Out   Outcome
	Delay Time
}

// Policy is a strategy with its own state. It sits in one seat of a scenario;
// a policy that is switched off is not asked at all, so off equals absent.
type Policy interface {
	// Params declares the policy's parameters.
	Params(s *param.Set)
	// Init prepares the state; it is called once, before the run.
	Init(c *PolicyCtx)
	// State names each part of the policy's parameters and state.
	State(c *Codec)
}

// CallPolicy sits on a link, for calls or lookups.
type CallPolicy interface {
	Policy
	// Before is asked, outermost policy first, before a call goes further.
	Before(c *PolicyCtx, id CallID, call *Call, lv *Level) Decision
	// After is told, innermost policy first, how the call ended below.
	After(c *PolicyCtx, id CallID, call *Call, lv *Level, out Outcome) Decision
}

// AdmissionPolicy sits at a server's door.
type AdmissionPolicy interface {
	Policy
	// Admit is asked when an attempt arrives: Pass or Reject.
	Admit(c *PolicyCtx, load Load) Decision
	// Leave is told when an admitted attempt leaves the server.
	Leave(c *PolicyCtx)
}

// Load is what an admission policy sees of the server.
type Load struct {
	Queue   int64 // attempts waiting
	Busy    int64 // attempts in service
	Servers int64
	Wait    Time // expected wait of one who joined now
	Inst    uint16
	Why     Why
}

// OnlyAfter is embedded by a call policy that lets every call pass: it is only
// told how calls ended, and not asked before.
type OnlyAfter struct{}

// Init does nothing.
func (OnlyAfter) Init(*PolicyCtx) {}

// Before lets the call pass.
func (OnlyAfter) Before(*PolicyCtx, CallID, *Call, *Level) Decision { return Decision{Verb: Pass} }

func (OnlyAfter) onlyAfter() {}

// OnlyDelay is embedded by a call policy that lets every call pass and gives up
// on it after a time, the same for all calls. It has a method Delay.
type OnlyDelay struct{ OnlyAfter }

// After keeps the outcome.
func (OnlyDelay) After(*PolicyCtx, CallID, *Call, *Level, Outcome) Decision {
	return Decision{Verb: Keep}
}

// Delayer is a policy with OnlyDelay: the kernel reads its delay when that may
// have changed, and need not ask it for every call.
type Delayer interface {
	CallPolicy
	// Delay is how long a call may take; not more than 0 for ever.
	Delay() Time
}

// PolicyCtx is what a policy may know and use.
type PolicyCtx struct {
	sim   *Sim
	seat  *seat
	link  LinkID
	level int
}

// Now is the current moment.
func (c *PolicyCtx) Now() Time { return c.sim.now }

// On reports whether the policy is switched on. After is still told of calls
// that passed while it was on.
func (c *PolicyCtx) On() bool { return c.seat.on }

// Instances is the number of caller instances: a policy kept by each host has
// one state per instance.
func (c *PolicyCtx) Instances() int {
	return c.sim.nodes[c.sim.links[c.link].from].comp.Instances()
}

// Keys is the number of distinct keys that the link's calls can carry.
func (c *PolicyCtx) Keys() int { return c.sim.keys }

// Draw is a uniform number in [0, 1) that belongs to this call, policy and
// try alone, so that no other draw shifts it.
func (c *PolicyCtx) Draw(call *Call, try uint16) float64 {
	r := keyed(c.sim.seed, c.seat.hash, call.Req^uint64(call.Key)<<32, uint64(try))
	return r.Float64()
}

// Finish ends a call that waits at this level (Join) with the given outcome.
func (c *PolicyCtx) Finish(id CallID, out Outcome) {
	call := &c.sim.calls[id]
	c.sim.level(id, c.level).gen++
	call.entered &^= bit(c.level)
	c.sim.leave(id, c.level-1, out)
}

// Next reads the link of a policy's list of waiting calls.
func (c *PolicyCtx) Next(id CallID) CallID { return c.sim.calls[id].next }

// Chain makes b follow a in a policy's list of waiting calls.
func (c *PolicyCtx) Chain(a, b CallID) { c.sim.calls[a].next = b }

// seat is a policy in its place.
type seat struct {
	name   string
	hash   uint64
	on     bool
	asked  bool // Before has something to say
	told   bool // After has
	call   CallPolicy
	timed  Delayer // the call policy, if it is one
	delay  Time    // what its Delay was when it last could have changed
	door   AdmissionPolicy
	policy Policy
	set    *param.Set // declared by policy; nil until it is looked at
	ctx    PolicyCtx
	totals SeatTotals
}

// SeatTotals counts what a policy decided.
type SeatTotals struct {
	Passed, Rejected, Joined, Served, Replaced, Again uint64
}

func (t *SeatTotals) count(v Verb) {
	switch v {
	case Pass:
		t.Passed++
	case Reject:
		t.Rejected++
	case Join:
		t.Joined++
	case Serve:
		t.Served++
	case Replace:
		t.Replaced++
	case Again:
		t.Again++
	}
}

// seatName composes the key under which a seat draws.
func seatName(place, policy string) string { return place + "." + policy }
