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
	gone
)

// attempt follows one attempt through its life.
func (w *Watcher) attempt(o engine.Occurrence) {
	w.attempts = grow(w.attempts, int(o.Attempt))
	f := &w.attempts[o.Attempt]
	name := w.sim.Link(o.Link).Name
	if o.What == engine.AttemptSent {
		w.sent(o, name)
		*f = attemptFate{sent, o.At}
		return
	}
	w.touch(o.Node)
	want := here
	if o.What == engine.AttemptArrived {
		want = sent
		if hop := w.sim.Link(o.Link).Hop; f.state == sent && o.At != f.at+hop {
			w.found.add(o.At, name, RuleOrder, "an attempt travelled for %d ns, the link takes %d", o.At-f.at, hop)
		}
	}
	if f.state != unknown && f.state != want {
		w.found.add(o.At, name, RuleOrder, "%s of an attempt of request %#x that is not there", o.What, o.Req)
	}
	if o.What == engine.AttemptArrived {
		*f = attemptFate{here, o.At}
	} else {
		*f = attemptFate{gone, o.At}
	}
	w.nodes[o.Node].balance(&w.found, o.At, w.sim.NodeName(o.Node), w.sim.NodeTotals(o.Node))
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
