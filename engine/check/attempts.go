package check

import "stampede/engine"

// attemptFate is what the watcher knows of the attempt in one slot.
type attemptFate struct {
	state uint8 // unknown before the watch has seen it sent
	at    engine.Time
}

const (
	sent uint8 = iota + 1
	here
	onward // handed on, and on its way
	gone
)

// attempt follows one attempt through its life.
func (w *Watcher) attempt(o engine.Occurrence) {
	w.attempts = grow(w.attempts, int(o.Attempt))
	f := &w.attempts[o.Attempt]
	name := w.sim.Link(o.Link).Name
	switch o.What {
	case engine.AttemptSent:
		w.sent(o, name)
		*f = attemptFate{state: sent, at: o.At}
		return
	case engine.AttemptArrived:
		w.arrived(o, f, name)
	default:
		if f.state == sent || f.state == gone || f.state == onward {
			w.found.add(o.At, name, RuleOrder, "%s of an attempt of request %#x that is not there", o.What, o.Req)
		}
		*f = attemptFate{state: gone, at: o.At}
		n := &w.nodes[o.Node]
		n.leave(o.At)
		if o.What == engine.AttemptHanded {
			f.state = onward
			n.handed++
		}
	}
	w.touch(o.Node)
}

// arrived takes an attempt that comes straight from its caller, or that another
// node has handed on.
func (w *Watcher) arrived(o engine.Occurrence, f *attemptFate, name string) {
	link := w.sim.Link(o.Link)
	switch {
	case f.state == gone:
		w.found.add(o.At, name, RuleOrder, "an attempt of request %#x arrived that has ended", o.Req)
	case f.state == here:
		w.found.add(o.At, name, RuleOrder, "an attempt of request %#x arrived twice", o.Req)
	case f.state == sent && o.At != f.at+link.Hop:
		w.found.add(o.At, name, RuleOrder, "an attempt travelled for %d ns, the link takes %d", o.At-f.at, link.Hop)
	}
	*f = attemptFate{state: here, at: o.At}
	w.nodes[o.Node].enter(o.At)
}

// sent holds the attempts of one call to be numbered 1, 2, 3 and so on.
func (w *Watcher) sent(o engine.Occurrence, name string) {
	if o.No == 1 {
		w.links[o.Link].firsts++
	}
	w.calls = grow(w.calls, int(o.Call))
	f := &w.calls[o.Call]
	if f.state == ended {
		w.found.add(o.At, name, RuleAttempts, "an attempt was sent for a call that has ended")
	}
	if f.state == live && o.No != f.attempts+1 {
		w.found.add(o.At, name, RuleAttempts, "attempt %d was sent after attempt %d", o.No, f.attempts)
	}
	f.attempts = o.No
}
