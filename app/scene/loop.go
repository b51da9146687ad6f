package scene

import "math"

// Loop is the way back on which calls return to be made again: from where they
// failed to who made them, or where there is no room for that, from a card into
// itself.
type Loop struct {
	Path  string  // SVG path data
	Arrow string  // the same of its head
	X, Y  float64 // a place on it for words
	Brief bool    // there is room for a number only
	Mute  bool    // there is no place for words
}

// Sizes of a loop, in CSS pixels.
const (
	loopApart = 16 // from the last port of the side that it comes from
	loopHead  = 6
	loopDeep  = 48 // free space that a loop needs beside the card that it leads to
	loopTouch = 2  // how far it may run under the cards that it joins
	hookApart = 6  // the same from the last port, of a loop into the card itself
	hookWide  = 11 // from where such a loop leaves to where it comes back
	hookReach = 32 // how far its handles stand out
	hookHead  = 4
)

// loopCurve is a loop with the size of its head.
type loopCurve struct {
	Curve
	head float64
	hook bool // into the card itself
}

// Loop is the way back beside a link; false for a link that is not drawn, and where
// there is no room for a loop.
func (s *Scene) Loop(link string) (Loop, bool) {
	for i := range s.routes {
		if s.routes[i].name != link {
			continue
		}
		c, ok := s.loop(&s.routes[i])
		if !ok {
			return Loop{}, false
		}
		l := Loop{Path: string(c.path(nil)), Arrow: string(c.tip(nil))}
		at, brief, free := s.loopPlace(&c, max(s.words, 1))
		l.X, l.Y, l.Brief, l.Mute = at.X, at.Y, brief, !free
		return l, true
	}
	return Loop{}, false
}

// tip appends two strokes that meet at the end of a curve, pointing the way that
// it ends.
func (c *loopCurve) tip(b []byte) []byte {
	dx, dy := c.X3-c.X2, c.Y3-c.Y2
	n := max(1, math.Hypot(dx, dy))
	dx, dy = c.head*dx/n, c.head*dy/n
	b = pair(append(b, 'M'), c.X3-dx-dy, c.Y3-dy+dx)
	b = pair(append(b, 'L'), c.X3, c.Y3)
	return pair(append(b, 'L'), c.X3-dx+dy, c.Y3-dy-dx)
}

// The room for the words on a loop, in CSS pixels.
const (
	loopWordsW = 92
	loopWordsH = 24
	loopBriefW = 56 // of a number alone
	loopBriefH = 18
	loopBleed  = 6 // by how much a number alone may lie over the rims of cards
)

// loopWords is where words stand on the loops of calls that are made again.
func (s *Scene) loopWords(scale float64) (out []Rect) {
	for i := range s.routes {
		c, ok := s.loop(&s.routes[i])
		if !ok || !retried(&s.sc.Links[i]) {
			continue
		}
		if at, brief, free := s.loopPlace(&c, scale); free {
			w, h := loopWordsW*scale, loopWordsH*scale
			if brief {
				w, h = loopBriefW*scale, loopBriefH*scale
			}
			out = append(out, Rect{at.X - w/2, at.Y - h/2, w, h})
		}
	}
	return out
}

// loopPlace is the middle of the words on a loop: on it, or beside it, where they cover
// no card. Where there is no such place there may be one for a number alone; free is
// false where there is none either.
func (s *Scene) loopPlace(c *loopCurve, scale float64) (at Point, brief, free bool) {
	if at, free = s.wordsPlace(c, loopWordsW*scale, loopWordsH*scale); free {
		return at, false, true
	}
	w, h := loopBriefW*scale, loopBriefH*scale
	if at, free = s.wordsPlace(c, w, h); free || !c.hook {
		return at, true, free
	}
	// Between two cards that are close, below the hook or above it.
	_, y := c.At(0.5)
	x := c.X0 + math.Copysign(w/2-loopBleed+1, c.X1-c.X0)
	for _, off := range [...]float64{h/2 + hookWide, -h/2 - hookWide} {
		if s.free(Rect{x - w/2 + loopBleed, y + off - h/2, w - 2*loopBleed, h}) {
			return Point{x, y + off}, true, true
		}
	}
	return at, true, false
}

