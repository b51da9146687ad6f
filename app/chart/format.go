package chart

import "math"

// Numbers writes numbers and times in the reader's language; *i18n.Locale does.
type Numbers interface {
	Number(x float64) string      // about three digits, or a whole number with its thousands apart
	Short(x float64) string       // three digits and a letter for thousands and millions
	Percent(share float64) string // 0.07 as "7 %"
	Time(seconds float64) string  // a span: "350 ms", "2 min 14 s"
	Clock(seconds float64) string // a moment of the run: "3:06"
}

// Format writes values with their units.
type Format struct {
	Numbers
	PerSecond string // stands after a rate: "/s"
	Times     string // stands after a ratio: "×"
	None      string // stands for a value that is missing: "–"
}

// Unit is what values are measured in, as scenarios write it.
type Unit string

// The units. Any other is written after the number as it stands.
const (
	Plain  Unit = ""      // a number of things
	Rate   Unit = "1/s"   // things a second
	Share  Unit = "share" // 0 to 1, written in hundredths
	Second Unit = "s"     // a span of time
	Ratio  Unit = "x"     // how many times as much
)

// Value writes a value in full, as a reading: "297,000/s".
func (f Format) Value(u Unit, v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return f.None
	}
	return f.unit(u, v, f.Number)
}

// Tick writes a value on an axis, short: "300 k/s".
func (f Format) Tick(u Unit, v float64) string { return f.unit(u, v, f.Short) }

func (f Format) unit(u Unit, v float64, number func(float64) string) string {
	switch u {
	case Plain:
		return number(v)
	case Rate:
		return number(v) + f.PerSecond
	case Share:
		return f.Percent(v)
	case Second:
		return f.Time(v)
	case Ratio:
		return number(v) + f.Times
	}
	return number(v) + "\u00a0" + string(u)
}
