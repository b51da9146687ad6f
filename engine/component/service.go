package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// service is the declared law of service times.
type service struct {
	law   uint8
	_     [7]uint8
	mean  int64
	shape float64
}

func (p *service) params(s *param.Set, mean time.Duration) {
	s.Choice(&p.law, "service_law", dist.LawNames[dist.Exponential], dist.LawNames, "how service times vary")
	s.Duration(&p.mean, "service_mean", mean, "mean service time", param.RangeD(time.Microsecond, time.Hour), param.Log())
	s.Float(&p.shape, "service_shape", 2, "shape of the law: stages, tail index or coefficient of variation", param.Range(0.05, 100))
}

// span is a command's argument in seconds as a time, at most some thirty years.
func span(seconds float64) engine.Time {
	return engine.Time(min(max(seconds, 0), 1e9) * float64(engine.Second))
}

// draw is a request's service time.
//
//go:noinline
func (p *service) draw(c *engine.Ctx, req uint64, no uint16) engine.Time {
	r := c.Draws(req, no)
	if p.law == dist.Exponential {
		return dist.Exponentially(r.Exp(), p.mean)
	}
	return dist.Law{Kind: p.law, Mean: p.mean, Shape: p.shape}.Sample(&r)
}
