package component

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Proxies is a tier of L7 proxies: hosts that accept connections, and hand each
// request on to the tier behind them. Connections and tunnels belong to the
// process that accepted them.
type Proxies struct {
	engine.Base
	fleet fleet
	flows owners
	p     struct {
		replays int64
		reuse   bool
		replay  bool
		_       [6]uint8
	}
	s struct {
		next, tunnels, uploads engine.LinkID
		ends                   bool // there is no tier behind: requests are answered here
		_                      uint8
	}
}

// Params declares the proxies' parameters.
func (s *Proxies) Params(set *param.Set) {
	s.fleet.params(set, 20)
	set.Bool(&s.p.reuse, "connection_reuse", true, "a process that drains has its tunnels set up anew through other hosts (Downstream Connection Reuse)")
	set.Bool(&s.p.replay, "replay", true, "send a POST that a server gave back to another one (Partial POST Replay)")
	set.Int(&s.p.replays, "replays_max", 10, "times that a POST is sent to another server", param.Range(0, 100))
}

// State names the parts of the state.
func (s *Proxies) State(c *engine.Codec) {
	s.fleet.state(c)
	s.flows.state(c)
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
}

// Needs asks for nobody: without a tier behind it the proxies answer themselves.
func (s *Proxies) Needs() engine.Needs {
	return engine.Needs{May: []string{"next", "tunnels", "uploads"}}
}

// Instances is the number of hosts in service.
func (s *Proxies) Instances() int { return int(s.fleet.p.hosts) }

// Init starts the hosts, and finds the tier behind.
func (s *Proxies) Init(c *engine.Ctx) {
	s.fleet.init(c)
	next, ok := c.LinkTo("next")
	s.s.next, s.s.ends = next, !ok
	s.s.tunnels, s.s.uploads = tunnelsOf(c, c.ID()), next
	if l, ok := c.LinkTo("uploads"); ok {
		s.s.uploads = l
	}
}

// tunnelsOf is the link over which a tier of proxies sends what belongs to a
// long-lived session.
func tunnelsOf(c *engine.Ctx, n engine.NodeID) engine.LinkID {
	l, ok := c.LinkFrom(n, "tunnels")
	if !ok {
		l, _ = c.LinkFrom(n, "next")
	}
	return l
}

const (
	pxMisrouted  = iota + flOther // packets that reached a process without their connection
	pxForwarded                   // packets handed to the process that owns their connection
	pxStateless                   // packets of connections that no process has
	pxTunnels                     // tunnels cut
	pxReused                      // tunnels set up anew, unnoticed by the user
	pxReuseLost                   // tunnels that the broker refused to set up anew
	pxReplays                     // POSTs sent to another server
	pxReplayed                    // their bytes
	pxGivenBack                   // bytes that servers gave back
	pxUnreasoned                  // 379s without their reason phrase
	pxUnreplayed                  // POSTs given back that were not sent to another server
	pxUnknown                     // requests over connections that are gone
	pxAgain                       // uploads that their sender makes again from the start: no replays
)

// Counters names what became of connections, packets and bodies.
func (s *Proxies) Counters() []string {
	return append(append([]string{}, fleetCounters...),
		"misrouted", "forwarded", "stateless_resets", "tunnels_cut", "tunnels_reused", "reuse_refused",
		"replays", "replayed_bytes", "given_back_bytes", "unreasoned", "not_replayed", "gone", "uploads_again")
}

// Arrive takes what a caller sends.
func (s *Proxies) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	switch a.Kind {
	case engine.KSignal:
		s.checked(c, id)
	case engine.KConnect:
		s.connect(c, id)
	case engine.KPacket:
		s.packet(c, id)
	default:
		s.request(c, id)
	}
}

// checked answers a health check.
func (s *Proxies) checked(c *engine.Ctx, id engine.AttemptID) {
	s.fleet.s.fronted = true
	h := c.Attempt(id).Arg
	st := engine.Failed
	if int(h) < len(s.fleet.hosts) && s.fleet.answers(uint16(h)) {
		st = engine.OK
	}
	c.Reply(id, engine.Ended(st))
}

// chosen is the host for what has no connection yet: that of the balancer in
// front, or the one that the callers would choose.
func (s *Proxies) chosen(c *engine.Ctx, a *engine.Attempt) (uint16, bool) {
	if c.Target(a.Link) != c.ID() {
		return a.Inst, true
	}
	key := a.Key
	if a.Kind != engine.KConnect {
		key = uint32(a.Req)
	}
	going := a.Kind != engine.KConnect && !s.fleet.r.goaway
	return s.fleet.seen.pick(place(c, key, a.Req<<16+uint64(a.No)), going)
}

