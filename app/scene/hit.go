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
	return s.hit(at), true
}

// Hits lists the marks of the last picture in the order in which they were drawn.
// The tail of a retry is no mark of its own.
func (s *Scene) Hits() []Hit {
	var out []Hit
	for i := range s.last {
		if tail := i+1 < len(s.last) && s.drawn[i] == s.drawn[i+1]; tail {
			continue
		}
		out = append(out, s.hit(i))
	}
	return out
}

func (s *Scene) hit(i int) Hit {
	m := &s.last[i]
	return Hit{Mark: i, Leg: s.drawn[i], X: float64(m.X), Y: float64(m.Y)}
}
