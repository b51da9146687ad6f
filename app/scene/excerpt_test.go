package scene

import (
	"testing"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// An excerpt shows what has a place, at any width, and the links between.
func TestExcerpt(t *testing.T) {
	scn, _ := catalog.Scenario("facebook-2010")
	places := map[string]scenario.Place{"web": {X: 0, Y: 0, W: 40, H: 100}, "cache": {X: 60, Y: 0, W: 40, H: 50}}
	s := NewExcerpt(scn, 1000, 500, places)
	for _, width := range []float64{1000, 320} {
		s.Resize(width, 300)
		for _, n := range s.Layout().Nodes {
			if _, placed := places[n.Name]; placed != (len(n.Cards) == 1) {
				t.Errorf("at %v: %s has %d cards", width, n.Name, len(n.Cards))
			}
		}
		for _, link := range s.Links() {
			if shown := s.LinkPath(link) != ""; shown != (link == "lookup") {
				t.Errorf("at %v: link %s shown: %v", width, link, shown)
			}
		}
	}
	s.Place(1000, 500, map[string]scenario.Place{"web": {X: 50, Y: 0, W: 50, H: 100}, "db": {X: 0, Y: 0, W: 30, H: 100}})
	if s.LinkPath("lookup") != "" || s.LinkPath("fix") == "" {
		t.Error("the links do not follow the places")
	}
}
