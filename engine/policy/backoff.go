package policy

import "stampede/engine"

// Backoffs: how the pause before a retry grows.
const (
	backoffNone uint8 = iota
	backoffFixed
	backoffExponential
)

var backoffs = []string{"none", "fixed", "exponential"}

// Jitters: how the pause is spread. The names are those of the AWS
// Architecture Blog's "Exponential Backoff And Jitter".
const (
	jitterNone uint8 = iota
	jitterFull
	jitterEqual
	jitterDecorrelated
)

var jitters = []string{"none", "full", "equal", "decorrelated"}

// delay is the pause before retry number try (1 for the first). It is a pure
// function: prev is the pause before the last try (0 at first) and draw a
// uniform number in [0, 1).
//
//	exponential(n) = min(cap, base 2^(n-1))
//	full           = U(0, pause)
//	equal          = pause/2 + U(0, pause/2)
//	decorrelated   = min(cap, U(base, 3 prev)), prev = base at first
func delay(backoff, jitter uint8, base, limit engine.Time, try uint16, prev engine.Time, draw float64) engine.Time {
	if backoff == backoffNone {
		return 0
	}
	d := base
	if backoff == backoffExponential {
		for n := uint16(1); n < try && d < limit; n++ {
			d <<= 1
		}
	}
	d = min(d, limit)
	switch jitter {
	case jitterFull:
		d = share(d, draw)
	case jitterEqual:
		d = d/2 + share(d-d/2, draw)
	case jitterDecorrelated:
		prev = max(prev, base)
		d = min(limit, base+share(3*prev-base, draw))
	}
	return d
}

func share(d engine.Time, draw float64) engine.Time { return engine.Time(float64(d) * draw) }
