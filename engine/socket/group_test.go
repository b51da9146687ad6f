package socket_test

import (
	"math"
	"math/rand/v2"
	"reflect"
	"testing"

	"stampede/engine/simtest"
	"stampede/engine/socket"
	"stampede/engine/theory"
)

func TestGroupIsPlain(t *testing.T) {
	if err := simtest.PlainType(reflect.TypeFor[socket.Group]()); err != nil {
		t.Error(err)
	}
}

// group returns one of the sockets 0 to n-1, in this order.
func group(n int) socket.Group {
	var g socket.Group
	for i := range n {
		g.Add(uint8(i))
	}
	return g
}

// TestGroupPicks holds the slot to the kernel's arithmetic, at the borders where
// rounding would show.
func TestGroupPicks(t *testing.T) {
	var none socket.Group
	if none.Pick(1) != -1 {
		t.Error("an empty group has a slot")
	}
	for _, c := range []struct {
		n    int
		hash uint32
		want int
	}{
		{1, 0, 0},
		{1, math.MaxUint32, 0},
		{2, 1<<31 - 1, 0},
		{2, 1 << 31, 1},
		{3, 0x55555555, 0},
		{3, 0x55555556, 1},
		{3, 0xaaaaaaaa, 1},
		{3, 0xaaaaaaab, 2},
		{16, math.MaxUint32, 15},
	} {
		g := group(c.n)
		if got := g.Pick(c.hash); got != c.want {
			t.Errorf("hash %#x among %d: slot %d, want %d", c.hash, c.n, got, c.want)
		}
	}
}

func TestGroupRemoveMovesTheLast(t *testing.T) {
	g := group(4)
	g.Remove(1)
	want := []uint8{0, 3, 2}
	for i, w := range want {
		if g.At(i) != w {
			t.Errorf("slot %d holds %d, want %d", i, g.At(i), w)
		}
	}
	g.Remove(2)
	var same socket.Group
	same.Add(0)
	same.Add(3)
	if g.Len() != 2 || g != same {
		t.Errorf("%+v differs from %+v, which treats every flow alike", g, same)
	}
	if g.Find(3) != 1 || g.Find(2) != -1 {
		t.Errorf("socket 3 in slot %d, the removed one in %d", g.Find(3), g.Find(2))
	}
}

// moved returns the share of all hashes that find another socket after than
// before, exactly: both are constant between the multiples of 2^32/n and 2^32/m,
// so one hash of each interval stands for it.
func moved(before, after socket.Group) float64 {
	n, m := uint64(before.Len()), uint64(after.Len())
	parts := n * m
	lost := 0
	for k := range parts {
		hash := uint32((k<<32 + 1<<31) / parts) // the middle of the k-th interval
		if before.At(before.Pick(hash)) != after.At(after.Pick(hash)) {
			lost++
		}
	}
	return float64(lost) / float64(parts)
}

// TestGroupRemaps holds the group to the closed forms, for all groups.
func TestGroupRemaps(t *testing.T) {
	near := func(what string, n, i int, got, want float64) {
		t.Helper()
		if math.Abs(got-want) > 1e-12 {
			t.Errorf("%s, %d sockets, slot %d: %v of the flows moved, want %v", what, n, i, got, want)
		}
	}
	for n := 1; n < socket.MaxGroup; n++ {
		more := group(n)
		more.Add(uint8(n))
		near("add", n, n, moved(group(n), more), theory.RemapAdd(n))
	}
	for n := 2; n <= socket.MaxGroup; n++ {
		for i := range n {
			less := group(n)
			less.Remove(i)
			near("remove", n, i, moved(group(n), less), theory.RemapRemove(n, i))
		}
	}
	for n := 1; n <= socket.MaxGroup/2; n++ {
		wrong, same := theory.RemapHotRestart(n)
		both := group(2 * n)
		near("same socket", n, 0, 1-moved(group(n), both), same)
		var before, after socket.Group // by process
		for range n {
			before.Add(0)
			after.Add(0)
		}
		for range n {
			after.Add(1)
		}
		near("wrong process", n, 0, moved(before, after), wrong)
	}
}

// TestGroupRemapsDrawnFlows does the same with drawn hashes, as flows have them.
func TestGroupRemapsDrawnFlows(t *testing.T) {
	const flows = 20000
	draw := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{1, 2, 4, 8} {
		before, after := group(n), group(n)
		after.Add(uint8(n))
		lost := 0
		for range flows {
			h := draw.Uint32()
			if before.At(before.Pick(h)) != after.At(after.Pick(h)) {
				lost++
			}
		}
		want := theory.RemapAdd(n)
		bound := 4.5 * math.Sqrt(want*(1-want)/flows)
		if got := float64(lost) / flows; math.Abs(got-want) > bound {
			t.Errorf("%d sockets: %v of the flows moved, want %v within %v", n, got, want, bound)
		}
	}
}
