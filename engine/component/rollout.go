package component

import (
	"slices"
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Rollout releases the tiers behind it one after another: it begins with the next
// one a while after the one before has reported that it is done. A tier that halts,
// or that has no room for the release, halts the rollout, until somebody decides.
type Rollout struct {
	engine.Base
	p struct {
		pause int64
		order uint8
		_     [7]uint8
	}
	s struct {
		began, ended engine.Time
		gen          uint32                   // of the pause between two tiers
		tiers        [mostTiers]engine.NodeID // from the users inwards
		runs         [mostTiers]uint8         // what each of them runs
		n            uint8                    // of them
		way          uint8                    // the order in which it goes through them
		next         uint8                    // place in the order whose turn is next
		under        uint8                    // tiers that are at it
		verb         uint8                    // what they are told, of fleetVerbs
		active       bool
		paused       bool
		halted       bool
		due          bool // the next tier's turn came while the rollout was held up
		_            [2]uint8
	}
}

// What a tier runs.
const (
	runsOld uint8 = iota
	runsBoth
	runsNew
)

// mostTiers is how many tiers a rollout can have: as many as it has roles.
const mostTiers = 3

// The roles of a rollout's tiers, from the users inwards.
var tierRoles = []string{"outer", "middle", "inner"}

// Orders of a rollout.
const (
	outsideIn uint8 = iota
	insideOut
	atOnce
)

var rolloutOrders = []string{"outside_in", "inside_out", "at_once"}

// Params declares the rollout's parameters.
func (s *Rollout) Params(set *param.Set) {
	set.Choice(&s.p.order, "tier_order", "outside_in", rolloutOrders, "order in which tiers are released: from the users inwards, from the inside outwards, or all at once")
	set.Duration(&s.p.pause, "tier_pause", 80*time.Second, "time from the end of a tier's release to the beginning of the next one's", param.RangeD(0, time.Hour))
}

// State names the parts of the state.
func (s *Rollout) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
}

// Needs asks for a tier; there may be three.
func (s *Rollout) Needs() engine.Needs {
	return engine.Needs{Roles: tierRoles[:1], May: tierRoles[1:]}
}

// Init finds the tiers.
func (s *Rollout) Init(c *engine.Ctx) {
	for _, role := range tierRoles {
		if l, ok := c.LinkTo(role); ok {
			s.s.tiers[s.s.n] = c.Target(l)
			s.s.n++
		}
	}
}

const (
	roRollouts = iota
	roTiers
)

// Counters names what was released.
func (s *Rollout) Counters() []string { return []string{"rollouts", "tiers_released"} }

// Verbs are the commands that Do knows.
func (s *Rollout) Verbs() []string { return []string{"release", "bad_binary", "pause", "roll_back"} }

// Do carries out an operator's command on all tiers.
func (s *Rollout) Do(c *engine.Ctx, verb string, arg float64) error {
	switch verb {
	case "release", "bad_binary":
		s.release(c, verb)
	case "pause":
		s.hold(c, arg)
	case "roll_back":
		s.rollBack(c)
	default:
		return s.Base.Do(c, verb, arg)
	}
	return nil
}

// release begins, unless a rollout is under way. A bad binary takes the place of the
// program that is under way, as it does on one tier.
func (s *Rollout) release(c *engine.Ctx, verb string) {
	if s.s.active && (verb != "bad_binary" || s.s.verb == verbIndex(verb)) {
		return
	}
	c.Count(roRollouts, 1)
	s.march(c, verb, s.p.order)
}

// march goes through the tiers in an order, and tells each the same.
func (s *Rollout) march(c *engine.Ctx, verb string, way uint8) {
	s.s.verb, s.s.way, s.s.next, s.s.under = verbIndex(verb), way, 0, 0
	s.s.active, s.s.halted = true, false
	s.s.began = c.Now()
	s.s.gen++
	s.advance(c)
}

// advance begins with the next tier, or with all of them.
func (s *Rollout) advance(c *engine.Ctx) {
	if s.s.due = s.s.paused || s.s.halted; s.s.due {
		return
	}
	for s.s.next < s.s.n {
		i := s.s.next
		if s.s.way == insideOut {
			i = s.s.n - 1 - i
		}
		s.s.next++
		if s.backwards() && s.s.runs[i] == runsOld {
			continue
		}
		s.s.runs[i] = runsBoth
		s.s.under++
		s.tell(c, i, s.s.verb, 0)
		if s.s.way != atOnce {
			return
		}
	}
	s.finish(c)
}

// finish ends a rollout whose last tier is done.
func (s *Rollout) finish(c *engine.Ctx) {
	if s.s.active && s.s.under == 0 {
		s.s.active, s.s.ended = false, c.Now()
	}
}

