package component

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Workers are a pool that processes events from a work queue, and serves
// whatever else is sent to it. For each event processed it sends an alert.
type Workers struct {
	engine.Base
	station station
	s       struct {
		alerts engine.LinkID
		send   bool
		_      [5]uint8
	}
}

// Params declares the workers' parameters.
func (s *Workers) Params(set *param.Set) { s.station.p.params(set) }

// State names the parts of the state.
func (s *Workers) State(c *engine.Codec) {
	s.station.state(c)
	engine.Plain(c, &s.s)
}

// Instances is the number of pools.
func (s *Workers) Instances() int { return int(s.station.p.instances) }

// Init makes the pools and finds whom to alert.
func (s *Workers) Init(c *engine.Ctx) {
	s.station.init()
	s.s.alerts, s.s.send = c.LinkTo("alerts")
}

// Arrive serves, queues or turns away.
func (s *Workers) Arrive(c *engine.Ctx, id engine.AttemptID) { s.station.arrive(c, id) }

// Abandoned does with the work what the parameter says.
func (s *Workers) Abandoned(c *engine.Ctx, id engine.AttemptID) { s.station.abandon(c, id) }

// Timer ends services.
func (s *Workers) Timer(c *engine.Ctx, t engine.Timer) { s.station.timer(c, t, s) }

// answer sends the alert of an event. What is not an event is somebody's request.
func (s *Workers) answer(c *engine.Ctx, id engine.AttemptID) engine.Outcome {
	a := c.Attempt(id)
	if s.s.send && a.Kind == engine.KWork {
		c.Send(s.s.alerts, engine.Message{Kind: engine.KSignal, Key: a.Arg}, a.Req, a.Inst)
	}
	return engine.Ended(engine.OK)
}

// Changed follows new parameters.
func (s *Workers) Changed(c *engine.Ctx) { s.station.changed(c) }

// Verbs are the commands that Do knows.
func (s *Workers) Verbs() []string { return []string{"add"} }

// Do knows "add": more workers, as a share of those there.
func (s *Workers) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "add" {
		return s.Base.Do(c, verb, arg)
	}
	s.station.add(c, arg)
	return nil
}

// Gauges reports queues and workers.
func (s *Workers) Gauges(c *engine.Ctx, g *engine.Gauges) { s.station.gauges(c, g) }
