package dist

import "math"

// The kinds of laws, in the order of LawNames. The meaning of Law.Shape, its
// range and usual value follow each.
const (
	Constant    uint8 = iota // no shape: always the mean
	Uniform                  // half the width as a share of the mean, 0 to 1; 1 spans 0 to twice the mean
	Exponential              // no shape
	Erlang                   // the number of exponential stages, 1 to 100 (fractions are dropped)
	Bimodal                  // the share of slow ones, 0 to 1; a slow one takes ten times a fast one
	Normal                   // coefficient of variation, 0 to 1; cut off at 0 and at twice the mean
	Lognormal                // coefficient of variation, 0 to 10
	Weibull                  // Weibull's k, 0.3 to 10; below 1 the tail is heavier than exponential
	Pareto                   // Pareto's alpha, 1.05 to 100; at 2 and below the variance is infinite
	lawKinds
)

// LawNames holds the names of the kinds of laws, in the order of the
// constants: choices for a parameter.
var LawNames = []string{"constant", "uniform", "exponential", "erlang", "bimodal", "normal", "lognormal", "weibull", "pareto"}

// slowFactor is how much longer the slow ones of a Bimodal law take.
const slowFactor = 10

// maxSample bounds a sample, in nanoseconds: 146 years. Without a bound the
// conversion of a heavy tail's largest values would be undefined.
const maxSample = 1 << 62

// shapes holds, by kind, the range of the shape and a value to start from.
var shapes = [lawKinds]struct{ lo, hi, usual float64 }{
	Constant:    {0, 0, 0},
	Uniform:     {0, 1, 1},
	Exponential: {0, 0, 0},
	Erlang:      {1, 100, 2},
	Bimodal:     {0, 1, 0.1},
	Normal:      {0, 1, 0.25},
	Lognormal:   {0, 10, 1},
	Weibull:     {0.3, 10, 0.7},
	Pareto:      {1.05, 100, 2.5},
}

// ShapeRange returns the range of the shape of a kind and a usual value; all
// are 0 for kinds without a shape and for unknown kinds.
func ShapeRange(kind uint8) (lo, hi, usual float64) {
	if kind >= lawKinds {
		return 0, 0, 0
	}
	s := shapes[kind]
	return s.lo, s.hi, s.usual
}

// Law is the law of a positive duration, as plain data. A Shape out of its
// range acts as the nearest limit, an unknown Kind as Constant.
type Law struct {
	Kind  uint8
	Mean  int64   // nanoseconds; 0 and below always give 0
	Shape float64 // its meaning depends on Kind
}

// shape returns the shape within its range; NaN becomes the lower limit.
func (l Law) shape() float64 {
	s := &shapes[l.Kind]
	if !(l.Shape > s.lo) {
		return s.lo
	}
	return min(l.Shape, s.hi)
}

// Exponentially makes a draw of Stream.Exp one with a mean of at least 0: what
// Law.Sample does, where the law is known and speed counts.
func Exponentially(draw float64, mean int64) int64 { return round(float64(float64(mean) * draw)) }

// Sample returns a duration in nanoseconds, at least 0, whose mean is l.Mean.
// It is rounded to the nearest nanosecond and capped at 2^62.
func (l Law) Sample(r *Stream) int64 {
	if l.Mean <= 0 {
		return 0
	}
	switch l.Kind {
	case Exponential:
		return Exponentially(r.Exp(), l.Mean)
	case Uniform, Erlang, Bimodal, Normal, Lognormal, Weibull, Pareto:
		return round(float64(float64(l.Mean) * l.relative(r)))
	}
	return l.Mean
}

// round is for x >= 0.
func round(x float64) int64 {
	if x >= maxSample {
		return maxSample
	}
	return int64(x + 0.5)
}

// relative draws a sample of mean 1 for the kinds that have a shape.
func (l Law) relative(r *Stream) float64 {
	s := l.shape()
	switch l.Kind {
	case Uniform:
		return mulAdd(s, mulAdd(2, r.Float64(), -1), 1)
	case Erlang:
		k := math.Floor(s)
		sum := 0.0
		for range int(k) {
			sum += r.Exp()
		}
		return sum / k
	case Bimodal:
		if r.Float64() < s {
			return slowFactor * bimodalFast(s)
		}
		return bimodalFast(s)
	case Normal:
		// Cutting off both ends alike keeps the mean.
		x := -1.0
		for x < 0 || x > 2 {
			x = mulAdd(s, r.Norm(), 1)
		}
		return x
	case Lognormal:
		v := Log(mulAdd(s, s, 1)) // variance of the logarithm
		return Exp(mulAdd(math.Sqrt(v), r.Norm(), -v/2))
	case Weibull:
		return Pow(r.Exp(), 1/s) / gammaFunc(1+1/s)
	}
	return (s - 1) / s * Exp(r.Exp()/s) // Pareto
}

// bimodalFast returns what a fast one takes when a share s is slow and the
// mean is 1.
func bimodalFast(s float64) float64 { return 1 / mulAdd(slowFactor-1, s, 1) }

// SCV returns the squared coefficient of variation, variance / mean^2, on
// which waiting times depend (Pollaczek and Khinchine). It is +Inf for a
// Pareto law with an alpha of 2 or less.
func (l Law) SCV() float64 {
	if l.Kind >= lawKinds {
		return 0
	}
	s := l.shape()
	switch l.Kind {
	case Uniform:
		return s * s / 3
	case Exponential:
		return 1
	case Erlang:
		return 1 / math.Floor(s)
	case Bimodal:
		f := bimodalFast(s)
		return float64(f*f)*mulAdd(slowFactor*slowFactor-1, s, 1) - 1
	case Normal:
		return normalSCV(s)
	case Lognormal:
		return s * s
	case Weibull:
		g := gammaFunc(1 + 1/s)
		return gammaFunc(1+2/s)/(g*g) - 1
	case Pareto:
		if s <= 2 {
			return math.Inf(1)
		}
		return 1 / (s * (s - 2))
	}
	return 0
}

// normalSCV returns the variance of 1 + cv*Z with Z cut off at both 1/cv and
// -1/cv: cv^2 (1 - 2a phi(a) / (2 Phi(a) - 1)) with a = 1/cv.
func normalSCV(cv float64) float64 {
	if cv == 0 {
		return 0
	}
	a := 1 / cv
	phi := Exp(-a*a/2) / math.Sqrt(2*math.Pi)
	return float64(cv*cv) * (1 - 2*a*phi/erf(a/math.Sqrt2))
}
