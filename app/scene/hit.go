package scene

import "stampede/engine"

// reach is how far from a mark's centre it can still be taken, in CSS pixels:
// a target 24 pixels wide.
const reach = 12

// Hit is a mark that has been pointed at, and the trip that it shows.
type Hit struct {
	Mark int // index into the picture's Marks
	Leg  engine.Leg
	X, Y float64 // where the mark is
}

// At finds the mark of the last picture nearest to a point on the stage, within
// 12 CSS pixels; false when there is none.
func (s *Scene) At(x, y float64) (Hit, bool) {
	best, at := float64(reach*reach), -1
	for i := range s.last {
		dx, dy := float64(s.last[i].X)-x, float64(s.last[i].Y)-y
		if d := dx*dx + dy*dy; d <= best {
			best, at = d, i
		}
	}
	if at < 0 {
		return Hit{}, false
	}
	m := &s.last[at]
	return Hit{Mark: at, Leg: s.drawn[at], X: float64(m.X), Y: float64(m.Y)}, true
}
