package scene

import (
	"math"

	"stampede/engine/scenario"
)

// Sizes of the arrangement, in CSS pixels unless said otherwise.
const (
	narrowBelow = 640 // a stage less wide is arranged in rows
	edge        = 12  // free space along the stage's edges
	foot        = 84  // free space below the rows of a narrow stage, for a caption
	gap         = 10  // between cards side by side
	cardH       = 110 // a card that the scenario gives no place
	minCardW    = 92
	minCardH    = 36
	maxStack    = 8 // a node of more machines is drawn as one card
)

// Rect is a rectangle in CSS pixels from the stage's top left corner.
type Rect struct{ X, Y, W, H float64 }

// Centre is the rectangle's middle.
func (r Rect) Centre() (x, y float64) { return r.X + r.W/2, r.Y + r.H/2 }

// Contains tells whether a point is inside, with a margin around.
func (r Rect) contains(x, y, margin float64) bool {
	return x > r.X-margin && x < r.X+r.W+margin && y > r.Y-margin && y < r.Y+r.H+margin
}

// Node is where a component stands.
type Node struct {
	Name  string
	Kind  string
	Rect  Rect   // around all its cards
	Cards []Rect // one, or one for each of its 2 to 8 machines
	Grid  Grid   // of a fleet's hosts
}

// Layout is where everything stands that does not move.
type Layout struct {
	W, H   float64
	Narrow bool   // arranged in rows, for a stage taller than wide
	Nodes  []Node // in the scenario's order, as engine.NodeID counts
}

// card is the card of a node's instance.
func (n *Node) card(inst int) int {
	if inst < len(n.Cards) {
		return inst
	}
	return 0
}

// Arrange places the components of a scenario on a stage of w by h CSS pixels.
// counts holds how many machines each component stands for; missing ones are
// one, and a fleet of n hosts, which has one card, counts as -n. A stage less than 640 wide is arranged in rows, top to bottom in the order
// in which calls pass; otherwise components stand where the scenario says.
func Arrange(sc *scenario.Scenario, counts []int, w, h float64) Layout {
	return arrange(sc, counts, w, h, 1)
}

// arrange is Arrange with words that are larger than usual by a factor.
func arrange(sc *scenario.Scenario, counts []int, w, h, words float64) Layout {
	l := Layout{W: w, H: h, Narrow: w < narrowBelow, Nodes: make([]Node, len(sc.Components))}
	for i := range l.Nodes {
		l.Nodes[i].Name, l.Nodes[i].Kind = sc.Components[i].Name, sc.Components[i].Kind
	}
	if l.Narrow {
		arrangeRows(sc, counts, &l, words)
		return l
	}
	placed := true
	for i := range sc.Components {
		placed = placed && sc.Components[i].At.W > 0 && sc.Components[i].At.H > 0
	}
	if !placed {
		arrangeColumns(sc, counts, &l)
	}
	for i := range l.Nodes {
		n := &l.Nodes[i]
		if placed {
			n.Rect = l.place(sc.Components[i].At)
		}
		n.Cards = stack(n.Rect, count(counts, i))
	}
	return l
}

// Height is how tall a stage of a width should be, in CSS pixels: tall enough
// for the rows of a narrow stage, and near the shape of a cinema screen for a
// wide one.
func Height(sc *scenario.Scenario, counts []int, w float64) float64 {
	if w >= narrowBelow {
		return math.Round(min(max(w*0.47, 340), 620))
	}
	return tall(sc, counts, room{w, 1})
}

// tall is the height of a narrow stage with usual words.
func tall(sc *scenario.Scenario, counts []int, in room) float64 {
	_, weight := rows(sc, counts, in)
	return math.Round(edge + foot + weight*rowHeight)
}

// usualPhone is how wide a stage is taken to be that need not be narrow, in CSS pixels.
const usualPhone = 390

// Tall is how tall the stage is to be where it is narrow, in CSS pixels by how much
// larger than usual text is.
func (s *Scene) Tall() float64 {
	w := float64(usualPhone)
	if s.layout.Narrow {
		w = s.layout.W
	}
	return tall(s.sc, s.counts, room{w, max(s.words, 1)})
}

func count(counts []int, i int) int {
	if i < len(counts) && counts[i] > 1 {
		return counts[i]
	}
	return 1
}

// place turns hundredths into pixels, and keeps the card on the stage and large
// enough to read.
func (l *Layout) place(p scenario.Place) Rect {
	r := Rect{p.X / 100 * l.W, p.Y / 100 * l.H, p.W / 100 * l.W, p.H / 100 * l.H}
	r.W, r.H = min(max(r.W, minCardW), l.W), min(max(r.H, minCardH), l.H)
	r.X, r.Y = min(max(r.X, 0), l.W-r.W), min(max(r.Y, 0), l.H-r.H)
	return r
}

