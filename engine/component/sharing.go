package component

import (
	"math/bits"

	"stampede/engine"
)

// share is a job under processor sharing, ordered by the virtual time at which
// it will have had its whole demand. Virtual time is the service given to each
// job since the start, in 1/1024 ns; with n jobs on c servers it runs at
// min(1, c/n).
type share struct {
	finish uint64
	id     engine.AttemptID
	_      uint32
}

const virtualUnit = 1024

// tick brings virtual time up to now.
func (s *station) tick(c *engine.Ctx, k uint16) {
	in := &s.inst[k]
	d := uint64(c.Now() - in.asOf)
	in.asOf = c.Now()
	n := int64(len(s.shared[k]))
	if n == 0 {
		return
	}
	if n <= s.p.servers {
		in.virtual += d * virtualUnit
		return
	}
	hi, lo := bits.Mul64(d*virtualUnit, uint64(s.p.servers))
	q, _ := bits.Div64(hi, lo, uint64(n))
	in.virtual += q
}

func (s *station) join(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	k := a.Inst
	s.tick(c, k)
	in := &s.inst[k]
	in.busy++
	c.Occupy(0, 1)
	a.StartedAt = c.Now()
	d := s.p.service.draw(c, a.Req^uint64(a.Key)<<40, a.No)
	h := append(s.shared[k], share{})
	s.shared[k] = h
	s.up(c, k, len(h)-1, share{finish: in.virtual + uint64(d)*virtualUnit, id: id})
	s.reschedule(c, k)
}

// up places a job at i or nearer to the root.
func (s *station) up(c *engine.Ctx, k uint16, i int, x share) {
	h := s.shared[k]
	for i > 0 {
		p := (i - 1) / 2
		if h[p].finish <= x.finish {
			break
		}
		h[i] = h[p]
		c.Attempt(h[i].id).Pos = uint32(i)
		i = p
	}
	h[i] = x
	c.Attempt(x.id).Pos = uint32(i)
}

// down places a job at i or further from the root.
func (s *station) down(c *engine.Ctx, k uint16, i int, x share) {
	h := s.shared[k]
	for {
		m := 2*i + 1
		if m >= len(h) {
			break
		}
		if m+1 < len(h) && h[m+1].finish < h[m].finish {
			m++
		}
		if h[m].finish >= x.finish {
			break
		}
		h[i] = h[m]
		c.Attempt(h[i].id).Pos = uint32(i)
		i = m
	}
	h[i] = x
	c.Attempt(x.id).Pos = uint32(i)
}

// take removes the job at i from the heap.
func (s *station) take(c *engine.Ctx, k uint16, i int) {
	h := s.shared[k]
	n := len(h) - 1
	last := h[n]
	s.shared[k] = h[:n]
	s.inst[k].busy--
	c.Occupy(0, -1)
	if i == n {
		return
	}
	if i > 0 && last.finish < h[(i-1)/2].finish {
		s.up(c, k, i, last)
		return
	}
	s.down(c, k, i, last)
}

// shares reports whether an attempt is a job in the heap of machine k.
func (s *station) shares(id engine.AttemptID, k uint16, pos uint32) bool {
	h := s.shared[k]
	return int(pos) < len(h) && h[pos].id == id
}

// remove takes out a job whose caller has given up.
func (s *station) remove(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	s.tick(c, a.Inst)
	s.take(c, a.Inst, int(a.Pos))
}

// reschedule sets the timer for the next departure and makes older ones stale.
func (s *station) reschedule(c *engine.Ctx, k uint16) {
	s.tick(c, k)
	in := &s.inst[k]
	in.gen++
	n := int64(len(s.shared[k]))
	if n == 0 {
		return
	}
	left := uint64(0)
	if f := s.shared[k][0].finish; f > in.virtual {
		left = f - in.virtual
	}
	if n > s.p.servers {
		hi, lo := bits.Mul64(left, uint64(n))
		left, _ = bits.Div64(hi, lo, uint64(s.p.servers))
	}
	at := c.Now() + engine.Time((left+virtualUnit-1)/virtualUnit)
	c.At(at, engine.Timer{Kind: timerDone, Gen: in.gen, Arg: uint32(k)})
}

// depart ends the jobs that have had their demand.
func (s *station) depart(c *engine.Ctx, k uint16, gen uint32, done answerer) {
	if s.inst[k].gen != gen {
		return
	}
	s.tick(c, k)
	// Rounding may leave the first job a few 1/1024 ns short per job present.
	slack := uint64(len(s.shared[k])) + virtualUnit
	for len(s.shared[k]) > 0 && s.shared[k][0].finish <= s.inst[k].virtual+slack {
		id := s.shared[k][0].id
		s.take(c, k, 0)
		s.finish(c, id, done)
	}
	s.fill(c, k)
}
