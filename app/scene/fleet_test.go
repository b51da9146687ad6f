package scene

import (
	"slices"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/dist"
)

// fleetFrame is a frame of the outage whose web hosts are a fleet of n, each in one of
// all states.
func fleetFrame(n int) *engine.Frame {
	f := outageFrame(2048, 10*engine.Second, 700*engine.Millisecond)
	for i := range n {
		h := engine.Host{State: engine.HostState(i) % engine.NHostState, Fresh: i%3 == 0, Busy: int64(i % 5), Servers: 4}
		f.Nodes[3].Gauges.Hosts = append(f.Nodes[3].Gauges.Hosts, h)
	}
	for i := range f.Legs {
		g := &f.Legs[i]
		g.FromInst, g.ToInst = uint16(dist.Mix(g.Req)%uint64(n)), uint16(dist.Mix(g.Req)%uint64(n))
		if g.From == 5 || g.To == 5 {
			g.FromInst, g.ToInst = g.FromInst%4, g.ToInst%4
		}
	}
	return f
}

// fleetScene has a fleet of n hosts on a stage of a width.
func fleetScene(n int, w float64) (*Scene, *engine.Frame) {
	f := fleetFrame(n)
	s := New(outage(), w, 1)
	s.Observe(f)
	s.Resize(w, Height(s.sc, s.Counts(), w))
	return s, f
}

// Every host has a place of its own in the lower part of the card, which can be
// pointed at, however many there are and however wide the stage.
func TestHostsStandOnTheirCard(t *testing.T) {
	for _, w := range []float64{320, 390, 640, 1000, 1600} {
		for _, n := range []int{1, 2, 7, 20, 100, 300, 400} {
			s, _ := fleetScene(n, w)
			checkGrid(t, s, n)
		}
		s, _ := fleetScene(20, w)
		for n := 1; n <= 400 && !t.Failed(); n++ {
			s.counts[3] = -n
			for _, theme := range []Theme{Light, Projector} {
				s.SetTheme(theme)
				checkGrid(t, s, n)
			}
		}
	}
}

func checkGrid(t *testing.T, s *Scene, n int) {
	t.Helper()
	node := &s.layout.Nodes[3]
	g, card := &node.Grid, node.Cards[0]
	if g.N != n || len(node.Cards) != 1 || g.Head < 30 || g.Size <= 0 || n <= 300 && g.Size < 3 {
		t.Errorf("%d hosts on %d cards, %v for words, tiles of %v, stage %v wide", g.N, len(node.Cards), g.Head, g.Size, s.layout.W)
	}
	for i := range n {
		r := g.Tile(i)
		if r.X < card.X || r.Y < card.Y+g.Head-0.01 || r.X+r.W > card.X+card.W || r.Y+r.H > card.Y+card.H {
			t.Errorf("host %d is at %+v, beyond its card", i, r)
		}
		x, y := r.Centre()
		if at, k, ok := s.HostAt(x, y); !ok || at != 3 || k != i {
			t.Errorf("at host %d there is %d of node %d, %v", i, k, at, ok)
		}
	}
	if _, k, ok := s.HostAt(card.X+3, card.Y+3); ok {
		t.Errorf("host %d stands among the words", k)
	}
}

// No two states are drawn alike, even without their colours, and what is released
// can be told in each.
func TestEveryHostStateHasAShape(t *testing.T) {
	look := NewHostLook(func(Ink) string { return "" })
	for _, size := range []float64{6, 9, 16, 25} {
		var all []string
		for state := range engine.NHostState {
			for _, fresh := range []bool{false, true} {
				svg := HostSVG(engine.Host{State: state, Fresh: fresh, Busy: 1, Servers: 2}, look, 0, 0, size)
				if i := slices.Index(all, svg); i >= 0 || !strings.HasPrefix(svg, "<path") {
					t.Errorf("%s, %v: %s is that of %d too", state, fresh, svg, i)
				}
				all = append(all, svg)
			}
		}
	}
}

func TestHostsAreFilledByLoad(t *testing.T) {
	look := NewHostLook(Light.Hex)
	draw := func(h engine.Host) string { return HostSVG(h, look, 0, 0, 25) }
	idle, half := draw(engine.Host{Servers: 4}), draw(engine.Host{Servers: 4, Busy: 2})
	full, over := draw(engine.Host{Servers: 4, Busy: 4, Queue: 32}), draw(engine.Host{Servers: 4, Busy: 4, Queue: 33})
	if !strings.Contains(half, "M.5 12.5h24v12") && !strings.Contains(half, "M0.5 12.5h24v12") {
		t.Errorf("half a load is %s", half)
	}
	for _, other := range []string{half, full, over} {
		if other == idle {
			t.Errorf("%s is drawn for a load and for none", idle)
		}
	}
	if strings.Contains(full, Light.Hex(InkFailing)) || !strings.Contains(over, Light.Hex(InkFailing)) {
		t.Errorf("full %s, too full %s", full, over)
	}
}

