package session

import (
	"slices"

	"stampede/engine"
	"stampede/engine/record"
)

// causes finds out, in the time that Pump leaves over, what sustains a
// failure. It asks once for each course of things: when the run fails with the
// trigger over, and again after somebody has acted.
type causes struct {
	inquiry *record.Inquiry
	found   []*record.Finding
}

// maxFound bounds the findings remembered; the oldest are forgotten.
const maxFound = 64

// steadyFor is how long the run must have been failing before it is asked
// why: a failure that passes by itself has no cause worth naming.
const steadyFor = 5 * engine.Second

func (c *causes) work(s *Session, w *work) {
	if c.inquiry == nil && s.mustAsk() {
		c.ask(s)
	}
	for c.inquiry != nil {
		n := w.next()
		if n == 0 {
			return
		}
		w.spend(n)
		if c.inquiry.Step(n) {
			c.inquiry = nil // its copy of the run is not needed any more
		}
	}
}

// ask begins an inquiry of the run as it stands. One that cannot begin, as
// when a scenario's own causes name what does not exist, is not asked again.
func (c *causes) ask(s *Session) {
	q, err := record.NewInquiry(s.scn, func() (*engine.Sim, error) { return s.build(s.opt.Seed) }, s.tl.Sim())
	f := &record.Finding{At: s.tl.Sim().Now(), Done: true}
	if err == nil {
		c.inquiry, f = q, q.Finding()
	}
	if len(c.found) == maxFound {
		c.found = slices.Delete(c.found, 0, 1)
	}
	c.found = append(c.found, f)
}

// mustAsk reports whether the run fails in a way that has not been asked for.
func (s *Session) mustAsk() bool {
	sim := s.tl.Sim()
	now := sim.Now()
	if s.goal.on || s.tl.Midway() || len(s.scn.Causes) == 0 || !s.judge.Calm(now) {
		return false
	}
	span, ok := s.span(now)
	return ok && span.State == record.Failing && now-max(span.From, s.changed(now)) >= steadyFor && s.causes.at(s, now) == nil
}

// span is the stretch of one state that a moment lies in.
func (s *Session) span(at engine.Time) (record.Span, bool) {
	for _, sp := range slices.Backward(s.judge.Spans()) {
		if sp.From < at {
			return sp, true
		}
	}
	return record.Span{}, false
}

// changed is when the last command before a moment took effect, of the script
// or of a person; 0 when nothing was done.
func (s *Session) changed(at engine.Time) engine.Time {
	for _, c := range slices.Backward(s.judge.Commands()) {
		if c.Due() < at && c.Verb != engine.CmdTakeOver {
			return c.Due()
		}
	}
	return 0
}

// at is the finding that holds at a moment: nothing was done between the two.
func (c *causes) at(s *Session, at engine.Time) *record.Finding {
	for _, f := range slices.Backward(c.found) {
		if s.changed(f.At) == s.changed(at) {
			return f
		}
	}
	return nil
}

// forget drops what was found after a moment that is now the head.
func (c *causes) forget(at engine.Time) {
	if c.inquiry != nil && c.inquiry.Finding().At > at {
		c.inquiry = nil
	}
	c.found = slices.DeleteFunc(c.found, func(f *record.Finding) bool { return f.At > at })
}
