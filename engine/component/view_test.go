package component

import (
	"math"
	"testing"

	"stampede/engine/dist"
)

// TestPickIsEvenAndConsistent: every host gets its share, and one that goes away
// moves its own connections only.
func TestPickIsEvenAndConsistent(t *testing.T) {
	const hosts, flows = 20, 20000
	v := view{all: make([]health, 2*hosts)}
	for i := range hosts {
		v.all[i].up = true
	}
	var n [2 * hosts]int
	first := make([]uint16, flows)
	for k := range flows {
		h, ok := v.pick(uint32(dist.Mix(uint64(k))>>32), false)
		if !ok {
			t.Fatal("no host")
		}
		first[k] = h
		n[h]++
	}
	want := float64(flows) / hosts
	for i, got := range n[:hosts] {
		if math.Abs(float64(got)-want) > 4.5*math.Sqrt(want) {
			t.Errorf("host %d has %d connections, want %v", i, got, want)
		}
	}
	v.all[7].going = true
	v.all[8].up = false
	for k := range flows {
		h, _ := v.pick(uint32(dist.Mix(uint64(k))>>32), false)
		if h == 7 || h == 8 || h != first[k] && first[k] != 7 && first[k] != 8 {
			t.Fatalf("connection %d went from host %d to %d", k, first[k], h)
		}
	}
	for i := range v.all {
		v.all[i] = health{}
	}
	if _, ok := v.pick(1, true); ok {
		t.Error("a host was found, and none is up")
	}
	v.all[39].up = true
	if h, ok := v.pick(1, false); !ok || h != 39 {
		t.Errorf("host %d, want 39", h)
	}
}
