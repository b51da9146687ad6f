package theory

import "math"

// MM1D returns the share of arrivals lost in M/M/1 whose callers leave when
// their wait exceeds tau, work whose caller has left being dropped:
// (1-rho) rho E / (1 - rho^2 E) with E = e^(-(mu-lambda) tau), and
// 1/(2 + mu tau) at rho = 1.
func MM1D(lambda, mu, tau float64) (loss float64) {
	if !(lambda > 0) || !(mu > 0) || !(tau >= 0) {
		return math.NaN()
	}
	rho := lambda / mu
	if math.Abs(rho-1) < 1e-9 {
		return 1 / (2 + mu*tau)
	}
	// Above rho = 1, E grows without bound: divide by it.
	if rho > 1 {
		inverse := math.Exp(-(lambda - mu) * tau)
		return (1 - rho) * rho / (inverse - rho*rho)
	}
	e := math.Exp(-(mu - lambda) * tau)
	return (1 - rho) * rho * e / (1 - rho*rho*e)
}

// ErlangA returns the state of M/M/c with impatience: each of those waiting
// leaves at the rate theta > 0. The death rate with n present is
// min(n,c) mu + (n-c)+ theta, Loss the share that leaves, theta Lq / lambda.
// W and Wq are over all arrivals, those who leave included.
func ErlangA(lambda, mu float64, c int, theta float64) Queue {
	if !(lambda > 0) || !(mu > 0) || !(theta > 0) || c < 1 {
		return undefined()
	}
	death := func(i int) float64 { return busy(i, c)*mu + waiting(i, c)*theta }
	// Beyond both c and where deaths outrun births the terms fall ever
	// faster; go on until they fall by half each, and 64 further.
	n := c
	for death(n) < 2*lambda {
		n++
	}
	p := birthDeath(n+64, func(int) float64 { return lambda }, death)
	q := admitted(p, lambda, mu, c, 0)
	q.Loss = theta * q.Lq / lambda
	q.Throughput = lambda * (1 - q.Loss)
	return q
}

// Retrial returns blocking and the mean number in orbit of M/M/1 without a
// queue, where each blocked customer comes back at the rate nu until served:
// rho, and rho (lambda + rho nu) / ((1-rho) nu).
func Retrial(lambda, mu, nu float64) (blocking, orbit float64) {
	rho := lambda / mu
	if !(lambda >= 0) || !(mu > 0) || !(nu > 0) {
		return math.NaN(), math.NaN()
	}
	if rho >= 1 {
		return 1, math.Inf(1)
	}
	return rho, rho * (lambda/mu + rho*nu/mu) / ((1 - rho) * nu / mu)
}

// Repairman returns the state of the closed system M/M/c//N: each of n
// customers thinks for the mean time z and then asks c servers of rate mu.
// The rate into state i+1 is (n-i)/z; N = X(R+Z). W is the response time R.
func Repairman(n int, z, mu float64, c int) Queue {
	if n < 1 || !(z > 0) || !(mu > 0) || c < 1 {
		return undefined()
	}
	p := birthDeath(n, func(i int) float64 { return float64(n-i) / z }, func(i int) float64 { return busy(i, c) * mu })
	var q Queue
	q.L = expect(p, func(i int) float64 { return float64(i) })
	q.Lq = expect(p, func(i int) float64 { return waiting(i, c) })
	q.Load = expect(p, func(i int) float64 { return busy(i, c) }) / float64(c)
	q.Throughput = q.Load * float64(c) * mu
	// An arrival sees the system with the others only: weight by who thinks.
	for i := c; i < n; i++ {
		q.Wait += p[i] * float64(n-i) / z / q.Throughput
	}
	q.W, q.Wq = q.L/q.Throughput, q.Lq/q.Throughput
	return q
}