func (s *Scene) wordsPlace(c *loopCurve, w, h float64) (at Point, free bool) {
	besides := [...]Point{{}, {w/2 + loopHead, 0}, {-w/2 - loopHead, 0}, {0, h/2 + hookWide}, {0, -h/2 - hookWide}}
	for i, off := range besides {
		if c.hook && i == 0 {
			continue // a hook is smaller than its words
		}
		for _, t := range [...]float64{0.5, 0.4, 0.6, 0.3, 0.7, 0.8, 0.9} {
			x, y := c.At(t)
			x, y = x+off.X, y+off.Y
			if s.free(Rect{x - w/2, y - h/2, w, h}) {
				return Point{x, y}, true
			}
		}
	}
	x, y := c.At(0.5)
	return Point{x, y}, false
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
// that it leaves up or down. Where cards stand too close for that, it leads from
// beside the link's beginning into the same card.
func (s *Scene) loop(r *route) (loopCurve, bool) {
	if r.hidden || r.lanes <= back {
		return loopCurve{}, false
	}
	if c := s.wayBack(r); s.roomFor(&c, r) {
		return loopCurve{c, loopHead, false}, true
	}
	c := s.hook(r)
	return loopCurve{c, hookHead, true}, s.layout.keeps(&c) && !s.layout.passes(&c, r)
}

// wayBack is the loop from the other end of a link.
func (s *Scene) wayBack(r *route) Curve {
	l := &s.layout
	from, to := l.Nodes[r.from].Cards[0], l.Nodes[r.to].Cards[0]
	enter := r.sides[0][1]
	off, room := s.lastPort(r.to, enter)+loopApart, to.H/2
	if !enter.upright() {
		room = to.W / 2
	}
	ex, ey := to.port(enter, min(off, room-loopHead))
	side := r.homeSide()
	x3, y3 := from.port(side, 0)
	return join(ex, ey, enter, x3, y3, side, 0)
}

// homeSide is the side over which calls come back: not the one that they leave by.
func (r *route) homeSide() side {
	if r.sides[0][0].upright() {
		return bottom
	}
	return right
}

// hook is the loop from a card into itself, behind the last port of the side that
// the link leaves.
func (s *Scene) hook(r *route) Curve {
	card, leave := s.layout.Nodes[r.from].Cards[0], r.sides[0][0]
	off, room := s.lastPort(r.from, leave)+hookApart, card.H/2
	if !leave.upright() {
		room = card.W / 2
	}
	off = min(off, room-hookWide-1)
	x0, y0 := card.port(leave, off)
	x3, y3 := card.port(leave, off+hookWide)
	ox, oy := leave.out()
	// The handles stand apart, so that it is round.
	const apart = hookWide / 2
	return Curve{
		x0, y0, x0 + ox*hookReach - math.Abs(oy)*apart, y0 + oy*hookReach - math.Abs(ox)*apart,
		x3 + ox*hookReach + math.Abs(oy)*apart, y3 + oy*hookReach + math.Abs(ox)*apart, x3, y3,
	}
}

// lastPort is how far from the middle of a side of a node's first card the last
// port is that a link has there.
func (s *Scene) lastPort(node int, sd side) float64 {
	card, last := s.layout.Nodes[node].Cards[0], 0.0
	cx, cy := card.Centre()
	note := func(x, y float64) {
		if sd.upright() {
			x = y - cy
		} else {
			x -= cx
		}
		last = max(last, x)
	}
	for i := range s.routes {
		r := &s.routes[i]
		for n := range r.curves {
			for k := range r.curves[n] {
				c, sides := r.curves[n][k], r.sides[k]
				if lane(n) == back {
					c = c.reversed()
				}
				if r.from == node && k/r.nTo == 0 && sides[0] == sd {
					note(c.X0, c.Y0)
				}
				if r.to == node && k%r.nTo == 0 && sides[1] == sd {
					note(c.X3, c.Y3)
				}
			}
		}
	}
	return last
}

// roomFor tells whether a loop can be followed: it stays on the stage, runs under
// no card, and has space beside the card that it leads to.
func (s *Scene) roomFor(c *Curve, r *route) bool {
	l := &s.layout
	home := l.Nodes[r.from].Cards[0]
	space := Rect{home.X, home.Y + home.H, home.W, loopDeep}
	if r.homeSide() == right {
		space = Rect{home.X + home.W, home.Y, loopDeep, home.H}
	}
	return s.free(space) && l.keeps(c) && !l.passes(c, r)
}

// steps are the points at which it is looked where a loop runs.
const loopSteps = 28

// keeps tells whether a curve stays on the stage.
func (l *Layout) keeps(c *Curve) bool {
	for k := range loopSteps + 1 {
		if x, y := c.At(float64(k) / loopSteps); x < 0 || y < 0 || x > l.W || y > l.H {
			return false
		}
	}
	return true
}

// passes tells whether a curve runs under a card: a loop would be mistaken for that
// card's. Those of its own link it may touch with its ends.
func (l *Layout) passes(c *Curve, r *route) bool {
	for i := range l.Nodes {
		margin := 0.0
		if i == r.from || i == r.to {
			margin = -loopTouch
		}
		for _, card := range l.Nodes[i].Cards {
			for k := 1; k < loopSteps; k++ {
				if x, y := c.At(float64(k) / loopSteps); card.contains(x, y, margin) {
					return true
				}
			}
		}
	}
	return false
}
