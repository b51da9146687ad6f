package param

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"time"
)

// value holds one value of any type: a Bool as 0 or 1, a Choice as its index
// and a Duration as nanoseconds in i, a Float in f.
type value struct {
	i int64
	f float64
}

// parse reads text as a value of p's type, without looking at the range. A
// number too large for its type comes back saturated with over set, so that
// the caller can clamp it.
func (p Param) parse(text string) (v value, over bool, err error) {
	switch p.Type {
	case Bool:
		v.i, err = parseBool(text)
	case Int:
		v.i, err = strconv.ParseInt(text, 10, 64)
	case Float:
		v.f, err = parseFloat(text)
	case Duration:
		var d time.Duration
		d, err = time.ParseDuration(text)
		v.i = int64(d)
	case Choice:
		v.i, err = p.index(text)
	}
	over = errors.Is(err, strconv.ErrRange)
	if err != nil {
		err = p.refuse(strconv.Quote(text))
	}
	return v, over, err
}

func parseBool(text string) (int64, error) {
	switch text {
	case "true", "on", "1":
		return 1, nil
	case "false", "off", "0":
		return 0, nil
	}
	return 0, strconv.ErrSyntax
}

// parseFloat refuses what is not a finite number. The sign of zero is
// dropped, so that equal values have equal texts.
func parseFloat(text string) (float64, error) {
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return f, err
	}
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return 0, strconv.ErrSyntax
	}
	if f == 0 {
		f = 0
	}
	return f, nil
}

func (p Param) index(text string) (int64, error) {
	for i, c := range p.Choices {
		if c == text {
			return int64(i), nil
		}
	}
	return 0, strconv.ErrSyntax
}

// clamp moves v into the declared range and reports whether it had to.
func (p Param) clamp(v value) (value, bool) {
	if !p.Bounded() {
		return v, false
	}
	w := v
	if p.Type == Float {
		w.f = min(max(v.f, p.Min), p.Max)
	} else {
		w.i = min(max(v.i, int64(p.Min)), int64(p.Max))
	}
	return w, w != v
}

// format returns the canonical text of v: equal values give equal texts, and
// parsing the text gives the value again. It is plain ASCII and needs no
// escaping in a link.
func (p Param) format(v value) string {
	switch p.Type {
	case Bool:
		return strconv.FormatBool(v.i != 0)
	case Int:
		return strconv.FormatInt(v.i, 10)
	case Float:
		return formatFloat(v.f)
	case Duration:
		return FormatDuration(time.Duration(v.i))
	case Choice:
		return p.Choices[v.i]
	}
	return ""
}

// formatFloat writes the shortest digits that give f again: plain between a
// millionth and 1e15, with an exponent (and no plus sign) beyond.
func formatFloat(f float64) string {
	if a := math.Abs(f); a == 0 || a >= 1e-6 && a < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strings.Replace(strconv.FormatFloat(f, 'e', -1, 64), "+", "", 1)
}

// FormatDuration writes d like time.Duration's String, without empty units at
// the end (1h30m, not 1h30m0s) and with us for microseconds, which needs no
// escaping in a link. time.ParseDuration reads it back.
func FormatDuration(d time.Duration) string {
	text := strings.Replace(d.String(), "µ", "u", 1)
	if s, ok := strings.CutSuffix(text, "m0s"); ok {
		text = s + "m"
	}
	if s, ok := strings.CutSuffix(text, "h0m"); ok {
		text = s + "h"
	}
	return text
}

// Canonical returns the canonical text of a value of p given in any accepted
// form, or an *Error.
func (p Param) Canonical(text string) (string, error) {
	v, _, err := p.parse(text)
	if err != nil {
		return "", err
	}
	if _, out := p.clamp(v); out {
		return "", p.refuse(strconv.Quote(text))
	}
	return p.format(v), nil
}

// Number returns the value written in text as a number, for controls and
// charts: nanoseconds for a Duration, the index for a Choice, 0 or 1 for a
// Bool. The range is not checked.
func (p Param) Number(text string) (float64, error) {
	v, _, err := p.parse(text)
	if err != nil {
		return 0, err
	}
	if p.Type == Float {
		return v.f, nil
	}
	return float64(v.i), nil
}

// Text is the inverse of Number: the canonical text of x, rounded to a whole
// number where the type asks for it and moved into the range. NaN counts as 0.
func (p Param) Text(x float64) string {
	if x != x {
		x = 0
	}
	lo, hi := p.bounds()
	x = min(max(x, lo), hi)
	if p.Type == Float {
		return p.format(value{f: x + 0})
	}
	return p.format(value{i: int64(math.Round(x))})
}

// bounds returns the range that the type and the declaration leave.
func (p Param) bounds() (lo, hi float64) {
	switch {
	case p.Type == Bool:
		return 0, 1
	case p.Type == Choice:
		return 0, float64(len(p.Choices) - 1)
	case p.Bounded():
		return p.Min, p.Max
	case p.Type == Float:
		return -math.MaxFloat64, math.MaxFloat64
	}
	return -limit, limit
}
