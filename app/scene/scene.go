package scene

import (
	"math/bits"
	"strings"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/scenario"
)

// Display is how long a mark takes to cross its link at least, in nanoseconds of
// the reader's time, whatever the speed of the run.
const Display = 700 * int64(engine.Millisecond)

// MaxMarks is how many legs are on the stage at once at most; beyond it, fewer
// requests are drawn and each mark stands for more of them. Where the links are
// short it is fewer: as many as can be told apart.
const MaxMarks = 1200

// Drawing of marks.
const (
	spread    = 3.5  // CSS pixels to either side of the path, so that marks of one moment do not hide each other
	fade      = 0.06 // share of the way on which a mark appears and disappears
	tailBack  = 0.05 // how far behind a retry its tail is, as a share of the way
	tailAlpha = 0.45
	retrySize = 1.3  // a retry is larger than a first attempt
	crowd     = 4.5  // CSS pixels of link for each leg on the stage, on average
	fewest    = 60   // legs on the stage, however short the links
	press     = 1.6  // CSS pixels of way for each leg on any one link
	fewestOn  = 12   // legs on a link, however short it is
	short     = 0.6  // share of those on a narrow stage, whose links are short
	small     = 0.85 // size of marks on a narrow stage
	far       = 1.4  // size of marks that are to be seen from the back of a room
)

// Scene is a scenario on a stage of some size. It belongs to one goroutine.
type Scene struct {
	sc     *scenario.Scenario
	counts []int
	places map[string]scenario.Place // of an excerpt; nil for the whole scenario
	layout Layout
	routes []route

	theme Theme
	words float64 // how much larger than usual text is; 0 counts as 1
	still bool
	room  int     // legs that the links have room for
	rooms []int   // legs that each link has room for
	on    []tally // legs on each link
	thin  uint    // requests drawn: one in 2^thin of those sampled
	every uint64
	first engine.Leg // oldest leg of the last frame
	over  bool
	at    float64      // the moment last drawn
	span  float64      // how long a mark was on its way then
	drawn []engine.Leg // the leg of each mark
	last  []Mark       // the marks last drawn
}

// New puts a scenario on a stage of w by h CSS pixels. The run must have been
// built from the same scenario: components and links are matched by their order.
func New(sc *scenario.Scenario, w, h float64) *Scene {
	s := &Scene{sc: sc, counts: make([]int, len(sc.Components)), every: 1}
	s.Resize(w, h)
	return s
}

// Resize arranges the scene anew for a stage of w by h CSS pixels.
func (s *Scene) Resize(w, h float64) {
	if s.places != nil {
		s.layout = ArrangeExcerpt(s.sc, s.counts, max(w, 1), max(h, 1), s.places)
	} else {
		s.layout = arrange(s.sc, s.counts, max(w, 1), max(h, 1), max(s.words, 1))
	}
	s.grids()
	s.routes = findRoutes(s.sc, &s.layout)
	s.rooms, s.on = make([]int, len(s.routes)), make([]tally, len(s.routes))
	all := 0.0
	for i := range s.routes {
		way := 0.0
		for _, lane := range s.routes[i].curves {
			for k := range lane {
				c := &lane[k]
				way += c.length() + s.onward(c.X0, c.Y0) + s.onward(c.X3, c.Y3)
			}
		}
		if s.layout.Narrow {
			way *= short
		}
		s.rooms[i] = int(max(fewestOn, way/press))
		all += way
	}
	s.room = int(min(MaxMarks, max(fewest, all/crowd)))
}

// tally counts legs by how often their requests could be halved with the leg
// still drawn.
type tally [65]int

// shown is how many legs are drawn when requests have been halved so often.
func (t *tally) shown(halved uint) (sum int) {
	for k := halved; k < 64; k++ {
		sum += t[k]
	}
	return sum
}

// Observe takes the number of machines of each component from a frame, and
// tells whether the layout has changed.
func (s *Scene) Observe(f *engine.Frame) bool {
	changed := false
	for i := range min(len(s.counts), len(f.Nodes)) {
		g := &f.Nodes[i].Gauges
		n := len(g.Instances)
		if len(g.Hosts) > 0 {
			n = -len(g.Hosts)
		}
		if n != s.counts[i] {
			s.counts[i], changed = n, true
		}
	}
	if changed {
		s.Resize(s.layout.W, s.layout.H)
	}
	return changed
}

// SetTheme chooses the colours of the following pictures.
func (s *Scene) SetTheme(t Theme) {
	s.theme = t
	s.grids()
}

// SetWords tells how much larger than usual text is, in the words on the stage: 1
// for usual text.
func (s *Scene) SetWords(scale float64) {
	if scale == s.words {
		return
	}
	s.words = scale
	s.Resize(s.layout.W, s.layout.H)
}

// SetStill chooses pictures without motion: they hold no marks, and Heat says
// in numbers what passes over the links.
func (s *Scene) SetStill(still bool) { s.still = still }

// Layout is where the cards stand; valid until the next Resize or Observe.
func (s *Scene) Layout() *Layout { return &s.layout }

// Counts is how many machines each component stands for, as last observed; a fleet
// of n hosts counts as -n.
func (s *Scene) Counts() []int { return s.counts }

// Links are the names of the links, in the scenario's order.
func (s *Scene) Links() []string {
	names := make([]string, len(s.routes))
	for i := range s.routes {
		names[i] = s.routes[i].name
	}
	return names
}

// LinkPath is the way of a link as SVG path data, all its lanes between all its
// cards; "" for one that is unknown or not drawn.
func (s *Scene) LinkPath(link string) string {
	var b strings.Builder
	for i := range s.routes {
		if s.routes[i].name != link {
			continue
		}
		for _, lane := range s.routes[i].paths {
			for _, p := range lane {
				b.WriteString(p)
			}
		}
	}
	return b.String()
}

// Every is how many requests one mark of the last picture stands for.
func (s *Scene) Every() uint64 { return s.every }

// Overrun tells that the last frame no longer held legs that were still to be
// seen: the engine should sample fewer requests (engine.Sim.Sample).
func (s *Scene) Overrun() bool { return s.over }

// Picture draws what moves at a moment of the run (now, in nanoseconds of
// simulated time; between frames it runs on) while the run goes at a speed (in
// simulated seconds per second; 0 counts as 1). It fills out, whose memory is
// reused, and allocates nothing once that has grown.
func (s *Scene) Picture(f *engine.Frame, now, speed float64, out *Picture) {
	out.W, out.H = float32(s.layout.W), float32(s.layout.H)
	out.Palette = s.theme.Palette()
	out.Marks = out.Marks[:0]
	s.drawn = s.drawn[:0]
	if speed <= 0 {
		speed = 1
	}
	s.span = float64(Display) * speed
	if s.still {
		s.span = float64(heatSpan)
	}
	s.at = now
	s.watch(f, now)
	s.every = max(f.Every, 1)
	if s.still {
		s.last = out.Marks
		return
	}
	low := uint(bits.Len64(s.every) - 1)
	s.rarefy(f, low)
	s.every <<= s.thin
	for i := range f.Legs {
		g := &f.Legs[i]
		if dist.Mix(g.Req)&(s.every-1) == 0 {
			s.mark(g, out)
		}
	}
	s.last = out.Marks
}

// watch notices when the oldest leg of the last frame is gone before its time.
func (s *Scene) watch(f *engine.Frame, now float64) {
	var first engine.Leg
	if len(f.Legs) > 0 {
		first = f.Legs[0]
	}
	u, ok := s.progress(&s.first, now)
	s.over = ok && u < 1-fade && s.first != (engine.Leg{}) && first.SentAt >= s.first.SentAt && first != s.first
	s.first = first
}

// progress is how far a leg is on its way: 0 to 1, false when it has not set
// out or has arrived.
func (s *Scene) progress(g *engine.Leg, now float64) (float64, bool) {
	u := (now - float64(g.SentAt)) / max(float64(g.DueAt-g.SentAt), s.span)
	return u, u >= 0 && u < 1
}

// rarefy chooses how many requests are left out, so that no more legs are
// shown than there is room for, on the stage and on each link. It goes back only
// when there is room to spare: a stage on the border does not flicker.
func (s *Scene) rarefy(f *engine.Frame, low uint) {
	clear(s.on)
	for i := range f.Legs {
		g := &f.Legs[i]
		if _, ok := s.progress(g, s.at); ok && s.route(g) != nil {
			s.on[g.Link][uint(bits.TrailingZeros64(dist.Mix(g.Req)|1<<63))]++
		}
	}
	for s.thin < 32 && !s.fits(low+s.thin, 1) {
		s.thin++
	}
	for s.thin > 0 && s.fits(low+s.thin-1, 0.75) {
		s.thin--
	}
}

