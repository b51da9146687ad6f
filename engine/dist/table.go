package dist

import (
	"errors"
	"math"
	"math/bits"
	"sort"
)

// Zipf is a table of the popularity of n things: the one of rank i (from 0)
// has a share proportional to (i+1)^-alpha. It is built once and then only
// read, so it is part of the scenario and not of a run's state.
type Zipf struct {
	alpha, total float64
	// The alias method (Walker 1977, Vose 1991): cell i, chosen with equal
	// chance, stands for i itself when the rest of the draw is below
	// keep[i], and for alias[i] otherwise.
	keep  []uint64
	alias []int32
}

// NewZipf builds the table for n things, 1 to 2^31-1, and alpha >= 0 (0 makes
// all equal). It panics outside of that. It takes 12 bytes a thing.
func NewZipf(n int, alpha float64) *Zipf {
	if n < 1 || n > math.MaxInt32 || !(alpha >= 0) || math.IsInf(alpha, 1) {
		panic("dist: NewZipf needs 1 <= n < 2^31 and a finite alpha >= 0")
	}
	z := &Zipf{alpha: alpha, keep: make([]uint64, n), alias: make([]int32, n)}
	w := make([]float64, n)
	for i := n - 1; i >= 0; i-- { // smallest first: the sum loses least
		w[i] = Pow(float64(i+1), -alpha)
		z.total += w[i]
	}
	for i := range w {
		w[i] = w[i] / z.total * float64(n)
	}
	z.fill(w)
	return z
}

// fill pairs cells that have too little (w, the share times n, below 1) with
// such that have too much, in a fixed order.
func (z *Zipf) fill(w []float64) {
	for i := range z.keep {
		z.keep[i], z.alias[i] = math.MaxUint64, int32(i)
	}
	small := make([]int32, 0, len(w))
	large := make([]int32, 0, len(w))
	for i, x := range w {
		if x < 1 {
			small = append(small, int32(i))
		} else {
			large = append(large, int32(i))
		}
	}
	for len(small) > 0 && len(large) > 0 {
		s, l := small[len(small)-1], large[len(large)-1]
		small = small[:len(small)-1]
		z.keep[s], z.alias[s] = uint64(w[s]*0x1p53)<<11, l
		w[l] = (w[l] + w[s]) - 1
		if w[l] < 1 {
			large = large[:len(large)-1]
			small = append(small, l)
		}
	}
}

// Len returns the number of things.
func (z *Zipf) Len() int { return len(z.keep) }

// Rank draws a thing, by its rank from 0, with exactly one draw.
func (z *Zipf) Rank(r *Stream) int {
	i, rest := bits.Mul64(r.Uint64(), uint64(len(z.keep)))
	if rest < z.keep[i] {
		return int(i)
	}
	return int(z.alias[i])
}

// Share returns the chance that a draw is the thing of rank i; 0 when there is
// none.
func (z *Zipf) Share(i int) float64 {
	if i < 0 || i >= len(z.keep) {
		return 0
	}
	return Pow(float64(i+1), -z.alpha) / z.total
}

// Empirical is a measured law: a table of values with weights. Like Zipf it is
// built once and then only read.
type Empirical struct {
	values []int64
	upTo   []float64 // the share of values up to and with i
	mean   float64
	scv    float64
}

// NewEmpirical builds the law that gives values[i] with a chance proportional
// to weights[i]. It is an error when the lengths differ or are 0, a value or
// weight is negative, or the weights are not finite with a positive sum.
func NewEmpirical(values []int64, weights []float64) (*Empirical, error) {
	if len(values) == 0 || len(values) != len(weights) {
		return nil, errors.New("dist: an empirical law needs as many values as weights, and at least one")
	}
	var total float64
	for i, w := range weights {
		if !(w >= 0) || values[i] < 0 {
			return nil, errors.New("dist: an empirical law needs values and weights of at least 0")
		}
		total += w
	}
	if !(total > 0) || math.IsInf(total, 1) {
		return nil, errors.New("dist: the weights of an empirical law need a positive, finite sum")
	}
	e := &Empirical{values: append([]int64(nil), values...), upTo: make([]float64, len(values))}
	var sum, square float64
	for i, w := range weights {
		sum += w
		e.upTo[i] = sum / total
		v := float64(values[i])
		e.mean += float64(w / total * v)
		square += float64(w / total * v * v)
	}
	if e.mean > 0 {
		e.scv = max(0, square/(e.mean*e.mean)-1)
	}
	return e, nil
}

// Sample draws a value with exactly one draw.
func (e *Empirical) Sample(r *Stream) int64 {
	u := r.Float64()
	i := sort.Search(len(e.upTo), func(i int) bool { return u < e.upTo[i] })
	return e.values[min(i, len(e.values)-1)]
}

// Mean returns the mean of the values.
func (e *Empirical) Mean() float64 { return e.mean }

// SCV returns the squared coefficient of variation.
func (e *Empirical) SCV() float64 { return e.scv }
