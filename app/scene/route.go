package scene

import (
	"math"
	"sort"

	"stampede/engine/scenario"
)

// lane is one of the ways side by side that a link has: questions go out on
// one, answers come back on another, and one-way words of a cache's readers
// (write, delete) take a third, so that each can be seen by itself.
type lane uint8

const (
	outward lane = iota
	back
	aside
	lanes
)

// route is how one link runs over the stage.
type route struct {
	name     string
	from, to int
	hidden   bool
	lanes    lane             // how many of them are used
	nFrom    int              // cards of the node it comes from
	nTo      int              // cards of the node it goes to
	curves   [lanes][]Curve   // by card it comes from, then card it goes to; in direction of travel
	ways     [lanes][]float64 // how long the curves are, in CSS pixels
	sides    [][2]side        // by the same: which sides are joined
	paths    [lanes][]string  // SVG path data of each, drawn outward
}

// CSS pixels between ports, where the card has room.
const (
	portPitch  = 22
	portNarrow = 13 // on a narrow stage
)

// pitch is how far apart ports are at most.
func (l *Layout) pitch() float64 {
	if l.Narrow {
		return portNarrow
	}
	return portPitch
}

// findRoutes runs the links of a scenario between the cards of a layout.
func findRoutes(sc *scenario.Scenario, l *Layout) []route {
	index := make(map[string]int, len(l.Nodes))
	for i := range l.Nodes {
		index[l.Nodes[i].Name] = i
	}
	rs := make([]route, len(sc.Links))
	for i := range sc.Links {
		k := &sc.Links[i]
		from, ok1 := index[k.From]
		to, ok2 := index[k.To]
		r := &rs[i]
		*r = route{name: k.Name, from: from, to: to, hidden: k.Hidden || !ok1 || !ok2 || from == to, lanes: lanesOf(k)}
		if r.hidden = r.hidden || len(l.Nodes[from].Cards) == 0 || len(l.Nodes[to].Cards) == 0; r.hidden {
			continue
		}
		r.nFrom, r.nTo = len(l.Nodes[from].Cards), len(l.Nodes[to].Cards)
		r.chooseSides(l)
	}
	p := allot(rs, l)
	for i := range rs {
		if !rs[i].hidden {
			rs[i].draw(l, i, p)
		}
	}
	return rs
}

// lanesOf tells how many lanes a link needs: signals are not answered, and what is
// tried again has a way of its own.
func lanesOf(k *scenario.Link) lane {
	switch {
	case k.Kind == signal:
		return 1
	case k.Kind == "read", retried(k):
		return 3
	}
	return 2
}

// chooseSides picks, for each pair of cards, the sides whose curve is shortest,
// straightest and least in the way of other cards. A link leaves all cards over
// the same side, so that it can be followed as one.
func (r *route) chooseSides(l *Layout) {
	best := math.Inf(1)
	for s := range sides {
		var picked [][2]side
		sum := 0.0
		for f := range r.nFrom {
			for t := range r.nTo {
				e, cost := l.entry(l.Nodes[r.from].Cards[f], l.Nodes[r.to].Cards[t], s)
				sum += cost
				picked = append(picked, [2]side{s, e})
			}
		}
		if sum < best {
			best, r.sides = sum, picked
		}
	}
}

// entry picks the side over which to enter a card, coming from a side of
// another, and tells what it costs.
func (l *Layout) entry(a, b Rect, s side) (pick side, cost float64) {
	cost = math.Inf(1)
	for e := range sides {
		x0, y0 := a.port(s, 0)
		x3, y3 := b.port(e, 0)
		straight := join(x0, y0, s, x3, y3, e, 0)
		if straight.length()+habit(s, e, l.Narrow) >= cost {
			continue // a bend only makes it longer
		}
		_, c := l.bend(func(bend float64) Curve { return join(x0, y0, s, x3, y3, e, bend) })
		if c += habit(s, e, l.Narrow); c < cost {
			pick, cost = e, c
		}
	}
	return pick, cost
}

// bends are the ways around something, straightest first, as shares of the
// distance.
var bends = [...]float64{0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4, 0.6, -0.6}

// bend finds the way around other cards that costs least; the straight one is
// taken when nothing is in its way.
func (l *Layout) bend(of func(bend float64) Curve) (pick, cost float64) {
	cost = math.Inf(1)
	for i, bend := range bends {
		c := of(bend)
		under := l.covered(&c)
		if all := c.length() + 3.5*under + 160*math.Abs(bend); all < cost {
			pick, cost = bend, all
		}
		if i == 0 && under == 0 {
			break
		}
	}
	return pick, cost
}

// habit is the cost of sides that readers do not expect: calls go from left to
// right, on a narrow stage from top to bottom.
func habit(s, e side, narrow bool) float64 {
	expected := [2]side{right, left}
	if narrow {
		expected = [2]side{bottom, top}
	}
	cost := 0.0
	if s != expected[0] {
		cost += 60
	}
	if e != expected[1] {
		cost += 60
	}
	return cost
}

// length of the curve, by chords.
func (c *Curve) length() float64 {
	sum := 0.0
	x, y := c.X0, c.Y0
	for i := 1; i <= 12; i++ {
		u, v := c.At(float64(i) / 12)
		sum += math.Sqrt((u-x)*(u-x) + (v-y)*(v-y))
		x, y = u, v
	}
	return sum
}

// covered is how much of the curve lies under cards or beyond the stage.
func (l *Layout) covered(c *Curve) float64 {
	const steps = 28
	under := 0
	for i := 1; i < steps; i++ {
		x, y := c.At(float64(i) / steps)
		if x < 0 || y < 0 || x > l.W || y > l.H || l.underCard(x, y) {
			under++
		}
	}
	return float64(under) / steps * c.length()
}