// fits tells whether the legs that are drawn when requests have been halved so
// often need no more than a share of the room.
func (s *Scene) fits(halved uint, share float64) bool {
	sum := 0
	for i := range s.on {
		n := s.on[i].shown(halved)
		if float64(n) > share*float64(s.rooms[i]) {
			return false
		}
		sum += n
	}
	return float64(sum) <= share*float64(s.room)
}

// route is the way of a leg; nil when it is not drawn.
func (s *Scene) route(g *engine.Leg) *route {
	if int(g.Link) >= len(s.routes) || s.routes[g.Link].hidden {
		return nil
	}
	return &s.routes[g.Link]
}

// mark adds the mark of a leg, and the tail of a retry before it.
func (s *Scene) mark(g *engine.Leg, out *Picture) {
	u, ok := s.progress(g, s.at)
	r := s.route(g)
	if !ok || r == nil || g.Kind >= engine.NKind {
		return
	}
	look := look(g)
	m := Mark{Size: look.Size, Alpha: float32(min(1, u/fade, (1-u)/fade)), Glyph: look.Glyph, Ink: uint8(look.Ink)}
	if s.layout.Narrow {
		m.Size *= small
	}
	if s.theme == Projector {
		m.Size *= far
	}
	c, way := s.curve(r, g)
	off := (float64(dist.Mix(g.Req^uint64(g.No)<<32)>>40)/(1<<24) - 0.5) * 2 * spread
	if g.No > 1 {
		tail := m
		tail.Alpha *= tailAlpha
		s.put(&tail, c, way, g, max(0, u-tailBack), off)
		m.Size *= retrySize
		out.Marks, s.drawn = append(out.Marks, tail), append(s.drawn, *g)
	}
	s.put(&m, c, way, g, u, off)
	out.Marks, s.drawn = append(out.Marks, m), append(s.drawn, *g)
}

// put gives the mark of a leg its place; see spot. Over the words of a fleet it is
// faint.
func (s *Scene) put(m *Mark, c *Curve, way float64, g *engine.Leg, u, off float64) {
	m.X, m.Y = s.spot(c, way, g, u, off)
	for _, node := range [...]engine.NodeID{g.From, g.To} {
		if s.layout.Nodes[node].words(float64(m.X), float64(m.Y)) {
			m.Alpha *= overWords
		}
	}
}

// curve is the lane between the cards of a leg, and how long it is.
func (s *Scene) curve(r *route, g *engine.Leg) (c *Curve, way float64) {
	from, to := int(g.FromInst), int(g.ToInst)
	returning := int(g.From) != r.from
	if returning {
		from, to = to, from
	}
	oneWay := g.Kind == engine.KWrite || g.Kind == engine.KDelete || g.Kind == engine.KSignal
	oneWay = oneWay || g.Why == engine.ByRetry
	i := s.layout.Nodes[r.from].card(from)*r.nTo + s.layout.Nodes[r.to].card(to)
	n := r.pick(returning, oneWay)
	return &r.curves[n][i], r.ways[n][i]
}

// spot is where the mark of a leg is, u of its way along a curve of some length and
// off beside it. It starts and ends gently. On the card of a fleet it goes straight
// between the edge and the tile of the host.
func (s *Scene) spot(c *Curve, way float64, g *engine.Leg, u, off float64) (x, y float32) {
	t := 0.5*u + 0.5*u*u*(3-2*u)
	a, before := s.host(int(g.From), int(g.FromInst), c.X0, c.Y0)
	b, after := s.host(int(g.To), int(g.ToInst), c.X3, c.Y3)
	if before+after > 0 {
		t = (t*(before+way+after) - before) / way
		switch {
		case t < 0:
			t *= -way / before
			return float32(c.X0 + (a.X-c.X0)*t), float32(c.Y0 + (a.Y-c.Y0)*t + off*(1-t))
		case t > 1:
			t = (t - 1) * way / after
			return float32(c.X3 + (b.X-c.X3)*t), float32(c.Y3 + (b.Y-c.Y3)*t + off*(1-t))
		}
	}
	px, py := c.At(t)
	nx, ny := c.normal(t)
	return float32(px + nx*off), float32(py + ny*off)
}
