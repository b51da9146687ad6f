package engine

// agenda is the pending events: one implicit 4-ary heap for arbitrary delays
// and one FIFO ring for each of a few constant delays (time-outs, network
// hops), merged by (at, seq). A constant delay needs no heap: its events come
// due in the order in which they were made.
//
// Its code avoids jumps. Go's WebAssembly has no goto: every jump that is taken
// goes back to the head of its function and through a table from there. So what
// is rare is a call, and what is common falls through.
type agenda struct {
	// heap always holds one event that never comes due, so that it has a root.
	heap []event
	// hole says that the root has been taken: most events bring another at once,
	// which then sinks from there instead of rising from the end.
	hole  bool
	seq   uint64
	rings [nRings]ring
	// Of each ring, side by side for the search: its delay, and when its head is
	// due (Never when empty).
	delays [nRings]Time
	heads  [nRings]Time
	used   int                  // rings that have served a delay so far
	best   int                  // ring whose head is due first
	due    Time                 // when it is; Never when all rings are empty
	hint   [1 << hintBits]uint8 // where the ring of a delay was last found
}

// nRings bounds the distinct constant delays; any more go through the heap.
const nRings = 8

// hintBits is how many bits of a hashed delay choose its hint.
const hintBits = 4

type ring struct {
	head int
	n    int
	buf  []event // power-of-two size
}

func (r *ring) front() *event { return &r.buf[r.head&(len(r.buf)-1)] }

// leastRing is the room of a ring that has had an event.
const leastRing = 64

func (r *ring) grow() {
	bigger := make([]event, max(leastRing, 2*len(r.buf)))
	k := copy(bigger, r.buf[r.head:])
	copy(bigger[k:], r.buf[:r.head])
	r.buf, r.head = bigger, 0
}

// newAgenda is an empty agenda.
func newAgenda() agenda {
	q := agenda{heap: []event{{at: Never, seq: 1<<64 - 1}}, due: Never}
	for i := range q.heads {
		q.heads[i], q.delays[i] = Never, -1
	}
	return q
}

// afterConst adds an event whose delay many others share.
func (q *agenda) afterConst(now, delay Time, who, how uint64) {
	i := q.hint[uint64(delay)*0x9e3779b97f4a7c15>>(64-hintBits)] % nRings
	if q.delays[i] != delay {
		if i = q.ringFor(delay); i == nRings {
			q.push(now+delay, who, how)
			return
		}
	}
	r := &q.rings[i]
	if r.n == len(r.buf) {
		r.grow()
	}
	q.seq++
	at := now + delay
	e := &r.buf[(r.head+r.n)&(len(r.buf)-1)]
	e.at, e.seq, e.who, e.how = at, q.seq, who, how
	r.n++
	if r.n == 1 {
		q.opened(i, at)
	}
}

// ringFor returns the ring of a constant delay, or nRings when all rings serve
// other delays, and leaves a hint.
func (q *agenda) ringFor(delay Time) uint8 {
	i := q.findRing(delay)
	if i < nRings {
		q.delays[i] = delay
		q.hint[uint64(delay)*0x9e3779b97f4a7c15>>(64-hintBits)] = i
	}
	return i
}

func (q *agenda) findRing(delay Time) uint8 {
	free := nRings
	for i := range q.used {
		if q.delays[i] == delay {
			return uint8(i)
		}
		if free == nRings && q.heads[i] == Never {
			free = i
		}
	}
	if free == nRings && q.used < nRings {
		free = q.used
		q.used++
	}
	return uint8(free)
}

// opened is told that a ring that was empty has its first event.
//
//go:noinline
func (q *agenda) opened(i uint8, at Time) {
	q.heads[i] = at
	// The newest event has the largest seq, so it is first only by its time.
	if at < q.due {
		q.best, q.due = int(i), at
	}
}

// push adds an event at any time.
//
//go:noinline
func (q *agenda) push(at Time, who, how uint64) {
	q.seq++
	i := len(q.heap)
	if q.hole {
		q.hole = false
		// The newest event has the largest seq, so that of equal times it is last.
		i = q.sink(i, at, q.seq)
	} else {
		if i == cap(q.heap) {
			q.heap = roomy(q.heap)
		}
		q.heap = q.heap[:i+1]
		i = q.rise(i, at)
	}
	e := &q.heap[i]
	e.at, e.seq, e.who, e.how = at, q.seq, who, how
}

// rise moves the room at i up to the place of an event that is newer than all
// others, and returns the place.
func (q *agenda) rise(i int, at Time) int {
	h := q.heap
	for i > 0 {
		p := (i - 1) >> 2
		if h[p].at <= at {
			break
		}
		h[i] = h[p]
		i = p
	}
	return i
}

