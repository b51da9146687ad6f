package engine

import "stampede/engine/dist"

// Ctx is what a component may know and do.
type Ctx struct {
	sim  *Sim
	node NodeID
}

// Now is the current moment.
func (c *Ctx) Now() Time { return c.sim.now }

// ID is the component's own node.
func (c *Ctx) ID() NodeID { return c.node }

// Keys is the number of distinct cached keys in the scenario.
func (c *Ctx) Keys() int { return c.sim.keys }

// Stream is a generator of the component's own for one purpose, derived from
// the seed and the two names. Keep it in the state.
//
//go:noinline
func (c *Ctx) Stream(purpose string) dist.Stream {
	return dist.NewStream(c.sim.seed, c.sim.nodes[c.node].name, purpose)
}

// Draws is a generator for one request's own demands at this component: in
// two runs the same request meets the same demand, whatever happened before.
func (c *Ctx) Draws(req uint64, no uint16) dist.Stream {
	return dist.Keyed(c.sim.seed, c.sim.nodes[c.node].hash, req, uint64(no))
}

func keyed(seed, place, req, no uint64) dist.Stream { return dist.Keyed(seed, place, req, no) }

// LinkTo returns the first link of the component whose name or target matches,
// and whether there is one.
//
//go:noinline
func (c *Ctx) LinkTo(kind string) (LinkID, bool) { return c.LinkFrom(c.node, kind) }

// LinkFrom is the first link of a role that leaves a node, and whether there is
// one.
//
//go:noinline
func (c *Ctx) LinkFrom(from NodeID, role string) (LinkID, bool) {
	for i := range c.sim.links {
		if l := &c.sim.links[i]; l.from == from && (role == "" || l.role == role) {
			return LinkID(i), true
		}
	}
	return 0, false
}

// Target is the node a link leads to.
func (c *Ctx) Target(l LinkID) NodeID { return c.sim.links[l].to }

// Instances is the number of instances of any node.
func (c *Ctx) Instances(n NodeID) int { return c.sim.nodes[n].comp.Instances() }

// Zipf is a law of popularity over n things. It is immutable, and components
// that ask for the same law share it.
//
//go:noinline
func (c *Ctx) Zipf(n int, alpha float64) *dist.Zipf {
	for _, z := range c.sim.zipfs {
		if z.n == n && z.alpha == alpha {
			return z.law
		}
	}
	z := zipf{n, alpha, dist.NewZipf(n, alpha)}
	c.sim.zipfs = append(c.sim.zipfs, z)
	return z.law
}

// Attempt gives access to an attempt that is at this node. The pointer is good
// until the next call that sends or replies.
func (c *Ctx) Attempt(id AttemptID) *Attempt { return &c.sim.attempts[id] }

// Gen is the generation of an attempt's slot; a timer that carries it can
// tell whether the attempt is still the same.
func (c *Ctx) Gen(id AttemptID) uint32 { return c.sim.attempts[id].gen }

// Call makes a call; its outcome comes to Answered.
func (c *Ctx) Call(a *Ask) { c.sim.makeCall(c.node, a) }

// Reply answers an attempt that is at this node.
func (c *Ctx) Reply(id AttemptID, out Outcome) { c.sim.reply(id, out) }

// Forward hands an attempt that is at this node on over a link; its answer goes
// straight back to the caller.
func (c *Ctx) Forward(id AttemptID, l LinkID) { c.sim.forward(id, l) }

// ForwardTo is Forward to an instance of the node at the link's end.
func (c *Ctx) ForwardTo(id AttemptID, l LinkID, inst uint16) { c.sim.forwardTo(id, l, inst) }

// Drop loses an attempt silently: the caller will hear nothing.
//
//go:noinline
func (c *Ctx) Drop(id AttemptID) { c.sim.drop(id) }

// Cancel ends an abandoned attempt without an answer.
//
//go:noinline
func (c *Ctx) Cancel(id AttemptID) { c.sim.cancel(id) }

// At sets a timer for a moment not before now.
func (c *Ctx) At(at Time, t Timer) {
	c.sim.agenda.push(max(at, c.sim.now), pair(t.ID, t.Gen), manner(evNode, t.Kind, c.node, t.Arg))
}

// AfterConst sets a timer whose delay many timers share.
func (c *Ctx) AfterConst(d Time, t Timer) {
	c.sim.agenda.afterConst(c.sim.now, d, pair(t.ID, t.Gen), manner(evNode, t.Kind, c.node, t.Arg))
}

// Send sends a one-way message over a link. Inst is the sender's instance and
// req the request it belongs to, for the view.
//
//go:noinline
func (c *Ctx) Send(l LinkID, m Message, req uint64, inst uint16) {
	m.From = c.node
	c.sim.send(l, m, req, inst, false)
}

// Back sends a one-way message over a link to the node that makes calls on it, as
// a server's word about a connection. Inst is the sender's instance.
//
//go:noinline
func (c *Ctx) Back(l LinkID, m Message, req uint64, inst uint16) {
	m.From = c.node
	c.sim.send(l, m, req, inst, true)
}

// Signal gives a node a message at once, as an operator's hand does.
//
//go:noinline
func (c *Ctx) Signal(to NodeID, m Message) {
	m.From = c.node
	c.sim.nodes[to].comp.Message(&c.sim.nodes[to].ctx, m)
}

// Count adds to one of the component's own counters.
func (c *Ctx) Count(i int, n uint64) { c.sim.nodes[c.node].totals.Own[i] += n }

// Guarded reports whether a policy that is switched on sits at the node's door.
func (c *Ctx) Guarded() bool { return c.sim.nodes[c.node].guarded }

// Admit asks the policies at the node's door about a newcomer. It returns OK
// or the status to answer with.
func (c *Ctx) Admit(load Load) Status { return c.sim.admit(c.node, load) }

// Leave tells the policies at the door that an admitted attempt has left.
func (c *Ctx) Leave() {
	if c.Guarded() {
		c.sim.left(c.node)
	}
}

// left tells the policies at a node's door that an admitted attempt has left.
//
//go:noinline
func (s *Sim) left(node NodeID) {
	for _, st := range s.nodes[node].door {
		if st.on {
			st.door.Leave(&st.ctx)
		}
	}
}

// Occupy tells the kernel's time averages that n more attempts wait and m more
// are in service (negative: fewer).
func (c *Ctx) Occupy(n, m int64) { c.sim.nodes[c.node].totals.occupy(c.sim.now, n, m) }

// Served records a finished service: how long it waited and was served, and
// whether anybody still wanted it.
func (c *Ctx) Served(wait, service Time, wasted bool) {
	c.sim.nodes[c.node].totals.served(wait, service, wasted)
}

// Totals gives the component its own node's counters.
func (c *Ctx) Totals() *NodeTotals { return &c.sim.nodes[c.node].totals }

// KindOf is the kind of the calls that a link carries.
func (c *Ctx) KindOf(l LinkID) Kind { return c.sim.links[l].kind }

// Seed is the seed of the run.
func (c *Ctx) Seed() uint64 { return c.sim.seed }
