package i18n

import (
	"math"
	"strconv"
	"strings"
)

// nbsp keeps a number and its unit on one line.
const nbsp = "\u00a0"

// known reports whether a message may ask for the format.
func known(format string) bool {
	switch format {
	case "number", "short", "integer", "percent", "time", "clock":
		return true
	}
	return false
}

// write writes x in a format; the empty one is that of plain numbers.
func (l *Locale) write(x float64, format string) string {
	switch format {
	case "short":
		return l.Short(x)
	case "integer":
		return l.Integer(x)
	case "percent":
		return l.Percent(x)
	case "time":
		return l.Time(x)
	case "clock":
		return l.Clock(x)
	}
	return l.Number(x)
}

// Number writes x with about three digits.
func (l *Locale) Number(x float64) string {
	switch a := math.Abs(x); {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return "–"
	case a >= 99.95:
		return l.Integer(x)
	case a >= 9.995:
		return l.fixed(x, 1)
	default:
		return l.fixed(x, 2)
	}
}

// Integer writes x rounded to a whole number, thousands apart.
func (l *Locale) Integer(x float64) string {
	digits := strconv.FormatFloat(math.Abs(math.Round(x)), 'f', 0, 64)
	if math.Round(x) < 0 {
		return "−" + l.group(digits)
	}
	return l.group(digits)
}

func (l *Locale) group(digits string) string {
	if len(digits) <= l.rules.ungrouped {
		return digits
	}
	var b strings.Builder
	for i := range len(digits) {
		if i > 0 && (len(digits)-i)%3 == 0 {
			b.WriteString(l.rules.thousands)
		}
		b.WriteByte(digits[i])
	}
	return b.String()
}

// fixed writes x with at most n decimals, without trailing zeros.
func (l *Locale) fixed(x float64, n int) string {
	s := strconv.FormatFloat(math.Abs(x), 'f', n, 64)
	whole, rest, _ := strings.Cut(s, ".")
	rest = strings.TrimRight(rest, "0")
	s = l.group(whole)
	if rest != "" {
		s += l.rules.decimal + rest
	}
	if x < 0 && s != "0" {
		s = "−" + s
	}
	return s
}

// Short writes large numbers with a letter for thousands and millions.
func (l *Locale) Short(x float64) string {
	for _, u := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if math.Abs(x) >= 0.9995*u.size {
			return l.Number(roundTo3(x/u.size)) + nbsp + u.name
		}
	}
	return l.Number(roundTo3(x))
}

// roundTo3 rounds to three significant digits.
func roundTo3(x float64) float64 {
	if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
		return x
	}
	scale := math.Pow(10, math.Floor(math.Log10(math.Abs(x)))-2)
	return math.Round(x/scale) * scale
}

// Percent writes a share. What is nearly nothing or nearly all keeps a decimal,
// so that neither is rounded away.
func (l *Locale) Percent(share float64) string {
	if math.IsNaN(share) {
		return "–"
	}
	p := 100 * share
	if p > 0 && p < 0.1 {
		return "<" + l.fixed(0.1, 1) + l.rules.percent
	}
	edge := p != 0 && math.Abs(p) < 1 || p > 99 && p < 100
	if edge {
		return l.fixed(math.Trunc(p*10)/10, 1) + l.rules.percent
	}
	return l.Integer(p) + l.rules.percent
}

// Share writes a share with three sensible digits, to be compared with another.
func (l *Locale) Share(share float64) string { return l.Number(100*share) + l.rules.percent }

// Time writes a span of seconds in the units that suit its size.
func (l *Locale) Time(seconds float64) string {
	a := math.Abs(seconds)
	switch {
	case math.IsNaN(seconds) || math.IsInf(seconds, 0):
		return "–"
	case a == 0:
		return "0" + nbsp + "s"
	case a < 0.9995e-3:
		return l.Number(roundTo3(seconds*1e6)) + nbsp + "µs"
	case a < 0.9995:
		return l.Number(roundTo3(seconds*1e3)) + nbsp + "ms"
	case a < 9.95:
		return l.fixed(seconds, 1) + nbsp + "s"
	case a < 59.5:
		return l.Integer(seconds) + nbsp + "s"
	case a < 3599.5:
		return l.pair(math.Round(seconds), 60, l.rules.minute, l.rules.second)
	}
	return l.pair(math.Round(seconds/60), 60, l.rules.hour, l.rules.minute)
}

// pair writes x, counted in the smaller unit, in two units.
func (l *Locale) pair(x, per float64, large, small string) string {
	s := l.Integer(math.Trunc(x/per)) + nbsp + large
	if rest := math.Abs(math.Mod(x, per)); rest > 0 {
		s += " " + l.Integer(rest) + nbsp + small
	}
	return s
}

// Moment is Clock with the tenth of the second where there is one.
func (l *Locale) Moment(seconds float64) string {
	tenths := int(math.Floor(10*math.Max(seconds, 0) + 1e-6))
	if tenths%10 == 0 {
		return l.Clock(float64(tenths) / 10)
	}
	return l.Clock(float64(tenths)/10) + l.rules.decimal + strconv.Itoa(tenths%10)
}

// Clock writes a moment of the run as minutes and seconds.
func (l *Locale) Clock(seconds float64) string {
	t := int(math.Floor(math.Max(seconds, 0) + 1e-9))
	two := func(n int) string {
		if n < 10 {
			return "0" + strconv.Itoa(n)
		}
		return strconv.Itoa(n)
	}
	if t >= 3600 {
		return strconv.Itoa(t/3600) + ":" + two(t/60%60) + ":" + two(t%60)
	}
	return strconv.Itoa(t/60) + ":" + two(t%60)
}
