package policy

import (
	"math/rand/v2"
	"testing"

	"stampede/engine"
	"stampede/engine/dist"
)

// TestFlightsAgainstMap does the same to a table and to a map: with keys that
// are spread, and with keys that all want the same place.
func TestFlightsAgainstMap(t *testing.T) {
	crowded := make([]uint64, 0, 40)
	for k := uint64(0); len(crowded) < cap(crowded); k++ {
		if dist.Mix(k)&1023 > 1020 {
			crowded = append(crowded, k)
		}
	}
	for name, key := range map[string]func(r *rand.Rand) uint64{
		"spread":  func(r *rand.Rand) uint64 { return r.Uint64N(300) },
		"crowded": func(r *rand.Rand) uint64 { return crowded[r.IntN(len(crowded))] },
	} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(3, 4))
			var f flights
			want := map[uint64]engine.CallID{}
			for i := range 20000 {
				k := key(r)
				if got := f.find(k); (got != nil) != (want[k] != 0) || got != nil && got.leader != want[k] {
					t.Fatalf("step %d, key %d: found %+v, want %d", i, k, got, want[k])
				}
				if want[k] == 0 {
					f.add(k, engine.CallID(i+1))
					f.find(k).head = engine.CallID(i + 2)
					want[k] = engine.CallID(i + 1)
				} else if r.IntN(2) == 0 {
					if head := f.end(k); head != want[k]+1 {
						t.Fatalf("step %d, key %d: ended with %d waiting first, want %d", i, k, head, want[k]+1)
					}
					delete(want, k)
				}
				if f.n != len(want) {
					t.Fatalf("step %d: %d flights, want %d", i, f.n, len(want))
				}
			}
			for k := range want {
				f.end(k)
			}
			for i, s := range f.slots {
				if s != (flight{}) {
					t.Errorf("slot %d was left %+v", i, s)
				}
			}
			if f.end(7) != engine.None {
				t.Error("a flight that does not exist had somebody waiting")
			}
		})
	}
}
