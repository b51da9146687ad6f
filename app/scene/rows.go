package scene

import (
	"slices"

	"stampede/engine/scenario"
)

// Weights of the narrow arrangement, in rows.
const (
	rowHeight  = 90   // CSS pixels of a row of cards
	flow       = 0.5  // between two rows, where the marks run
	machine    = 0.92 // a row of one node's machines
	tower      = 3.2  // a row of a component that has much to show
	tallFrom   = 60   // hundredths of the stage's height from which it does
	door       = 0.6  // a row of gates only, which have little to show
	aloneW     = 260  // CSS pixels: a card alone in its row is not wider
	passage    = 0.62 // share of the width left to a card that calls must pass by
	gutter     = 44   // CSS pixels that calls have to pass by several cards
	cardLeast  = 80   // CSS pixels: the longest words of names have room in a card beside others
	mostBeside = 3    // cards side by side
)

// row is some nodes side by side, or one node's machines.
type row struct {
	rank   int
	nodes  []int
	cards  int // of the one node; 0 for a row of nodes
	weight float64
	passed bool // calls run past it to a row further down
	around bool // on both sides, as they come from several cards side by side
}

// room is what rows have to lie in.
type room struct {
	w     float64 // CSS pixels
	words float64 // how much larger than usual text is
}

// rows sorts a scenario's components into rows, and tells how many rows high
// they are together with the space between. No more of them stand side by side than
// their names have room for.
func rows(sc *scenario.Scenario, counts []int, in room) (rs []row, weight float64) {
	rank := ranks(sc)
	beside := make([]int, slices.Max(rank)+1)
	for r := range beside {
		beside[r] = mostBeside
	}
	for fits := false; !fits; {
		rs, fits = rs[:0], true
		for r := range beside {
			rs = append(rs, rowsOfRank(rank, counts, r, beside[r])...)
		}
		markPassed(sc, rs)
		for i := range rs {
			r := &rs[i]
			if n := len(r.nodes); n > 1 && beside[r.rank] >= n && r.cardWidth(counts, in.w) < cardLeast*in.words {
				beside[r.rank], fits = n-1, false
			}
		}
	}
	for i := range rs {
		switch {
		case rs[i].doors(sc):
			rs[i].weight = door
		case rs[i].hosts(counts) > 0:
			rs[i].weight = fleetWeight(rs[i].hosts(counts), in.words)
		case rs[i].tall(sc):
			rs[i].weight = tower
		}
		if i > 0 {
			weight += flow
		}
		weight += rs[i].weight
	}
	return rs, weight
}

// rowsOfRank puts single cards first, so many side by side at most and about as many
// in each row, and each node of several machines in a row of its own.
func rowsOfRank(rank, counts []int, r, beside int) (rs []row) {
	var stacks []row
	singles := 0
	for i := range rank {
		if n := count(counts, i); rank[i] == r && (n <= 1 || n > maxStack) {
			singles++
		}
	}
	lines := max(1, (singles+beside-1)/beside)
	most := (singles + lines - 1) / lines
	for i := range rank {
		if rank[i] != r {
			continue
		}
		if n := count(counts, i); n > 1 && n <= maxStack {
			stacks = append(stacks, row{rank: r, nodes: []int{i}, cards: n, weight: machine * float64((n+1)/2)})
			continue
		}
		if k := len(rs); k > 0 && len(rs[k-1].nodes) < most {
			rs[k-1].nodes = append(rs[k-1].nodes, i)
			continue
		}
		rs = append(rs, row{rank: r, nodes: []int{i}, weight: 1})
	}
	return append(rs, stacks...)
}

// doors tells whether there is nothing but gates in a row.
func (r *row) doors(sc *scenario.Scenario) bool {
	for _, n := range r.nodes {
		if sc.Components[n].Kind != "gate" {
			return false
		}
	}
	return true
}

