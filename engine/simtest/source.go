package simtest

import (
	"stampede/engine"
	"stampede/engine/param"
)

// Ask is one question of a Source.
type Ask struct {
	At    engine.Time
	Key   uint32
	Inst  uint16
	Flags uint8
	_     uint8
}

// Heard is one answer to a Source.
type Heard struct {
	At    engine.Time
	Asked uint64 // index of the question
	Out   engine.Outcome
}

// Source asks at given moments and writes down what it hears.
type Source struct {
	engine.Base
	Asks  []Ask
	Heard []Heard
	Hosts int64 // instances; 0 counts as one
}

// Params declares nothing.
func (*Source) Params(*param.Set) {}

// State names the parts of the state.
func (s *Source) State(c *engine.Codec) {
	engine.Slice(c, &s.Asks)
	engine.Slice(c, &s.Heard)
	engine.Plain(c, &s.Hosts)
}

// Instances is the number of hosts.
func (s *Source) Instances() int { return int(max(1, s.Hosts)) }

// Init plans every question.
func (s *Source) Init(c *engine.Ctx) {
	for i := range s.Asks {
		c.At(s.Asks[i].At, engine.Timer{ID: uint32(i)})
	}
}

// Timer asks.
func (s *Source) Timer(c *engine.Ctx, t engine.Timer) {
	l, _ := c.LinkTo("")
	a := s.Asks[t.ID]
	c.Call(&engine.Ask{
		Req: uint64(c.ID()+1)<<48 | uint64(t.ID+1), Task: t.ID,
		Errand: engine.Errand{Link: l, Key: a.Key, FromInst: a.Inst, Flags: a.Flags, Kind: c.KindOf(l), Why: engine.Fresh},
	})
}

// Answered writes down the outcome.
func (s *Source) Answered(c *engine.Ctx, _ engine.LinkID, _ uint32, a engine.Answer) {
	s.Heard = append(s.Heard, Heard{c.Now(), uint64(a.Task), a.Out})
}

// Out returns the outcome of the i-th question, Pending while there is none.
func (s *Source) Out(i int) engine.Outcome {
	for _, h := range s.Heard {
		if h.Asked == uint64(i) {
			return h.Out
		}
	}
	return engine.Outcome{}
}

// At returns when the i-th question was answered, -1 while it has not been.
func (s *Source) At(i int) engine.Time {
	for _, h := range s.Heard {
		if h.Asked == uint64(i) {
			return h.At
		}
	}
	return -1
}
