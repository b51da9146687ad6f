package page

import (
	"math"
	"strconv"
)

// parseNumber reads what a form element holds.
func parseNumber(text string) (x float64, ok bool) {
	x, err := strconv.ParseFloat(text, 64)
	return x, err == nil && !math.IsNaN(x) && !math.IsInf(x, 0)
}

// plainNumber writes a number for a form element.
func plainNumber(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }

// roundTo rounds to a multiple of a step; a step of 0 leaves x alone.
func roundTo(x, step float64) float64 {
	if step <= 0 {
		return x
	}
	// Through text, so that 3*0.1 is 0.3.
	y, _ := strconv.ParseFloat(strconv.FormatFloat(math.Round(x/step)*step, 'g', 12, 64), 64)
	return y
}
