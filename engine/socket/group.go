package socket

import "fmt"

// MaxGroup is how many sockets a Group holds.
const MaxGroup = 16

// Group is a group of sockets bound to one address with SO_REUSEPORT, as Linux
// keeps it: an array in which a 32-bit hash of the flow picks a slot. There is no
// consistent hashing, so that a change of the array changes the socket of flows
// that go on.
//
// Each slot holds what its user tells sockets apart by: the process that reads
// it, or the socket's own number. A Group is comparable, and equal to another
// when it treats every flow alike.
type Group struct {
	slots [MaxGroup]uint8 // zero from n on
	n     uint8
}

// Len returns the number of sockets.
func (g *Group) Len() int { return int(g.n) }

// At returns what slot i holds, i from 0 to Len()-1.
func (g *Group) At(i int) uint8 { return g.slots[:g.n][i] }

// Pick returns the slot to which flows of this hash go: hash * n / 2^32, the
// kernel's reciprocal_scale. An empty group has none, -1.
func (g *Group) Pick(hash uint32) int {
	if g.n == 0 {
		return -1
	}
	return int(uint64(hash) * uint64(g.n) >> 32)
}

// Add appends a socket at the end, as binding does, and returns its slot.
// There must be room: Len() below MaxGroup.
func (g *Group) Add(socket uint8) int {
	if g.n == MaxGroup {
		panic(fmt.Sprintf("socket: a group holds at most %d sockets", MaxGroup))
	}
	g.slots[g.n] = socket
	g.n++
	return int(g.n) - 1
}

// Remove takes the socket in slot i away, as closing does: the last socket moves
// into the freed slot.
func (g *Group) Remove(i int) {
	last := g.n - 1
	g.slots[:g.n][i] = g.slots[last]
	g.slots[last] = 0
	g.n = last
}

// Find returns the first slot that holds a socket, -1 when none does.
func (g *Group) Find(socket uint8) int {
	for i, s := range g.slots[:g.n] {
		if s == socket {
			return i
		}
	}
	return -1
}

// Set changes what slot i holds and moves nothing: another process now reads
// the same socket.
func (g *Group) Set(i int, socket uint8) { g.slots[:g.n][i] = socket }
