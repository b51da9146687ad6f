package control

import (
	"math"
	"strconv"

	"stampede/engine/param"
)

// scale maps the positions of a slider to values and back. Over a logarithmic
// range equal ways are equal factors; a duration that starts at 0 is squared, so
// that short ones can be told apart.
type scale struct {
	p        param.Param
	min, max float64 // of the input element
	step     float64
	curved   bool // positions are not values
}

func scaleOf(p param.Param) scale {
	if p.Log || p.Type == param.Duration {
		return scale{p: p, min: 0, max: stops, step: 1, curved: true}
	}
	return scale{p: p, min: p.Min, max: p.Max, step: step(p)}
}

// position is where the slider stands for a value.
func (s scale) position(x float64) float64 {
	if !s.curved {
		return x
	}
	x = math.Min(math.Max(x, s.p.Min), s.p.Max)
	if s.p.Min > 0 {
		return math.Round(stops * math.Log(x/s.p.Min) / math.Log(s.p.Max/s.p.Min))
	}
	return math.Round(stops * math.Sqrt((x-s.p.Min)/(s.p.Max-s.p.Min)))
}

// value is the canonical text of the value at a position, rounded to two digits
// where the range is curved: nobody means 1.0173 s.
func (s scale) value(position float64) string {
	if !s.curved {
		return s.p.Text(position)
	}
	way := position / stops
	x := s.p.Min + way*way*(s.p.Max-s.p.Min)
	if s.p.Min > 0 {
		x = s.p.Min * math.Pow(s.p.Max/s.p.Min, way)
	}
	return s.p.Text(round2(x))
}

// round2 rounds to two significant digits.
func round2(x float64) float64 {
	if x == 0 {
		return 0
	}
	unit := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-1)
	return math.Round(x/unit) * unit
}

// niceStep is the power of ten next to x, or its double or fivefold.
func niceStep(x float64) float64 {
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	switch m := x / unit; {
	case m < 1.5:
		return unit
	case m < 3.5:
		return 2 * unit
	case m < 7.5:
		return 5 * unit
	}
	return 10 * unit
}

// plain writes a number for an attribute.
func plain(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }
