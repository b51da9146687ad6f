package theory

import "math"

// Attempts returns the mean number of attempts of a request when each fails
// independently with the chance p, and the chance that the request succeeds:
// (1-p^n)/(1-p) and 1 - p^n, n counting the first attempt.
func Attempts(p float64, n int) (mean, success float64) {
	if !(p >= 0 && p <= 1) || n < 1 {
		return math.NaN(), math.NaN()
	}
	lost := 1.0
	for range n {
		mean += lost
		lost *= p
	}
	return mean, 1 - lost
}

// Layers returns by how much a failure at the bottom is multiplied when each
// of depth layers makes the given number of attempts: attempts^depth.
func Layers(attempts, depth int) float64 { return math.Pow(float64(attempts), float64(depth)) }

// Overload returns the load offered, as a multiple of capacity, when requests
// at x > 1 times the capacity are rejected at no cost and by a fair lot, and
// each makes up to n attempts: 1/s with the success of one attempt
// s = 1 - (1-1/x)^(1/n). Below capacity it is x itself.
func Overload(x float64, n int) float64 {
	if !(x >= 0) || n < 1 {
		return math.NaN()
	}
	if x <= 1 {
		return x
	}
	return 1 / (1 - math.Pow(1-1/x, 1/float64(n)))
}

// RetryBorder returns the largest load, as a share of capacity, from which a
// first-come queue recovers whose callers time out and make n attempts in
// all, and whose dead work is served: 1/n.
func RetryBorder(n int) float64 { return 1 / float64(n) }

// DeleteOnError returns the equilibria of the loop in which an error deletes
// the one key that reads at the rate lambda need and a database of capacity c
// fills: the roots of q^2 - lambda q + lambda c = 0 for the query rate q.
// From lambda = 4c on the larger, stuck, is where an outage stays, and the
// smaller, tip, is what a disturbance must exceed; below there is none. It is
// a mean field: it holds where errors come late and well mixed.
func DeleteOnError(lambda, c float64) (tip, stuck float64, exists bool) {
	d := lambda*lambda - 4*lambda*c
	if !(lambda > 0) || !(c > 0) || d < 0 {
		return 0, 0, false
	}
	stuck = (lambda + math.Sqrt(d)) / 2
	return lambda * c / stuck, stuck, true
}

// Present returns the share of time the key is there in that loop: c/q.
func Present(q, c float64) float64 { return c / q }
