package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// Clients are users with long-lived connections, over which they make requests,
// send packets or publish. A user whose connection is lost connects again after a
// while, and what he wanted meanwhile waits for that.
//
// A connection that nothing is sent over costs memory and no event.
type Clients struct {
	engine.Base
	p struct {
		rate     float64
		shape    float64
		users    int64
		lifetime int64
		within   int64
		misses   int64
		law      uint8
		protocol uint8
		_        [6]uint8
	}
	s struct {
		gaps, who, lives, waits dist.Stream
		n                       uint64 // requests made
		open                    int64
		waiting                 int64 // users who are not connected
		gen                     uint32
		connect, traffic        engine.LinkID
		kind                    engine.Kind
		_                       [7]uint8
	}
	conns []conn
}

// conn is one user's connection.
type conn struct {
	state  uint8
	seq    uint8
	misses uint8 // packets in a row that came to nothing
	wants  uint8 // requests that wait until he is connected
}

// States of a connection.
const (
	connDown uint8 = iota // waits to connect
	connOpening
	connOpen
)

var lifetimeLaws = []string{"exponential", "pareto"}

// Params declares the clients' parameters.
func (s *Clients) Params(set *param.Set) {
	set.Choice(&s.p.protocol, "protocol", "tcp", protocols, "what their connections are")
	set.Int(&s.p.users, "users", 1000, "users, each with one connection", param.Range(1, 1e6-1), param.Fixed(), param.Log())
	set.Float(&s.p.rate, "rate", 100, "requests, packets or publishes a second, of all users together", param.Unit("1/s"), param.Range(0, 1e7))
	set.Duration(&s.p.lifetime, "lifetime", 10*time.Minute, "mean lifetime of a connection; 0 for ever", param.RangeD(0, 1000*time.Hour))
	set.Choice(&s.p.law, "lifetime_law", "exponential", lifetimeLaws, "how lifetimes vary")
	set.Float(&s.p.shape, "lifetime_shape", 2.5, "tail index of Pareto lifetimes", param.Range(1.05, 100))
	set.Duration(&s.p.within, "reconnect_within", time.Second, "a user whose connection is lost connects again at some time within this", param.RangeD(0, time.Hour))
	set.Int(&s.p.misses, "give_up_after", 3, "QUIC: packets in a row that come to nothing until the connection is taken for lost", param.Range(1, 100))
}

// State names the parts of the state.
func (s *Clients) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
	engine.Slice(c, &s.conns)
}

// Needs asks for a way to connect, and one for what the connection is for.
func (s *Clients) Needs() engine.Needs { return engine.Needs{Roles: []string{"connect", "traffic"}} }

const (
	clLost    = iota // connections lost
	clConnect        // connections set up
	clRefused        // attempts to connect that failed
	clDelayed        // requests that had to wait until their user was connected
	clCut            // requests that failed, as the connection was lost under them
)

// Counters names what became of connections.
func (s *Clients) Counters() []string {
	return []string{"lost", "connected", "not_connected", "delayed", "cut"}
}

// Timers of clients.
const (
	timerOp uint8 = iota
	timerBoot
	timerConnect
	timerClose
)

// Init begins with every user connected.
func (s *Clients) Init(c *engine.Ctx) {
	s.s.gaps, s.s.who, s.s.lives, s.s.waits = c.Stream("gaps"), c.Stream("who"), c.Stream("lifetimes"), c.Stream("waits")
	s.s.connect, _ = c.LinkTo("connect")
	s.s.traffic, _ = c.LinkTo("traffic")
	s.s.kind = c.KindOf(s.s.traffic)
	s.conns = make([]conn, s.p.users)
	c.At(c.Now(), engine.Timer{Kind: timerBoot})
	s.plan(c)
}

func (s *Clients) plan(c *engine.Ctx) {
	if s.p.rate > 0 {
		gap := short(float64(engine.Second) / s.p.rate * s.s.gaps.Exp())
		c.At(c.Now()+int64(gap), engine.Timer{Kind: timerOp, Gen: s.s.gen})
	}
}

func (s *Clients) arg(x *conn) uint32 { return flowArg(x.seq, s.p.protocol) }

// Timer makes a request, connects, or closes a connection.
func (s *Clients) Timer(c *engine.Ctx, t engine.Timer) {
	k := int(t.ID)
	switch t.Kind {
	case timerOp:
		if t.Gen == s.s.gen {
			s.plan(c)
			s.want(c, int(s.s.who.Int64N(s.p.users)))
		}
	case timerBoot:
		s.boot(c)
	case timerConnect:
		if x := &s.conns[k]; x.state == connDown && uint32(x.seq) == t.Gen {
			s.dial(c, k)
		}
	case timerClose:
		if x := &s.conns[k]; x.state == connOpen && uint32(x.seq) == t.Gen {
			m := engine.Message{Kind: engine.KSignal, Key: flowKey(c.ID(), k), Value: s.arg(x), Flags: msgClose}
			c.Send(s.s.connect, m, flowReq(m.Key), 0)
			s.down(k)
			s.dial(c, k)
		}
	}
}

// boot has every connection exist as the run begins, in the middle of its life. The
// last one goes first: who keeps a table of them makes it as long as it has to be.
func (s *Clients) boot(c *engine.Ctx) {
	for k := len(s.conns) - 1; k >= 0; k-- {
		x := &s.conns[k]
		x.state = connOpen
		c.Signal(c.Target(s.s.connect), engine.Message{
			Kind: engine.KSignal, Key: flowKey(c.ID(), k), Value: s.arg(x), Flags: msgBoot,
		})
	}
	for k := range s.conns {
		s.live(c, k, s.rest())
	}
	s.s.open = s.p.users
}

