package engine

import "stampede/engine/dist"

// Routing says which of the callee's instances an attempt goes to.
type Routing uint8

// The routings.
const (
	ByRequest Routing = iota // spread evenly over instances by the request's number
	ByKey                    // the instance that holds the key
	ByTry                    // by request and attempt: a retry may go elsewhere
)

type link struct {
	id       LinkID
	name     string
	role     string
	from, to NodeID
	hop      Time
	routing  Routing
	kind     Kind
	deadline Time // 0 for none
	stack    []*seat
	totals   LinkTotals
}

// makeCall starts a call and asks its policies.
//
//go:noinline
func (s *Sim) makeCall(from NodeID, a *Ask) {
	id := s.newCall()
	c := &s.calls[id]
	c.Req, c.MadeAt, c.task = a.Req, s.now, a.Task
	c.Errand, c.From = a.Errand, from
	c.attempt, c.next, c.Attempts, c.entered = None, None, 0, 0
	c.sampled = s.legs.samples(a.Req)
	l := &s.links[a.Link]
	l.totals.Calls++
	l.totals.Live++
	if s.tap != nil {
		s.occurCall(CallMade, id, Pending)
	}
	s.enter(id, 0)
}

// enter asks the policies from level down; when all let the call pass, an
// attempt is sent.
//
//go:noinline
func (s *Sim) enter(id CallID, level int) {
	l := &s.links[s.calls[id].Link]
	for i := level; i < len(l.stack); i++ {
		st := l.stack[i]
		if !st.on {
			continue
		}
		if st.asked {
			if !s.ask(st, id, i) {
				return
			}
			continue
		}
		c := &s.calls[id]
		c.entered |= bit(i)
		st.totals.Passed++
		lv := s.level(id, i)
		if st.delay > 0 {
			s.agenda.afterConst(s.now, st.delay, pair(uint32(id), c.gen), manner(evTimer, uint8(i), c.From, uint32(lv.gen)))
			continue
		}
		lv.Tries, lv.Prev = 0, 0
	}
	s.dispatch(id)
}

// ask has a policy decide about a call, and reports whether it lets the call
// pass at once.
//
//go:noinline
func (s *Sim) ask(st *seat, id CallID, level int) bool {
	c, lv := &s.calls[id], s.level(id, level)
	lv.Tries, lv.Prev = 0, 0
	d := st.call.Before(&st.ctx, id, c, lv)
	st.totals.count(d.Verb)
	if s.tap != nil && d.Verb != Pass {
		s.occurDecision(st, id, d)
	}
	if d.Verb == Reject || d.Verb == Serve {
		s.leave(id, level-1, d.Out)
		return false
	}
	c.entered |= bit(level)
	if d.Delay > 0 {
		s.agenda.afterConst(s.now, d.Delay, pair(uint32(id), c.gen), manner(evTimer, uint8(level), c.From, uint32(lv.gen)))
	}
	return d.Verb == Pass
}

// bit marks a level in Call.entered. A shift by a number that is known to be
// small needs no check.
func bit(level int) uint16 { return 1 << (uint(level) & 15) }

// mostNested bounds how deep attempts without a pause go on in each other.
const mostNested = 16

