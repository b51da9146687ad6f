package engine

// MaxLevels bounds the policies in one link's stack.
const MaxLevels = 10

// Errand is what a call and its attempts have in common. Its two words are
// copied as such: field by field would be seven loads and stores.
type Errand struct {
	Key      uint32
	Arg      uint32 // meaning belongs to caller and callee
	FromInst uint16 // which of the caller's instances makes the call
	Link     LinkID
	Kind     Kind
	Why      Why
	Flags    uint8 // what the caller knows: FlagStale = an old good value is at hand
	sampled  bool  // drawn by the view
}

// Call is what one component wants of another, from the moment it is made
// until its outcome is known. It may take several attempts.
//
// Its 64 bytes are one cache line: at the true size of an outage a million
// calls wait, and each is cold again by the time it ends.
type Call struct {
	Errand
	Req      uint64 // the outside world's request that all this is for
	MadeAt   Time
	inner    Level // of the innermost policy, which is in force for most calls
	gen      uint32
	task     uint32    // the caller's own note: what it is waiting for
	attempt  AttemptID // the attempt under way, None between attempts
	next     CallID    // free list, or a policy's list of waiting calls
	Attempts uint16    // attempts sent so far
	entered  uint16    // levels that let the call pass and must hear its outcome
	From     NodeID
	live     bool
	// Last is how the attempt before ended; of no meaning in a first attempt.
	Last Status
}

// Level is the memory of one policy for one call.
type Level struct {
	gen   uint16
	Tries uint16 // how often the policy has let the call go again
	Prev  uint32 // the pause before the latest try, in microseconds
}

// Attempt is one try of a call: what travels to the callee, waits and is
// served there. It outlives its call when the caller has given up on it.
type Attempt struct {
	Errand
	Req        uint64
	ArrivedAt  Time
	StartedAt  Time // start of service; of no meaning before
	gen        uint32
	call       CallID
	Next, Prev AttemptID // the serving component's queue, or the free list
	Pos        uint32    // the serving component's own: place in a heap, or a task
	out        Outcome   // the answer, once on its way back
	No         uint16    // 1 for the first attempt of its call
	Inst       uint16    // which of the callee's instances it went to
	To         NodeID
	where      uint8
	Abandoned  bool // nobody waits for it any more: its call has gone on or ended
	_          [4]uint8
}

// Where an attempt is.
const (
	nowhere uint8 = iota
	going
	there
	returning
)

// roomy doubles a full slab: append's own growth copies large ones several
// times as often.
//
//go:noinline
func roomy[T any](slab []T) []T {
	return append(make([]T, 0, max(256, 2*cap(slab))), slab...)
}

// grown is a slab with one zero more: what lies beyond its length is zero. Its
// start is only written when it moves, since that wakes the garbage collector's
// write barrier.
func grown[T any](slab *[]T) int {
	n := len(*slab)
	if n == cap(*slab) {
		*slab = roomy(*slab)
	}
	*slab = (*slab)[:n+1]
	return n
}

// newCall gives a slot whose fields makeCall sets, each by itself: zeroing a
// struct is a call in WebAssembly. The generations of the levels go on, so that
// a timer of the slot's last call is as stale as one of an earlier try.
func (s *Sim) newCall() CallID {
	s.liveCalls++
	if id := s.freeCall; id != None {
		c := &s.calls[id]
		s.freeCall = c.next
		c.live = true
		return id
	}
	id := grown(&s.calls)
	s.calls[id].live = true
	for range s.depth {
		grown(&s.levels)
	}
	return CallID(id)
}

// level is the memory of the policy at a level of a call's stack: in the call
// itself for the innermost, elsewhere for those further out.
func (s *Sim) level(id CallID, i int) *Level {
	c := &s.calls[id]
	if i == len(s.links[c.Link].stack)-1 {
		return &c.inner
	}
	return &s.levels[int(id)*s.depth+i]
}

func (s *Sim) freeCallSlot(id CallID) {
	c := &s.calls[id]
	c.gen++
	c.live = false
	c.next = s.freeCall
	s.freeCall = id
	s.liveCalls--
}

// newAttempt gives a slot whose fields dispatch sets.
func (s *Sim) newAttempt() AttemptID {
	s.liveAttempts++
	if s.freeAttempt == None {
		s.moreAttempts()
	}
	id := s.freeAttempt
	s.freeAttempt = s.attempts[id].Next
	return id
}

// handful is how many slots are made at a time.
const handful = 32

// moreAttempts makes some free slots, the first of them the first to be given.
//
//go:noinline
func (s *Sim) moreAttempts() {
	n := len(s.attempts)
	if n+handful > cap(s.attempts) {
		s.attempts = roomy(s.attempts)
	}
	s.attempts = s.attempts[:n+handful]
	for i := n; i < n+handful-1; i++ {
		s.attempts[i].Next = AttemptID(i + 1)
	}
	s.freeAttempt = AttemptID(n)
}

func (s *Sim) freeAttemptSlot(id AttemptID) {
	a := &s.attempts[id]
	a.gen++
	a.where = nowhere
	a.Next = s.freeAttempt
	s.freeAttempt = id
	s.liveAttempts--
}
