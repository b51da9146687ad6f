package component

import (
	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// Brokers are MQTT brokers: each keeps the sessions of its users. A tunnel that is
// set up anew for a user is accepted by a broker that has the session.
type Brokers struct {
	engine.Base
	station  station
	sessions flows
	held     int64 // sessions that there are
}

// Params declares the brokers' parameters.
func (s *Brokers) Params(set *param.Set) { s.station.p.params(set) }

// State names the parts of the state.
func (s *Brokers) State(c *engine.Codec) {
	s.station.state(c)
	s.sessions.state(c)
	engine.Plain(c, &s.held)
}

// Instances is the number of brokers.
func (s *Brokers) Instances() int { return int(s.station.p.instances) }

// Init makes the brokers.
func (s *Brokers) Init(*engine.Ctx) { s.station.init() }

const (
	brConnects = iota
	brAccepted
	brRefused
	brPublished
)

// Counters names what came.
func (s *Brokers) Counters() []string {
	return []string{"sessions_begun", "reuse_accepted", "reuse_unknown", "published"}
}

// Arrive serves publishes and connects, and turns away a tunnel for a user whom it
// does not know.
func (s *Brokers) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	if a.Kind == engine.KConnect && a.Arg&argAgain != 0 {
		if f := s.sessions.find(a.Key); f == nil || f.held == 0 {
			c.Count(brRefused, 1)
			c.Reply(id, engine.Ended(engine.Refused))
			return
		}
	}
	s.station.arrive(c, id)
}

// answer notes a session.
func (s *Brokers) answer(c *engine.Ctx, id engine.AttemptID) engine.Outcome {
	switch a := c.Attempt(id); {
	case a.Kind != engine.KConnect:
		c.Count(brPublished, 1)
	case a.Arg&argAgain != 0:
		c.Count(brAccepted, 1)
	default:
		c.Count(brConnects, 1)
		s.note(a.Key, flow{host: a.Inst, held: 1})
	}
	return engine.Ended(engine.OK)
}

// Message is a session that exists when the run begins, or one that its user has
// ended.
func (s *Brokers) Message(_ *engine.Ctx, m engine.Message) {
	s.note(m.Key, flow{held: boolByte(m.Flags == msgBoot)})
}

// note replaces what is known of a session.
func (s *Brokers) note(key uint32, f flow) {
	x := s.sessions.at(key)
	s.held += int64(f.held) - int64(x.held)
	*x = f
}

func boolByte(yes bool) uint8 {
	if yes {
		return 1
	}
	return 0
}

// Abandoned does with the work what the parameter says.
func (s *Brokers) Abandoned(c *engine.Ctx, id engine.AttemptID) { s.station.abandon(c, id) }

// Timer ends services.
func (s *Brokers) Timer(c *engine.Ctx, t engine.Timer) { s.station.timer(c, t, s) }

// Changed follows new parameters.
func (s *Brokers) Changed(c *engine.Ctx) { s.station.changed(c) }

// Verbs are the commands that Do knows.
func (s *Brokers) Verbs() []string { return []string{"forget"} }

// Do knows "forget": lose a share of the sessions, as brokers that are started
// anew do.
func (s *Brokers) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "forget" {
		return s.Base.Do(c, verb, arg)
	}
	for n := range s.sessions.all {
		for k := range s.sessions.all[n] {
			if float64(dist.Mix(uint64(flowKey(engine.NodeID(n), k)))>>11)/(1<<53) < arg {
				s.note(flowKey(engine.NodeID(n), k), flow{})
			}
		}
	}
	return nil
}

// Gauges reports queues, brokers and sessions.
func (s *Brokers) Gauges(c *engine.Ctx, g *engine.Gauges) {
	s.station.gauges(c, g)
	g.Set("sessions", float64(s.held))
}
