package scene

import (
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
)

// A caption never covers more of the cards than it must, and stays on the stage.
func TestCaptionsFindFreePlaces(t *testing.T) {
	sc, _ := catalog.Scenario("facebook-2010")
	_, f := run(t, sc, engine.Second)
	for _, size := range [][2]float64{{1020, 480}, {700, 400}, {360, 1100}} {
		s := New(sc, size[0], size[1])
		s.Observe(f)
		l := s.Layout()
		for i := range l.Nodes {
			at := s.CaptionPlace(l.Nodes[i].Name, 1)
			if at.X < 0 || at.Y < 0 || at.X+at.W > l.W || at.Y+at.H > l.H {
				t.Errorf("%v: the caption about %s is at %v", size, l.Nodes[i].Name, at)
			}
			covered := 0.0
			for k := range l.Nodes {
				for _, c := range l.Nodes[k].Cards {
					covered += overlap(at, c)
				}
			}
			if share := covered / (at.W * at.H); share > 0.5 {
				t.Errorf("%v: the caption about %s lies on cards with %.0f %% of its area", size, l.Nodes[i].Name, 100*share)
			}
		}
	}
}
