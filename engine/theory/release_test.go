package theory

import (
	"math"
	"testing"
)

// TestRemap holds the shares to those worked out from the kernel's code.
func TestRemap(t *testing.T) {
	for n := 1; n <= 64; n++ {
		check(t, n, 1e-12, RemapAdd(n), .5)
		wrong, same := RemapHotRestart(n)
		check(t, n, 1e-12, wrong, .5, same, 1/float64(2*n))
	}
	for n, row := range map[int][]float64{
		2: {.5, .5},
		4: {3. / 4, 2. / 3, 1. / 3, 1. / 2},
		8: {.625, .607, .589, .571, .554, .536, .393, .500},
	} {
		for i, want := range row {
			unit := 1e-3
			if n < 8 {
				unit = 1e-12
			}
			check(t, []int{n, i}, unit, RemapRemove(n, i), want)
		}
	}
	check(t, 16, 1e-4, RemapRemove(16, 0), .5625)
	check(t, 16, 1e-3, RemapRemove(16, 13), .508, RemapRemove(16, 14), .442, RemapRemove(16, 15), .500)
	for i := 1; i < 14; i++ {
		if RemapRemove(16, i) >= RemapRemove(16, i-1) {
			t.Errorf("slot %d of 16: %v, not below that of the slot before", i, RemapRemove(16, i))
		}
	}
}

func TestRolling(t *testing.T) {
	// 100 machines, one at a time, each drained for 10 minutes.
	check(t, "one of 100", 1e-9, RollingTime(.01, 10, 0), 1000)
	// Batches of a fifth, each drained for 20 minutes.
	check(t, "a fifth", 1e-9, RollingTime(.2, 20, 0), 100, RollingTime(.2, 20, 1), 105)
	check(t, "thirds do not divide", 1e-9, RollingTime(.3, 10, 0), 40, RollingTime(1, 10, 2), 12)
	// Three hosts, one away: what two of three can carry.
	check(t, "one of three", 1e-9, RollingLoad(2./3, 1./3), 1, RollingLoad(.8, .2), 1, RollingLoad(.6, .25), .8)
	if !(RollingLoad(.81, .2) > 1) || !math.IsNaN(RollingLoad(.5, 1)) || !math.IsNaN(RollingTime(0, 1, 1)) {
		t.Error("overload and the ends of the domain are not told")
	}
}

func TestResidual(t *testing.T) {
	for _, r := range []struct{ mean, d, want, unit float64 }{
		{10, 20, .1353, 1e-4},
		{20, 15, .4724, 1e-4},
		{2, 15, .00055, 1e-5},
	} {
		check(t, r, r.unit, ResidualExponential(r.mean, r.d), r.want)
		integral := Residual(r.mean, func(x float64) float64 { return math.Exp(-x / r.mean) }, r.d, 40*r.mean, 4000)
		check(t, r, 1e-9, integral, ResidualExponential(r.mean, r.d))
	}
	// Pareto from 1 with power 3 has the mean 3/2; its integral is cut at 1e4.
	pareto := Residual(1.5, func(x float64) float64 { return math.Pow(x, -3) }, 2, 1e4, 1<<20)
	check(t, "Pareto", 1e-6, pareto, ResidualPareto(1, 3, 2), ResidualPareto(1, 3, 2), 1./12, ResidualPareto(1, 2, 1), .5)
	if !math.IsNaN(ResidualPareto(1, 1, 2)) || !math.IsNaN(ResidualPareto(1, 2, .5)) {
		t.Error("a Pareto law without a mean, or a drain shorter than any lifetime, has a residual")
	}
}

func TestReconnectStorm(t *testing.T) {
	n, rate := ReconnectStorm(1e6, .2, .1353, 60)
	check(t, "a fifth of a million", 1, n, 27060, rate, 451)
}
