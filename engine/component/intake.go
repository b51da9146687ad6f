package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Intake accepts events and hands each to a work queue. An event that it has
// accepted stays with it until the queue reports that it was delivered, so that
// its call ends with the delivery.
//
// A hand-over that timed out is not repeated once its retries are used up: the
// queue was merely late, and has the event. One that failed in any other way may
// not have reached the queue, and is begun anew after a while.
type Intake struct {
	engine.Base
	p struct {
		window int64
		again  int64
		slow   int64
		late   int64
		open   bool
		_      [7]uint8
	}
	s struct {
		base   uint32 // serial number of the oldest event that is not delivered
		queue  engine.LinkID
		kind   engine.Kind
		_      uint8
		under  int64 // hand-overs under way
		first  engine.Time
		last   engine.Time // when the first and the last slow event were accepted
		nSlow  int64
		nLate  int64
		nSpool int64
	}
	events line[event]
	waits  pile         // events that are not delivered, by when they were accepted
	spool  line[uint32] // serial numbers of events that wait to be handed over
}

// event is one that was accepted.
type event struct {
	req     uint64
	at      engine.Time
	attempt engine.AttemptID // None once it is delivered
	_       uint32
}

// Params declares the intake's parameters.
func (s *Intake) Params(set *param.Set) {
	set.Bool(&s.p.open, "open", true, "take new events; off, they are refused and stay with their source")
	set.Int(&s.p.window, "window", 0, "hand-overs under way at once, further events wait here; 0 for no bound", param.Range(0, 1e6))
	set.Duration(&s.p.again, "again_after", time.Minute, "after a hand-over that may not have reached the queue, time until it is begun anew", param.RangeD(time.Second, time.Hour), param.Log())
	set.Duration(&s.p.slow, "slow_after", time.Minute, "an event delivered later than this belongs to the trouble", param.RangeD(time.Second, time.Hour), param.Log())
	set.Duration(&s.p.late, "late_after", 5*time.Minute, "an event delivered later than this is late", param.RangeD(time.Second, time.Hour), param.Log())
}

// State names the parts of the state.
func (s *Intake) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
	s.events.state(c)
	s.waits.state(c)
	s.spool.state(c)
}

// Init finds the queue.
func (s *Intake) Init(c *engine.Ctx) {
	s.s.queue, _ = c.LinkTo("queue")
	s.s.kind = c.KindOf(s.s.queue)
}

const (
	inAccepted = iota
	inTurnedAway
	inDelivered
	inUnconfirmed
	inAgain
	inSlow
	inLate
)

// Counters names what became of events.
func (s *Intake) Counters() []string {
	return []string{"accepted", "turned_away", "delivered", "unconfirmed", "handed_again", "slow", "late_events"}
}

