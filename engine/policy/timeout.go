package policy

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Timeout gives up on what is below it after a fixed time. By default 1 s.
type Timeout struct {
	engine.OnlyDelay
	p struct{ after int64 }
}

// Params declares the time-out's parameters.
func (t *Timeout) Params(s *param.Set) {
	s.Duration(&t.p.after, "after", time.Second, "time after which the caller gives up", param.RangeD(time.Millisecond, 10*time.Minute), param.Log())
}

// State names the parts of the state.
func (t *Timeout) State(c *engine.Codec) { engine.Plain(c, &t.p) }

// Delay is how long the caller waits.
func (t *Timeout) Delay() engine.Time { return t.p.after }