// leave tells the policies from level up how the call ended below them.
func (s *Sim) leave(id CallID, level int, out Outcome) {
	l := &s.links[s.calls[id].Link]
	for i := level; i >= 0; i-- {
		c := &s.calls[id]
		if c.entered&bit(i) == 0 {
			continue
		}
		st := l.stack[i]
		lv := s.level(id, i)
		c.entered &^= bit(i)
		lv.gen++
		if !st.told {
			continue
		}
		gen, callGen := lv.gen, c.gen
		d := st.call.After(&st.ctx, id, c, lv, out)
		if d.Verb == Keep {
			continue
		}
		if s.tap != nil {
			s.occurDecision(st, id, d)
		}
		if d.Verb == Replace {
			st.totals.Replaced++
			out = d.Out
			continue
		}
		st.totals.Again++
		if !st.on {
			continue
		}
		c = &s.calls[id]
		c.entered |= bit(i)
		// Going on at once nests an attempt in the one before, and those of all
		// layers in each other, so that is only done a few times.
		if d.Delay == 0 && s.nested < mostNested {
			s.nested++
			s.enter(id, i+1)
			s.nested--
			return
		}
		who, how := pair(uint32(id), callGen), manner(evResume, uint8(i), c.From, uint32(gen))
		if d.Delay == 0 {
			s.agenda.afterConst(s.now, 0, who, how)
		} else {
			s.agenda.push(s.now+d.Delay, who, how)
		}
		return
	}
	s.finish(id, out)
}

// expire ends all below a level whose timer is due, and goes on outward with a
// time-out.
//
//go:noinline
func (s *Sim) expire(id CallID, level int) {
	s.abandon(id)
	if s.calls[id].entered>>((uint(level)+1)&15) != 0 {
		s.unwind(id, level)
	}
	s.leave(id, level, Ended(TimedOut))
}

// unwind tells the levels below that an outer policy gave up. What they decide
// no longer matters, but they may hold others that wait for this call.
//
//go:noinline
func (s *Sim) unwind(id CallID, level int) {
	l := &s.links[s.calls[id].Link]
	for i := len(l.stack) - 1; i > level; i-- {
		c := &s.calls[id]
		if c.entered&bit(i) == 0 {
			continue
		}
		c.entered &^= bit(i)
		lv := s.level(id, i)
		lv.gen++
		l.stack[i].call.After(&l.stack[i].ctx, id, c, lv, Ended(Cancelled))
	}
}

// finish ends a call and tells its maker.
//
//go:noinline
func (s *Sim) finish(id CallID, out Outcome) {
	c := &s.calls[id]
	l := &s.links[c.Link]
	t := &l.totals
	t.Live--
	t.Ended[out.Status]++
	if out.Status == OK {
		lat := s.now - c.MadeAt
		t.Latency.Add(lat)
		switch {
		case out.Flags&FlagInvalid != 0:
			t.Wrong++
		case l.deadline > 0 && lat > l.deadline:
			t.Late++
		default:
			t.Good++
		}
		if out.Flags&FlagStale != 0 {
			t.Stale++
		}
	}
	if s.tap != nil {
		s.occurCall(CallEnded, id, out.Status)
	}
	req, task, key, arg, lid := c.Req, c.task, c.Key, c.Arg, c.Link
	n := &s.nodes[c.From]
	s.freeCallSlot(id)
	n.comp.Answered(&n.ctx, lid, arg, Answer{Out: out, Req: req, Task: task, Key: key})
}

// dispatch sends an attempt of a call on its way.
//
//go:noinline
func (s *Sim) dispatch(id CallID) {
	aid := s.newAttempt()
	c := &s.calls[id]
	l := &s.links[c.Link]
	a := &s.attempts[aid]
	c.attempt = aid
	why, again := c.Why, uint64(0)
	if c.Attempts > 0 {
		why, again = ByRetry, 1
	}
	c.Attempts++
	l.totals.Attempts++
	l.totals.Retries += again
	l.totals.Why[why]++
	a.Errand, a.Req, a.call = c.Errand, c.Req, id
	a.Why, a.No, a.To = why, c.Attempts, l.to
	a.Pos, a.Abandoned = 0, false
	a.Inst = 0
	if n := s.nodes[l.to].machines; n > 1 {
		a.Inst = spread(l, n, c.Req, c.Key, c.Arg, c.Attempts)
	}
	a.where = going
	if s.tap != nil || a.sampled {
		s.showSent(l, aid, why)
	}
	if l.hop == 0 {
		s.arrive(aid)
		return
	}
	s.agenda.afterConst(s.now, l.hop, pair(uint32(aid), a.gen), manner(evArrive, 0, l.to, 0))
}

