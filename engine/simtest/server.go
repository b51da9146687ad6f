package simtest

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Step is one answer of a Server: after Delay, with Out; a Step whose Out is
// Pending is no answer at all.
type Step struct {
	Delay engine.Time
	Out   engine.Outcome
}

// OK, Fail and Silent are common steps.
var (
	OK     = Step{Out: engine.Ended(engine.OK)}
	Fail   = Step{Out: engine.Ended(engine.Failed)}
	Silent = Step{}
)

// After is a step with a delay.
func (s Step) After(d engine.Time) Step {
	s.Delay = d
	return s
}

// Server answers by a list: the first attempt gets the first step, and so on;
// the last step holds for all further ones. It has room for everybody and does
// not care whether anybody still waits.
type Server struct {
	engine.Base
	Steps []Step
	Times []engine.Time // arrivals
	Left  uint64        // attempts whose caller gave up while they were here
}

// Params declares nothing.
func (*Server) Params(*param.Set) {}

// State names the parts of the state.
func (s *Server) State(c *engine.Codec) {
	engine.Slice(c, &s.Steps)
	engine.Slice(c, &s.Times)
	engine.Plain(c, &s.Left)
}

// Arrive plans the answer.
func (s *Server) Arrive(c *engine.Ctx, id engine.AttemptID) {
	n := len(s.Times)
	s.Times = append(s.Times, c.Now())
	st := s.Steps[min(n, len(s.Steps)-1)]
	switch {
	case st.Out.Status == engine.Pending:
		c.Drop(id)
	case st.Delay == 0:
		c.Reply(id, st.Out)
	default:
		c.At(c.Now()+st.Delay, engine.Timer{ID: uint32(id), Arg: uint32(min(n, len(s.Steps)-1))})
	}
}

// Timer answers.
func (s *Server) Timer(c *engine.Ctx, t engine.Timer) {
	c.Reply(engine.AttemptID(t.ID), s.Steps[t.Arg].Out)
}

// Abandoned counts.
func (s *Server) Abandoned(*engine.Ctx, engine.AttemptID) { s.Left++ }
