package component

import (
	"stampede/engine"
	"stampede/engine/param"
)

// OnCall are the people who are alerted.
type OnCall struct {
	engine.Base
	alerts uint64
}

// State names the parts of the state.
func (s *OnCall) State(c *engine.Codec) { engine.Plain(c, &s.alerts) }

// Params declares none.
func (s *OnCall) Params(*param.Set) {}

// Message is an alert.
func (s *OnCall) Message(c *engine.Ctx, _ engine.Message) {
	s.alerts++
	c.Count(0, 1)
}

// Counters names the alerts that came.
func (s *OnCall) Counters() []string { return []string{"alerts"} }

// Gauges reports how many alerts have come.
func (s *OnCall) Gauges(_ *engine.Ctx, g *engine.Gauges) { g.Set("alerted", float64(s.alerts)) }
