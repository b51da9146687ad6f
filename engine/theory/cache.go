package theory

import "math"

// TTLHit returns the hit ratio of one key read at the rate lambda (Poisson)
// whose entry lives for ttl from its fill on: lambda T / (1 + lambda T).
func TTLHit(lambda, ttl float64) float64 {
	if math.IsInf(lambda*ttl, 1) {
		return 1
	}
	return lambda * ttl / (1 + lambda*ttl)
}

// TTLHitRenewed returns the hit ratio when each hit renews the lifetime:
// 1 - e^(-lambda T).
func TTLHitRenewed(lambda, ttl float64) float64 { return -math.Expm1(-lambda * ttl) }

// TTLMisses returns how many reads find a key missing each time it expires,
// when filling it takes d: 1 + lambda d. With coalescing only one asks.
func TTLMisses(lambda, d float64) float64 { return 1 + lambda*d }

// TTLStampede returns the rate at which one key's reads reach the database,
// when filling takes d: (1 + lambda d) / (T + 1/lambda + d), and with
// coalescing 1 / (T + 1/lambda + d).
func TTLStampede(lambda, ttl, d float64, coalesced bool) float64 {
	cycle := ttl + 1/lambda + d
	if coalesced {
		return 1 / cycle
	}
	return TTLMisses(lambda, d) / cycle
}

// EarlyRefresh returns the chance that one read refreshes before expiry under
// the rule of XFetch, left being the time that is left, delta the time a
// refresh takes and beta the eagerness: e^(-left/(beta delta)).
func EarlyRefresh(left, delta, beta float64) float64 { return math.Exp(-left / (beta * delta)) }

// Zipf returns the shares of n keys whose popularity falls with the power
// alpha of the rank.
func Zipf(n int, alpha float64) []float64 {
	q := make([]float64, n)
	var sum float64
	for i := range q {
		q[i] = math.Pow(float64(i+1), -alpha)
		sum += q[i]
	}
	for i := range q {
		q[i] /= sum
	}
	return q
}

// Che returns the hit ratio of an LRU cache of the given size (in keys) under
// independent reads with the shares q, by Che's approximation: the time t_C
// solves sum(1 - e^(-q_i t_C)) = size, and hits are sum(q_i (1 - e^(-q_i t_C))).
func Che(q []float64, size int) (hit float64) {
	if size < 1 || len(q) == 0 {
		return 0
	}
	if size >= len(q) {
		return 1
	}
	filled := func(t float64) float64 {
		var sum float64
		for _, x := range q {
			sum -= math.Expm1(-x * t)
		}
		return sum
	}
	hi := 1.0
	for filled(hi) < float64(size) {
		hi *= 2
		if math.IsInf(hi, 1) { // fewer keys are ever read than fit
			return 1
		}
	}
	t := bisect(0, hi, func(t float64) float64 { return filled(t) - float64(size) })
	for _, x := range q {
		hit -= x * math.Expm1(-x*t)
	}
	return hit
}

// Top returns the hit ratio of a cache that keeps the size most popular keys
// for ever: the sum of the first shares, which must fall.
func Top(q []float64, size int) (hit float64) {
	for _, x := range q[:min(size, len(q))] {
		hit += x
	}
	return hit
}

// bisect returns where the rising function f crosses 0 in [lo, hi].
func bisect(lo, hi float64, f func(float64) float64) float64 {
	for range 200 {
		mid := lo + (hi-lo)/2
		if mid == lo || mid == hi {
			break
		}
		if f(mid) < 0 {
			lo = mid
		} else {
			hi = mid
		}
	}
	return lo + (hi-lo)/2
}
