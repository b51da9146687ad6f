package policy

import (
	"testing"

	"stampede/engine"
)

const ms = engine.Millisecond

// TestDelay holds the pauses to the formulas of the AWS blog's simulator: base
// 5 ms, cap 2 s.
func TestDelay(t *testing.T) {
	const base, limit = 5 * ms, 2000 * ms
	for _, tc := range []struct {
		name            string
		backoff, jitter uint8
		try             uint16
		prev            engine.Time
		draw            float64
		want            engine.Time
	}{
		{"none", backoffNone, jitterFull, 3, 0, 0.5, 0},
		{"fixed", backoffFixed, jitterNone, 9, 0, 0.9, 5 * ms},
		{"fixed, full", backoffFixed, jitterFull, 9, 0, 0.5, 2500 * engine.Microsecond},
		{"exponential 1", backoffExponential, jitterNone, 1, 0, 0, 5 * ms},
		{"exponential 2", backoffExponential, jitterNone, 2, 0, 0, 10 * ms},
		{"exponential 5", backoffExponential, jitterNone, 5, 0, 0, 80 * ms},
		{"exponential 9", backoffExponential, jitterNone, 9, 0, 0, 1280 * ms},
		{"exponential, capped", backoffExponential, jitterNone, 10, 0, 0, limit},
		{"exponential, far beyond", backoffExponential, jitterNone, 65535, 0, 0, limit},
		{"full, low", backoffExponential, jitterFull, 3, 0, 0, 0},
		{"full, middle", backoffExponential, jitterFull, 3, 0, 0.25, 5 * ms},
		{"equal, low", backoffExponential, jitterEqual, 3, 0, 0, 10 * ms},
		{"equal, middle", backoffExponential, jitterEqual, 3, 0, 0.5, 15 * ms},
		{"decorrelated, first, low", backoffExponential, jitterDecorrelated, 1, 0, 0, 5 * ms},
		{"decorrelated, first, middle", backoffExponential, jitterDecorrelated, 1, 0, 0.5, 10 * ms},
		{"decorrelated, after 20 ms", backoffExponential, jitterDecorrelated, 2, 20 * ms, 0.5, 32500 * engine.Microsecond},
		{"decorrelated, capped", backoffExponential, jitterDecorrelated, 9, 1900 * ms, 0.9, limit},
	} {
		if got := delay(tc.backoff, tc.jitter, base, limit, tc.try, tc.prev, tc.draw); got != tc.want {
			t.Errorf("%s: %d ns, want %d", tc.name, got, tc.want)
		}
	}
}

// TestDelayStaysInRange tries every law at the ends of what can be set.
func TestDelayStaysInRange(t *testing.T) {
	for backoff := range uint8(len(backoffs)) {
		for jitter := range uint8(len(jitters)) {
			for _, base := range []engine.Time{ms, engine.Minute} {
				for _, limit := range []engine.Time{ms, 10 * engine.Minute} {
					for _, try := range []uint16{1, 19, 40} {
						for _, draw := range []float64{0, 0.5, 1 - 0x1p-53} {
							if d := delay(backoff, jitter, base, limit, try, limit, draw); d < 0 || d > limit {
								t.Errorf("backoff %d, jitter %d, base %d, cap %d, try %d, draw %v: %d", backoff, jitter, base, limit, try, draw, d)
							}
						}
					}
				}
			}
		}
	}
}