// showSent tells whoever watches that an attempt was sent.
//
//go:noinline
func (s *Sim) showSent(l *link, aid AttemptID, why Why) {
	a := &s.attempts[aid]
	if s.tap != nil {
		s.occurAttempt(AttemptSent, aid, Pending)
	}
	if a.sampled {
		s.leg(l, a.Req, a.Kind, why, a.No, a.FromInst, a.Inst, false)
	}
}

// showAnswered tells whoever watches that an attempt was answered.
//
//go:noinline
func (s *Sim) showAnswered(l *link, aid AttemptID, out Outcome) {
	a := &s.attempts[aid]
	if s.tap != nil {
		s.occurAttempt(AttemptAnswered, aid, out.Status)
	}
	if !a.sampled {
		return
	}
	kind, inst := KAnswer, a.Inst
	if !out.Good() {
		kind = KError
	}
	if a.To != l.to {
		inst = 0 // it was handed on: the answer comes back through the one who did
	}
	s.leg(l, a.Req, kind, a.Why, a.No, a.FromInst, inst, true)
}

// spread chooses the one of n instances that an attempt goes to.
func spread(l *link, n uint64, req uint64, key, arg uint32, no uint16) uint16 {
	var h uint64
	switch l.routing {
	case ByKey:
		h = dist.Mix(uint64(key)*0x9e3779b97f4a7c15 + uint64(arg))
	case ByTry:
		h = dist.Mix(req*0x9e3779b97f4a7c15 + uint64(key)<<40 + uint64(arg)<<20 + uint64(no))
	default:
		h = dist.Mix(req)
	}
	return uint16((h >> 32) * n >> 32)
}

func (s *Sim) arrive(aid AttemptID) {
	a := &s.attempts[aid]
	a.where, a.ArrivedAt = there, s.now
	n := &s.nodes[a.To]
	n.totals.enter(s.now)
	if s.tap != nil {
		s.occurAttempt(AttemptArrived, aid, Pending)
	}
	n.comp.Arrive(&n.ctx, aid)
}

// forward hands an attempt on to the node at the end of another link. The
// answer goes straight back to the caller, as with a name that was resolved.
func (s *Sim) forward(aid AttemptID, lid LinkID) {
	inst := uint16(0)
	if n := s.nodes[s.links[lid].to].machines; n > 1 {
		a := &s.attempts[aid]
		inst = spread(&s.links[lid], n, a.Req, a.Key, a.Arg, a.No)
	}
	s.forwardTo(aid, lid, inst)
}

// forwardTo is forward to an instance that has been chosen.
func (s *Sim) forwardTo(aid AttemptID, lid LinkID, inst uint16) {
	a := &s.attempts[aid]
	l := &s.links[lid]
	s.nodes[a.To].totals.leave(s.now, a.ArrivedAt)
	if s.tap != nil {
		s.occurAttempt(AttemptHanded, aid, Pending)
	}
	l.totals.Messages++
	a.To, a.where, a.Inst = l.to, going, inst
	if a.sampled {
		s.leg(l, a.Req, a.Kind, a.Why, a.No, 0, a.Inst, false)
	}
	if l.hop == 0 {
		s.arrive(aid)
		return
	}
	s.agenda.afterConst(s.now, l.hop, pair(uint32(aid), a.gen), manner(evArrive, 0, l.to, 0))
}

// reply sends an attempt's answer back.
//
//go:noinline
func (s *Sim) reply(aid AttemptID, out Outcome) {
	a := &s.attempts[aid]
	n := &s.nodes[a.To]
	n.totals.leave(s.now, a.ArrivedAt)
	n.totals.Answered++
	a.out, a.where = out, returning
	l := &s.links[a.Link]
	if s.tap != nil || a.sampled {
		s.showAnswered(l, aid, out)
	}
	if l.hop == 0 {
		s.comeBack(aid)
		return
	}
	s.agenda.afterConst(s.now, l.hop, pair(uint32(aid), a.gen), manner(evReturn, 0, l.from, 0))
}