// connect has a connection accepted by the process that listens.
func (s *Proxies) connect(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	h, ok := s.chosen(c, a)
	if !ok {
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	x := &s.fleet.hosts[h]
	slot := x.cur
	if argProtocol(a.Arg) == protoQUIC && x.udp.Len() > 0 {
		slot = x.udp.At(x.udp.Pick(place(c, a.Key, uint64(argSeq(a.Arg)))))
		if slot != x.cur { // the process that drains takes no new connections
			c.Count(pxMisrouted, 1)
			c.Reply(id, engine.Ended(engine.Refused))
			return
		}
	}
	s.give(c, id, h, slot)
}

// give hands an attempt to a process, if it is there.
func (s *Proxies) give(c *engine.Ctx, id engine.AttemptID, h uint16, slot uint8) {
	if !s.fleet.hosts[h].proc[slot].alive {
		c.Count(flNobody, 1)
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	s.fleet.take(c, id, h, slot)
}

// request takes a request over its connection, or over one that the caller has
// in its pool. One that is made again comes over a connection of its own.
func (s *Proxies) request(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	fronted := c.Target(a.Link) != c.ID()
	if a.Kind == engine.KUpload && a.No > 1 {
		c.Count(pxAgain, 1)
	}
	if f := s.flows.find(a.Key); a.Key != 0 && f != nil && (fronted && a.No == 1 || a.Kind == engine.KPublish) {
		if f.held == 0 || f.seq != argSeq(a.Arg) {
			c.Count(pxUnknown, 1)
			c.Reply(id, engine.Ended(engine.Reset))
			return
		}
		s.give(c, id, f.host, f.held-1)
		return
	}
	h, ok := s.chosen(c, a)
	if !ok {
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	x := &s.fleet.hosts[h]
	slot := x.cur
	if old := 1 - x.cur; !fronted && !s.fleet.r.goaway && x.state == engine.HostHandover && x.proc[old].alive {
		slot = old // over the connection that the callers have
	}
	s.give(c, id, h, slot)
}

// packet routes a datagram of a QUIC connection: the kernel picks a socket by the
// flow's hash, and the process that reads it knows the connection, or not.
func (s *Proxies) packet(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	f := s.flows.find(a.Key)
	if f == nil || f.held == 0 || f.seq != argSeq(a.Arg) {
		c.Count(pxStateless, 1)
		c.Reply(id, engine.Ended(engine.Reset))
		return
	}
	x := &s.fleet.hosts[f.host]
	owner := f.held - 1
	reader := owner
	if n := x.udp.Len(); n > 0 {
		reader = x.udp.At(x.udp.Pick(place(c, a.Key, uint64(f.seq))))
	}
	switch {
	case reader == owner:
	case s.fleet.rel.how == takeover && s.fleet.r.routing:
		c.Count(pxForwarded, 1)
	default:
		c.Count(pxMisrouted, 1)
		c.Reply(id, engine.Ended(engine.Reset))
		return
	}
	s.give(c, id, f.host, owner)
}

// run goes on with what the processors are done with.
func (s *Proxies) run(c *engine.Ctx, n uint32) {
	j := &s.fleet.jobs[n]
	a := c.Attempt(j.attempt)
	tunnel := a.Kind == engine.KConnect && argProtocol(a.Arg) == protoMQTT
	if s.s.ends || a.Kind == engine.KPacket || a.Kind == engine.KConnect && !tunnel {
		if a.Kind == engine.KConnect {
			s.open(c, a, j)
		}
		s.fleet.reply(c, n, engine.Ended(engine.OK))
		return
	}
	s.ask(c, n)
}

// ask hands a job's request on.
func (s *Proxies) ask(c *engine.Ctx, n uint32) {
	j := &s.fleet.jobs[n]
	a := c.Attempt(j.attempt)
	l, arg := s.s.next, a.Arg
	switch a.Kind {
	case engine.KConnect, engine.KPublish:
		l = s.s.tunnels
	case engine.KUpload:
		l, arg = s.s.uploads, j.bytes
	}
	j.phase, j.at = jobAway, c.Now()
	c.Call(&engine.Ask{
		Req: a.Req, Task: n | uint32(j.gen)<<slotBits,
		Errand: engine.Errand{Link: l, Kind: a.Kind, Key: a.Key, Arg: arg, FromInst: j.host, Why: engine.Fresh},
	})
}

// open notes a connection as its process's own.
func (s *Proxies) open(c *engine.Ctx, a *engine.Attempt, j *job) {
	s.note(a.Key, a.Arg, j.host, j.slot, a.Link)
	c.Count(flOpened, 1)
}

// note replaces what is known of a connection.
func (s *Proxies) note(key, arg uint32, h uint16, slot uint8, via engine.LinkID) {
	s.forget(key, s.flows.at(key))
	s.flows.own(key, flow{host: h, seq: argSeq(arg), held: 1 + slot}, len(s.fleet.hosts))
	s.flows.via[key>>slotBits] = via
	s.fleet.hosts[h].proc[slot].open++
}

// forget drops a connection, if it is there.
func (s *Proxies) forget(key uint32, f *flow) {
	if f.held > 0 {
		s.fleet.hosts[f.host].proc[f.held-1].open--
		s.flows.disown(key, f)
	}
}

// reconnects marks the calls by which tunnels are set up anew: no job waits for
// them.
const reconnects = 1<<32 - 1

// Answered passes an answer on.
func (s *Proxies) Answered(c *engine.Ctx, _ engine.LinkID, arg uint32, ans engine.Answer) {
	if ans.Task == reconnects {
		s.reconnected(c, ans.Key, arg, ans.Out)
		return
	}
	n := ans.Task & (1<<slotBits - 1)
	j := &s.fleet.jobs[n]
	if j.phase != jobAway || uint32(j.gen)&0xfff != ans.Task>>slotBits {
		return
	}
	out := ans.Out
	switch {
	case out.Status == engine.Partial:
		if s.again(c, n, out) {
			return
		}
		out = engine.Ended(engine.Failed) // a 379 is never shown to the user
	case j.kind == engine.KConnect && out.Status == engine.OK:
		s.open(c, c.Attempt(j.attempt), j)
	}
	s.fleet.reply(c, n, out)
}

// again sends a POST that a server gave back to another one, and reports whether
// it did. Without the reason phrase a 379 may mean anything.
func (s *Proxies) again(c *engine.Ctx, n uint32, out engine.Outcome) bool {
	j := &s.fleet.jobs[n]
	if out.Flags&engine.FlagReason == 0 {
		c.Count(pxUnreasoned, 1)
		return false
	}
	c.Count(pxGivenBack, uint64(out.Value))
	if !s.p.replay || int64(j.tries) >= s.p.replays || out.Value < j.bytes {
		c.Count(pxUnreplayed, 1)
		return false
	}
	j.tries++
	j.bytes = out.Value
	c.Count(pxReplays, 1)
	c.Count(pxReplayed, uint64(out.Value))
	s.ask(c, n)
	return true
}

// Message is word of a connection.
func (s *Proxies) Message(c *engine.Ctx, m engine.Message) {
	switch m.Flags {
	case msgBoot:
		s.boot(c, m)
	case msgUp, msgDown:
		s.fleet.judged(c, uint16(m.Key), m.Flags == msgUp)
	case msgClose:
		s.closed(c, m)
	case msgReset:
		s.cut(c, m.Key, m.Value)
	case msgSolicit:
		s.solicited(c, m)
	case msgOperate:
		s.fleet.operated(c, m, s)
	}
}

// boot notes a connection that exists when the run begins, and its tunnel.
func (s *Proxies) boot(c *engine.Ctx, m engine.Message) {
	h := uint16(m.Value >> 16)
	if m.Kind == engine.KConnect { // from a tier of proxies
		h, _ = s.fleet.seen.pick(place(c, m.Key, uint64(m.Value)), false)
	}
	s.note(m.Key, m.Value, h, s.fleet.hosts[h].cur, s.boots(c, m))
	if argProtocol(m.Value) == protoMQTT && !s.s.ends {
		c.Signal(c.Target(s.s.tunnels), engine.Message{Kind: engine.KConnect, Key: m.Key, Value: m.Value, Flags: msgBoot})
	}
}

// boots is the link over which a connection comes that exists when the run begins:
// that of the client's others, or the one by its role.
func (s *Proxies) boots(c *engine.Ctx, m engine.Message) engine.LinkID {
	if s.flows.find(m.Key) != nil {
		return s.flows.via[m.Key>>slotBits]
	}
	if m.Kind == engine.KConnect {
		return tunnelsOf(c, m.From)
	}
	l, _ := c.LinkFrom(engine.NodeID(m.Key>>slotBits), "connect")
	return l
}

// closed forgets a connection that its client closes.
func (s *Proxies) closed(c *engine.Ctx, m engine.Message) {
	f := s.flows.find(m.Key)
	if f == nil || f.held == 0 || f.seq != argSeq(m.Value) {
		return
	}
	s.forget(m.Key, f)
	if argProtocol(m.Value) == protoMQTT && !s.s.ends {
		c.Send(s.s.tunnels, m, flowReq(m.Key), f.host)
	}
}

// flowReq is the number under which words of a connection are drawn.
func flowReq(key uint32) uint64 { return 1<<63 | uint64(key) }

// cut resets a user's connection.
func (s *Proxies) cut(c *engine.Ctx, key, arg uint32) {
	f := s.flows.find(key)
	if f == nil || f.held == 0 || f.seq != argSeq(arg) {
		return
	}
	s.forget(key, f)
	c.Count(flReset, 1)
	c.Back(s.flows.via[key>>slotBits], engine.Message{Kind: engine.KError, Key: key, Value: arg, Flags: msgReset}, flowReq(key), f.host)
}

// Changed follows new parameters.
func (s *Proxies) Changed(c *engine.Ctx) { s.fleet.changed(c) }

// Verbs are the commands that Do knows.
func (s *Proxies) Verbs() []string { return fleetVerbs }

// Do carries out an operator's command on the release.
func (s *Proxies) Do(c *engine.Ctx, verb string, arg float64) error {
	if !s.fleet.do(c, verb, arg, s) {
		return s.Base.Do(c, verb, arg)
	}
	return nil
}

// Timer goes on with hosts and jobs.
func (s *Proxies) Timer(c *engine.Ctx, t engine.Timer) { s.fleet.timer(c, t, s) }

// Gauges reports the hosts.
func (s *Proxies) Gauges(c *engine.Ctx, g *engine.Gauges) { s.fleet.gauges(c, g) }
