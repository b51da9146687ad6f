package theory

import "math"

// RemapAdd returns the share of flows whose socket changes when one is added to
// the n >= 1 that share an address by SO_REUSEPORT and a uniform hash: slot
// floor(hash n) before, floor(hash (n+1)) after. It is 1/2 for every n.
func RemapAdd(n int) float64 {
	if n < 1 {
		return math.NaN()
	}
	return 1 - kept(n, n+1, func(s int) int { return s })
}

// RemapRemove returns the share of flows whose socket changes when the one in
// slot i of n >= 2 is closed: the last socket takes its slot. Flows of the closed
// socket count as changed.
func RemapRemove(n, i int) float64 {
	if n < 2 || i < 0 || i >= n {
		return math.NaN()
	}
	return 1 - kept(n, n-1, func(s int) int {
		if s == i {
			return n - 1
		}
		return s
	})
}

// RemapHotRestart returns what becomes of the flows of n >= 1 sockets when a
// second process binds n of its own to the same address: the share that goes to
// the wrong, new, process and the share that keeps its very socket. They are 1/2
// and 1/(2n).
func RemapHotRestart(n int) (wrong, same float64) {
	if n < 1 {
		return math.NaN(), math.NaN()
	}
	for s := range 2 * n {
		if s >= n {
			wrong += 1 / float64(2*n)
		}
	}
	return wrong, kept(n, 2*n, func(s int) int { return s })
}

// kept returns the share of hashes that find the same socket among the first n
// as among m afterwards, whose slot s holds socket(s): slot s is the interval
// from s/m to (s+1)/m of the hashes, so the shares are overlaps of intervals.
func kept(n, m int, socket func(slot int) int) (share float64) {
	for s := range m {
		o := socket(s)
		if o >= n {
			continue
		}
		lo := math.Max(float64(s)/float64(m), float64(o)/float64(n))
		hi := math.Min(float64(s+1)/float64(m), float64(o+1)/float64(n))
		share += math.Max(0, hi-lo)
	}
	return share
}

// RollingTime returns how long a rolling release takes that restarts the share b
// of the hosts at a time, each batch for a drain and a restart: ceil(1/b)(d+r).
func RollingTime(b, drain, restart float64) float64 {
	if !(b > 0 && b <= 1) {
		return math.NaN()
	}
	const hair = 1e-9 // 1/b of a share such as 0.2 may be a hair over 5
	return math.Ceil(1/b-hair) * (drain + restart)
}

// RollingLoad returns the utilisation of the hosts that are left while the share
// b is away, u being that of all: u/(1-b). It is above 1, overload, when b > 1-u.
func RollingLoad(u, b float64) float64 {
	if !(b >= 0 && b < 1) {
		return math.NaN()
	}
	return u / (1 - b)
}

// ResidualExponential returns the share of the live connections that are still
// open a drain of d later, when their lifetimes are exponential with the given
// mean: e^(-d/m).
func ResidualExponential(mean, d float64) float64 { return math.Exp(-d / mean) }

// ResidualPareto returns the same for Pareto lifetimes of at least xm, whose tail
// falls with the power alpha > 1, and d >= xm: (xm/d)^(alpha-1) / alpha.
func ResidualPareto(xm, alpha, d float64) float64 {
	if !(alpha > 1) || !(xm > 0) || d < xm {
		return math.NaN()
	}
	return math.Pow(xm/d, alpha-1) / alpha
}

// Residual returns the same for lifetimes of any law with the given mean and the
// chance survival(x) to last longer than x: the integral of the survival from d
// on, divided by the mean. It sums up to the time end, beyond which nothing
// survives, in the given number of steps (Simpson's rule).
func Residual(mean float64, survival func(x float64) float64, d, end float64, steps int) float64 {
	h := (end - d) / float64(2*steps)
	sum := survival(d) + survival(end)
	for i := 1; i < 2*steps; i++ {
		w := 4.0
		if i%2 == 0 {
			w = 2
		}
		sum += w * survival(d+float64(i)*h)
	}
	return sum * h / 3 / mean
}

// ReconnectStorm returns how many connections are opened again when the share b
// of n connections' hosts ends its drain with the share left of them still open,
// and the rate when that is spread evenly over a window: n b left, and that
// divided by the window.
func ReconnectStorm(n, b, left, window float64) (reconnects, rate float64) {
	reconnects = n * b * left
	return reconnects, reconnects / window
}