// comeBack hands an answer to the call that waits for it, if one still does.
func (s *Sim) comeBack(aid AttemptID) {
	a := &s.attempts[aid]
	id, out := a.call, a.out
	s.freeAttemptSlot(aid)
	if a.Abandoned {
		s.links[a.Link].totals.LateBack++
		return
	}
	s.settle(id, out)
}

// settle ends the attempt under way of a call.
//
//go:noinline
func (s *Sim) settle(id CallID, out Outcome) {
	c := &s.calls[id]
	c.attempt = None
	s.leave(id, len(s.links[c.Link].stack)-1, out)
}

// abandon gives up on the attempt under way.
func (s *Sim) abandon(id CallID) {
	c := &s.calls[id]
	aid := c.attempt
	if aid == None {
		return
	}
	c.attempt = None
	a := &s.attempts[aid]
	a.Abandoned = true
	if s.tap != nil {
		s.occurAttempt(AttemptAbandoned, aid, Pending)
	}
	if a.where == there {
		n := &s.nodes[a.To]
		n.comp.Abandoned(&n.ctx, aid)
	}
}

// drop loses an attempt silently. Its caller still waits.
func (s *Sim) drop(aid AttemptID) {
	a := &s.attempts[aid]
	if !a.Abandoned {
		s.calls[a.call].attempt = None
	}
	n := &s.nodes[a.To]
	n.totals.leave(s.now, a.ArrivedAt)
	n.totals.Dropped++
	if s.tap != nil {
		s.occurAttempt(AttemptDropped, aid, Pending)
	}
	s.freeAttemptSlot(aid)
}

// cancel ends an abandoned attempt that is at a node.
func (s *Sim) cancel(aid AttemptID) {
	a := &s.attempts[aid]
	n := &s.nodes[a.To]
	n.totals.leave(s.now, a.ArrivedAt)
	n.totals.Cancelled++
	if s.tap != nil {
		s.occurAttempt(AttemptCancelled, aid, Pending)
	}
	s.freeAttemptSlot(aid)
}

// message is a one-way word under way.
type message struct {
	key, value uint32
	next       uint32
	to         NodeID
	from       NodeID
	kind       Kind
	flags      uint8
	_          [2]uint8
}

func (s *Sim) send(lid LinkID, m Message, req uint64, inst uint16, back bool) {
	l := &s.links[lid]
	l.totals.Messages++
	to := l.to
	if back {
		to = l.from
	}
	id := s.freeMessage
	if id == None {
		id = uint32(grown(&s.messages))
	} else {
		s.freeMessage = s.messages[id].next
	}
	w := &s.messages[id]
	w.key, w.value, w.to, w.from, w.kind, w.flags = m.Key, m.Value, to, m.From, m.Kind, m.Flags
	if s.legs.samples(req) {
		s.leg(l, req, m.Kind, Fresh, 1, inst, 0, back)
	}
	s.agenda.afterConst(s.now, l.hop, pair(id, 0), manner(evMessage, 0, to, 0))
}

//go:noinline
func (s *Sim) deliver(id uint32) {
	m := &s.messages[id]
	w := Message{Kind: m.kind, From: m.from, Key: m.key, Value: m.value, Flags: m.flags}
	n := &s.nodes[m.to]
	m.next = s.freeMessage
	s.freeMessage = id
	if s.tap != nil {
		s.occurMessage(n, w)
	}
	n.comp.Message(&n.ctx, w)
}

func (s *Sim) admit(node NodeID, load Load) Status {
	for _, st := range s.nodes[node].door {
		if !st.on {
			continue
		}
		d := st.door.Admit(&st.ctx, load)
		st.totals.count(d.Verb)
		if d.Verb == Reject {
			return d.Out.Status
		}
	}
	return OK
}
