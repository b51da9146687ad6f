package check

import "stampede/engine"

// linkAccount is the watcher's own count of a link's calls.
type linkAccount struct {
	live   int64
	firsts uint64 // first attempts, of calls made before the watch too
}

func (a *linkAccount) begin(t *engine.LinkTotals) {
	a.live = t.Live
	a.firsts = t.Attempts - t.Retries
}

// callFate is what the watcher knows of the call in one slot of the table.
type callFate struct {
	state    uint8
	attempts uint16
}

const (
	unknown uint8 = iota // made before the watch began
	live
	ended
)

func grow[T any](s []T, i int) []T {
	if i < len(s) {
		return s
	}
	return append(s, make([]T, i+1-len(s))...)
}

// call follows one call's beginning or end.
func (w *Watcher) call(o engine.Occurrence) {
	w.calls = grow(w.calls, int(o.Call))
	f, a := &w.calls[o.Call], &w.links[o.Link]
	name := w.sim.Link(o.Link).Name
	if o.What == engine.CallMade {
		if f.state == live {
			w.found.add(o.At, name, RuleOnce, "a call was made in the place of one that has not ended")
		}
		*f = callFate{state: live}
		a.live++
	} else {
		if f.state == ended {
			w.found.add(o.At, name, RuleOnce, "a call ended twice")
		}
		if o.Status == engine.Pending {
			w.found.add(o.At, name, RuleOnce, "a call ended without an outcome")
		}
		f.state = ended
		a.live--
	}
	a.balance(&w.found, o.At, name, w.sim.LinkTotals(o.Link))
}

// balance holds the link's counters to the sum of their parts.
func (a *linkAccount) balance(l *list, at engine.Time, name string, t *engine.LinkTotals) {
	sum := uint64(t.Live)
	for _, n := range t.Ended {
		sum += n
	}
	if sum != t.Calls {
		l.add(at, name, RuleCalls, "%d calls were made, %d have ended or are live", t.Calls, sum)
	}
	if t.Live != a.live {
		l.add(at, name, RuleCalls, "%d calls are live by what occurred, the counter says %d", a.live, t.Live)
	}
}

// audit also looks at the attempts and at how good the outcomes were.
func (a *linkAccount) audit(l *list, at engine.Time, name string, t *engine.LinkTotals) {
	a.balance(l, at, name, t)
	if t.Attempts != a.firsts+t.Retries {
		l.add(at, name, RuleAttempts, "%d attempts, but %d first ones and %d retries", t.Attempts, a.firsts, t.Retries)
	}
	if a.firsts > t.Calls {
		l.add(at, name, RuleAttempts, "%d first attempts of %d calls", a.firsts, t.Calls)
	}
	var why uint64
	for _, n := range t.Why {
		why += n
	}
	if why != t.Attempts {
		l.add(at, name, RuleAttempts, "%d attempts, %d by their reasons", t.Attempts, why)
	}
	if ok := t.Ended[engine.OK]; t.Good+t.Wrong+t.Late != ok || t.Latency.Count != ok {
		l.add(at, name, RuleOutcomes, "%d calls ended OK, of these good %d, wrong %d, late %d, timed %d", ok, t.Good, t.Wrong, t.Late, t.Latency.Count)
	}
}
