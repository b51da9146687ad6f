package record

import (
	"strings"

	"stampede/engine"
	"stampede/engine/scenario"
)

// Gauge measures the gain of a loop: the calls made for its reason per failure
// that causes them.
type Gauge struct {
	calls, failures *Curve
}

// NewGauge prepares the measuring of a cause; ok is false for a cause whose
// calls and failures are not counted.
func NewGauge(rec *Recorder, c *scenario.Cause) (g Gauge, ok bool) {
	place, counter, found := strings.Cut(c.Per, ".")
	if c.Link == "" || c.Why == "" || !found {
		return Gauge{}, false
	}
	var err error
	if g.calls, err = rec.Curve(scenario.Line{Of: c.Link, Metric: whyMetric(c.Why)}); err != nil {
		return Gauge{}, false
	}
	if g.failures, err = rec.Curve(scenario.Line{Of: place, Metric: counter}); err != nil {
		return Gauge{}, false
	}
	return g, true
}

// Over is the gain and the rate of the loop's calls (1/s) over the windows
// between two moments; both are 0 when there were no such calls or failures.
func (g Gauge) Over(from, to engine.Time) (gain, rate float64) {
	rate = g.calls.Over(from, to)
	per := g.failures.Over(from, to)
	if !(rate > 0 && per > 0) {
		return 0, 0
	}
	return rate / per, rate
}
