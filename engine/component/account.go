//go:build !page

package component

import (
	"fmt"

	"stampede/engine"
)

// Account holds the queue to what it has been given: every event that came is
// delivered, at the workers, or waits in one copy that counts. In full it counts
// the copies and the marks one by one.
func (s *WorkQueue) Account(c *engine.Ctx, full bool) error {
	own := c.Totals().Own
	came := int64(own[wqCopies] - own[wqDuplicates])
	if out := int64(own[wqDelivered]); came != out+s.s.unique+s.s.busy {
		return fmt.Errorf("%d events came, %d are delivered, %d wait and %d are processed", came, out, s.s.unique, s.s.busy)
	}
	if left := int64(own[wqCopies]-own[wqDiscarded]-own[wqRemoved]-own[wqProcessed]) - s.s.working; left != int64(s.held()) {
		return fmt.Errorf("%d copies should be held, %d are", left, s.held())
	}
	if !full {
		return nil
	}
	return s.recount()
}

func (s *WorkQueue) recount() error {
	var copies, unique, busy int64
	for i := range s.ledger.marks.len() {
		m := s.ledger.marks.at(i)
		copies += int64(m.copies)
		if m.first {
			unique++
		}
		if m.busy > 0 && !m.done {
			busy++
		}
	}
	forgotten := int64(0)
	for _, l := range []*line[copied]{&s.fresh, &s.retried} {
		for i := range l.len() {
			if s.ledger.find(l.at(i).serial) == nil {
				forgotten++
			}
		}
	}
	var piled, piledUnique int64
	for i := range s.pile.slots.len() {
		piled += int64(s.pile.slots.at(i).copies)
		piledUnique += int64(s.pile.slots.at(i).unique)
	}
	switch held := int64(s.held()); {
	case copies+forgotten != held || piled != held:
		return fmt.Errorf("%d copies are held, %d by the marks and %d by the pile", held, copies+forgotten, piled)
	case unique != s.s.unique || piledUnique != unique || busy != s.s.busy:
		return fmt.Errorf("%d events wait and %d are processed, %d and %d by the marks, %d by the pile", s.s.unique, s.s.busy, unique, busy, piledUnique)
	}
	return nil
}

// Account holds the intake to what it has accepted: an event is delivered or
// still here.
func (s *Intake) Account(c *engine.Ctx, full bool) error {
	own := c.Totals().Own
	if here := c.Totals().Here; int64(own[inAccepted]-own[inDelivered]) != here {
		return fmt.Errorf("%d events accepted, %d delivered, %d here", own[inAccepted], own[inDelivered], here)
	}
	if !full {
		return nil
	}
	n := int64(0)
	for i := range s.events.len() {
		if s.events.at(i).attempt != engine.None {
			n++
		}
	}
	if n != c.Totals().Here {
		return fmt.Errorf("%d events are noted as not delivered, %d are here", n, c.Totals().Here)
	}
	return nil
}