func (l *Layout) underCard(x, y float64) bool {
	for i := range l.Nodes {
		for _, r := range l.Nodes[i].Cards {
			if r.contains(x, y, -0.5) {
				return true
			}
		}
	}
	return false
}

// portKey names a port: one for each link and lane on a side of a card, however
// many curves meet there.
type portKey struct {
	node, card, link int
	side             side
	lane             lane
}

// ports gives the distance of each port from the middle of its side.
type ports map[portKey]float64

// allot spreads the ports of each side, in the order of what they lead to, so
// that curves do not cross for nothing.
func allot(rs []route, l *Layout) ports {
	far := map[portKey]*otherEnds{}
	for i := range rs {
		r := &rs[i]
		for p, sd := range r.sides {
			f, t := p/r.nTo, p%r.nTo
			for n := range r.lanes {
				note(far, portKey{r.from, f, i, sd[0], n}, l.Nodes[r.to].Cards[t], false)
				note(far, portKey{r.to, t, i, sd[1], n}, l.Nodes[r.from].Cards[f], sd[0] == sd[1])
			}
		}
	}
	keys := make([]portKey, 0, len(far))
	for k := range far {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return before(keys[i], keys[j], far) })
	out := ports{}
	for i := 0; i < len(keys); {
		j := i
		for j < len(keys) && keys[j].node == keys[i].node && keys[j].card == keys[i].card && keys[j].side == keys[i].side {
			j++
		}
		c := l.Nodes[keys[i].node].Cards[keys[i].card]
		room := c.W
		if keys[i].side.upright() {
			room = c.H
		}
		n := float64(j - i)
		pitch := min(l.pitch(), (room-12)/n)
		for k := i; k < j; k++ {
			out[keys[k]] = (float64(k-i) - (n-1)/2) * pitch
		}
		i = j
	}
	return out
}

// otherEnds are where a port leads.
type otherEnds struct {
	sum, n  float64
	opposed bool // around to the same side: the order is the opposite of the other end's
}

func note(far map[portKey]*otherEnds, k portKey, other Rect, opposed bool) {
	if far[k] == nil {
		far[k] = &otherEnds{opposed: opposed}
	}
	x, y := other.Centre()
	if k.side.upright() {
		x = y
	}
	far[k].sum += x
	far[k].n++
}

// before sorts ports by card and side, then by where they lead, then by lane.
func before(a, b portKey, far map[portKey]*otherEnds) bool {
	switch {
	case a.node != b.node:
		return a.node < b.node
	case a.card != b.card:
		return a.card < b.card
	case a.side != b.side:
		return a.side < b.side
	}
	fa, fb := far[a].sum/far[a].n, far[b].sum/far[b].n
	switch {
	case math.Abs(fa-fb) > 0.5:
		return fa < fb
	case far[a].opposed && far[b].opposed:
		a, b = b, a
	}
	switch {
	case a.link != b.link:
		return a.link < b.link
	}
	return a.lane < b.lane
}

// draw lays the curves of every lane between the allotted ports. All lanes of a
// pair of cards bend alike.
func (r *route) draw(l *Layout, link int, p ports) {
	for pair, sd := range r.sides {
		f, t := pair/r.nTo, pair%r.nTo
		pick, _ := l.bend(func(bend float64) Curve { return r.between(l, f, t, sd, bend, p, link, outward) })
		for n := range r.lanes {
			c := r.between(l, f, t, sd, pick, p, link, n)
			r.paths[n] = append(r.paths[n], string(c.path(nil)))
			if n == back {
				c = c.reversed()
			}
			r.curves[n], r.ways[n] = append(r.curves[n], c), append(r.ways[n], c.length())
		}
	}
}

// between is the curve of a lane from one card to another.
func (r *route) between(l *Layout, f, t int, sd [2]side, bend float64, p ports, link int, n lane) Curve {
	x0, y0 := l.Nodes[r.from].Cards[f].port(sd[0], p[portKey{r.from, f, link, sd[0], n}])
	x3, y3 := l.Nodes[r.to].Cards[t].port(sd[1], p[portKey{r.to, t, link, sd[1], n}])
	return l.kept(join(x0, y0, sd[0], x3, y3, sd[1], bend))
}

// CSS pixels that a way keeps from the sides of a narrow stage, and by how much its
// handles are shortened at a time for that.
const (
	rim       = 8
	shortened = 0.9
)

// kept is a curve that keeps away from the sides of a narrow stage: there are marks
// on it.
func (l *Layout) kept(c Curve) Curve {
	for range 20 {
		least, most := c.span()
		if !l.Narrow || least >= rim && most <= l.W-rim {
			break
		}
		c.X1, c.X2 = c.X0+shortened*(c.X1-c.X0), c.X3+shortened*(c.X2-c.X3)
	}
	return c
}

// span is how far left and right a curve goes.
func (c *Curve) span() (least, most float64) {
	least, most = min(c.X0, c.X3), max(c.X0, c.X3)
	for k := 1; k < loopSteps; k++ {
		x, _ := c.At(float64(k) / loopSteps)
		least, most = min(least, x), max(most, x)
	}
	return least, most
}

// pick chooses the lane of a leg: whether it goes back is told by where it
// comes from.
func (r *route) pick(returning, oneWay bool) lane {
	switch {
	case returning && r.lanes > back:
		return back
	case oneWay && r.lanes > aside:
		return aside
	}
	return outward
}
