package theory

import "math"

// birthDeath returns the steady state p of a chain on 0 to n, with the rate
// birth(i) from i to i+1 and death(i) from i to i-1. It works with ratios to
// the largest term, so that no power overflows.
func birthDeath(n int, birth, death func(i int) float64) []float64 {
	p := make([]float64, n+1)
	logs := make([]float64, n+1)
	top := 0.0
	for i := 1; i <= n; i++ {
		logs[i] = logs[i-1] + math.Log(birth(i-1)/death(i))
		top = max(top, logs[i])
	}
	var sum float64
	for i := range p {
		p[i] = math.Exp(logs[i] - top)
		sum += p[i]
	}
	for i := range p {
		p[i] /= sum
	}
	return p
}

// expect returns the sum of p[i] f(i).
func expect(p []float64, f func(i int) float64) float64 {
	var sum float64
	for i, q := range p {
		sum += q * f(i)
	}
	return sum
}

// busy returns how many of c servers work when n are present.
func busy(n, c int) float64 { return float64(min(n, c)) }

// waiting returns how many of n wait at c servers.
func waiting(n, c int) float64 { return float64(max(n-c, 0)) }