// backwards reports whether the tiers get the old program again.
func (s *Rollout) backwards() bool { return fleetVerbs[s.s.verb] == "roll_back" }

// tell gives a tier a command, as an operator does.
func (s *Rollout) tell(c *engine.Ctx, tier, verb uint8, arg uint32) {
	c.Signal(s.s.tiers[tier], engine.Message{Kind: engine.KSignal, Key: uint32(verb), Value: arg, Flags: msgOperate})
}

// Message is a tier's report.
func (s *Rollout) Message(c *engine.Ctx, m engine.Message) {
	i := 0
	for s.s.tiers[i] != m.From {
		i++
	}
	switch {
	case !s.s.active:
	case m.Flags == msgHalted:
		s.s.halted = true
	case m.Flags == msgNoRoom:
		s.refused(i)
	default:
		s.done(c, i, m.Value != 0)
	}
}

// refused puts a tier that has no room for the release back in the line. When all
// are released at once there is no line, and it is left out.
func (s *Rollout) refused(i int) {
	s.s.runs[i] = runsOld
	s.s.halted = true
	s.s.under--
	if s.s.way != atOnce {
		s.s.next--
		s.s.due = true
	}
}

// done goes on once a tier is. One that was rolled back by itself halts the rollout.
func (s *Rollout) done(c *engine.Ctx, i int, back bool) {
	s.s.runs[i] = runsNew
	if back {
		s.s.runs[i] = runsOld
		s.s.halted = s.s.halted || !s.backwards()
	}
	c.Count(roTiers, 1)
	s.s.under--
	if s.s.way != atOnce && s.s.next < s.s.n {
		s.s.gen++
		c.At(c.Now()+s.p.pause, engine.Timer{Gen: s.s.gen})
	} else if s.s.next == s.s.n {
		s.finish(c)
	}
}

// Timer ends the pause between two tiers.
func (s *Rollout) Timer(c *engine.Ctx, t engine.Timer) {
	if s.s.active && t.Gen == s.s.gen {
		s.advance(c)
	}
}

// hold has all tiers pause, or go on.
func (s *Rollout) hold(c *engine.Ctx, arg float64) {
	s.s.paused = arg != 0
	if !s.s.paused {
		s.s.halted = false
	}
	verb := verbIndex("pause")
	for i := range s.s.n {
		s.tell(c, i, verb, uint32(boolean(s.s.paused)))
	}
	if s.s.active && s.s.due {
		s.advance(c)
	}
}

// rollBack gives the tiers that have the new program the old one again, the latest
// one first.
func (s *Rollout) rollBack(c *engine.Ctx) {
	if s.s.active && s.backwards() {
		return
	}
	s.s.paused = false
	way := s.s.way
	if way != atOnce {
		way = insideOut - way
	}
	s.march(c, "roll_back", way)
}

// Gauges reports how far it has come.
func (s *Rollout) Gauges(c *engine.Ctx, g *engine.Gauges) {
	took := s.s.ended - s.s.began
	if s.s.active {
		took = c.Now() - s.s.began
	}
	done := 0
	for _, what := range s.s.runs {
		if what == runsNew {
			done++
		}
	}
	g.Set("tiers_done", float64(done))
	g.Set("tiers_under_way", float64(s.s.under))
	g.Set("progress", float64(done)/float64(s.s.n))
	g.Set("releasing", boolean(s.s.active))
	g.Set("under_way", boolean(s.s.active && !s.s.paused && !s.s.halted))
	g.Set("release_time", seconds(took))
	g.Set("paused", boolean(s.s.paused))
	g.Set("halted", boolean(s.s.halted))
}

// verbIndex is a fleet's command as a number.
func verbIndex(verb string) uint8 { return uint8(slices.Index(fleetVerbs, verb)) }

// operated carries out the command of a rollout. It is told how a release goes that
// it has begun with.
func (f *fleet) operated(c *engine.Ctx, m engine.Message, of tenant) {
	verb := fleetVerbs[m.Key]
	f.s.led = f.s.led || verb != "pause"
	f.s.leader = m.From
	f.do(c, verb, float64(m.Value), of)
	if f.s.led && f.rel.refused {
		f.report(c, msgNoRoom, false)
		f.s.led = false
	}
}

// report tells the rollout that leads this release, if one does, how it stands.
func (f *fleet) report(c *engine.Ctx, word uint8, back bool) {
	if f.s.led {
		f.s.led = word == msgHalted
		c.Signal(f.s.leader, engine.Message{Kind: engine.KSignal, Value: uint32(boolByte(back)), Flags: word})
	}
}

// halt pauses a release whose new processes do not pass their checks, until
// somebody decides.
func (f *fleet) halt(c *engine.Ctx) {
	f.rel.paused, f.rel.halted = true, true
	f.report(c, msgHalted, false)
}
