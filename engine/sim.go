package engine

import (
	"fmt"
	"slices"

	"stampede/engine/dist"
	"stampede/engine/param"
)

// Sim is one run: the scenario's structure, the state, and the agenda of what
// is to come. Build one with a Builder.
type Sim struct {
	// Structure: fixed once built. Policies and components hold their own
	// parameters, which commands change and State saves.
	seed    uint64
	keys    int
	depth   int // policies in the deepest stack but its innermost
	nodes   []node
	links   []link
	actions []Action
	script  []Command
	journal []Command
	tap     Tap
	legs    legRing
	zipfs   []zipf
	nested  int // attempts going on in each other: 0 between events, so no state

	// State.
	now          Time
	events       uint64
	trace        uint64 // running hash of everything that happened
	agenda       agenda
	calls        []Call
	levels       []Level // depth for each call
	attempts     []Attempt
	messages     []message
	freeCall     CallID
	freeAttempt  AttemptID
	freeMessage  uint32
	liveCalls    int64
	liveAttempts int64
	scriptAt     int  // next entry of the script
	journalAt    int  // next entry of the journal
	scriptOff    bool // a person has taken over
	answerOff    bool // a person has set something: no Response any more
}

// zipf is a law of popularity that components share.
type zipf struct {
	n     int
	alpha float64
	law   *dist.Zipf
}

type node struct {
	name string
	kind string
	hash uint64
	comp Component
	// machines is what comp.Instances was when it last could have changed.
	machines uint64
	// guarded is whether a policy at the door was on when that could have changed.
	guarded bool
	set     *param.Set // declared by comp; nil until it is looked at
	ctx     Ctx
	door    []*seat
	totals  NodeTotals
}

// Now is the current moment of the run.
func (s *Sim) Now() Time { return s.now }

// Events is the number of events handled so far; cancelled timers are not
// counted.
func (s *Sim) Events() uint64 { return s.events }

// Pending is the number of entries on the agenda.
func (s *Sim) Pending() int { return s.agenda.size() }

// Live is the number of calls and attempts that have not ended.
func (s *Sim) Live() (calls, attempts int64) { return s.liveCalls, s.liveAttempts }

// Seed is the seed of the run.
func (s *Sim) Seed() uint64 { return s.seed }

// Watch has a tap told of everything that happens; nil ends it. A tap takes no
// part in the run.
func (s *Sim) Watch(t Tap) { s.tap = t }

// RunUntil handles everything before t and moves the clock to t; events at t
// itself are still to come.
func (s *Sim) RunUntil(t Time) { s.RunSome(t, 1<<62) }

// RunSome is RunUntil with a bound on the work: it stops when so many events have
// been handled, or when those handled have made as many, since one event may make
// thousands (a host that fails with all its connections). It reports whether t was
// reached.
//
//go:noinline
func (s *Sim) RunSome(t Time, limit uint64) bool {
	last, made := atMost(s.events, limit), atMost(s.agenda.seq, max(1, limit))
	for {
		due := s.nextCommand()
		for stop := min(due, t); s.agenda.peek() < stop; {
			if s.events >= last || s.agenda.seq >= made {
				return false
			}
			s.handle(s.agenda.pop())
		}
		if due >= t {
			s.now = max(s.now, t)
			return true
		}
		s.now = max(s.now, due)
		s.command()
	}
}

// atMost is a count that grows by at most so many.
func atMost(n, more uint64) uint64 {
	if n+more < n {
		return 1<<64 - 1
	}
	return n + more
}

// handle does what one event asks. Stale timers are dropped here, by
// generation. The most frequent go first.
func (s *Sim) handle(e event) {
	if e.kind() == evNode {
		s.mark(e)
		n := &s.nodes[e.node()]
		n.comp.Timer(&n.ctx, Timer{Kind: e.level(), ID: e.id(), Gen: e.gen(), Arg: e.arg()})
		return
	}
	if e.kind() == evTimer {
		if id := CallID(e.id()); !s.stale(id, e) {
			s.mark(e)
			s.expire(id, int(e.level()))
		}
		return
	}
	s.handleRest(e)
}

// mark moves the clock to an event, and puts it into the trace.
func (s *Sim) mark(e event) {
	s.now = e.at
	s.events++
	s.trace = fold(fold(s.trace, uint64(e.at)), uint64(e.id())<<32|uint64(e.kind())<<16|uint64(e.node()))
}

// handleRest is handle for trips and pauses.
//
//go:noinline
func (s *Sim) handleRest(e event) {
	id := e.id()
	if e.kind() == evResume && s.stale(CallID(id), e) {
		return
	}
	s.mark(e)
	switch e.kind() {
	case evArrive:
		s.arrive(AttemptID(id))
	case evReturn:
		s.comeBack(AttemptID(id))
	case evResume:
		s.enter(CallID(id), int(e.level())+1)
	case evMessage:
		s.deliver(id)
	}
}

// stale reports whether a call has gone on since an event was made for it.
func (s *Sim) stale(id CallID, e event) bool {
	return s.calls[id].gen != e.gen() || uint32(s.level(id, int(e.level())).gen) != e.arg()
}

func (s *Sim) nextCommand() Time {
	due := Never
	if s.journalAt < len(s.journal) {
		due = s.journal[s.journalAt].Due()
	}
	if s.scriptAt < len(s.script) {
		due = min(due, s.script[s.scriptAt].Due())
	}
	return due
}

