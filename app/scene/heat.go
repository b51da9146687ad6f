package scene

import "stampede/engine"

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
