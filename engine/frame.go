package engine

import "stampede/engine/dist"

// Leg is one sampled trip of an attempt, an answer or a message over a link,
// as a view draws it.
type Leg struct {
	Req              uint64
	SentAt, DueAt    Time
	From, To         NodeID
	FromInst, ToInst uint16
	Link             LinkID
	No               uint16 // which attempt of its call
	Kind             Kind
	Why              Why
	_                [2]uint8
}

// nLegs bounds the sampled legs kept; older ones are overwritten.
const nLegs = 2048

// legRing keeps the latest sampled legs. It is a view, no part of any hash,
// but it travels with snapshots so that a seek shows what was under way.
type legRing struct {
	every uint64 // one request in so many is drawn: a power of two
	n     uint64 // legs ever kept
	buf   []Leg
}

func (r *legRing) state(c *Codec) {
	Plain(c, &r.n)
	Slice(c, &r.buf)
}

// Sample has one request in n drawn; n is rounded up to a power of two. It
// changes what is seen, never what happens. 0 draws nothing.
func (s *Sim) Sample(n uint64) {
	every := uint64(1)
	for every < n {
		every *= 2
	}
	if n == 0 {
		every = 0
	}
	s.legs.every = every
}

// SampleRate is the number of requests that one drawn mark stands for.
func (s *Sim) SampleRate() uint64 { return s.legs.every }

// samples reports whether a request is among those drawn.
func (r *legRing) samples(req uint64) bool {
	return r.every != 0 && dist.Mix(req)&(r.every-1) == 0
}

// leg keeps a sampled trip for the view. Fewer requests may be drawn by now than
// when a long call began.
func (s *Sim) leg(l *link, req uint64, k Kind, why Why, no, inst, toInst uint16, back bool) {
	r := &s.legs
	if !r.samples(req) {
		return
	}
	if len(r.buf) < nLegs {
		r.buf = append(r.buf, Leg{})
	}
	g := &r.buf[r.n%nLegs]
	r.n++
	*g = Leg{
		Req: req, SentAt: s.now, DueAt: s.now + l.hop, From: l.from, To: l.to, FromInst: inst, ToInst: toInst,
		Link: l.id, No: no, Kind: k, Why: why,
	}
	if back {
		g.From, g.To, g.FromInst, g.ToInst = l.to, l.from, toInst, inst
	}
}

// Gauge is one value that can be read off a node.
type Gauge struct {
	Name  string // key of its label in the language catalogues
	Value float64
}

// Instance is what can be read off one of a node's machines.
type Instance struct {
	Busy, Servers, Queue, Bound int64
}

// CellState is the state of one cached key.
type CellState uint8

// The states of a cached key.
const (
	CellMissing CellState = iota
	CellValid
	CellInvalid
)

// Layer is a part of what a node holds, by how long it has been held.
type Layer struct {
	Age    Time  // of its oldest part; the youngest is Gauges.Span younger, or new
	Copies int64 // pieces of work
	Unique int64 // of them, those that are not duplicates of others
}

// HostState is what a host of a fleet does.
type HostState uint8

// The states of a host. A host whose new process serves while the old one
// drains beside it is HostHandover, and takes new work; one that drains alone takes
// none.
const (
	HostServing    HostState = iota
	HostHandover             // two processes: the new one serves, the old one drains
	HostDraining             // takes no new work, finishes what it has
	HostRestarting           // no process that could serve
	HostWarming              // serves, with cold caches
	HostOut                  // could serve, but its health checks fail
	HostStandby              // a machine that waits for its turn
	HostFailed               // the machine is broken
	NHostState
)

var hostStateNames = [NHostState]string{"serving", "handover", "draining", "restarting", "warming", "out", "standby", "failed"}

// String returns the state as it is written in JSON.
func (s HostState) String() string { return hostStateNames[s] }

// Host is what can be read off one host of a fleet.
type Host struct {
	State   HostState
	Fresh   bool  // runs what is being released
	Busy    int64 // requests in service
	Servers int64 // requests that it serves at once
	Queue   int64 // requests that wait
	Open    int64 // connections of the process that takes new ones
	Old     int64 // connections of the process that drains
}

// Gauges collects what a node reports; its memory is reused.
type Gauges struct {
	Values    []Gauge
	Instances []Instance
	Cells     []CellState
	Hosts     []Host  // of a fleet, in place of Instances
	Layers    []Layer // oldest first
	Span      Time    // of a layer; 0 for a node that does not report any
}

// Set reports a value.
//
//go:noinline
func (g *Gauges) Set(name string, v float64) {
	g.Values = append(g.Values, Gauge{name, v})
}

