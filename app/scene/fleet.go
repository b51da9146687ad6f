package scene

import "math"

// Sizes of the tiles of a fleet, in CSS pixels.
const (
	tileMost  = 56 // from one tile to the next, at most
	tileLeast = 5  // calls end at a tile that is not smaller, else at the card
	tileGap   = 0.2
	gapMost   = 5
	gapLeast  = 1
	headLine  = 17.5 // a line of words above the tiles
	headPad   = 8    // above the words
	headMost  = 5    // lines
	headLeast = 2
	headShare = 0.5  // of the card that words may take
	overWords = 0.3  // how much of a mark is seen where words are
	gridPad   = 9    // to the sides of the tiles and below them
	gridRow   = 20   // height of a row of tiles on a narrow stage
	gridHead  = 0.91 // rows of cards there for the words of a fleet: three lines
	gridMore  = 0.4  // more of them where words are so much larger than usual
	gridWrap  = 1.3
	gridFew   = 15 // tiles in a row there
)

// Grid is where the hosts of a fleet stand on its card: a tile each, row by row.
type Grid struct {
	X, Y  float64 // the top left corner of the first tile
	Pitch float64 // from one tile to the next
	Size  float64 // of a tile
	Cols  int
	N     int     // hosts; 0 for a node that is no fleet
	Head  float64 // height of the card's upper part, which is left to words
}

// Tile is the place of a host.
func (g *Grid) Tile(i int) Rect {
	return Rect{g.X + float64(i%g.Cols)*g.Pitch, g.Y + float64(i/g.Cols)*g.Pitch, g.Size, g.Size}
}

// gridOf divides the lower part of a card among n hosts, the tiles as large as they
// can be. Words are larger than usual by scale.
func gridOf(card Rect, n int, scale float64) Grid {
	lines := min(max(int((headShare*card.H/scale-headPad)/headLine), headLeast), headMost)
	head := min(scale*(headPad+float64(lines)*headLine), 0.7*card.H)
	w, h := card.W-2*gridPad, card.H-head-gridPad
	g := Grid{X: card.X + gridPad, Y: card.Y + head, N: n, Head: head}
	for cols := 1; cols <= n; cols++ {
		g.Pitch = max(g.Pitch, min(w/float64(cols), h/float64((n+cols-1)/cols), tileMost*scale))
	}
	g.Cols = max(1, min(n, int(w/g.Pitch+1e-9)))
	g.Size = g.Pitch - min(max(tileGap*g.Pitch, gapLeast), gapMost)
	return g
}

// words tells whether a point lies where the card of a fleet has its words.
func (n *Node) words(x, y float64) bool {
	return n.Grid.N > 0 && y < n.Grid.Y-3 && n.Cards[0].contains(x, y, 0)
}

// fleet is how many hosts a node has that is a fleet: the counts of those are
// negative.
func fleet(counts []int, i int) int {
	if i < len(counts) {
		return max(0, -counts[i])
	}
	return 0
}

// fleetWeight is the height of a row of cards on a narrow stage that has a fleet of
// n hosts in it. Larger words take more lines.
func fleetWeight(n int, words float64) float64 {
	rows, head := math.Ceil(float64(n)/gridFew), gridHead
	if words >= gridWrap {
		head += gridMore
	}
	return head + min(rows, 5)*gridRow/rowHeight
}

// grids gives the hosts of fleets their places on the cards.
func (s *Scene) grids() {
	scale := max(s.words, 1)
	if s.theme == Projector {
		scale *= far
	}
	for i := range s.layout.Nodes {
		n := &s.layout.Nodes[i]
		n.Grid = Grid{}
		if hosts := fleet(s.counts, i); hosts > 0 && len(n.Cards) > 0 {
			n.Grid = gridOf(n.Cards[0], hosts, scale)
		}
	}
}

// HostAt finds the host at a point of the stage, in CSS pixels: the node and which
// of its hosts; false where there is none.
func (s *Scene) HostAt(x, y float64) (node, host int, ok bool) {
	for i := range s.layout.Nodes {
		g := &s.layout.Nodes[i].Grid
		if g.N == 0 {
			continue
		}
		gap := (g.Pitch - g.Size) / 2
		col, row := math.Floor((x-g.X+gap)/g.Pitch), math.Floor((y-g.Y+gap)/g.Pitch)
		if k := int(row)*g.Cols + int(col); col >= 0 && row >= 0 && int(col) < g.Cols && k < g.N {
			return i, k, true
		}
	}
	return 0, 0, false
}

// host is where a call ends that has come to a point at the edge of a node's card,
// and how far that is: the middle of its host's tile, or the very point.
func (s *Scene) host(node, inst int, x, y float64) (p Point, way float64) {
	g := &s.layout.Nodes[node].Grid
	if inst >= g.N || g.Pitch < tileLeast {
		return Point{x, y}, 0
	}
	p.X, p.Y = g.Tile(inst).Centre()
	return p, math.Hypot(p.X-x, p.Y-y)
}

// onward is how far it is on average to a host from a point at the edge of its
// fleet's card; 0 for any other point.
func (s *Scene) onward(x, y float64) float64 {
	for i := range s.layout.Nodes {
		n := &s.layout.Nodes[i]
		if n.Grid.N == 0 || n.Grid.Pitch < tileLeast || !n.Cards[0].contains(x, y, 1) {
			continue
		}
		last := n.Grid.Tile(n.Grid.N - 1)
		return math.Hypot((n.Grid.X+n.Cards[0].X+n.Cards[0].W-gridPad)/2-x, (n.Grid.Y+last.Y+last.H)/2-y)
	}
	return 0
}
