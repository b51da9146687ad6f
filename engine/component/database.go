package component

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Database is the persistent store: machines that queue and answer queries,
// and the values they hold. Every value is valid unless the publisher said
// otherwise.
type Database struct {
	engine.Base
	station station
	held    []held
}

// held is what the store holds for a key that has been published.
type held struct {
	key, version uint32
	invalid      uint32
	_            uint32
}

// Params declares the database's parameters.
func (s *Database) Params(set *param.Set) { s.station.p.params(set) }

// State names the parts of the state.
func (s *Database) State(c *engine.Codec) {
	s.station.state(c)
	engine.Slice(c, &s.held)
}

// Instances is the number of databases.
func (s *Database) Instances() int { return int(s.station.p.instances) }

// Init makes the machines.
func (s *Database) Init(*engine.Ctx) { s.station.init() }

// Arrive serves, queues or turns away.
func (s *Database) Arrive(c *engine.Ctx, id engine.AttemptID) { s.station.arrive(c, id) }

// Abandoned does with the query what the parameter says.
func (s *Database) Abandoned(c *engine.Ctx, id engine.AttemptID) { s.station.abandon(c, id) }

// Timer ends queries.
func (s *Database) Timer(c *engine.Ctx, t engine.Timer) { s.station.timer(c, t, s) }

// answer is that to a query: what the store holds at that moment.
func (s *Database) answer(c *engine.Ctx, id engine.AttemptID) engine.Outcome {
	key := c.Attempt(id).Key
	for i := range s.held {
		if h := &s.held[i]; h.key == key {
			return engine.Outcome{Status: engine.OK, Flags: uint8(h.invalid) * engine.FlagInvalid, Value: h.version}
		}
	}
	return engine.Outcome{Status: engine.OK, Value: 1}
}

// Message takes the publisher's word.
func (s *Database) Message(_ *engine.Ctx, m engine.Message) {
	h := held{key: m.Key, version: m.Value}
	if m.Flags&engine.FlagInvalid != 0 {
		h.invalid = 1
	}
	for i := range s.held {
		if s.held[i].key == m.Key {
			s.held[i] = h
			return
		}
	}
	s.held = append(s.held, h)
}

// Changed follows new parameters.
func (s *Database) Changed(c *engine.Ctx) { s.station.changed(c) }

// Verbs are the commands that Do knows.
func (s *Database) Verbs() []string { return []string{"add"} }

// Do knows "add": more servers at every database, as a share of those there.
func (s *Database) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "add" {
		return s.Base.Do(c, verb, arg)
	}
	s.station.add(c, arg)
	return nil
}

// Gauges reports queues and servers.
func (s *Database) Gauges(c *engine.Ctx, g *engine.Gauges) { s.station.gauges(c, g) }
