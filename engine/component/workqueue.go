package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Orders in which a work queue gives out what it holds.
const (
	oldestFirst uint8 = iota
	newestFirst
	freshFirst // copies from first attempts before copies from retries
)

var orders = []string{"oldest_first", "newest_first", "fresh_first"}

// WorkQueue holds events for workers. To put one in takes the longer the more it
// holds, and happens whether or not the one who hands over still waits: a
// hand-over that was given up and repeated leaves two copies of one event, and
// the workers process both.
type WorkQueue struct {
	engine.Base
	op service // to put one event into an empty queue
	p  struct {
		slowAt     int64
		inFlight   int64
		purgeEvery int64
		order      uint8
		idempotent bool
		discard    bool
		_          [5]uint8
	}
	s struct {
		work    engine.LinkID
		told    engine.LinkID
		kind    engine.Kind
		_       [3]uint8
		purge   uint32 // generation of the timer of removals
		_       uint32
		working int64 // copies at the workers
		unique  int64 // events of which the queue holds a copy that is to be processed
		busy    int64 // events of which a copy is at the workers, and that are not delivered
	}
	fresh   line[copied] // oldest first
	retried line[copied] // used by freshFirst only
	ledger  ledger
	pile    pile
}

// copied is one copy of an event.
type copied struct {
	req    uint64
	at     engine.Time // when it was put in
	serial uint32
	_      uint32
}

// Params declares the queue's parameters.
func (s *WorkQueue) Params(set *param.Set) {
	s.op.params(set, 20*time.Millisecond)
	set.Int(&s.p.slowAt, "slow_at", 1000, "copies held that make it take twice as long to put one in; twice as many, three times", param.Range(1, 1e9), param.Log())
	set.Choice(&s.p.order, "order", "oldest_first", orders, "which copy is processed next")
	set.Int(&s.p.inFlight, "in_flight", 100, "copies that are at the workers at once, waiting there or being processed", param.Range(1, 1e6), param.Log())
	set.Bool(&s.p.idempotent, "idempotent", false, "know an event by its key, and put no second copy of it in")
	set.Bool(&s.p.discard, "discard_duplicates", false, "when a copy's turn comes, drop it if its event is being processed or was")
	set.Duration(&s.p.purgeEvery, "remove_every", 0, "remove duplicates from the queue again and again, this far apart, at most once a second; 0 for never", param.RangeD(0, time.Hour))
}

// State names the parts of the state.
func (s *WorkQueue) State(c *engine.Codec) {
	engine.Plain(c, &s.op)
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
	s.fresh.state(c)
	s.retried.state(c)
	s.ledger.state(c)
	s.pile.state(c)
}

// Init finds the workers, and whom to tell of deliveries.
func (s *WorkQueue) Init(c *engine.Ctx) {
	s.s.work, _ = c.LinkTo("work")
	s.s.told, _ = c.LinkTo("delivered")
	s.s.kind = c.KindOf(s.s.work)
	s.schedule(c)
}

const (
	wqCopies = iota
	wqDuplicates
	wqRecognised
	wqDiscarded
	wqRemoved
	wqProcessed
	wqDuplicateWork
	wqDelivered
)

// Counters names what became of copies and events.
func (s *WorkQueue) Counters() []string {
	return []string{"copies", "duplicates_in", "recognised", "discarded", "removed", "processed", "duplicate_work", "events_out"}
}

// The timers of a work queue.
const (
	timerPut uint8 = iota
	timerRemove
)

// Arrive begins to put an event in.
func (s *WorkQueue) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	if c.Guarded() {
		st := c.Admit(engine.Load{Queue: int64(s.held()), Servers: s.p.inFlight, Wait: s.expected(c), Why: a.Why})
		if st != engine.OK {
			c.Totals().Shed++
			c.Reply(id, engine.Ended(st))
			return
		}
	}
	d := s.slowed(s.op.draw(c, a.Req, a.No))
	c.At(c.Now()+d, engine.Timer{Kind: timerPut, ID: uint32(id), Gen: c.Gen(id)})
}

