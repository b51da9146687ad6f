package component

// knot is a thing's place in a chain: its neighbours by number, 0 for none. Chains
// run through a slab, in which number 0 is nobody, so that what belongs to one
// process is found without a look at all that there is.
type knot struct{ prev, next uint32 }

// tie puts a thing at the front of a chain.
func tie(k []knot, first *uint32, i uint32) {
	k[i] = knot{next: *first}
	k[*first].prev = i // of nobody where the chain is empty, which nobody reads
	*first = i
}

// untie takes a thing out of its chain.
func untie(k []knot, first *uint32, i uint32) {
	x := k[i]
	k[x.next].prev = x.prev
	if x.prev == 0 {
		*first = x.next
		return
	}
	k[x.prev].next = x.next
}

// straighten puts a chain into the order of its numbers: what is done to all of it
// does not depend on the order in which it came together. It merges runs, each
// with one that came of as many.
func straighten(k []knot, first *uint32) {
	var piles [32]uint32
	for rest := *first; rest != 0; {
		run := rest
		rest = cut(k, run)
		i := 0
		for ; piles[i] != 0; i++ {
			run, piles[i] = merged(k, piles[i], run), 0
		}
		piles[i] = run
	}
	all := uint32(0)
	for _, pile := range piles {
		all = merged(k, pile, all)
	}
	*first = all
	for prev, i := uint32(0), all; i != 0; prev, i = i, k[i].next {
		k[i].prev = prev
	}
}

// cut cuts a chain after the run with which it begins, and returns what follows.
func cut(k []knot, i uint32) (rest uint32) {
	for k[i].next > i {
		i = k[i].next
	}
	rest, k[i].next = k[i].next, 0
	return rest
}

// merged makes one chain of two that are in order.
func merged(k []knot, a, b uint32) (all uint32) {
	end := &all
	for a != 0 && b != 0 {
		if b < a {
			a, b = b, a
		}
		*end = a
		end = &k[a].next
		a = *end
	}
	*end = a | b // one of them is nobody
	return all
}
