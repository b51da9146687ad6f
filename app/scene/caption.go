package scene

// CaptionPlace is the best place of a caption about a component: near it, and
// free of cards and of the ways of the links. Its words are larger than usual by
// scale. For "" it is about the whole stage.
func (s *Scene) CaptionPlace(about string, scale float64) Rect {
	l := s.Layout()
	w, h := captionWidth(l, scale), captionH*scale
	if l.Narrow {
		h = captionLow * scale
		// Calls run everywhere between the cards of a narrow stage; below them
		// there is room for the caption.
		return Rect{captionEdge, l.H - h - captionEdge, w, h}
	}
	near := Rect{W: l.W, H: l.H}
	for i := range l.Nodes {
		if l.Nodes[i].Name == about {
			near = l.Nodes[i].Rect
		}
	}
	x, y := freePlace(l, near, s.Ways(captionGrid/2, nil), s.loopWords(scale), scale)
	return Rect{x, y, w, h}
}

// The size that a caption is given on the stage, and the grid of the places that
// it may have, in CSS pixels.
const (
	captionW    = 304
	captionH    = 74
	captionSlim = 256 // where the stage is less wide than captionRoom
	captionRoom = 760
	captionLow  = 64 // on a narrow stage, which has that much room below its cards
	captionEdge = 12
	captionGrid = 16
	// coverCost is what covering a square pixel of a card costs, in pixels of way:
	// more than any place that covers none.
	coverCost = 40
	// hideCost is what hiding a point of a link costs, in pixels of way.
	hideCost = 30
	// sideCost is what a pixel of way costs to the right or upwards: readers look for
	// words below and to the left of what they are about.
	sideCost = 1.5
)

// captionWidth is how wide a caption may be; the style sheet has the same.
func captionWidth(l *Layout, scale float64) float64 {
	w := float64(captionW)
	if l.W < captionRoom && !l.Narrow {
		w = captionSlim
	}
	return min(w*scale, l.W-2*captionEdge)
}

// freePlace is the best place of a caption about a card: near it, and free of
// cards and of the ways of the links. Its words are larger than usual by scale.
func freePlace(l *Layout, near Rect, ways []Point, words []Rect, scale float64) (x, y float64) {
	w, h := captionWidth(l, scale), captionH*scale
	cx, cy := near.Centre()
	best := -1.0
	for py := float64(captionEdge); py+h <= l.H-captionEdge; py += captionGrid {
		for px := float64(captionEdge); px+w <= l.W-captionEdge+1; px += captionGrid {
			box := Rect{X: px, Y: py, W: w, H: h}
			bx, by := box.Centre()
			cost := 1 + way(bx-cx) + way(cy-by) + hideCost*float64(within(box, ways))
			for i := range l.Nodes {
				for _, c := range l.Nodes[i].Cards {
					cost += coverCost * overlap(box, c)
				}
			}
			for _, r := range words {
				cost += coverCost * overlap(box, r)
			}
			if best < 0 || cost < best {
				best, x, y = cost, px, py
			}
		}
	}
	return x, y
}

// way is the cost of a way in one direction; the opposite one is cheaper.
func way(x float64) float64 {
	if x > 0 {
		return sideCost * x
	}
	return -x
}

// within counts the points in a rectangle.
func within(r Rect, points []Point) int {
	n := 0
	for _, p := range points {
		if p.X > r.X && p.X < r.X+r.W && p.Y > r.Y && p.Y < r.Y+r.H {
			n++
		}
	}
	return n
}

// overlap is the area that two rectangles share.
func overlap(a, b Rect) float64 {
	w := min(a.X+a.W, b.X+b.W) - max(a.X, b.X)
	h := min(a.Y+a.H, b.Y+b.H) - max(a.Y, b.Y)
	return max(w, 0) * max(h, 0)
}
