package scene

import "math"

// Curve is a cubic Bézier curve in CSS pixels.
type Curve struct{ X0, Y0, X1, Y1, X2, Y2, X3, Y3 float64 }

// At is the point at t, 0 to 1.
func (c *Curve) At(t float64) (x, y float64) {
	u := 1 - t
	a, b, d, e := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
	return a*c.X0 + b*c.X1 + d*c.X2 + e*c.X3, a*c.Y0 + b*c.Y1 + d*c.Y2 + e*c.Y3
}

// normal is the unit vector to the right of the direction of travel at t.
func (c *Curve) normal(t float64) (x, y float64) {
	u := 1 - t
	a, b, d := u*u, 2*u*t, t*t
	dx := a*(c.X1-c.X0) + b*(c.X2-c.X1) + d*(c.X3-c.X2)
	dy := a*(c.Y1-c.Y0) + b*(c.Y2-c.Y1) + d*(c.Y3-c.Y2)
	n := math.Sqrt(dx*dx + dy*dy)
	if n == 0 {
		return 0, 0
	}
	return -dy / n, dx / n
}

// reversed runs the same way back.
func (c Curve) reversed() Curve { return Curve{c.X3, c.Y3, c.X2, c.Y2, c.X1, c.Y1, c.X0, c.Y0} }

// path appends the curve as SVG path data.
func (c *Curve) path(b []byte) []byte {
	b = pair(append(b, 'M'), c.X0, c.Y0)
	b = pair(append(b, 'C'), c.X1, c.Y1)
	b = pair(append(b, ' '), c.X2, c.Y2)
	return pair(append(b, ' '), c.X3, c.Y3)
}

func pair(b []byte, x, y float64) []byte {
	return fixed(append(fixed(b, x), ' '), y)
}

// side is an edge of a card.
type side uint8

const (
	right side = iota
	left
	bottom
	top
	sides
)

// out is the unit vector that leaves a card over a side.
func (s side) out() (x, y float64) {
	switch s {
	case right:
		return 1, 0
	case left:
		return -1, 0
	case bottom:
		return 0, 1
	}
	return 0, -1
}

// upright sides are those whose ports are spread in height.
func (s side) upright() bool { return s == right || s == left }

// port is the point on a side, at a distance from the side's middle.
func (r Rect) port(s side, off float64) (x, y float64) {
	cx, cy := r.Centre()
	switch s {
	case right:
		return r.X + r.W, cy + off
	case left:
		return r.X, cy + off
	case bottom:
		return cx + off, r.Y + r.H
	}
	return cx + off, r.Y
}

// A curve from a side of a card around to the same side of another stands out no
// further than aroundMost, in CSS pixels: there is that much room beside the cards
// of a narrow stage. It does so by a share of what its handles do, bulge.
const (
	aroundMost = gutter - 6
	bulge      = 0.75
)

// join is the curve between two ports that leaves and enters square to the
// sides; bend moves its middle sideways, as a share of its length.
func join(x0, y0 float64, s side, x3, y3 float64, t side, bend float64) Curve {
	dx, dy := x3-x0, y3-y0
	d := math.Sqrt(dx*dx + dy*dy)
	h := max(24, 0.46*d)
	if s.upright() && t.upright() && s != t {
		h = max(24, 0.5*math.Abs(dx))
	} else if !s.upright() && !t.upright() && s != t {
		h = max(24, 0.5*math.Abs(dy))
	}
	if s == t {
		h = min(h, aroundMost/bulge)
	}
	ox, oy := s.out()
	ix, iy := t.out()
	// Sideways is across the side that is left, so that the curve stays square to it.
	bx, by := oy*bend*d, ox*bend*d
	return Curve{x0, y0, x0 + ox*h + bx, y0 + oy*h + by, x3 + ix*h + bx, y3 + iy*h + by, x3, y3}
}
