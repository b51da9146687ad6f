package check

import "stampede/engine"

// nodeAccount is the watcher's own account of a node.
type nodeAccount struct {
	dirty   bool
	sharing bool // its machines serve all at once
	seen    []engine.Instance
	handed  uint64 // attempts handed on to another node
	here    int64
	moments int64 // the integral of here is here·now less this
}

func (a *nodeAccount) begin(t *engine.NodeTotals, now engine.Time) {
	_, _, area := t.Areas(now)
	a.here, a.moments = t.Here, t.Here*now-area
	a.handed = t.Arrived - left(t)
}

// left is how many attempts have ended at a node or are there.
func left(t *engine.NodeTotals) uint64 {
	return t.Answered + t.Dropped + t.Cancelled + uint64(t.Here)
}

func (a *nodeAccount) enter(at engine.Time) { a.here, a.moments = a.here+1, a.moments+at }
func (a *nodeAccount) leave(at engine.Time) { a.here, a.moments = a.here-1, a.moments-at }

// many is from how many machines on they are only looked at in an audit and
// around a command.
const many = 16

// balance holds a node's counters to the sum of their parts.
func (a *nodeAccount) balance(l *list, at engine.Time, name string, t *engine.NodeTotals) {
	handed := t.Arrived - left(t)
	if handed != a.handed {
		l.add(at, name, RuleAttempts, "%d attempts arrived, %d have left or are here and %d were handed on", t.Arrived, left(t), a.handed)
	}
	if a.here != t.Here {
		l.add(at, name, RuleAttempts, "%d attempts are here by what occurred, the counter says %d", a.here, t.Here)
	}
}

// little is Little's law as an identity: the integral of the number present is
// the time spent here by those who left plus that of those still here, and what
// the watcher has added up itself.
func (a *nodeAccount) little(l *list, now engine.Time, name string, t *engine.NodeTotals) {
	_, _, area := t.Areas(now)
	if spent := t.Sojourn + t.Here*now - t.ArrivalNs; area != spent {
		l.add(now, name, RuleLittle, "presence adds up to %d ns, times spent to %d", area, spent)
	}
	if own := a.here*now - a.moments; own != area {
		l.add(now, name, RuleLittle, "presence adds up to %d ns by what occurred, the counter says %d", own, area)
	}
}

// readDisciplines learns which stations serve everybody at once.
func (w *Watcher) readDisciplines() {
	w.reread = false
	for i := range w.nodes {
		d, err := w.sim.Get(w.sim.NodeName(engine.NodeID(i)) + ".discipline")
		w.nodes[i].sharing = err == nil && d == "processor_sharing"
	}
}

func (w *Watcher) node(now engine.Time, id engine.NodeID, audit bool) {
	a, name, t := &w.nodes[id], w.sim.NodeName(id), w.sim.NodeTotals(id)
	a.balance(&w.found, now, name, t)
	if !audit && !w.all && len(a.seen) > many {
		return
	}
	if err := w.sim.Account(id, audit); err != nil {
		w.found.add(now, name, RuleAccount, "%v", err)
	}
	if audit {
		a.little(&w.found, now, name, t)
	}
	w.gauges.Reset()
	w.sim.ReadGauges(id, &w.gauges)
	if len(w.gauges.Instances) == 0 {
		return
	}
	a.capacity(&w.found, now, name, w.gauges.Instances)
	occupied(&w.found, now, name, t, w.gauges.Instances)
}

// occupied holds a station's counters to what its machines report: whoever is
// here either waits or is served, and so for the integrals.
func occupied(l *list, now engine.Time, name string, t *engine.NodeTotals, in []engine.Instance) {
	var queue, busy int64
	for i := range in {
		queue += in[i].Queue
		busy += in[i].Busy
	}
	if queue != t.Queue || busy != t.Busy || queue+busy != t.Here {
		l.add(now, name, RuleAttempts, "machines report %d waiting and %d served, the counters %d and %d of %d here", queue, busy, t.Queue, t.Busy, t.Here)
	}
	if q, b, h := t.Areas(now); q+b != h {
		l.add(now, name, RuleLittle, "waiting %d ns and service %d ns do not make presence %d ns", q, b, h)
	}
}

// capacity holds each machine to its servers and its bound. Where a parameter
// was lowered, what is there may stay until it has been served, but must not
// grow.
func (a *nodeAccount) capacity(l *list, now engine.Time, name string, in []engine.Instance) {
	a.seen = grow(a.seen, len(in)-1)
	for i := range in {
		n, old := in[i], a.seen[i]
		a.seen[i] = n
		if n.Busy < 0 || n.Queue < 0 {
			l.add(now, name, RuleCapacity, "machine %d: %d served, %d waiting", i, n.Busy, n.Queue)
		}
		if a.sharing {
			if here := n.Busy + n.Queue; n.Bound > 0 && here > n.Servers+n.Bound && here > old.Busy+old.Queue {
				l.add(now, name, RuleCapacity, "machine %d: %d present, room for %d", i, here, n.Servers+n.Bound)
			}
			continue
		}
		if n.Busy > n.Servers && n.Busy > old.Busy {
			l.add(now, name, RuleCapacity, "machine %d: %d served by %d servers", i, n.Busy, n.Servers)
		}
		if n.Bound > 0 && n.Queue > n.Bound && n.Queue > old.Queue {
			l.add(now, name, RuleCapacity, "machine %d: %d waiting, room for %d", i, n.Queue, n.Bound)
		}
	}
}
