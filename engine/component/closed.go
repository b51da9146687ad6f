package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// Closed is a closed-loop source: each of its users asks, waits for the
// answer, thinks and asks again.
type Closed struct {
	engine.Base
	p struct {
		users int64
		think int64
		shape float64
		law   uint8
		_     [7]uint8
	}
	s struct {
		n     uint64 // thoughts begun
		there int64  // users who take part
		link  engine.LinkID
		kind  engine.Kind
		_     [5]uint8
	}
}

// Params declares the users' parameters.
func (s *Closed) Params(set *param.Set) {
	set.Int(&s.p.users, "users", 10, "people who ask, wait and think", param.Range(1, 1e6))
	set.Duration(&s.p.think, "think_mean", 10*time.Second, "mean time between an answer and the next question", param.RangeD(0, time.Hour))
	set.Choice(&s.p.law, "think_law", dist.LawNames[dist.Exponential], dist.LawNames, "how think times vary")
	set.Float(&s.p.shape, "think_shape", 2, "shape of the law of think times", param.Range(0.05, 100))
}

// State names the parts of the state.
func (s *Closed) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
}

// Init has every user think first.
func (s *Closed) Init(c *engine.Ctx) {
	s.s.link, s.s.kind = onlyLink(c)
	s.Changed(c)
}

// Changed has further users join, thinking first. Those who are too many leave
// with their next answer.
func (s *Closed) Changed(c *engine.Ctx) {
	for s.s.there < s.p.users {
		s.s.there++
		s.think(c)
	}
}

func (s *Closed) think(c *engine.Ctx) {
	s.s.n++
	req := uint64(c.ID()+1)<<48 | s.s.n
	r := c.Draws(req, 0)
	d := dist.Law{Kind: s.p.law, Mean: s.p.think, Shape: s.p.shape}.Sample(&r)
	c.At(c.Now()+d, engine.Timer{ID: uint32(s.s.n), Arg: uint32(s.s.n >> 32)})
}

// Timer asks.
func (s *Closed) Timer(c *engine.Ctx, t engine.Timer) {
	n := uint64(t.Arg)<<32 | uint64(t.ID)
	c.Call(&engine.Ask{Req: uint64(c.ID()+1)<<48 | n, Errand: engine.Errand{Link: s.s.link, Kind: s.s.kind, Why: engine.Fresh}})
}

// Answered lets the user think again, or leave.
func (s *Closed) Answered(c *engine.Ctx, _ engine.LinkID, _ uint32, _ engine.Answer) {
	if s.s.there > s.p.users {
		s.s.there--
		return
	}
	s.think(c)
}

// Gauges reports the number of users.
func (s *Closed) Gauges(_ *engine.Ctx, g *engine.Gauges) { g.Set("users", float64(s.p.users)) }