// stack divides a node's place among its machines: one above the other, or in
// two columns where that would be too flat. One card for all when even so there
// is no room.
func stack(r Rect, n int) []Rect {
	if n <= 1 || n > maxStack {
		return []Rect{r}
	}
	for cols := 1; cols <= 2; cols++ {
		rows := (n + cols - 1) / cols
		g := float64(gap)
		w := (r.W - float64(cols-1)*g) / float64(cols)
		h := (r.H - float64(rows-1)*g) / float64(rows)
		if w < minCardW || h < minCardH {
			continue
		}
		cards := make([]Rect, n)
		for i := range cards {
			cards[i] = Rect{r.X + float64(i/rows)*(w+g), r.Y + float64(i%rows)*(h+g), w, h}
		}
		return cards
	}
	return []Rect{r}
}

// ranks is how many links away from the outside world each component is: the
// longest way there, links that lead back left aside. Signals do not count: who
// only gives signals stands beside whoever gets them first. They do where nothing
// else leads to a component from one that is called: a balancer hands calls on.
func ranks(sc *scenario.Scenario) []int {
	r := ranking{sc: sc, index: map[string]int{}, rank: make([]int, len(sc.Components)), state: make([]visit, len(sc.Components))}
	for i := range sc.Components {
		r.index[sc.Components[i].Name] = i
	}
	for i := range r.rank {
		if r.state[i] == unseen {
			r.visit(i)
		}
	}
	r.besides()
	return r.rank
}

type visit uint8

const (
	unseen visit = iota
	underWay
	done
)

type ranking struct {
	sc    *scenario.Scenario
	index map[string]int
	rank  []int
	state []visit
}

// ends are the components that a drawn link joins; ok is false for links that
// are not drawn.
func (r *ranking) ends(k *scenario.Link) (from, to int, ok bool) {
	from, ok1 := r.index[k.From]
	to, ok2 := r.index[k.To]
	return from, to, ok1 && ok2 && !k.Hidden
}

func (r *ranking) visit(i int) {
	r.state[i] = underWay
	for j := range r.sc.Links {
		k := &r.sc.Links[j]
		from, to, ok := r.ends(k)
		if !ok || to != i || r.state[from] == underWay || k.Kind == signal && (r.called(to) || !r.called(from)) {
			continue
		}
		if r.state[from] == unseen {
			r.visit(from)
		}
		r.rank[i] = max(r.rank[i], r.rank[from]+1)
	}
	r.state[i] = done
}

// called tells whether calls come to a component.
func (r *ranking) called(i int) bool {
	for j := range r.sc.Links {
		if _, to, ok := r.ends(&r.sc.Links[j]); ok && to == i && r.sc.Links[j].Kind != signal {
			return true
		}
	}
	return false
}

// besides gives those who only give signals the least rank of their receivers, and
// puts those who only get signals after who gives them.
func (r *ranking) besides() {
	for i := range r.rank {
		nearest, after, calls := -1, 0, false
		for j := range r.sc.Links {
			k := &r.sc.Links[j]
			from, to, ok := r.ends(k)
			if !ok || from != i && to != i {
				continue
			}
			calls = calls || k.Kind != signal
			if to == i {
				after = max(after, r.rank[from]+1)
			}
			if from == i && (nearest < 0 || r.rank[to] < nearest) {
				nearest = r.rank[to]
			}
		}
		switch {
		case calls:
		case nearest > 0:
			r.rank[i] = nearest
		case nearest < 0:
			r.rank[i] = after
		}
	}
}

// signal is the kind of link, as scenarios write it, on which nothing is asked.
const signal = "signal"

// arrangeColumns places components that have no place of their own: a column
// for each rank, left to right.
func arrangeColumns(sc *scenario.Scenario, counts []int, l *Layout) {
	rank := ranks(sc)
	deepest := 0
	for _, r := range rank {
		deepest = max(deepest, r)
	}
	pitch := (l.W - 2*edge) / float64(deepest+1)
	w := min(190, 0.62*pitch)
	for c := 0; c <= deepest; c++ {
		x := l.W/2 - w/2
		if deepest > 0 {
			x = edge + (l.W-2*edge-w)*float64(c)/float64(deepest)
		}
		l.column(rank, counts, c, x, w)
	}
}

// column places the components of a rank one above the other. Each has room by
// its machines, and takes no more of it than its words need.
func (l *Layout) column(rank, counts []int, c int, x, w float64) {
	machines := func(i int) float64 {
		if n := count(counts, i); n <= maxStack {
			return float64(n)
		}
		return 1
	}
	all := 0.0
	for i := range rank {
		if rank[i] == c {
			all += machines(i)
		}
	}
	y := float64(edge)
	for i := range rank {
		if rank[i] != c {
			continue
		}
		room := (l.H - 2*edge) * machines(i) / all
		h := min(room-gap, machines(i)*(cardH+gap)-gap)
		l.Nodes[i].Rect = Rect{x, y + (room-h)/2, w, h}
		y += room
	}
}
