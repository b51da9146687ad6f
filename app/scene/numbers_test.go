package scene

import (
	"math"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
)

// The numbers beside the links of two components can be told apart on any stage,
// and together they are all that passes.
func TestHeatNumbers(t *testing.T) {
	for _, sc := range catalog.Scenarios() {
		_, f := run(t, sc, 2*engine.Second)
		for _, w := range []float64{320, 390, 1000} {
			s := New(sc, w, 1)
			s.Observe(f)
			s.Resize(w, Height(sc, s.Counts(), w))
			heat := s.Heat(f, nil)
			var all, told float64
			for i := range heat {
				if !heat[i].Hidden {
					all += heat[i].Total
				}
			}
			list := s.HeatNumbers(heat, 1, nil)
			for _, n := range list {
				told += n.Total
				if n.X < heatW/2 || n.X > w-heatW/2 || n.Y < heatH/2 {
					t.Errorf("%s on %v pixels: a number at %v,%v", sc.Name, w, n.X, n.Y)
				}
			}
			if math.Abs(told-all) > 1e-6*all || len(list) == 0 {
				t.Errorf("%s on %v pixels: %d numbers of %v together, %v pass", sc.Name, w, len(list), told, all)
			}
		}
	}
	sc, ok := catalog.Scenario("zero-downtime-release")
	if !ok {
		t.Fatal("no such scenario")
	}
	_, f := run(t, sc, 2*engine.Second)
	wide, narrow := New(sc, 1000, 470), New(sc, 390, Height(sc, nil, 390))
	if a, b := len(wide.HeatNumbers(wide.Heat(f, nil), 1, nil)), len(narrow.HeatNumbers(narrow.Heat(f, nil), 1, nil)); b >= a {
		t.Errorf("%d numbers on a narrow stage, %d on a wide one", b, a)
	}
}