// live plans the end of a connection.
func (s *Clients) live(c *engine.Ctx, k int, life engine.Time) {
	if s.p.lifetime > 0 {
		c.At(c.Now()+life, engine.Timer{Kind: timerClose, ID: uint32(k), Gen: uint32(s.conns[k].seq)})
	}
}

// life draws how long a connection lasts.
func (s *Clients) life() engine.Time {
	if s.p.law == 0 {
		return dist.Exponentially(s.s.lives.Exp(), s.p.lifetime)
	}
	return dist.Law{Kind: dist.Pareto, Mean: s.p.lifetime, Shape: s.p.shape}.Sample(&s.s.lives)
}

// rest draws how long a connection still lasts that is looked at at any moment: of
// Pareto's law the long ones are met more often, each in proportion to its length,
// and somewhere in their middle.
func (s *Clients) rest() engine.Time {
	if s.p.law == 0 {
		return s.life()
	}
	a := s.p.shape
	whole := float64(s.p.lifetime) * (a - 1) / a * dist.Exp(min(s.s.lives.Exp()/(a-1), 40))
	return int64(min(whole*s.s.lives.Float64(), longestGap))
}

// want has a user make a request.
func (s *Clients) want(c *engine.Ctx, k int) {
	x := &s.conns[k]
	if x.state != connOpen {
		c.Count(clDelayed, 1)
		if x.wants < 255 {
			x.wants++
		}
		return
	}
	s.s.n++
	c.Call(&engine.Ask{
		Req: uint64(c.ID()+1)<<48 | s.s.n, Task: uint32(k),
		Errand: engine.Errand{Link: s.s.traffic, Kind: s.s.kind, Key: flowKey(c.ID(), k), Arg: s.arg(x), Why: engine.Fresh},
	})
}

// down is a connection that is not there any more.
func (s *Clients) down(k int) {
	x := &s.conns[k]
	if x.state == connOpen {
		s.s.open--
	}
	x.state = connDown
	x.seq++
	x.misses = 0
}

// lose is told that a user's connection is lost: he connects again.
func (s *Clients) lose(c *engine.Ctx, k int) {
	s.down(k)
	c.Count(clLost, 1)
	s.later(c, k)
}

// later has a user connect at some time within the declared span.
func (s *Clients) later(c *engine.Ctx, k int) {
	d := int64(s.s.waits.Float64() * float64(s.p.within))
	c.At(c.Now()+d, engine.Timer{Kind: timerConnect, ID: uint32(k), Gen: uint32(s.conns[k].seq)})
}

// dial connects a user.
func (s *Clients) dial(c *engine.Ctx, k int) {
	x := &s.conns[k]
	x.state = connOpening
	s.s.n++
	c.Call(&engine.Ask{
		Req: uint64(c.ID()+1)<<48 | s.s.n, Task: uint32(k),
		Errand: engine.Errand{Link: s.s.connect, Kind: engine.KConnect, Key: flowKey(c.ID(), k), Arg: s.arg(x), Why: engine.Fresh},
	})
}

// Answered takes the outcome of a request or of an attempt to connect.
func (s *Clients) Answered(c *engine.Ctx, l engine.LinkID, arg uint32, a engine.Answer) {
	k := int(a.Task)
	x := &s.conns[k]
	if x.seq != argSeq(arg) {
		return
	}
	if l == s.s.connect {
		s.connected(c, k, a.Out.Status)
		return
	}
	switch {
	case a.Out.Status == engine.OK:
		x.misses = 0
	case a.Out.Status != engine.Reset || x.state != connOpen:
	case s.p.protocol == protoQUIC && int64(x.misses)+1 < s.p.misses:
		x.misses++
	default:
		c.Count(clCut, 1)
		s.lose(c, k)
	}
}

// connected begins a connection, and makes the requests that waited for it.
func (s *Clients) connected(c *engine.Ctx, k int, st engine.Status) {
	x := &s.conns[k]
	if x.state != connOpening {
		return
	}
	if st != engine.OK {
		c.Count(clRefused, 1)
		s.down(k)
		s.later(c, k)
		return
	}
	c.Count(clConnect, 1)
	x.state = connOpen
	s.s.open++
	if s.p.lifetime > 0 {
		s.live(c, k, s.life())
	}
	for n := x.wants; n > 0; n-- {
		x.wants--
		s.want(c, k)
	}
}

// Message is word that the connection was reset.
func (s *Clients) Message(c *engine.Ctx, m engine.Message) {
	k := flowSlot(m.Key)
	if x := &s.conns[k]; m.Flags == msgReset && x.state == connOpen && x.seq == argSeq(m.Value) {
		s.lose(c, k)
	}
}

// Changed draws a new gap at the new rate: a Poisson process forgets.
func (s *Clients) Changed(c *engine.Ctx) {
	s.s.gen++
	s.plan(c)
}

// Verbs are the commands that Do knows.
func (s *Clients) Verbs() []string { return []string{"rate"} }

// Do knows "rate": so many requests a second from now on.
func (s *Clients) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "rate" {
		return s.Base.Do(c, verb, arg)
	}
	s.p.rate = min(max(arg, 0), 1e7)
	s.Changed(c)
	return nil
}

// Gauges reports the rate, and who is connected.
func (s *Clients) Gauges(_ *engine.Ctx, g *engine.Gauges) {
	g.Set("rate", s.p.rate)
	g.Set("connected_users", float64(s.s.open))
	g.Set("unconnected", float64(s.p.users-s.s.open))
}