// slowed is how long an operation takes with the copies that are held.
func (s *WorkQueue) slowed(d engine.Time) engine.Time {
	return d + int64(float64(d)*float64(s.held())/float64(s.p.slowAt))
}

func (s *WorkQueue) held() int { return s.fresh.len() + s.retried.len() }

// oldest is how long the copy that has waited longest has.
func (s *WorkQueue) oldest(now engine.Time) engine.Time {
	at := now
	if s.fresh.len() > 0 {
		at = s.fresh.at(0).at
	}
	if s.retried.len() > 0 {
		at = min(at, s.retried.at(0).at)
	}
	return now - at
}

// expected is how long a newcomer would wait, from how long the oldest copy has
// waited and from what is being put in before it.
func (s *WorkQueue) expected(c *engine.Ctx) engine.Time {
	held := float64(max(1, s.held()))
	return int64(float64(s.oldest(c.Now())) * (held + float64(c.Totals().Here)) / held)
}

// Timer ends an operation or removes duplicates.
func (s *WorkQueue) Timer(c *engine.Ctx, t engine.Timer) {
	switch {
	case t.Kind == timerRemove:
		if t.Gen == s.s.purge {
			s.remove(c)
			s.schedule(c)
			s.pump(c)
		}
	case c.Gen(engine.AttemptID(t.ID)) == t.Gen:
		id := engine.AttemptID(t.ID)
		c.Leave()
		s.put(c, c.Attempt(id))
		c.Reply(id, engine.Ended(engine.OK))
		s.pump(c)
	}
}

// put adds a copy, unless its event is known and keys are looked at.
func (s *WorkQueue) put(c *engine.Ctx, a *engine.Attempt) {
	m, known := s.ledger.enter(a.Arg)
	if known && s.p.idempotent {
		c.Count(wqRecognised, 1)
		return
	}
	x := copied{req: a.Req, at: c.Now(), serial: a.Arg}
	c.Count(wqCopies, 1)
	if known {
		c.Count(wqDuplicates, 1)
	} else {
		m.first, m.at = true, x.at
		s.s.unique++
	}
	if m != nil {
		m.copies++
	}
	s.pile.add(x.at, !known)
	if s.p.order == freshFirst && a.No > 1 {
		s.retried.push(x)
		return
	}
	s.fresh.push(x)
}

// next takes the copy whose turn it is.
func (s *WorkQueue) next() copied {
	switch {
	case s.fresh.len() == 0:
		return s.retried.pop()
	case s.p.order == newestFirst:
		return s.fresh.popLast()
	case s.p.order == oldestFirst && s.retried.len() > 0 && s.retried.at(0).at < s.fresh.at(0).at:
		return s.retried.pop()
	}
	return s.fresh.pop()
}

// pump gives the workers what they may have.
func (s *WorkQueue) pump(c *engine.Ctx) {
	for s.s.working < s.p.inFlight && s.held() > 0 {
		x := s.next()
		m := s.taken(&x)
		why := engine.Fresh
		if m == nil || m.done || m.busy > 0 {
			why = engine.ByRetry
			if s.p.discard {
				c.Count(wqDiscarded, 1)
				s.ledger.forget()
				continue
			}
		}
		if m != nil {
			if m.busy == 0 && !m.done {
				s.s.busy++
			}
			m.busy++
		}
		s.s.working++
		c.Call(&engine.Ask{Req: x.req, Errand: engine.Errand{Link: s.s.work, Arg: x.serial, Kind: s.s.kind, Why: why}})
	}
}

