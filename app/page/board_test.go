package page

import (
	"testing"

	"stampede/app/scene"
)

// A caption never covers more of the cards than it must, and stays on the stage.
func TestCaptionsFindFreePlaces(t *testing.T) {
	p := newPlay("en", "facebook-2010")
	for _, size := range [][2]float64{{1020, 480}, {700, 400}, {360, 1100}} {
		p.board.onSized(size[0], size[1])
		l := p.run.scene.Layout()
		for i := range l.Nodes {
			x, y := freePlace(l, l.Nodes[i].Rect, nil, 1)
			w := min(captionW, l.W-2*captionEdge)
			if x < 0 || y < 0 || x+w > l.W || y+captionH > l.H {
				t.Errorf("%v: the caption about %s is at %v, %v", size, l.Nodes[i].Name, x, y)
			}
			covered := 0.0
			for k := range l.Nodes {
				for _, c := range l.Nodes[k].Cards {
					covered += overlap(scene.Rect{X: x, Y: y, W: w, H: captionH}, c)
				}
			}
			if share := covered / (w * captionH); share > 0.5 {
				t.Errorf("%v: the caption about %s lies on cards with %.0f %% of its area", size, l.Nodes[i].Name, 100*share)
			}
		}
	}
}
