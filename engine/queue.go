package engine

// agenda is the pending events: one implicit 4-ary heap for arbitrary delays
// and one FIFO ring for each of a few constant delays (time-outs, network
// hops), merged by (at, seq). A constant delay needs no heap: its events come
// due in the order in which they were made.
type agenda struct {
	heap  []event
	seq   uint64
	rings [nRings]ring
	// Of each ring, side by side for the search: its delay, and when its head is
	// due (Never when empty).
	delays [nRings]Time
	heads  [nRings]Time
	used   int // rings that have served a delay so far
	best   int // ring whose head is due first; -1 when all are empty
}

// nRings bounds the distinct constant delays; any more go through the heap.
const nRings = 8

type ring struct {
	head int
	n    int
	buf  []event // power-of-two size
}

func (r *ring) front() *event { return &r.buf[r.head] }

func (r *ring) next() *event {
	if r.n == len(r.buf) {
		r.grow()
	}
	e := &r.buf[(r.head+r.n)&(len(r.buf)-1)]
	r.n++
	return e
}

func (r *ring) grow() {
	bigger := make([]event, max(64, 2*len(r.buf)))
	k := copy(bigger, r.buf[r.head:])
	copy(bigger[k:], r.buf[:r.head])
	r.buf, r.head = bigger, 0
}

// ringFor returns the ring of a constant delay, or -1 when all rings serve
// other delays.
func (q *agenda) ringFor(delay Time) int {
	free := -1
	for i := range q.used {
		if q.delays[i] == delay {
			return i
		}
		if free < 0 && q.heads[i] == Never {
			free = i
		}
	}
	if free < 0 && q.used < nRings {
		free = q.used
		q.used++
	}
	if free >= 0 {
		q.delays[free] = delay
	}
	return free
}

// afterConst adds an event whose delay many others share.
func (q *agenda) afterConst(now, delay Time, who, how uint64) {
	i := q.ringFor(delay)
	if i < 0 {
		q.push(now+delay, who, how)
		return
	}
	r := &q.rings[i]
	e := r.next()
	q.seq++
	e.at, e.seq, e.who, e.how = now+delay, q.seq, who, how
	if r.n == 1 {
		q.heads[i] = now + delay
		// The newest event has the largest seq, so it is first only by its time.
		if q.best < 0 || now+delay < q.heads[q.best] {
			q.best = i
		}
	}
}

// push adds an event at any time.
func (q *agenda) push(at Time, who, how uint64) {
	q.seq++
	seq := q.seq
	i := len(q.heap)
	if i == cap(q.heap) {
		q.heap = roomy(q.heap)
	}
	q.heap = q.heap[:i+1]
	h := q.heap
	for i > 0 {
		p := (i - 1) >> 2
		// A new event has the largest seq, so it rises only past later times.
		if h[p].at <= at {
			break
		}
		h[i] = h[p]
		i = p
	}
	e := &h[i]
	e.at, e.seq, e.who, e.how = at, seq, who, how
}

// peek returns the time of the next event, Never when there is none.
func (q *agenda) peek() Time {
	at := Never
	if len(q.heap) > 0 {
		at = q.heap[0].at
	}
	if q.best >= 0 {
		at = min(at, q.heads[q.best])
	}
	return at
}

// pop moves the next event into out. The agenda must not be empty.
func (q *agenda) pop(out *event) {
	if q.best >= 0 {
		f := q.rings[q.best].front()
		if len(q.heap) == 0 || f.before(q.heap[0].at, q.heap[0].seq) {
			*out = *f
			q.drop(q.best)
			return
		}
	}
	*out = q.heap[0]
	n := len(q.heap) - 1
	q.sink(n)
	q.heap = q.heap[:n]
}

// drop takes the head off a ring and finds the ring that is due next.
func (q *agenda) drop(i int) {
	r := &q.rings[i]
	r.head = (r.head + 1) & (len(r.buf) - 1)
	r.n--
	q.heads[i] = Never
	if r.n > 0 {
		q.heads[i] = r.front().at
	}
	q.best = -1
	first := Never
	for j := range q.used {
		at := q.heads[j]
		switch {
		case at < first:
			q.best, first = j, at
		case at == first && at != Never && q.rings[j].front().seq < q.rings[q.best].front().seq:
			q.best = j
		}
	}
}

// sink refills the root's hole with the last of n+1 events.
func (q *agenda) sink(n int) {
	if n == 0 {
		return
	}
	h := q.heap
	last := &h[n]
	at, seq := last.at, last.seq
	i := 0
	for {
		c := i<<2 + 1
		if c >= n {
			break
		}
		m := c
		for j := c + 1; j < min(c+4, n); j++ {
			if h[j].before(h[m].at, h[m].seq) {
				m = j
			}
		}
		if !h[m].before(at, seq) {
			break
		}
		h[i] = h[m]
		i = m
	}
	h[i] = *last
}

// size is the number of pending events, cancelled timers included.
func (q *agenda) size() int {
	n := len(q.heap)
	for i := range q.rings {
		n += q.rings[i].n
	}
	return n
}

func (q *agenda) state(c *Codec) {
	Slice(c, &q.heap)
	Plain(c, &q.seq)
	Plain(c, &q.delays)
	Plain(c, &q.heads)
	Plain(c, &q.used)
	Plain(c, &q.best)
	for i := range q.rings {
		r := &q.rings[i]
		Plain(c, &r.head)
		Plain(c, &r.n)
		Slice(c, &r.buf)
	}
}

// newAgenda is an empty agenda.
func newAgenda() agenda {
	q := agenda{best: -1}
	for i := range q.heads {
		q.heads[i], q.delays[i] = Never, -1
	}
	return q
}
