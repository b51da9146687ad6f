package scene

import (
	"math"
	"testing"

	"stampede/engine/catalog"
)

func TestWaysFollowTheLinks(t *testing.T) {
	sc, ok := catalog.Scenario("facebook-2010")
	if !ok {
		t.Fatal("no scenario")
	}
	s := New(sc, 1000, 470)
	points := s.Ways(10, nil)
	if len(points) < 100 {
		t.Fatalf("%d points, want the links covered", len(points))
	}
	for _, p := range points {
		if p.X < 0 || p.Y < 0 || p.X > 1000 || p.Y > 470 {
			t.Errorf("%v is not on the stage", p)
		}
	}
	for i := range s.routes {
		if c := s.routes[i].curves[outward]; len(c) > 0 {
			x, y := c[0].At(0.5)
			near := math.Inf(1)
			for _, p := range points {
				near = min(near, math.Hypot(p.X-x, p.Y-y))
			}
			if near > 10 {
				t.Errorf("%s: nearest point is %.0f pixels off its middle", s.routes[i].name, near)
			}
		}
	}
}