// Reset empties it and keeps its memory.
func (g *Gauges) Reset() {
	g.Values, g.Instances, g.Cells = g.Values[:0], g.Instances[:0], g.Cells[:0]
	g.Hosts, g.Layers = g.Hosts[:0], g.Layers[:0]
	g.Span = 0
}

// Value returns a reported value, 0 when there is none of that name.
func (g *Gauges) Value(name string) float64 {
	for i := range g.Values {
		if g.Values[i].Name == name {
			return g.Values[i].Value
		}
	}
	return 0
}

// NodeFrame is one node in a Frame.
type NodeFrame struct {
	Name   string
	Kind   string
	Gauges Gauges
}

// Frame is a read-only view of a run at one moment. Its memory is reused by
// the next Frame call.
type Frame struct {
	Now    Time
	Every  uint64 // requests per drawn mark
	Nodes  []NodeFrame
	Legs   []Leg // sampled trips, oldest first
	Events uint64
}

// Frame fills f with what can be seen now.
func (s *Sim) Frame(f *Frame) {
	f.Now, f.Every, f.Events = s.now, s.legs.every, s.events
	for len(f.Nodes) < len(s.nodes) {
		f.Nodes = append(f.Nodes, NodeFrame{})
	}
	for i := range s.nodes {
		n, nf := &s.nodes[i], &f.Nodes[i]
		nf.Name, nf.Kind = n.name, n.kind
		nf.Gauges.Reset()
		n.comp.Gauges(&n.ctx, &nf.Gauges)
	}
	f.Legs = f.Legs[:0]
	r := &s.legs
	if r.n > nLegs {
		f.Legs = append(f.Legs, r.buf[r.n%nLegs:]...)
		f.Legs = append(f.Legs, r.buf[:r.n%nLegs]...)
		return
	}
	f.Legs = append(f.Legs, r.buf[:r.n]...)
}

// Structure of the run, for views, metrics and checks.

// NodeCount and LinkCount size the tables that Node and Link names index.
func (s *Sim) NodeCount() int { return len(s.nodes) }

// LinkCount is the number of links.
func (s *Sim) LinkCount() int { return len(s.links) }

// NodeName names a node.
func (s *Sim) NodeName(id NodeID) string { return s.nodes[id].name }

// NodeTotals are a node's counters. Read the integrals through Areas.
func (s *Sim) NodeTotals(id NodeID) *NodeTotals { return &s.nodes[id].totals }

// Component is a node's component.
func (s *Sim) Component(id NodeID) Component { return s.nodes[id].comp }

// NodeByName finds a node.
func (s *Sim) NodeByName(name string) (NodeID, bool) {
	for i := range s.nodes {
		if s.nodes[i].name == name {
			return NodeID(i), true
		}
	}
	return 0, false
}

// LinkInfo describes a link.
type LinkInfo struct {
	Name     string
	From, To NodeID
	Hop      Time
	Kind     Kind
}

// Link describes a link.
func (s *Sim) Link(id LinkID) LinkInfo {
	l := &s.links[id]
	return LinkInfo{l.name, l.from, l.to, l.hop, l.kind}
}

// LinkByName finds a link.
func (s *Sim) LinkByName(name string) (LinkID, bool) {
	for i := range s.links {
		if s.links[i].name == name {
			return LinkID(i), true
		}
	}
	return 0, false
}

// LinkTotals are a link's counters.
func (s *Sim) LinkTotals(id LinkID) *LinkTotals { return &s.links[id].totals }

// PolicyTotals are the decisions a policy has made; ok is false when the link
// or node has no such policy.
func (s *Sim) PolicyTotals(place, policy string) (t SeatTotals, ok bool) {
	for i := range s.links {
		if s.links[i].name == place {
			return seatTotals(s.links[i].stack, policy)
		}
	}
	for i := range s.nodes {
		if s.nodes[i].name == place {
			return seatTotals(s.nodes[i].door, policy)
		}
	}
	return t, false
}

func seatTotals(seats []*seat, policy string) (SeatTotals, bool) {
	for _, st := range seats {
		if st.name == policy {
			return st.totals, true
		}
	}
	return SeatTotals{}, false
}

// CountLive counts the live calls of a link by looking at every call, and is
// meant for checks: it must equal the link's Live counter.
func (s *Sim) CountLive(id LinkID) int64 {
	var n int64
	for i := range s.calls {
		if s.calls[i].live && s.calls[i].Link == id {
			n++
		}
	}
	return n
}
