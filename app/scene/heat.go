package scene

import (
	"math"
	"slices"

	"stampede/engine"
)

// heatSpan is the time that Heat looks back over, in simulated nanoseconds.
const heatSpan = engine.Second

// LinkHeat is what passes over a link, for readers who want no motion.
type LinkHeat struct {
	Link   string
	Hidden bool
	X, Y   float64               // a point on the link, for a number beside it
	Rate   [engine.NKind]float64 // trips sent per simulated second, estimated from the sample
	Total  float64               // all kinds
	Heat   float64               // Total as a share of the busiest link's, 0 to 1
}

// Heat counts the trips of the last simulated second on each link, by kind. The
// counts are those of the sample times the requests that each stands for; where
// the frame reaches back less than a second, they are scaled up. It appends to
// out and returns it.
func (s *Scene) Heat(f *engine.Frame, out []LinkHeat) []LinkHeat {
	base := len(out)
	for i := range s.routes {
		h := LinkHeat{Link: s.routes[i].name, Hidden: s.routes[i].hidden}
		if !h.Hidden {
			h.X, h.Y = s.routes[i].curves[outward][0].At(0.5)
		}
		out = append(out, h)
	}
	span := heatSpan
	if len(f.Legs) > 0 && s.over {
		span = min(span, max(f.Now-f.Legs[0].SentAt, 1))
	}
	span = max(1, min(span, f.Now))
	each := float64(max(f.Every, 1)) * float64(engine.Second) / float64(span)
	hottest := 0.0
	for i := range f.Legs {
		g := &f.Legs[i]
		if g.SentAt <= f.Now-span || g.SentAt > f.Now || int(g.Link) >= len(s.routes) || g.Kind >= engine.NKind {
			continue
		}
		h := &out[base+int(g.Link)]
		h.Rate[g.Kind] += each
		h.Total += each
		if !h.Hidden {
			hottest = max(hottest, h.Total)
		}
	}
	for i := base; hottest > 0 && i < len(out); i++ {
		out[i].Heat = out[i].Total / hottest
	}
	return out
}

// The room that a number beside a link takes, in CSS pixels.
const (
	heatW     = 54
	heatH     = 20
	heatMoves = 3 // how often a number makes way for others
)

// HeatNumber is how many trips a second pass over a link, or over several that join
// the same two components and are too close to each other for a number each.
type HeatNumber struct {
	X, Y  float64 // the middle of the number
	Total float64
}

// HeatNumbers appends the numbers of links on which something passes. They lie on
// the stage. Text is larger than usual by scale.
func (s *Scene) HeatNumbers(heat []LinkHeat, scale float64, out []HeatNumber) []HeatNumber {
	w, h := heatW*scale, heatH*scale
	first := len(out)
	var of []int // the link that a number began with
	for i := range heat {
		k := &heat[i]
		if k.Hidden || k.Total == 0 {
			continue
		}
		n := HeatNumber{X: min(max(k.X, w/2), s.layout.W-w/2), Y: min(max(k.Y, h/2), s.layout.H-h/2), Total: k.Total}
		j := covered(out[first:], &n, w, h)
		if j >= 0 && s.routes[of[j]].beside(&s.routes[i]) {
			out[first+j].Total += n.Total
			continue
		}
		for tries := 0; j >= 0 && tries < heatMoves; tries++ {
			n.Y = out[first+j].Y + h
			j = covered(out[first:], &n, w, h)
		}
		out, of = append(out, n), append(of, i)
	}
	return out
}

// covered is which of some numbers another would cover, -1 for none.
func covered(list []HeatNumber, n *HeatNumber, w, h float64) int {
	return slices.IndexFunc(list, func(m HeatNumber) bool { return math.Abs(m.X-n.X) < w && math.Abs(m.Y-n.Y) < h })
}

// beside tells whether two routes join the same two nodes.
func (r *route) beside(other *route) bool { return r.from == other.from && r.to == other.to }