// hosts is how many the largest fleet of a row has, on the width of one card alone.
func (r *row) hosts(counts []int) int {
	n := 0
	for _, i := range r.nodes {
		n = max(n, len(r.nodes)*fleet(counts, i))
	}
	return n
}

// tall tells whether the scenario gives a component of a row more than half of the
// stage's height: it has more to show than others.
func (r *row) tall(sc *scenario.Scenario) bool {
	for _, n := range r.nodes {
		if r.cards == 0 && sc.Components[n].At.H > tallFrom {
			return true
		}
	}
	return false
}

// markPassed finds the rows that a link passes on its way further down.
func markPassed(sc *scenario.Scenario, rs []row) {
	at := map[string]int{}
	for i := range rs {
		for _, n := range rs[i].nodes {
			at[sc.Components[n].Name] = i
		}
	}
	for i := range sc.Links {
		k := &sc.Links[i]
		if k.Hidden {
			continue
		}
		a, b := at[k.From], at[k.To]
		for r := min(a, b) + 1; r < max(a, b); r++ {
			rs[r].passed = true
			rs[r].around = rs[r].around || len(rs[min(a, b)].nodes) > 1
		}
	}
}

// arrangeRows places the rows from top to bottom over the whole height.
func arrangeRows(sc *scenario.Scenario, counts []int, l *Layout, words float64) {
	rs, weight := rows(sc, counts, room{l.W, words})
	// A stage that is taller than usual is so for larger words: the caption's as well.
	below := foot * max(1, l.H/(edge+foot+weight*rowHeight))
	unit := (l.H - edge - below) / max(weight, 1)
	y := float64(edge)
	for i := range rs {
		r := &rs[i]
		h := r.weight * unit
		x, w := r.span(counts, l.W)
		if r.cards > 0 {
			l.Nodes[r.nodes[0]].pairs(Rect{x, y, w, h}, r.cards)
		} else {
			l.side(r.nodes, Rect{x, y, w, h}, r.hosts(counts) > 0)
		}
		y += h + flow*unit
	}
}

// span is where a row begins, and how wide it is, on a stage of a width.
func (r *row) span(counts []int, stage float64) (x, w float64) {
	x, w = float64(edge), stage-2*edge
	switch {
	case !r.passed || r.cards > 0:
	case r.around && len(r.nodes) > 1 && r.hosts(counts) == 0:
		x, w = x+gutter-edge, w-2*(gutter-edge)
	case len(r.nodes) == 1 && r.hosts(counts) == 0:
		w *= passage
	default:
		w -= gutter
	}
	return x, w
}

// cardWidth is how wide each card of a row of nodes is.
func (r *row) cardWidth(counts []int, stage float64) float64 {
	_, w := r.span(counts, stage)
	n := float64(len(r.nodes))
	return (w - (n-1)*gap) / n
}

// side places nodes side by side; one that stands alone is not drawn out to the
// whole width, unless it is wide.
func (l *Layout) side(nodes []int, r Rect, wide bool) {
	n := float64(len(nodes))
	w := (r.W - (n-1)*gap) / n
	if len(nodes) == 1 && !wide {
		w = min(w, aloneW)
		if r.W == l.W-2*edge {
			r.X += (r.W - w) / 2
		}
	}
	for k, i := range nodes {
		c := Rect{r.X + float64(k)*(w+gap), r.Y, w, r.H}
		l.Nodes[i].Rect, l.Nodes[i].Cards = c, []Rect{c}
	}
}

// pairs places a node's machines two side by side, with a passage in the middle
// through which calls reach the lower ones.
func (n *Node) pairs(r Rect, cards int) {
	const middle = 40
	rows := (cards + 1) / 2
	w := (r.W - middle) / 2
	h := (r.H - float64(rows-1)*gap) / float64(rows)
	n.Rect = r
	for i := range cards {
		n.Cards = append(n.Cards, Rect{r.X + float64(i%2)*(w+middle), r.Y + float64(i/2)*(h+gap), w, h})
	}
}
