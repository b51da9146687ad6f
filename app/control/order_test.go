package control

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 12 {
		list := make([]float64, n)
		for i := range list {
			list[i] = float64(r.IntN(6))
		}
		if got := InOrder(slices.Clone(list)); !slices.IsSorted(got) || len(got) != n {
			t.Errorf("%v becomes %v", list, got)
		}
	}
}
