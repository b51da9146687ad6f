package component

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Gate is the front door: the name under which the site is found. It lets a
// share of the requests in; to the others the name does not resolve.
type Gate struct {
	engine.Base
	p struct{ share float64 }
	s struct {
		from       float64 // share at the start of a ramp
		start, end engine.Time
		link       engine.LinkID
		_          [6]uint8
	}
}

// Params declares the gate's parameters.
func (g *Gate) Params(set *param.Set) {
	set.Float(&g.p.share, "share", 1, "share of requests let in, or reached at the end of a gradual return", param.Range(0, 1), param.Unit("share"), param.Step(0.01))
}

// State names the parts of the state.
func (g *Gate) State(c *engine.Codec) {
	engine.Plain(c, &g.p)
	engine.Plain(c, &g.s)
}

// Init finds the way in.
func (g *Gate) Init(c *engine.Ctx) { g.s.link, _ = onlyLink(c) }

// Changed ends a ramp: the new share holds at once.
func (g *Gate) Changed(*engine.Ctx) { g.s.end = 0 }

// open is the share let in now.
func (g *Gate) open(now engine.Time) float64 {
	if now >= g.s.end {
		return g.p.share
	}
	done := float64(now-g.s.start) / float64(g.s.end-g.s.start)
	return g.s.from + float64((g.p.share-g.s.from)*done)
}

// Arrive lets the request in or turns it away.
func (g *Gate) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	r := c.Draws(a.Req, a.No)
	if r.Float64() >= g.open(c.Now()) {
		c.Count(0, 1)
		c.Reply(id, engine.Ended(engine.Unsolved))
		return
	}
	c.Forward(id, g.s.link)
}

// Verbs are the commands that Do knows.
func (g *Gate) Verbs() []string { return []string{"shut", "admit", "ramp"} }

// Do knows "shut" (nobody comes in), "admit" (this share comes in) and "ramp"
// (all come in after so many seconds, gradually).
func (g *Gate) Do(c *engine.Ctx, verb string, arg float64) error {
	now := g.open(c.Now())
	switch verb {
	case "shut":
		g.p.share, g.s.end = 0, 0
	case "admit":
		g.p.share, g.s.end = arg, 0
	case "ramp":
		g.s.from, g.s.start, g.s.end = now, c.Now(), c.Now()+span(arg)
		g.p.share = 1
	default:
		return g.Base.Do(c, verb, arg)
	}
	return nil
}

// Counters names the requests turned away.
func (g *Gate) Counters() []string { return []string{"turned_away"} }

// Gauges reports the share let in.
func (g *Gate) Gauges(c *engine.Ctx, out *engine.Gauges) { out.Set("let_in", g.open(c.Now())) }
