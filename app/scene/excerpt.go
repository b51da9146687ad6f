package scene

import "stampede/engine/scenario"

// NewExcerpt puts a part of a scenario on a stage: the components that places
// names, each where it says (in hundredths of the stage) however wide the stage
// is. The others, and the links that lead to them, are not shown; they are in the
// run all the same.
func NewExcerpt(sc *scenario.Scenario, w, h float64, places map[string]scenario.Place) *Scene {
	s := &Scene{sc: sc, counts: make([]int, len(sc.Components)), every: 1, places: places}
	s.Resize(w, h)
	return s
}

// Place arranges an excerpt with other places, for a stage of w by h CSS pixels.
func (s *Scene) Place(w, h float64, places map[string]scenario.Place) {
	s.places = places
	s.Resize(w, h)
}

// ArrangeExcerpt is Arrange for a part of a scenario: see NewExcerpt.
func ArrangeExcerpt(sc *scenario.Scenario, counts []int, w, h float64, places map[string]scenario.Place) Layout {
	l := Layout{W: w, H: h, Nodes: make([]Node, len(sc.Components))}
	for i := range l.Nodes {
		n := &l.Nodes[i]
		n.Name, n.Kind = sc.Components[i].Name, sc.Components[i].Kind
		if p, ok := places[n.Name]; ok {
			n.Rect = l.place(p)
			n.Cards = stack(n.Rect, count(counts, i))
		}
	}
	return l
}