// A call to a host ends at its tile and sets out from there, and is nowhere far
// from its card and its link meanwhile.
func TestCallsEndAtHosts(t *testing.T) {
	s, f := fleetScene(20, 1000)
	g := query
	g.FromInst = 7
	f.Legs = []engine.Leg{g}
	var p Picture
	tile := s.layout.Nodes[3].Grid.Tile(7)
	at := func(u float64) *Mark {
		s.Picture(f, 1000*ms+u*700*ms, 1, &p)
		return &p.Marks[0]
	}
	if m := at(0); !tile.contains(float64(m.X), float64(m.Y), spread) {
		t.Errorf("sets out at %v, %v, its host is at %+v", m.X, m.Y, tile)
	}
	last := *at(0)
	for u := 0.005; u < 1; u += 0.005 {
		m := at(u)
		if dx, dy := m.X-last.X, m.Y-last.Y; dx*dx+dy*dy > 12*12 {
			t.Errorf("jumps from %v, %v to %v, %v", last.X, last.Y, m.X, m.Y)
		}
		last = *m
	}
	if db := s.layout.Nodes[5].Cards[2]; !db.contains(float64(last.X), float64(last.Y), 2*spread) {
		t.Errorf("arrives at %v, %v, not at %+v", last.X, last.Y, db)
	}
	g.From, g.To, g.FromInst, g.ToInst, g.Kind = 5, 3, 2, 7, engine.KAnswer
	f.Legs[0] = g
	if m := at(0.999); !tile.contains(float64(m.X), float64(m.Y), spread) {
		t.Errorf("its answer comes to %v, %v", m.X, m.Y)
	}
	g.ToInst = 20 // a host that there is not
	f.Legs[0] = g
	if m := at(0.999); tile.contains(float64(m.X), float64(m.Y), 0) {
		t.Error("a call to no host comes to one")
	}
}

func TestFleetDoesNotAllocate(t *testing.T) {
	s, f := fleetScene(300, 1000)
	var p Picture
	var tiles Tiles
	var out []byte
	look := NewHostLook(Light.Hex)
	draw := func() {
		s.Observe(f)
		s.Picture(f, float64(f.Now), 1, &p)
		out = tiles.Append(out[:0], look, &s.layout.Nodes[3].Grid, f.Nodes[3].Gauges.Hosts)
	}
	draw()
	draw()
	if n := testing.AllocsPerRun(20, draw); n != 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

func BenchmarkFleet(b *testing.B) {
	s, f := fleetScene(300, 1000)
	b.Run("marks", func(b *testing.B) {
		var p Picture
		b.ReportAllocs()
		for b.Loop() {
			s.Picture(f, float64(f.Now), 1, &p)
		}
	})
	b.Run("tiles", func(b *testing.B) {
		var tiles Tiles
		var out []byte
		look := NewHostLook(Light.Hex)
		b.ReportAllocs()
		for b.Loop() {
			out = tiles.Append(out[:0], look, &s.layout.Nodes[3].Grid, f.Nodes[3].Gauges.Hosts)
		}
		b.ReportMetric(float64(len(out)), "bytes")
	})
}

// A call goes on to the tile of its host, so a short link to a fleet has room for as
// many as the whole way.
func TestLinkToFleetHasRoomOnItsCard(t *testing.T) {
	fleet, _ := fleetScene(20, 1000)
	h := fleet.layout.H
	f := fleetFrame(20)
	f.Nodes[3].Gauges.Hosts = nil
	plain := New(outage(), 1000, h)
	plain.Observe(f)
	if few, many := plain.rooms[4], fleet.rooms[4]; many <= few {
		t.Errorf("room for %d calls on the way from a fleet, %d without one", many, few)
	}
	x, y := fleet.layout.Nodes[3].Cards[0].port(right, 0)
	if fleet.onward(x, y) <= 0 || fleet.onward(5, 5) != 0 {
		t.Error("ways on the card of a fleet")
	}
}

// Where text is larger than usual the stage is taller: the words of a fleet and the
// caption have more room, and the tiles still stand on their card.
func TestLargerWords(t *testing.T) {
	s, _ := fleetScene(20, 390)
	usual := s.layout.Nodes[3].Grid.Head
	below := s.layout.H - lowest(s)
	const larger = 2
	s.SetWords(larger)
	s.Resize(390, larger*s.Tall())
	if head := s.layout.Nodes[3].Grid.Head; head < 1.5*usual {
		t.Errorf("%v for words, %v where they are of the usual size", head, usual)
	}
	if room := s.layout.H - lowest(s); room < 1.9*below {
		t.Errorf("%v for the caption, %v where it is of the usual size", room, below)
	}
	checkGrid(t, s, 20)
}

// lowest is where the lowest card ends.
func lowest(s *Scene) (y float64) {
	for _, n := range s.layout.Nodes {
		y = max(y, n.Rect.Y+n.Rect.H)
	}
	return y
}
