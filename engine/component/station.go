package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Disciplines: who is served next.
const (
	fifo uint8 = iota
	lifo
	sharing // every job at once, at an equal share of the capacity
)

var disciplines = []string{"fifo", "lifo", "processor_sharing"}

// What becomes of work whose caller has given up.
const (
	cancelled   uint8 = iota // ended at once, wherever it is
	droppedNext              // dropped when its turn comes
	servedDead               // served for nobody
)

var abandonments = []string{"cancelled", "dropped_at_turn", "served"}

// What a full queue does with a newcomer.
const (
	fullDrops   uint8 = iota // silently; the caller waits for its time-out
	fullRefuses              // at once
)

var fullness = []string{"drops", "refuses"}

// stationParams are the declared parameters of any place with servers and a
// queue. Each instance has its own.
type stationParams struct {
	service    service
	instances  int64
	servers    int64
	bound      int64
	degrade    float64
	discipline uint8
	abandoned  uint8
	full       uint8
	_          [5]uint8
}

func (p *stationParams) params(s *param.Set) {
	s.Int(&p.instances, "instances", 1, "how many of these machines there are", param.Range(1, 4096))
	s.Int(&p.servers, "servers", 1, "requests that one machine serves at once", param.Range(1, 1e6))
	p.service.params(s, 10*time.Millisecond)
	s.Choice(&p.discipline, "discipline", "fifo", disciplines, "who is served next")
	s.Int(&p.bound, "queue_bound", 0, "requests that may wait at one machine; 0 for no bound", param.Range(0, 1e9))
	s.Choice(&p.full, "full", "drops", fullness, "what a full queue does with a newcomer")
	s.Choice(&p.abandoned, "abandoned", "cancelled", abandonments, "what becomes of work whose caller has given up")
	s.Float(&p.degrade, "degrade", 0, "extra service time per request in service, as a share of the mean", param.Range(0, 10))
}

// instance is one machine's queue and servers.
type instance struct {
	head, tail engine.AttemptID // waiting, oldest first
	queue      int64
	busy       int64
	virtual    uint64 // processor sharing: service given to each job so far, 1/1024 ns
	asOf       engine.Time
	gen        uint32
	_          uint32
}

// station is queues and servers: the part that servers and databases share.
type station struct {
	p      stationParams
	inst   []instance
	shared [][]share // processor sharing: jobs by virtual finish
	until  engine.Time
}

// A timer of this kind is the station's end of a service.
const (
	timerDone uint8 = iota
	timerWake
	timerOther // first kind free for the component around a station
)

func (s *station) state(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Slice(c, &s.inst)
	engine.Slices(c, &s.shared)
	engine.Plain(c, &s.until)
}

func (s *station) init() {
	s.inst = make([]instance, s.p.instances)
	s.shared = make([][]share, s.p.instances)
}

// changed follows new parameters. A machine that is taken away takes no new
// requests and finishes what it has.
func (s *station) changed(c *engine.Ctx) {
	for int64(len(s.inst)) < s.p.instances {
		s.inst = append(s.inst, instance{})
		s.shared = append(s.shared, nil)
	}
	for i := range s.inst {
		s.fill(c, uint16(i))
	}
}

// add gives every machine more servers, as a share of those there.
func (s *station) add(c *engine.Ctx, share float64) {
	s.p.servers = enlarged(s.p.servers, share)
	s.changed(c)
}

// enlarged is a number with a share of it added, at least one, as far as a
// parameter may go.
func enlarged(n int64, share float64) int64 {
	const most = 1e6
	return min(most, n+max(1, int64(share*float64(n)+0.5)))
}

// answerer is the component around a station: it knows the answer to an attempt
// that has been served.
type answerer interface {
	answer(c *engine.Ctx, id engine.AttemptID) engine.Outcome
}

func (s *station) arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	// Most often there is nothing to look at but the servers: no other jump.
	if a.Abandoned || s.p.discipline == sharing || s.p.bound != 0 || c.Guarded() {
		s.receive(c, id)
		return
	}
	in := &s.inst[a.Inst]
	if in.busy < s.p.servers && c.Now() >= s.until {
		s.start(c, id, a.Inst)
		return
	}
	s.enqueue(c, id, in)
	c.Occupy(1, 0)
}

// receive is arrive for all cases.
//
//go:noinline
func (s *station) receive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	in := &s.inst[a.Inst]
	if a.Abandoned && s.p.abandoned == cancelled {
		c.Cancel(id)
		return
	}
	if c.Guarded() && !s.admitted(c, id) {
		return
	}
	switch {
	case s.p.discipline == sharing:
		if s.room(in.busy - s.p.servers) {
			s.join(c, id)
			return
		}
	case in.busy < s.p.servers && c.Now() >= s.until:
		s.start(c, id, a.Inst)
		return
	case s.room(in.queue):
		s.enqueue(c, id, in)
		c.Occupy(1, 0)
		return
	}
	s.turnAway(c, id)
}