// Arrive accepts an event.
func (s *Intake) Arrive(c *engine.Ctx, id engine.AttemptID) {
	if !s.p.open {
		c.Count(inTurnedAway, 1)
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	c.Count(inAccepted, 1)
	serial := s.s.base + uint32(s.events.len())
	s.events.push(event{req: c.Attempt(id).Req, at: c.Now(), attempt: id})
	s.waits.add(c.Now(), true)
	s.spool.push(serial)
	s.drain(c)
}

// drain hands over what waits, as far as the window allows.
func (s *Intake) drain(c *engine.Ctx) {
	for s.spool.len() > 0 && (s.p.window == 0 || s.s.under < s.p.window) {
		serial := s.spool.pop()
		e := s.find(serial)
		if e == nil || e.attempt == engine.None {
			continue
		}
		s.s.under++
		c.Call(&engine.Ask{Req: e.req, Errand: engine.Errand{Link: s.s.queue, Arg: serial, Kind: s.s.kind, Why: engine.Fresh}})
	}
}

// find is an event that is not forgotten yet, nil if it is.
func (s *Intake) find(serial uint32) *event {
	i := int(int32(serial - s.s.base))
	if i < 0 || i >= s.events.len() {
		return nil
	}
	return s.events.at(i)
}

// Answered takes the outcome of a hand-over.
func (s *Intake) Answered(c *engine.Ctx, _ engine.LinkID, serial uint32, a engine.Answer) {
	s.s.under--
	status := a.Out.Status
	if status == engine.Spent {
		status = engine.Status(a.Out.Value) // of the attempt that was not repeated
	}
	switch status {
	case engine.OK:
	case engine.TimedOut:
		c.Count(inUnconfirmed, 1)
	default:
		c.Count(inAgain, 1)
		s.s.nSpool++
		c.AfterConst(s.p.again, engine.Timer{ID: serial})
	}
	s.drain(c)
}

// Timer begins a hand-over anew.
func (s *Intake) Timer(c *engine.Ctx, t engine.Timer) {
	s.s.nSpool--
	s.spool.push(t.ID)
	s.drain(c)
}

// Message is the queue's word that an event was delivered.
func (s *Intake) Message(c *engine.Ctx, m engine.Message) {
	e := s.find(m.Key)
	if e == nil || e.attempt == engine.None {
		return
	}
	s.judge(c, e)
	s.waits.take(e.at)
	id := e.attempt
	e.attempt = engine.None
	c.Count(inDelivered, 1)
	c.Reply(id, engine.Ended(engine.OK))
	for s.events.len() > 0 && s.events.at(0).attempt == engine.None {
		s.events.pop()
		s.s.base++
	}
}

// judge takes the account of the trouble: the span in which accepted events were
// delivered slowly, and which of them were late.
func (s *Intake) judge(c *engine.Ctx, e *event) {
	d := c.Now() - e.at
	if d <= s.p.slow {
		return
	}
	if s.s.nSlow == 0 || e.at < s.s.first {
		s.s.first = e.at
	}
	s.s.last = max(s.s.last, e.at)
	s.s.nSlow++
	c.Count(inSlow, 1)
	if d > s.p.late {
		s.s.nLate++
		c.Count(inLate, 1)
	}
}

// Changed follows new parameters.
func (s *Intake) Changed(c *engine.Ctx) { s.drain(c) }

// Verbs are the commands that Do knows.
func (s *Intake) Verbs() []string { return []string{"open"} }

// Do knows "open": take new events with 1, refuse them with 0.
func (s *Intake) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "open" {
		return s.Base.Do(c, verb, arg)
	}
	s.p.open = arg != 0
	return nil
}

// Gauges reports the events under way and the account of the trouble.
func (s *Intake) Gauges(c *engine.Ctx, g *engine.Gauges) {
	g.Set("undelivered", float64(c.Totals().Here))
	g.Set("held_back", float64(int64(s.spool.len())+s.s.nSpool))
	g.Set("refused_events", float64(c.Totals().Own[inTurnedAway]))
	oldest := engine.Time(0)
	if s.events.len() > 0 {
		oldest = c.Now() - s.events.at(0).at
	}
	g.Set("oldest", seconds(oldest))
	trouble, late := s.account(c.Now(), oldest)
	g.Set("trouble", seconds(trouble))
	g.Set("late_share", late)
	g.Set("open", boolean(s.p.open))
}

// account is how long the trouble has lasted, from the moment at which its first
// event was accepted to that of its last, and the share of its events that were
// late. An event that is not delivered yet counts as soon as it is slow, and as
// late as soon as it is.
func (s *Intake) account(now, oldest engine.Time) (trouble engine.Time, late float64) {
	first, last := s.s.first, s.s.last
	if oldest > s.p.slow {
		if s.s.nSlow == 0 {
			first = now - oldest
		}
		newest := s.events.at(s.events.len() - 1).at // none may have come since
		first, last = min(first, now-oldest), max(last, min(newest, now-s.p.slow))
	}
	slow := s.s.nSlow + s.waits.olderThan(now-s.p.slow)
	if slow == 0 {
		return last - first, 0
	}
	return last - first, float64(s.s.nLate+s.waits.olderThan(now-s.p.late)) / float64(slow)
}

func seconds(t engine.Time) float64 { return float64(t) / float64(engine.Second) }

func boolean(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}
