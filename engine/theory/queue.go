package theory

import "math"

// Queue is the steady state of a queueing system.
type Queue struct {
	Load       float64 // mean share of busy servers
	Throughput float64 // served, per unit of time
	Loss       float64 // share of arrivals turned away
	Wait       float64 // chance that an admitted arrival waits
	L, Lq      float64 // mean number present, and waiting
	W, Wq      float64 // mean time in the system, and waiting, of those admitted
}

// undefined is the answer to arguments out of the domain.
func undefined() Queue {
	x := math.NaN()
	return Queue{x, x, x, x, x, x, x, x}
}

// MM1 returns the state of M/M/1 with arrival rate lambda and service rate mu:
// W = 1/(mu-lambda), L = lambda W.
func MM1(lambda, mu float64) Queue { return MMc(lambda, mu, 1) }

// MM1Above returns the chance that the time in an M/M/1 system exceeds t:
// e^(-(mu-lambda)t).
func MM1Above(lambda, mu, t float64) float64 {
	return math.Exp(-max(mu-lambda, 0) * t)
}

// MM1Quantile returns the time in an M/M/1 system that a share q does not
// exceed: -ln(1-q)/(mu-lambda).
func MM1Quantile(lambda, mu, q float64) float64 {
	if lambda >= mu {
		return math.Inf(1)
	}
	return -math.Log(1-q) / (mu - lambda)
}

// ErlangB returns the share of arrivals lost by c servers without a queue, a
// being the offered load lambda/mu: B(0) = 1, B(c) = a B(c-1) / (c + a B(c-1)).
// It holds for every service law.
func ErlangB(c int, a float64) float64 {
	if c < 0 || !(a >= 0) {
		return math.NaN()
	}
	b := 1.0
	for i := 1; i <= c; i++ {
		b = a * b / (float64(i) + a*b)
	}
	return b
}

// ErlangC returns the chance to wait in M/M/c with the offered load a:
// B / (1 - (a/c)(1-B)); 1 when a is c or more.
func ErlangC(c int, a float64) float64 {
	if c < 1 || !(a >= 0) {
		return math.NaN()
	}
	if a >= float64(c) {
		return 1
	}
	b := ErlangB(c, a)
	return b / (1 - a/float64(c)*(1-b))
}

// MMc returns the state of M/M/c: Wq = C/(c mu - lambda) with Erlang's C.
func MMc(lambda, mu float64, c int) Queue {
	if !(lambda >= 0) || !(mu > 0) || c < 1 {
		return undefined()
	}
	a, n := lambda/mu, float64(c)
	q := Queue{Load: a / n, Throughput: lambda, Wait: ErlangC(c, a)}
	if a >= n {
		q.Load, q.Throughput = 1, n*mu
		q.L, q.Lq, q.W, q.Wq = math.Inf(1), math.Inf(1), math.Inf(1), math.Inf(1)
		return q
	}
	q.Wq = q.Wait / (n*mu - lambda)
	q.W = q.Wq + 1/mu
	q.L, q.Lq = lambda*q.W, lambda*q.Wq
	return q
}

// MMcWaitAbove returns the chance that the wait in M/M/c exceeds t:
// C e^(-(c mu - lambda)t).
func MMcWaitAbove(lambda, mu float64, c int, t float64) float64 {
	return ErlangC(c, lambda/mu) * math.Exp(-max(float64(c)*mu-lambda, 0)*t)
}

// MMcK returns the state of M/M/c/K, K being the places in service and queue
// together: a birth-death chain, whose arrivals at K are lost; times by
// Little's law with what is admitted.
func MMcK(lambda, mu float64, c, k int) Queue {
	if !(lambda > 0) || !(mu > 0) || c < 1 || k < c {
		return undefined()
	}
	p := birthDeath(k, func(int) float64 { return lambda }, func(i int) float64 { return busy(i, c) * mu })
	return admitted(p, lambda, mu, c, p[k])
}

// admitted completes the state of a chain p with c servers, a share loss of
// whose arrivals is turned away at the door.
func admitted(p []float64, lambda, mu float64, c int, loss float64) Queue {
	q := Queue{Loss: loss, Throughput: lambda * (1 - loss)}
	q.L = expect(p, func(i int) float64 { return float64(i) })
	q.Lq = expect(p, func(i int) float64 { return waiting(i, c) })
	q.Load = expect(p, func(i int) float64 { return busy(i, c) }) / float64(c)
	for i := c; i < len(p)-1; i++ {
		q.Wait += p[i] / (1 - loss)
	}
	q.W, q.Wq = q.L/q.Throughput, q.Lq/q.Throughput
	return q
}

// MG1 returns the state of M/G/1 in first-come order, by Pollaczek and
// Khinchine: Wq = rho (1+scv)/(2(1-rho)) E[S], scv being the squared
// coefficient of variation of the service time.
func MG1(lambda, mu, scv float64) Queue {
	q := MM1(lambda, mu)
	if !(scv >= 0) {
		return undefined()
	}
	if q.Load < 1 {
		q.Wq *= (1 + scv) / 2
		q.W = q.Wq + 1/mu
		q.L, q.Lq = lambda*q.W, lambda*q.Wq
	}
	return q
}

// MG1PS returns the state of M/G/1 under processor sharing, the same for every
// service law: W = E[S]/(1-rho). Nobody waits; Wq is the delay by sharing.
func MG1PS(lambda, mu float64) Queue {
	q := MM1(lambda, mu)
	q.Wait = 0
	return q
}

// MM1Precision returns for how many mean service times M/M/1 with load rho
// must be watched for the mean number present to be known to the relative
// 95 % half-width eps: 3.84 * 2(1+rho) / (rho (1-rho)^2 eps^2).
func MM1Precision(rho, eps float64) float64 {
	return 3.84 * 2 * (1 + rho) / (rho * (1 - rho) * (1 - rho) * eps * eps)
}
