package scene

// Point is a place on the stage, in CSS pixels from its top left corner.
type Point struct{ X, Y float64 }

// Ways appends points along all links that are drawn, about pitch CSS pixels
// apart: what stands on them hides calls.
func (s *Scene) Ways(pitch float64, out []Point) []Point {
	for i := range s.routes {
		for _, lane := range s.routes[i].curves {
			for k := range lane {
				n := max(int(lane[k].length()/pitch), 1)
				for j := range n {
					x, y := lane[k].At((float64(j) + 0.5) / float64(n))
					out = append(out, Point{x, y})
				}
			}
		}
	}
	for i := range s.routes {
		if c, ok := s.loop(&s.routes[i]); ok && retried(&s.sc.Links[i]) {
			n := max(int(c.length()/pitch), 1)
			for j := range n {
				x, y := c.At((float64(j) + 0.5) / float64(n))
				out = append(out, Point{x, y})
			}
		}
	}
	return out
}
