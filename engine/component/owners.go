package component

import "stampede/engine"

// owners are the connections of a tier whose connections belong to processes:
// those of one process are found without a look at the others.
type owners struct {
	flows
	kin   [][]knot   // by client: the chains of its connections, numbered from 1
	first [][]uint32 // by client, for each process of each host: the first one
}

func (t *owners) state(c *engine.Codec) {
	t.flows.state(c)
	engine.Slices(c, &t.kin)
	engine.Slices(c, &t.first)
}

// owner is the number of a process.
func owner(h uint16, slot uint8) int { return 2*int(h) + int(slot) }

// own gives a connection that nobody has to a process of one of so many hosts.
func (t *owners) own(key uint32, f flow, hosts int) {
	*t.at(key) = f
	n := int(key >> slotBits)
	if k := len(t.all[n]) + 1; n >= len(t.kin) || k > len(t.kin[n]) {
		t.room(n, k, hosts)
	}
	tie(t.kin[n], &t.first[n][owner(f.host, f.held-1)], uint32(flowSlot(key)+1))
}

// room makes room for as many connections of a client.
//
//go:noinline
func (t *owners) room(n, conns, hosts int) {
	for len(t.kin) <= n {
		t.kin = append(t.kin, nil)
		t.first = append(t.first, nil)
	}
	t.kin[n] = append(t.kin[n], make([]knot, conns-len(t.kin[n]))...)
	if t.first[n] == nil {
		t.first[n] = make([]uint32, 2*hosts)
	}
}

// disown takes a connection from its process.
func (t *owners) disown(key uint32, f *flow) {
	n := key >> slotBits
	untie(t.kin[n], &t.first[n][owner(f.host, f.held-1)], uint32(flowSlot(key)+1))
	f.held = 0
}

// each hands the connections of a process to a function, in the order of their
// keys; it may end the one that it is given.
func (t *owners) each(h uint16, slot uint8, do func(key uint32, f *flow)) {
	for n := range t.kin {
		if len(t.first[n]) == 0 {
			continue
		}
		first := &t.first[n][owner(h, slot)]
		straighten(t.kin[n], first)
		for i := *first; i != 0; {
			next := t.kin[n][i].next
			do(flowKey(engine.NodeID(n), int(i-1)), &t.all[n][i-1])
			i = next
		}
	}
}