// fill closes the hole with the last event of the heap.
//
//go:noinline
func (q *agenda) fill() {
	q.hole = false
	n := len(q.heap) - 1
	last := &q.heap[n]
	q.heap[q.sink(n, last.at, last.seq)] = *last
	q.heap = q.heap[:n]
}

// sink moves the hole at the root of the first n events down to the place of
// an event, and returns the place.
func (q *agenda) sink(n int, at Time, seq uint64) int {
	h := q.heap[:n]
	i := 0
	for {
		c := i<<2 + 1
		if c+3 >= n {
			if c >= n {
				return i
			}
			return q.sinkLast(i, n, at, seq)
		}
		four := h[c : c+4 : c+4]
		a, b, d, e := four[0].at, four[1].at, four[2].at, four[3].at
		// The first of each pair and of both pairs, by arithmetic.
		m, first := c+less(b, a), min(a, b)
		k, second := c+2+less(e, d), min(d, e)
		if first == second || a == b || d == e {
			m = tied(h, c)
		} else {
			m += (k - m) * less(second, first)
		}
		first = min(first, second)
		if first > at || first == at && h[m].seq > seq {
			return i
		}
		h[i] = h[m]
		i = m
	}
}

// less is 1 when a is before b, and 0 otherwise: a number, so that what follows
// from it needs no jump, which nobody could predict.
func less(a, b Time) int {
	if a < b {
		return 1
	}
	return 0
}

// tied is the first of four events of which some are due at one time.
//
//go:noinline
func tied(h []event, c int) int { return firstOf(h, c, c+4) }

// firstOf is the first of the events from c to before end.
func firstOf(h []event, c, end int) int {
	m := c
	for j := c + 1; j < end; j++ {
		if h[j].before(h[m].at, h[m].seq) {
			m = j
		}
	}
	return m
}

// sinkLast goes on with sink where an event has fewer than four below it.
func (q *agenda) sinkLast(i, n int, at Time, seq uint64) int {
	c := i<<2 + 1
	m := firstOf(q.heap[:n], c, n)
	if !q.heap[m].before(at, seq) {
		return i
	}
	q.heap[i] = q.heap[m]
	return m
}

// peek returns the time of the next event, Never when there is none.
func (q *agenda) peek() Time {
	if q.hole {
		q.fill()
	}
	return min(q.heap[0].at, q.due)
}

// pop takes the next event. The agenda must have been peeked at, and not be
// empty.
func (q *agenda) pop() event {
	root := &q.heap[0]
	if q.due > root.at || q.due == root.at && q.rings[q.best].front().seq > root.seq {
		q.hole = true
		return *root
	}
	r := &q.rings[q.best]
	e := *r.front()
	r.head = (r.head + 1) & (len(r.buf) - 1)
	r.n--
	at := Never
	if r.n > 0 {
		at = r.front().at
	}
	q.heads[q.best] = at
	q.due = at
	if q.used > 1 {
		q.choose()
	}
	return e
}

// choose finds the ring that is due first.
//
//go:noinline
func (q *agenda) choose() {
	best, due := 0, q.heads[0]
	for j := 1; j < q.used; j++ {
		at := q.heads[j]
		if at < due || at == due && at != Never && q.rings[j].front().seq < q.rings[best].front().seq {
			best, due = j, at
		}
	}
	q.best, q.due = best, due
}

// size is the number of pending events, cancelled timers included.
func (q *agenda) size() int {
	n := len(q.heap) - 1
	if q.hole {
		n--
	}
	for i := range q.rings {
		n += q.rings[i].n
	}
	return n
}

func (q *agenda) state(c *Codec) {
	if q.hole {
		q.fill()
	}
	Slice(c, &q.heap)
	Plain(c, &q.seq)
	Plain(c, &q.delays)
	Plain(c, &q.heads)
	Plain(c, &q.used)
	Plain(c, &q.best)
	Plain(c, &q.due)
	Plain(c, &q.hint)
	for i := range q.rings {
		q.rings[i].state(c)
	}
}

// state saves or loads a ring's events from its front on. The room around them is no
// part of it: that of a busy moment is much larger than what is left of it.
func (r *ring) state(c *Codec) {
	n := int(c.count(r.n))
	if c.loading {
		if size := leastRing; len(r.buf) < n {
			for size < n {
				size *= 2
			}
			r.buf = make([]event, size)
		}
		r.head, r.n = 0, n
	}
	if n > 0 {
		from := r.head & (len(r.buf) - 1)
		part := min(n, len(r.buf)-from)
		items(c, r.buf[from:from+part])
		items(c, r.buf[:n-part])
	}
}
