package policy

import (
	"stampede/engine"
	"stampede/engine/dist"
)

// flights is a table from a number to the call that fetches for it and to the
// calls that wait for that one: open addressing in plain data, so that it is
// copied and hashed with the rest of the state.
type flights struct {
	slots []flight // power-of-two size
	n     int
}

// flight is one fetch under way. A slot whose leader is None is empty.
type flight struct {
	key        uint64
	leader     engine.CallID
	head, tail engine.CallID // those who wait, in order
	_          uint32
}

func (f *flights) state(c *engine.Codec) {
	engine.Slice(c, &f.slots)
	engine.Plain(c, &f.n)
}

func (f *flights) home(key uint64) int { return int(dist.Mix(key)) & (len(f.slots) - 1) }

// find returns the flight for a key, or nil.
func (f *flights) find(key uint64) *flight {
	if f.n == 0 {
		return nil
	}
	for i := f.home(key); ; i = (i + 1) & (len(f.slots) - 1) {
		s := &f.slots[i]
		if s.leader == engine.None {
			return nil
		}
		if s.key == key {
			return s
		}
	}
}

// add notes that a call fetches for a key that has no flight.
func (f *flights) add(key uint64, leader engine.CallID) {
	if 2*(f.n+1) > len(f.slots) {
		old := f.slots
		f.slots = make([]flight, max(16, 2*len(old)))
		for _, s := range old {
			if s.leader != engine.None {
				f.put(s)
			}
		}
	}
	f.put(flight{key: key, leader: leader})
	f.n++
}

func (f *flights) put(s flight) {
	i := f.home(s.key)
	for f.slots[i].leader != engine.None {
		i = (i + 1) & (len(f.slots) - 1)
	}
	f.slots[i] = s
}

// end removes a key's flight and returns the first of those who waited.
func (f *flights) end(key uint64) engine.CallID {
	s := f.find(key)
	if s == nil {
		return engine.None
	}
	head := s.head
	f.n--
	mask := len(f.slots) - 1
	i := f.home(key)
	for f.slots[i].key != key || f.slots[i].leader == engine.None {
		i = (i + 1) & mask
	}
	// Close the gap, so that no search ends too early.
	for j := (i + 1) & mask; f.slots[j].leader != engine.None; j = (j + 1) & mask {
		if h := f.home(f.slots[j].key); (j-h)&mask >= (j-i)&mask {
			f.slots[i] = f.slots[j]
			i = j
		}
	}
	f.slots[i] = flight{}
	return head
}

// wait puts a call at the end of those who wait.
func (s *flight) wait(c *engine.PolicyCtx, id engine.CallID) {
	if s.head == engine.None {
		s.head = id
	} else {
		c.Chain(s.tail, id)
	}
	s.tail = id
}

// quit takes a call out of those who wait.
func (s *flight) quit(c *engine.PolicyCtx, id engine.CallID) {
	prev := engine.CallID(engine.None)
	for at := s.head; at != engine.None; prev, at = at, c.Next(at) {
		if at != id {
			continue
		}
		next := c.Next(at)
		if prev == engine.None {
			s.head = next
		} else {
			c.Chain(prev, next)
		}
		if s.tail == id {
			s.tail = prev
		}
		return
	}
}

// What a call is to a flight, in its Level.
const (
	leads uint16 = 1
	waits uint16 = 2
)

// share ends all who waited, in order, with the leader's outcome. Whoever is
// ended may start new calls, so nothing of the flight may be used after.
func shareOutcome(c *engine.PolicyCtx, head engine.CallID, out engine.Outcome) {
	out.Flags |= engine.FlagJoined
	for id := head; id != engine.None; {
		next := c.Next(id)
		c.Chain(id, engine.None)
		c.Finish(id, out)
		id = next
	}
}