// skip passes over the entries of the script that are cancelled.
func (s *Sim) skip() {
	for s.scriptAt < len(s.script) && (s.scriptOff || s.answerOff && s.script[s.scriptAt].Response) {
		s.scriptAt++
	}
}

// command carries out the next command; the script goes before the journal.
func (s *Sim) command() {
	due := s.nextCommand()
	var c Command
	if s.scriptAt < len(s.script) && s.script[s.scriptAt].Due() == due {
		c = s.script[s.scriptAt]
		s.scriptAt++
	} else {
		c = s.journal[s.journalAt]
		s.journalAt++
		s.answerOff = s.answerOff || c.Verb == CmdSet
	}
	s.events++
	s.trace = fold(fold(s.trace, uint64(due)), dist.HashString(c.Verb+" "+c.Path+" "+c.Value))
	if s.tap != nil {
		s.tap.Occur(Occurrence{At: s.now, What: Commanded, Text: c.Verb + " " + c.Path + " " + c.Value})
	}
	// A command was checked when it was added, so it cannot fail here except
	// where the component's own state forbids it; then it has no effect.
	_ = s.apply(c)
	s.reread()
	s.skip()
}

// reread asks every component how many machines it has, whether its door is
// guarded, and every policy how long it waits: after whatever may have changed
// that.
func (s *Sim) reread() {
	for i := range s.nodes {
		n := &s.nodes[i]
		n.machines, n.guarded = uint64(n.comp.Instances()), false
		for _, st := range n.door {
			n.guarded = n.guarded || st.on
		}
	}
	for i := range s.links {
		for _, st := range s.links[i].stack {
			if st.timed != nil {
				st.delay = st.timed.Delay()
			}
		}
	}
}

// Insert adds a command to the journal. It must not lie in the past and is
// checked first: an unknown path, action or a value out of range is an error.
func (s *Sim) Insert(c Command) error {
	if c.Due() < s.now {
		return fmt.Errorf("command at %d ns lies before now, %d ns", c.At, s.now)
	}
	if err := s.Check(c); err != nil {
		return err
	}
	i := len(s.journal)
	for i > s.journalAt && s.journal[i-1].Due() > c.Due() {
		i--
	}
	s.journal = slices.Insert(s.journal, i, c)
	return nil
}

// Journal is the list of user commands, past and to come.
func (s *Sim) Journal() []Command { return s.journal }

// SetJournal replaces the commands of a run that is at its start.
func (s *Sim) SetJournal(cmds []Command) error {
	s.journal = s.journal[:s.journalAt]
	for _, c := range cmds {
		if err := s.Insert(c); err != nil {
			return err
		}
	}
	return nil
}

// Forget drops the journal's entries that have not taken effect: what was to
// come before somebody acted in the past.
func (s *Sim) Forget() { s.journal = s.journal[:s.journalAt] }

// Script is the scenario's script.
func (s *Sim) Script() []Command { return s.script }

// ScriptOff reports whether the script has been cancelled by a take-over.
func (s *Sim) ScriptOff() bool { return s.scriptOff }

// Hash is the run hash: a digest of every event so far and of the totals.
func (s *Sim) Hash() uint64 {
	h := fold(s.trace, uint64(s.now))
	for i := range s.links {
		t := &s.links[i].totals
		h = fold(h, t.Calls)
		h = fold(h, t.Good)
		h = fold(h, t.Attempts)
		h = fold(h, uint64(t.Live))
		for _, n := range t.Ended {
			h = fold(h, n)
		}
	}
	for i := range s.nodes {
		t := &s.nodes[i].totals
		h = fold(h, t.Arrived)
		h = fold(h, t.Answered)
		for _, n := range t.Own {
			h = fold(h, n)
		}
	}
	return h
}

// Save copies the whole state into a snapshot, reusing its memory.
func (s *Sim) Save(into *Snapshot) {
	c := &into.codec
	*c = Codec{buf: c.buf[:0], measuring: true}
	s.state(c)
	c.room()
	c.measuring = false
	into.At, into.Events = s.now, s.events
	s.state(c)
}

// Load makes the run's state that of the snapshot. The journal is not part of
// it: what has been added since will take effect again.
func (s *Sim) Load(from *Snapshot) {
	c := Codec{buf: from.codec.buf, loading: true}
	s.state(&c)
	s.reread()
}

func (s *Sim) state(c *Codec) {
	Plain(c, &s.now)
	Plain(c, &s.events)
	Plain(c, &s.trace)
	s.agenda.state(c)
	Slice(c, &s.calls)
	Slice(c, &s.levels)
	Slice(c, &s.attempts)
	Slice(c, &s.messages)
	Plain(c, &s.freeCall)
	Plain(c, &s.freeAttempt)
	Plain(c, &s.freeMessage)
	Plain(c, &s.liveCalls)
	Plain(c, &s.liveAttempts)
	Plain(c, &s.scriptAt)
	Plain(c, &s.journalAt)
	Plain(c, &s.scriptOff)
	Plain(c, &s.answerOff)
	for i := range s.nodes {
		n := &s.nodes[i]
		Plain(c, &n.totals)
		n.comp.State(c)
		seatState(c, n.door)
	}
	for i := range s.links {
		Plain(c, &s.links[i].totals)
		seatState(c, s.links[i].stack)
	}
	s.legs.state(c)
}

func seatState(c *Codec, seats []*seat) {
	for _, st := range seats {
		Plain(c, &st.on)
		Plain(c, &st.totals)
		st.policy.State(c)
	}
}