// turnAway does with a newcomer what a full queue does.
func (s *station) turnAway(c *engine.Ctx, id engine.AttemptID) {
	c.Leave()
	if s.p.full == fullRefuses {
		c.Totals().Refused++
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	c.Drop(id)
}

// admitted asks the policies at the door; who is turned away is told at once.
func (s *station) admitted(c *engine.Ctx, id engine.AttemptID) bool {
	a := c.Attempt(id)
	in := &s.inst[a.Inst]
	st := c.Admit(engine.Load{
		Queue: in.queue, Busy: in.busy, Servers: s.p.servers, Inst: a.Inst, Why: a.Why,
		Wait: (in.queue + max(0, in.busy-s.p.servers+1)) * s.p.service.mean / s.p.servers,
	})
	if st == engine.OK {
		return true
	}
	c.Totals().Shed++
	c.Reply(id, engine.Ended(st))
	return false
}

func (s *station) room(waiting int64) bool { return s.p.bound == 0 || waiting < s.p.bound }

// enqueue puts an attempt at the end of a queue; the caller counts it (Occupy),
// so that this is small enough to be inlined everywhere. The same goes for unlink.
func (s *station) enqueue(c *engine.Ctx, id engine.AttemptID, in *instance) {
	a := c.Attempt(id)
	a.Prev, a.Next = in.tail, engine.None
	if in.tail == engine.None {
		in.head = id
	} else {
		c.Attempt(in.tail).Next = id
	}
	in.tail = id
	in.queue++
}

func (s *station) unlink(c *engine.Ctx, id engine.AttemptID, in *instance) {
	a := c.Attempt(id)
	if a.Prev == engine.None {
		in.head = a.Next
	} else {
		c.Attempt(a.Prev).Next = a.Next
	}
	if a.Next == engine.None {
		in.tail = a.Prev
	} else {
		c.Attempt(a.Next).Prev = a.Prev
	}
	in.queue--
}

// begun is the Pos of an attempt that has a server to itself.
const begun = 1<<32 - 1

// start gives an attempt a server.
//
//go:noinline
func (s *station) start(c *engine.Ctx, id engine.AttemptID, k uint16) {
	in := &s.inst[k]
	in.busy++
	c.Occupy(0, 1)
	a := c.Attempt(id)
	a.StartedAt, a.Pos = c.Now(), begun
	d := s.p.service.draw(c, a.Req^uint64(a.Key)<<40, a.No)
	if s.p.degrade > 0 {
		d += int64(float64(d) * s.p.degrade * float64(in.busy-1))
	}
	c.At(c.Now()+d, engine.Timer{Kind: timerDone, ID: uint32(id), Gen: c.Gen(id), Arg: uint32(k)})
}

// timer handles the station's timers; done makes the answer.
func (s *station) timer(c *engine.Ctx, t engine.Timer, done answerer) {
	k := uint16(t.Arg)
	switch {
	case t.Kind == timerWake:
		for i := range s.inst {
			s.fill(c, uint16(i))
		}
	case t.ID == engine.None:
		s.depart(c, k, t.Gen, done)
	case c.Gen(engine.AttemptID(t.ID)) == t.Gen:
		s.inst[k].busy--
		c.Occupy(0, -1)
		s.finish(c, engine.AttemptID(t.ID), done)
		s.fill(c, k)
	}
}

func (s *station) finish(c *engine.Ctx, id engine.AttemptID, done answerer) {
	a := c.Attempt(id)
	c.Served(a.StartedAt-a.ArrivedAt, c.Now()-a.StartedAt, a.Abandoned)
	c.Leave()
	c.Reply(id, done.answer(c, id))
}

// fill starts waiting requests while there are free servers. When the
// discipline has just changed, who shares goes on sharing, who has a server to
// himself keeps it, and who waits follows the new rule.
func (s *station) fill(c *engine.Ctx, k uint16) {
	in := &s.inst[k]
	if s.p.discipline == sharing {
		for in.queue > 0 {
			id := in.head
			s.unlink(c, id, in)
			c.Occupy(-1, 0)
			s.join(c, id)
		}
	}
	if s.p.discipline == sharing || len(s.shared[k]) > 0 {
		s.reschedule(c, k)
	}
	for in.busy < s.p.servers && in.queue > 0 && c.Now() >= s.until {
		id := in.head
		if s.p.discipline == lifo {
			id = in.tail
		}
		s.unlink(c, id, in)
		c.Occupy(-1, 0)
		if c.Attempt(id).Abandoned && s.p.abandoned == droppedNext {
			c.Leave()
			c.Cancel(id)
			continue
		}
		s.start(c, id, k)
	}
}

// abandon is told that nobody waits for an attempt that is here.
func (s *station) abandon(c *engine.Ctx, id engine.AttemptID) {
	if s.p.abandoned == cancelled {
		s.withdraw(c, id)
	}
}

// withdraw ends an attempt that is here.
//
//go:noinline
func (s *station) withdraw(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	k := a.Inst
	switch {
	case s.shares(id, k, a.Pos):
		s.remove(c, id)
	case a.Pos != begun:
		s.unlink(c, id, &s.inst[k])
		c.Occupy(-1, 0)
	default:
		s.inst[k].busy--
		c.Occupy(0, -1)
	}
	c.Leave()
	c.Cancel(id)
	s.fill(c, k)
}

// stall stops the start of any service for a while; what is in service ends.
func (s *station) stall(c *engine.Ctx, d engine.Time) {
	s.until = c.Now() + d
	c.At(s.until, engine.Timer{Kind: timerWake})
}

func (s *station) gauges(c *engine.Ctx, g *engine.Gauges) {
	var queue, busy int64
	for i := range s.inst {
		in := &s.inst[i]
		queue += in.queue
		busy += in.busy
		g.Instances = append(g.Instances, engine.Instance{Busy: in.busy, Servers: s.p.servers, Queue: in.queue, Bound: s.p.bound})
	}
	n := float64(s.p.servers) * float64(s.p.instances)
	g.Set("utilisation", min(1, float64(busy)/n))
	g.Set("queue", float64(queue))
	g.Set("capacity", n*float64(engine.Second)/float64(s.p.service.mean))
	g.Set("queue_wait", float64(queue)*float64(s.p.service.mean)/n/float64(engine.Second))
}
