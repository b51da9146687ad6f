package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// worst returns the largest relative difference of got and want over n points.
func worst(n int, point func(r *rand.Rand) (got, want float64)) float64 {
	r := rand.New(rand.NewPCG(3, 4))
	var w float64
	for range n {
		got, want := point(r)
		w = max(w, math.Abs(got-want)/math.Abs(want))
	}
	return w
}

func TestExpIsAccurate(t *testing.T) {
	for _, width := range []float64{1e-6, 1, 30, 700} {
		w := worst(200000, func(r *rand.Rand) (float64, float64) {
			x := (2*r.Float64() - 1) * width
			return Exp(x), math.Exp(x)
		})
		if w > 5e-16 {
			t.Errorf("|x| < %v: relative error %.3g", width, w)
		}
	}
}

func TestLogIsAccurate(t *testing.T) {
	for _, width := range []float64{1e-9, 0.01, 1, 600} {
		w := worst(200000, func(r *rand.Rand) (float64, float64) {
			x := math.Exp((2*r.Float64() - 1) * width)
			return Log(x), math.Log(x)
		})
		if w > 1e-15 {
			t.Errorf("|ln x| < %v: relative error %.3g", width, w)
		}
	}
}

func TestPowIsAccurate(t *testing.T) {
	w := worst(200000, func(r *rand.Rand) (float64, float64) {
		x, y := math.Exp(20*r.Float64()-10), 4*r.Float64()-2
		return Pow(x, y), math.Pow(x, y)
	})
	if w > 1e-14 {
		t.Errorf("relative error %.3g", w)
	}
}

func TestEdgesOfAnalysis(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"Exp(0)", Exp(0), 1},
		{"Exp(inf)", Exp(inf), inf},
		{"Exp(-inf)", Exp(-inf), 0},
		{"Exp(NaN)", Exp(nan), nan},
		{"Exp(710)", Exp(710), inf},
		{"Exp(-746)", Exp(-746), 0},
		{"Exp(-745)", Exp(-745), 5e-324},
		{"Log(0)", Log(0), -inf},
		{"Log(1)", Log(1), 0},
		{"Log(-1)", Log(-1), nan},
		{"Log(inf)", Log(inf), inf},
		{"Log(NaN)", Log(nan), nan},
		{"Log(smallest)", Log(5e-324), -744.4400719213812}, // math.Log says -709.09 on amd64
		{"Pow(0, 2)", Pow(0, 2), 0},
		{"Pow(0, 0)", Pow(0, 0), 1},
		{"Pow(0, -1)", Pow(0, -1), inf},
		{"Pow(1, inf)", Pow(1, inf), 1},
		{"Pow(-8, 3)", Pow(-8, 3), nan},
		{"erf(0)", erf(0), 0},
		{"erf(7)", erf(7), 1},
	} {
		if c.got != c.want && !(math.IsNaN(c.got) && math.IsNaN(c.want)) {
			t.Errorf("%s = %v, want %v", c.name, c.got, c.want)
		}
	}
	for x := 709.0; x < 709.78; x += 0.01 {
		if got, want := Exp(x), math.Exp(x); math.Abs(got-want) > 5e-16*want {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
	for x := -745.0; x < -700; x += 0.1 {
		if got, want := Exp(x), math.Exp(x); math.Abs(got-want) > 5e-16*want+5e-324 {
			t.Errorf("Exp(%v) = %v, want %v", x, got, want)
		}
	}
}

func TestGammaAndErf(t *testing.T) {
	for z := 1.0; z < 12; z += 0.01 {
		if got, want := gammaFunc(z), math.Gamma(z); math.Abs(got-want) > 1e-13*want {
			t.Errorf("gammaFunc(%v) = %v, want %v", z, got, want)
		}
	}
	for x := 0.01; x < 6; x += 0.01 {
		if got, want := erf(x), math.Erf(x); math.Abs(got-want) > 1e-14*want {
			t.Errorf("erf(%v) = %v, want %v", x, got, want)
		}
	}
}