// taken takes a copy off the account of what is held. The event's first copy is
// what counts as unique; when another copy is processed before it, the first
// becomes the duplicate.
func (s *WorkQueue) taken(x *copied) *mark {
	m := s.ledger.find(x.serial)
	s.pile.take(x.at)
	if m == nil {
		return nil
	}
	m.copies--
	if m.first {
		m.first = false
		s.s.unique--
		s.pile.takeUnique(m.at)
	}
	return m
}

// Answered takes the workers' word that a copy was processed.
func (s *WorkQueue) Answered(c *engine.Ctx, _ engine.LinkID, serial uint32, a engine.Answer) {
	s.s.working--
	m := s.ledger.find(serial)
	c.Count(wqProcessed, 1)
	if m == nil || m.done {
		c.Count(wqDuplicateWork, 1)
	} else {
		m.done = true
		s.s.busy--
		c.Count(wqDelivered, 1)
		c.Send(s.s.told, engine.Message{Kind: engine.KSignal, Key: serial}, a.Req, 0)
	}
	if m != nil {
		m.busy--
	}
	s.ledger.forget()
	s.pump(c)
}

// remove takes out all copies but the first of each event that is neither being
// processed nor was.
func (s *WorkQueue) remove(c *engine.Ctx) {
	before := s.held()
	s.pile.clear()
	keep := func(x *copied) bool {
		m := s.ledger.find(x.serial)
		if m == nil {
			return false
		}
		if m.done || m.busy > 0 || m.kept {
			m.copies--
			return false
		}
		m.kept, m.first, m.at = true, true, x.at
		s.pile.add(x.at, true)
		return true
	}
	s.fresh.filter(keep)
	s.retried.filter(keep)
	for _, l := range []*line[copied]{&s.fresh, &s.retried} {
		for i := range l.len() {
			s.ledger.find(l.at(i).serial).kept = false
		}
	}
	c.Count(wqRemoved, uint64(before-s.held()))
	s.ledger.forget()
}

// schedule plans the next removal. A removal looks at all that is held, so there
// is at most one a second.
func (s *WorkQueue) schedule(c *engine.Ctx) {
	s.s.purge++
	if s.p.purgeEvery > 0 {
		c.At(c.Now()+max(s.p.purgeEvery, engine.Second), engine.Timer{Kind: timerRemove, Gen: s.s.purge})
	}
}

// Changed follows new parameters.
func (s *WorkQueue) Changed(c *engine.Ctx) {
	s.schedule(c)
	s.pump(c)
}

// Verbs are the commands that Do knows.
func (s *WorkQueue) Verbs() []string { return []string{"remove", "remove_every", "add"} }

// Do knows "remove" (duplicates, once), "remove_every" (so many seconds, 0 for
// no more) and "add" (more copies at the workers at once, as a share).
func (s *WorkQueue) Do(c *engine.Ctx, verb string, arg float64) error {
	switch verb {
	case "remove":
		s.remove(c)
	case "remove_every":
		s.p.purgeEvery = span(arg)
		if arg > 0 {
			s.remove(c)
		}
		s.schedule(c)
	case "add":
		s.p.inFlight = enlarged(s.p.inFlight, arg)
	default:
		return s.Base.Do(c, verb, arg)
	}
	s.pump(c)
	return nil
}

// Gauges reports the pile: copies held, unique events among them, duplicates,
// how long the oldest has waited, how long it takes to put one in, and the
// copies at the workers.
func (s *WorkQueue) Gauges(c *engine.Ctx, g *engine.Gauges) {
	held := int64(s.held())
	g.Set("pending", float64(held))
	g.Set("unique", float64(s.s.unique))
	g.Set("duplicates", float64(held-s.s.unique))
	g.Set("oldest", seconds(s.oldest(c.Now())))
	g.Set("put_time", seconds(s.slowed(s.op.mean)))
	g.Set("at_workers", float64(s.s.working))
	g.Set("processing", float64(s.s.busy))
	g.Set("removing", boolean(s.p.purgeEvery > 0))
	s.pile.gauges(c.Now(), g)
}
