package component

import (
	"slices"
	"testing"
	"time"

	"stampede/engine/dist"
)

// chain lists a chain, and holds each of its places to the one before.
func chain(t *testing.T, k []knot, first uint32) (list []uint32) {
	t.Helper()
	for prev, i := uint32(0), first; i != 0; prev, i = i, k[i].next {
		if k[i].prev != prev && prev != 0 {
			t.Fatalf("%d comes after %d, and thinks after %d", i, prev, k[i].prev)
		}
		list = append(list, i)
	}
	return list
}

// TestChainKeepsWhatWasTied: after any coming and going a chain has what was tied
// and not untied, and is put into the order of the numbers.
func TestChainKeepsWhatWasTied(t *testing.T) {
	const most = 300
	draws := dist.NewStream(1, "knots", "test")
	for n := range 200 {
		k := make([]knot, most+1)
		first := uint32(0)
		in := map[uint32]bool{}
		for range n {
			i := 1 + uint32(draws.Int64N(most))
			if in[i] {
				untie(k, &first, i)
			} else {
				tie(k, &first, i)
			}
			in[i] = !in[i]
			if draws.Int64N(20) == 0 {
				straighten(k, &first)
			}
		}
		var want []uint32
		for i := uint32(1); i <= most; i++ {
			if in[i] {
				want = append(want, i)
			}
		}
		got := chain(t, k, first)
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Fatalf("the chain has %v, want %v", got, want)
		}
		straighten(k, &first)
		if got := chain(t, k, first); !slices.Equal(got, want) {
			t.Fatalf("in order: %v, want %v", got, want)
		}
	}
}

// TestConnectionsOfAProcess: a process is handed its own connections, those of all
// clients, by their keys, and may end each.
func TestConnectionsOfAProcess(t *testing.T) {
	const hosts = 4
	draws := dist.NewStream(2, "owners", "test")
	var o owners
	want := map[[2]int][]uint32{}
	for _, node := range []uint32{1, 3} {
		for slot := 49; slot >= 0; slot-- {
			f := flow{host: uint16(draws.Int64N(hosts)), held: 1 + uint8(draws.Int64N(2))}
			key := node<<slotBits | uint32(slot)
			o.own(key, f, hosts)
			if slot%7 == 0 {
				o.disown(key, o.find(key))
				continue
			}
			p := [2]int{int(f.host), int(f.held)}
			want[p] = append(want[p], key)
		}
	}
	for h := range hosts {
		for slot := range 2 {
			p := [2]int{h, 1 + slot}
			slices.Sort(want[p])
			for _, list := range [][]uint32{want[p], nil} { // all have ended
				var got []uint32
				o.each(uint16(h), uint8(slot), func(key uint32, f *flow) {
					got = append(got, key)
					o.disown(key, f)
				})
				if !slices.Equal(got, list) {
					t.Errorf("process %d of host %d has %v, want %v", slot, h, got, list)
				}
			}
		}
	}
}

// TestOtherConnectionsCostNothing: to hand out a process's hundred connections takes
// about as long beside a million others as alone. A look at all of them would take a
// thousand times as long; the bound is far from both.
func TestOtherConnectionsCostNothing(t *testing.T) {
	const own, most, bound, times, looks = 100, 1_000_000, 50, 20, 1000
	fill := func(conns int) *owners {
		o, hosts := new(owners), conns/own
		for k := conns - 1; k >= 0; k-- {
			o.own(uint32(k), flow{host: uint16(k % hosts), held: 1}, hosts)
		}
		return o
	}
	best := func(o *owners) time.Duration {
		least, n := time.Hour, 0
		for range times {
			start := time.Now()
			for range looks { // the clock of a browser is coarse
				o.each(0, 0, func(uint32, *flow) { n++ })
			}
			least = min(least, time.Since(start))
		}
		if n != times*looks*own {
			t.Fatalf("%d connections were handed out, want %d", n, times*looks*own)
		}
		return max(least, 100*time.Microsecond)
	}
	few, many := best(fill(own)), best(fill(most))
	if many > bound*few {
		t.Errorf("%v alone, %v beside a million others", few, many)
	}
}
