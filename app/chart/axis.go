package chart

import (
	"math"

	"stampede/engine"
)

// Axis is the time axis that the drawings of a page share. Sizes are CSS pixels.
type Axis struct {
	From, To    engine.Time // what is shown
	W           float64     // of the whole drawing
	Left, Right float64     // of it, beside the plot: names and ticks, readings
	// Grain is the width of the columns in which lines keep no more than the least
	// and the greatest value; a pixel when 0.
	Grain float64
	// Letters is how much larger than usual the page writes; 1 when 0.
	Letters float64
}

// Margins of the axis, in CSS pixels.
const (
	compactBelow = 640 // a drawing less wide has its names above the plots
	wideLeft     = 168
	wideRight    = 172
	compactLeft  = 48
	compactRight = 4
)

// NewAxis shows a span of time on a width, with the margins that suit it. The
// span is at least a millisecond.
func NewAxis(w float64, from, to engine.Time) Axis {
	a := Axis{From: from, To: max(to, from+engine.Millisecond), W: w, Left: wideLeft, Right: wideRight}
	if a.Compact() {
		a.Left, a.Right = compactLeft, compactRight
	}
	return a
}

// Compact tells that names and readings stand above the plots, not beside them.
func (a Axis) Compact() bool { return a.W < compactBelow }

// letters is the size of the letters, 1 for the usual one.
func (a Axis) letters() float64 { return max(1, a.Letters) }

// plot is the width of the plots.
func (a Axis) plot() float64 { return max(1, a.W-a.Left-a.Right) }

// X is where a moment stands.
func (a Axis) X(t engine.Time) float64 {
	return a.Left + float64(t-a.From)/float64(a.To-a.From)*a.plot()
}

// Time is the moment at a place, within what is shown.
func (a Axis) Time(x float64) engine.Time {
	share := min(1, max(0, (x-a.Left)/a.plot()))
	return a.From + engine.Time(math.Round(share*float64(a.To-a.From)))
}

// steps are the distances between ticks: 1-2-5 below a second, then what divides
// minutes and hours.
var steps = []engine.Time{
	engine.Millisecond, 2 * engine.Millisecond, 5 * engine.Millisecond,
	10 * engine.Millisecond, 20 * engine.Millisecond, 50 * engine.Millisecond,
	100 * engine.Millisecond, 200 * engine.Millisecond, 500 * engine.Millisecond,
	engine.Second, 2 * engine.Second, 5 * engine.Second, 10 * engine.Second, 30 * engine.Second,
	engine.Minute, 2 * engine.Minute, 5 * engine.Minute, 10 * engine.Minute, 30 * engine.Minute,
	60 * engine.Minute, 120 * engine.Minute, 360 * engine.Minute, 1440 * engine.Minute,
}

// Ticks are the round moments on the axis, at most n.
func (a Axis) Ticks(n int) []engine.Time {
	step := steps[len(steps)-1]
	for _, s := range steps {
		if (a.To-a.From)/s < engine.Time(n) {
			step = s
			break
		}
	}
	var out []engine.Time
	for t := (a.From + step - 1) / step * step; t <= a.To && len(out) < n; t += step {
		out = append(out, t)
	}
	return out
}

// moment writes a tick: whole seconds as on a clock, parts of them as a span.
func (f Format) moment(t engine.Time) string {
	s := float64(t) / float64(engine.Second)
	if t%engine.Second != 0 {
		return f.Time(s)
	}
	return f.Clock(s)
}

// scale is the value axis of a plot.
type scale struct {
	low, high   float64 // values; their decimal logarithms when log
	top, bottom float64 // CSS pixels
	log         bool
}

// y is where a value stands; what is off the scale stands at its edge.
func (s *scale) y(v float64) float64 {
	if s.log {
		if v <= 0 {
			return s.bottom
		}
		v = math.Log10(v)
	}
	y := s.bottom - (v-s.low)/(s.high-s.low)*(s.bottom-s.top)
	if y < s.top {
		return s.top
	}
	if y > s.bottom {
		return s.bottom
	}
	return y
}

// fit chooses a scale for values up to most, and from least when logarithmic,
// and its ticks, at most n apart from that at the bottom.
func fit(u Unit, least, most float64, log bool, n int) (s scale, ticks []float64) {
	if log && most > 0 {
		s = scale{log: true, low: math.Floor(math.Log10(least)), high: math.Ceil(math.Log10(most))}
		s.high = max(s.high, s.low+1)
		every := math.Ceil((s.high - s.low) / float64(n))
		for e := s.low; e <= s.high; e += every {
			ticks = append(ticks, math.Pow(10, e))
		}
		return s, ticks
	}
	if most <= 0 {
		most = 1
	}
	if u == Share && most <= 1 {
		most = 1
	}
	step := roundUp(most / float64(n))
	if u == Second {
		step = roundUpTime(step, most/float64(n))
	}
	s.high = math.Ceil(most/step-1e-9) * step
	for k := 0.0; k*step <= s.high*(1+1e-9); k++ {
		ticks = append(ticks, k*step)
	}
	return s, ticks
}

// roundUpTime is the least round span of time that is not below v seconds; step is
// the round number where it is none of minutes or hours.
func roundUpTime(step, v float64) float64 {
	if v <= 10 {
		return step
	}
	for _, t := range steps {
		if s := float64(t) / float64(engine.Second); s >= v {
			return s
		}
	}
	return step
}

// roundUp is the least of 1, 2 and 5 times a power of ten that is not below v.
func roundUp(v float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range [...]float64{1, 2, 5} {
		if v <= k*unit*(1+1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}
