package policy

import (
	"math/rand/v2"
	"testing"
)

// TestWindowCounts compares the window of bits with a plain list, for every
// width.
func TestWindowCounts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for width := int64(1); width <= maxWindow; width++ {
		var b Breaker
		b.p.window, b.p.minimum, b.p.threshold = width, width, 2 // never opens
		var k circuit
		var all []bool
		for range 300 {
			bad := r.IntN(3) == 0
			all = append(all, bad)
			b.count(nil, &k, bad)
			want := 0
			for _, x := range all[max(0, len(all)-int(width)):] {
				if x {
					want++
				}
			}
			if got := k.failures(); got != want || k.n != min(int64(len(all)), width) {
				t.Fatalf("window %d after %d outcomes: %d failures of %d, want %d", width, len(all), got, k.n, want)
			}
		}
	}
}
