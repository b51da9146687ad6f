package component

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Server is machines with servers, a queue and a law of service: enough to
// state any plain queueing system. A share of its answers can be failures.
type Server struct {
	engine.Base
	station station
	p       struct{ failShare float64 }
}

// Params declares the server's parameters.
func (s *Server) Params(set *param.Set) {
	s.station.p.params(set)
	set.Float(&s.p.failShare, "fail_share", 0, "share of the requests served that are answered with an error, drawn for each attempt", param.Range(0, 1), param.Unit("share"), param.Step(0.01))
}

// State names the parts of the state.
func (s *Server) State(c *engine.Codec) {
	s.station.state(c)
	engine.Plain(c, &s.p)
}

// Instances is the number of machines that take requests.
func (s *Server) Instances() int { return int(s.station.p.instances) }

// Init makes the machines.
func (s *Server) Init(*engine.Ctx) { s.station.init() }

// Arrive serves, queues or turns away.
func (s *Server) Arrive(c *engine.Ctx, id engine.AttemptID) { s.station.arrive(c, id) }

// Abandoned does with the work what the parameter says.
func (s *Server) Abandoned(c *engine.Ctx, id engine.AttemptID) { s.station.abandon(c, id) }

// Timer ends services.
func (s *Server) Timer(c *engine.Ctx, t engine.Timer) { s.station.timer(c, t, s) }

// answer draws whether an attempt fails. The complement of the request's number
// keys the draw, so that it has nothing to do with the service time.
func (s *Server) answer(c *engine.Ctx, id engine.AttemptID) engine.Outcome {
	if s.p.failShare > 0 {
		a := c.Attempt(id)
		r := c.Draws(^a.Req, a.No)
		if r.Float64() < s.p.failShare {
			return engine.Ended(engine.Failed)
		}
	}
	return engine.Ended(engine.OK)
}

// Changed follows new parameters.
func (s *Server) Changed(c *engine.Ctx) { s.station.changed(c) }

// Verbs are the commands that Do knows.
func (s *Server) Verbs() []string { return []string{"stall"} }

// Do knows "stall": start no service for the given seconds.
func (s *Server) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "stall" {
		return s.Base.Do(c, verb, arg)
	}
	s.station.stall(c, span(arg))
	return nil
}

// Gauges reports queues and servers.
func (s *Server) Gauges(c *engine.Ctx, g *engine.Gauges) { s.station.gauges(c, g) }
