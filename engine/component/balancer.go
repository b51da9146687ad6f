package component

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Balancer is an L4 load balancer: it sends the packets of a connection to one
// host of the tier behind, chosen by a consistent hash among those that pass its
// health checks, and keeps to it.
type Balancer struct {
	engine.Base
	seen  view
	flows flows
	s     struct {
		to, health engine.LinkID
		hosts      uint32
	}
}

// Params declares how health is checked.
func (s *Balancer) Params(set *param.Set) { s.seen.params(set) }

// State names the parts of the state.
func (s *Balancer) State(c *engine.Codec) {
	s.seen.state(c)
	s.flows.state(c)
	engine.Plain(c, &s.s)
}

// Needs asks for the tier behind, and for a way to check its hosts.
func (s *Balancer) Needs() engine.Needs { return engine.Needs{Roles: []string{"hosts", "health"}} }

// Init begins to check.
func (s *Balancer) Init(c *engine.Ctx) {
	s.s.to, _ = c.LinkTo("hosts")
	s.s.health, _ = c.LinkTo("health")
	n := c.Instances(c.Target(s.s.to))
	s.s.hosts = uint32(2 * n)
	s.seen.begin(c, 2*n, n)
	c.At(c.Now()+s.seen.p.every, engine.Timer{})
}

// Timer sends a health check to every host.
func (s *Balancer) Timer(c *engine.Ctx, t engine.Timer) {
	for h := range s.s.hosts {
		c.Call(&engine.Ask{
			Req: uint64(c.ID()+1)<<48 | uint64(h), Task: h,
			Errand: engine.Errand{Link: s.s.health, Kind: engine.KSignal, Arg: h, Why: engine.Fresh},
		})
	}
	c.At(c.Now()+s.seen.p.every, t)
}

// Counters names the verdicts of health checks.
func (s *Balancer) Counters() []string { return []string{"taken_out", "brought_back", "no_host"} }

// Answered takes the result of a check, and tells the tier when it changes what
// is thought of a host.
func (s *Balancer) Answered(c *engine.Ctx, _ engine.LinkID, _ uint32, a engine.Answer) {
	h := int(a.Task)
	if !s.seen.check(h, a.Out.Status == engine.OK && !s.seen.flap()) {
		return
	}
	flag, count := msgUp, 1
	if !s.seen.all[h].up {
		flag, count = msgDown, 0
	}
	c.Count(count, 1)
	c.Signal(c.Target(s.s.to), engine.Message{Kind: engine.KSignal, Key: uint32(h), Flags: flag})
}

// Arrive sends a packet on to the host of its connection, or to one that it
// chooses. What is made again comes over a connection of its own.
func (s *Balancer) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	if a.Key != 0 && a.Kind != engine.KConnect && (a.No == 1 || a.Kind != engine.KRequest) {
		if f := s.flows.find(a.Key); f != nil && f.held > 0 {
			c.ForwardTo(id, s.s.to, f.host)
			return
		}
	}
	h, ok := s.seen.pick(place(c, a.Key, a.Req<<16+uint64(a.No)), false)
	if !ok {
		c.Count(2, 1)
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	if a.Kind == engine.KConnect {
		*s.flows.at(a.Key) = flow{host: h, seq: argSeq(a.Arg), held: 1}
	}
	c.ForwardTo(id, s.s.to, h)
}

// Message passes word of connections on to the tier.
func (s *Balancer) Message(c *engine.Ctx, m engine.Message) {
	if m.Flags == msgClose {
		c.Send(s.s.to, m, flowReq(m.Key), 0)
		return
	}
	h, _ := s.seen.pick(place(c, m.Key, uint64(m.Value)), false)
	*s.flows.at(m.Key) = flow{host: h, seq: argSeq(m.Value), held: 1}
	m.Value |= uint32(h) << 16
	c.Signal(c.Target(s.s.to), m)
}

// Gauges reports how many hosts are in.
func (s *Balancer) Gauges(_ *engine.Ctx, g *engine.Gauges) {
	in := 0
	for i := range s.seen.all {
		if s.seen.all[i].up {
			in++
		}
	}
	g.Set("hosts_in", float64(in))
	g.Set("hosts", float64(s.s.hosts/2))
}
