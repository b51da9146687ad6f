package chart

import (
	"strconv"
	"strings"
)

// slack is how far, in tenths of a CSS pixel, a line that is written shorter may
// pass from a point that is left out: less than anybody sees.
const slack = 5

// spot is a point in tenths of a CSS pixel.
type spot struct{ x, y int }

// shorter writes path data of straight lines with fewer points, each from the one
// before. What it does not know it leaves as it is.
func shorter(data string) string {
	var out []byte
	at := spot{}
	for part := range strings.SplitSeq(strings.TrimPrefix(data, "M"), "M") {
		part, dot := strings.CutSuffix(part, "h.1")
		points, ok := spots(part)
		if !ok {
			return data
		}
		for i, p := range thinned(points) {
			if i == 0 {
				out = append(tenth(append(out, 'm'), p.x-at.x, true), tenth(nil, p.y-at.y, false)...)
			} else {
				if i == 1 {
					out = append(out, 'l')
				}
				out = append(tenth(out, p.x-at.x, i == 1), tenth(nil, p.y-at.y, false)...)
			}
			at = p
		}
		if dot {
			out, at.x = append(out, "h.1"...), at.x+1
		}
	}
	return string(out)
}

// spots reads the points of one stretch, as "168.3 77.2L170 78".
func spots(part string) (list []spot, ok bool) {
	for pair := range strings.SplitSeq(part, "L") {
		x, y, two := strings.Cut(pair, " ")
		a, ok1 := tenths(x)
		b, ok2 := tenths(y)
		if !two || !ok1 || !ok2 {
			return nil, false
		}
		list = append(list, spot{a, b})
	}
	return list, true
}

// tenths reads a number with at most one decimal.
func tenths(s string) (n int, ok bool) {
	s, negative := strings.CutPrefix(s, "-")
	whole, decimal, _ := strings.Cut(s, ".")
	if len(decimal) > 1 || whole+decimal == "" {
		return 0, false
	}
	if decimal == "" {
		decimal = "0"
	}
	for _, c := range whole + decimal {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	if negative {
		n = -n
	}
	return n, true
}

// tenth appends a number of tenths, as short as it can be after another one.
func tenth(b []byte, n int, first bool) []byte {
	switch {
	case n < 0:
		b, n = append(b, '-'), -n
	case !first:
		b = append(b, ' ')
	}
	if n >= 10 || n == 0 {
		b = strconv.AppendInt(b, int64(n/10), 10)
	}
	if n%10 != 0 {
		b = append(b, '.', byte('0'+n%10))
	}
	return b
}

// reach bounds how many points are looked at for each that is left out.
const reach = 64

// thinned leaves out points that lie on the line between those that stay.
func thinned(list []spot) []spot {
	out := list[:min(1, len(list)):min(1, len(list))]
	for i := 0; i < len(list)-1; {
		next := i + 1
		for k := i + 2; k < len(list) && k-i <= reach && onLine(list[i:k+1]); k++ {
			next = k
		}
		out = append(out, list[next])
		i = next
	}
	return out
}

// onLine tells whether all points are near the line from the first to the last.
// A line goes forward in time, so it is their height there that counts.
func onLine(list []spot) bool {
	a, b := list[0], list[len(list)-1]
	dx := b.x - a.x
	if dx <= 0 {
		return false
	}
	for _, p := range list[1 : len(list)-1] {
		off := (p.y-a.y)*dx - (b.y-a.y)*(p.x-a.x)
		if off > slack*dx || off < -slack*dx {
			return false
		}
	}
	return true
}
