package component

import (
	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// Population is an open-loop source: requests come as a Poisson process (or
// with another law of gaps) whatever becomes of the earlier ones.
type Population struct {
	engine.Base
	p struct {
		rate  float64
		shape float64
		law   uint8
		_     [7]uint8
	}
	s struct {
		gaps dist.Stream
		n    uint64 // requests made
		gen  uint32
		link engine.LinkID
		kind engine.Kind
		_    uint8
	}
}

// Params declares the population's parameters.
func (s *Population) Params(set *param.Set) {
	set.Float(&s.p.rate, "rate", 100, "requests a second", param.Unit("1/s"), param.Range(0, 1e7))
	set.Choice(&s.p.law, "gap_law", dist.LawNames[dist.Exponential], dist.LawNames, "how the gaps between requests vary")
	set.Float(&s.p.shape, "gap_shape", 2, "shape of the law of gaps", param.Range(0.05, 100))
}

// State names the parts of the state.
func (s *Population) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
}

// Init draws the first gap.
func (s *Population) Init(c *engine.Ctx) {
	s.s.gaps = c.Stream("gaps")
	s.s.link, s.s.kind = onlyLink(c)
	s.plan(c)
}

// longestGap is longer than any run, and short enough to be added to any moment.
const longestGap = 1 << 60

// short is a gap or the longest one; min would be a call in WebAssembly.
func short(gap float64) float64 {
	if gap > longestGap {
		return longestGap
	}
	return gap
}

// plan draws when the next request comes.
//
//go:noinline
func (s *Population) plan(c *engine.Ctx) {
	if s.p.rate <= 0 {
		return
	}
	mean := short(float64(engine.Second) / s.p.rate)
	gap := int64(short(mean * s.s.gaps.Exp()))
	if s.p.law != dist.Exponential {
		gap = dist.Law{Kind: s.p.law, Mean: int64(mean), Shape: s.p.shape}.Sample(&s.s.gaps)
	}
	c.At(c.Now()+gap, engine.Timer{Gen: s.s.gen})
}

// Timer makes a request and plans the next.
func (s *Population) Timer(c *engine.Ctx, t engine.Timer) {
	if t.Gen != s.s.gen {
		return
	}
	s.s.n++
	req := uint64(c.ID()+1)<<48 | s.s.n
	s.plan(c)
	c.Call(&engine.Ask{Req: req, Errand: engine.Errand{Link: s.s.link, Kind: s.s.kind, Why: engine.Fresh}})
}

// onlyLink is the one link of a source. That a source has one is checked with
// the scenario.
func onlyLink(c *engine.Ctx) (engine.LinkID, engine.Kind) {
	l, _ := c.LinkTo("")
	return l, c.KindOf(l)
}

// Changed draws a new gap at the new rate: a Poisson process forgets.
func (s *Population) Changed(c *engine.Ctx) {
	s.s.gen++
	s.plan(c)
}

// Verbs are the commands that Do knows.
func (s *Population) Verbs() []string { return []string{"rate"} }

// Do knows "rate": so many requests a second from now on.
func (s *Population) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "rate" {
		return s.Base.Do(c, verb, arg)
	}
	s.p.rate = min(max(arg, 0), 1e7)
	s.Changed(c)
	return nil
}

// Gauges reports the rate.
func (s *Population) Gauges(_ *engine.Ctx, g *engine.Gauges) { g.Set("rate", s.p.rate) }
