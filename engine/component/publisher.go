package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Publisher changes the persistent configuration value. A push takes effect in
// the store and in the cache at once, unless it is checked first or tried on a
// few hosts.
type Publisher struct {
	engine.Base
	p struct {
		share    float64
		hold     int64
		validate bool
		canary   bool
		_        [6]uint8
	}
	s struct {
		version    uint32
		trial      uint32 // version on trial at the canary hosts, 0 for none
		invalid    uint8  // whether what is on trial is invalid
		complained uint8
		_          uint16
		hosts      engine.LinkID
		cache      engine.LinkID
		store      engine.LinkID
		_          uint16
	}
}

// The publisher's word to the hosts: which share of them is on trial, in
// 1/65536.
const trialUnit = 1 << 16

// Params declares the publisher's parameters.
func (s *Publisher) Params(set *param.Set) {
	set.Bool(&s.p.validate, "validate", false, "check a value before it is published; an invalid one is refused")
	set.Bool(&s.p.canary, "canary", false, "try a value on a share of the hosts first")
	set.Float(&s.p.share, "canary_share", 0.01, "share of the hosts that try a value first", param.Range(0.001, 1), param.Unit("share"), param.Log())
	set.Duration(&s.p.hold, "canary_hold", 10*time.Second, "how long a value is tried", param.RangeD(time.Second, 10*time.Minute))
}

// State names the parts of the state.
func (s *Publisher) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
}

// Init finds whom to tell.
func (s *Publisher) Init(c *engine.Ctx) {
	s.s.version = 1
	s.s.hosts, _ = c.LinkTo("hosts")
	s.s.cache, _ = c.LinkTo("cache")
	s.s.store, _ = c.LinkTo("store")
}

// Counters names what became of pushes.
func (s *Publisher) Counters() []string {
	return []string{"pushes", "refused_pushes", "withdrawn_pushes"}
}

// Verbs are the commands that Do knows.
func (s *Publisher) Verbs() []string { return []string{"push"} }

// Do knows "push" with 1 for a valid value and 0 for an invalid one.
func (s *Publisher) Do(c *engine.Ctx, verb string, arg float64) error {
	if verb != "push" {
		return s.Base.Do(c, verb, arg)
	}
	invalid := uint8(0)
	if arg == 0 {
		invalid = engine.FlagInvalid
	}
	if s.p.validate && invalid != 0 {
		c.Count(1, 1)
		return nil
	}
	s.s.version++
	if !s.p.canary || invalid == 0 {
		s.endTrial(c)
		s.publish(c, invalid)
		return nil
	}
	s.s.trial, s.s.invalid, s.s.complained = s.s.version, invalid, 0
	s.tell(c, canaryKey(c), invalid)
	c.Send(s.s.hosts, engine.Message{Kind: engine.KSignal, Value: uint32(s.p.share * trialUnit)}, 0, 0)
	c.At(c.Now()+s.p.hold, engine.Timer{Gen: s.s.trial})
	return nil
}

func (s *Publisher) publish(c *engine.Ctx, invalid uint8) {
	c.Count(0, 1)
	s.tell(c, pushedKey, invalid)
	s.tell(c, canaryKey(c), invalid)
}

// tell puts the current version of a key into store and cache.
func (s *Publisher) tell(c *engine.Ctx, key uint32, invalid uint8) {
	m := engine.Message{Kind: engine.KSignal, Key: key, Value: s.s.version, Flags: invalid}
	c.Send(s.s.store, m, 0, 0)
	c.Send(s.s.cache, m, 0, 0)
}

func (s *Publisher) endTrial(c *engine.Ctx) {
	if s.s.trial == 0 {
		return
	}
	s.s.trial = 0
	c.Send(s.s.hosts, engine.Message{Kind: engine.KSignal}, 0, 0)
}

// Timer ends the trial: a value that nobody complained of is published.
func (s *Publisher) Timer(c *engine.Ctx, t engine.Timer) {
	if s.s.trial == 0 || s.s.trial != t.Gen {
		return
	}
	complained := s.s.complained != 0
	s.endTrial(c)
	if complained {
		c.Count(2, 1)
		return
	}
	s.publish(c, s.s.invalid)
}

// Message is a host's complaint about a value on trial.
func (s *Publisher) Message(*engine.Ctx, engine.Message) { s.s.complained = 1 }

// Gauges reports the version published and whether one is on trial.
func (s *Publisher) Gauges(_ *engine.Ctx, g *engine.Gauges) {
	g.Set("version", float64(s.s.version))
	if s.s.trial != 0 {
		g.Set("on_trial", s.p.share)
	}
}
