package engine

import "stampede/engine/param"

// Component is one node of a scenario: a population, a server, a cache. Its
// methods are its transition function; all it may touch is its own state and
// what Ctx offers. Embed Base for the moments that do not concern it.
type Component interface {
	// Params declares the component's parameters, each bound to its field.
	Params(s *param.Set)
	// State names each part of the parameters and the state.
	State(c *Codec)
	// Instances is how many alike machines the node stands for.
	Instances() int
	// Init is called once, before the run, with the parameters set.
	Init(c *Ctx)
	// Arrive: an attempt has reached this node.
	Arrive(c *Ctx, id AttemptID)
	// Abandoned: the caller has given up on an attempt that is here.
	Abandoned(c *Ctx, id AttemptID)
	// Answered: a call that this node made over a link has ended. Arg is the
	// call's.
	Answered(c *Ctx, l LinkID, arg uint32, a Answer)
	// Timer: a timer that this node set is due.
	Timer(c *Ctx, t Timer)
	// Message: a one-way message has reached this node.
	Message(c *Ctx, m Message)
	// Changed: parameters were changed while running.
	Changed(c *Ctx)
	// Do carries out an operator's command; an unknown verb is an error.
	Do(c *Ctx, verb string, arg float64) error
	// Gauges reports what can be read off the node now.
	Gauges(c *Ctx, g *Gauges)
}

// Counted is a component with counters of its own, beside those the kernel
// keeps for every node.
type Counted interface {
	// Counters are the names of the counters that Ctx.Count adds to, in order.
	Counters() []string
}

// Answer is the outcome of a call that a node made. It has four fields, so that
// the compiler passes it in registers.
type Answer struct {
	Out  Outcome
	Req  uint64
	Task uint32
	Key  uint32
}

// Timer is a node's own timer come due.
type Timer struct {
	Kind uint8
	ID   uint32
	Gen  uint32
	Arg  uint32
}

// Message is a one-way word from one node to another.
type Message struct {
	Kind  Kind
	From  NodeID
	Key   uint32
	Value uint32
	Flags uint8
}

// Ask describes a call to make.
type Ask struct {
	Errand
	Req  uint64
	Task uint32 // the caller's own note, which the answer brings back
}

// Base answers every moment of a component with nothing.
type Base struct{}

// Instances is one.
func (Base) Instances() int { return 1 }

// Init does nothing.
func (Base) Init(*Ctx) {}

// Arrive is for nodes that are called; it refuses.
func (Base) Arrive(c *Ctx, id AttemptID) { c.Reply(id, Ended(Refused)) }

// Abandoned lets the work go on.
func (Base) Abandoned(*Ctx, AttemptID) {}

// Answered ignores the outcome.
func (Base) Answered(*Ctx, LinkID, uint32, Answer) {}

// Timer ignores it.
func (Base) Timer(*Ctx, Timer) {}

// Message ignores it.
func (Base) Message(*Ctx, Message) {}

// Changed needs no action.
func (Base) Changed(*Ctx) {}

// Do knows no command.
func (Base) Do(_ *Ctx, verb string, _ float64) error { return &UnknownVerb{verb} }

// Gauges reports nothing.
func (Base) Gauges(*Ctx, *Gauges) {}

// UnknownVerb is the error of a command that a component does not have.
type UnknownVerb struct{ Verb string }

// Error says which command is unknown.
func (e *UnknownVerb) Error() string { return "unknown command " + e.Verb }

// Commandable is a component that knows commands.
type Commandable interface {
	// Verbs are the commands that Do knows.
	Verbs() []string
}

// Verbs are the commands that a component knows.
func Verbs(c Component) []string {
	if k, ok := c.(Commandable); ok {
		return k.Verbs()
	}
	return nil
}
