package scene

import "math"

// Loop is the way back on which a call returns to be made again, drawn beside the
// link from where it failed to where it is tried anew.
type Loop struct {
	Path  string  // SVG path data
	Arrow string  // the same of its head
	X, Y  float64 // a place on it for words
}

// Sizes of a loop, in CSS pixels.
const (
	loopApart = 20 // from the link's own ends
	loopHead  = 6
)

// Loop is the way back beside a link; false for a link that is not drawn, and where
// there is no room for a loop.
func (s *Scene) Loop(link string) (Loop, bool) {
	for i := range s.routes {
		if s.routes[i].name != link {
			continue
		}
		c, ok := s.routes[i].loop(&s.layout)
		if !ok {
			return Loop{}, false
		}
		l := Loop{Path: string(c.path(nil))}
		l.X, l.Y = s.loopPlace(&c, 1)
		l.Arrow = string(c.head(nil))
		return l, true
	}
	return Loop{}, false
}

// head appends two strokes that meet at the end of a curve, pointing the way that
// it ends.
func (c *Curve) head(b []byte) []byte {
	dx, dy := c.X3-c.X2, c.Y3-c.Y2
	n := max(1, math.Hypot(dx, dy))
	dx, dy = loopHead*dx/n, loopHead*dy/n
	b = pair(append(b, 'M'), c.X3-dx-dy, c.Y3-dy+dx)
	b = pair(append(b, 'L'), c.X3, c.Y3)
	return pair(append(b, 'L'), c.X3-dx+dy, c.Y3-dy-dx)
}

// The room for the words on a loop, in CSS pixels.
const (
	loopWordsW = 92
	loopWordsH = 24
)

// loopWords is where words stand on the loops of calls that are made again.
func (s *Scene) loopWords(scale float64) (out []Rect) {
	for i := range s.routes {
		if c, ok := s.routes[i].loop(&s.layout); ok && retried(&s.sc.Links[i]) {
			x, y := s.loopPlace(&c, scale)
			w, h := loopWordsW*scale, loopWordsH*scale
			out = append(out, Rect{x - w/2, y - h/2, w, h})
		}
	}
	return out
}

// loopPlace is the middle of the words on a loop: on it, or to its right, where
// they cover no card.
func (s *Scene) loopPlace(c *Curve, scale float64) (x, y float64) {
	w, h := loopWordsW*scale, loopWordsH*scale
	for _, aside := range [...]float64{0, w/2 + loopHead} {
		for _, t := range [...]float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.9} {
			x, y = c.At(t)
			x += aside
			if s.free(Rect{x - w/2, y - h/2, w, h}) {
				return x, y
			}
		}
	}
	return c.At(0.5)
}

// free tells whether a rectangle lies on the stage and covers no card.
func (s *Scene) free(r Rect) bool {
	l := &s.layout
	if r.X < 0 || r.Y < 0 || r.X+r.W > l.W || r.Y+r.H > l.H {
		return false
	}
	for i := range l.Nodes {
		for _, c := range l.Nodes[i].Cards {
			if overlap(r, c) > 0 {
				return false
			}
		}
	}
	return true
}

// loop is the curve from beside the end of a link back to its beginning: into the
// lower side of a card that the link leaves sideways, into the right one of a card
// that it leaves up or down.
func (r *route) loop(l *Layout) (Curve, bool) {
	if r.hidden || r.lanes <= back {
		return Curve{}, false
	}
	from, to := l.Nodes[r.from].Cards[0], l.Nodes[r.to].Cards[0]
	leave, enter := r.sides[0][0], r.sides[0][1]
	side := right
	if leave.upright() {
		side = bottom
	}
	x3, y3 := from.port(side, 0)
	ex, ey := to.port(enter, 0)
	off := loopApart + portPitch*float64(r.lanes-1)/2 // beside the ports of the link
	if enter.upright() {
		ey += off
	} else {
		ex += off
	}
	c := join(ex, ey, enter, x3, y3, side, 0)
	return c, !l.passes(&c, r)
}

// passes tells whether a curve runs under cards that its link does not join: a loop
// would be mistaken for theirs.
func (l *Layout) passes(c *Curve, r *route) bool {
	const steps = 28
	for i := range l.Nodes {
		if i == r.from || i == r.to {
			continue
		}
		for _, card := range l.Nodes[i].Cards {
			for k := 1; k < steps; k++ {
				if x, y := c.At(float64(k) / steps); card.contains(x, y, 0) {
					return true
				}
			}
		}
	}
	return false
}
