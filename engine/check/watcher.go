package check

import "stampede/engine"

// Watcher is a tap that holds what it is told to the invariants.
type Watcher struct {
	// Then is told of everything after the watcher, unless it is nil.
	Then engine.Tap

	sim      *engine.Sim
	found    list
	last     engine.Time
	links    []linkAccount
	nodes    []nodeAccount
	dirty    []engine.NodeID
	calls    []callFate
	attempts []attemptFate
	gauges   engine.Gauges
	reread   bool // parameters may have changed
	all      bool // look at all machines, however many
}

// Watch begins to watch a run, at any moment of it.
func Watch(sim *engine.Sim) *Watcher {
	w := &Watcher{sim: sim, last: sim.Now(), reread: true}
	w.links = make([]linkAccount, sim.LinkCount())
	for i := range w.links {
		w.links[i].begin(sim.LinkTotals(engine.LinkID(i)))
	}
	w.nodes = make([]nodeAccount, sim.NodeCount())
	for i := range w.nodes {
		w.nodes[i].begin(sim.NodeTotals(engine.NodeID(i)), sim.Now())
	}
	sim.Watch(w)
	return w
}

// Violations returns what has been found so far, at most 20.
func (w *Watcher) Violations() []Violation { return w.found.found }

// Occur is told of one thing that happens.
func (w *Watcher) Occur(o engine.Occurrence) {
	if o.At < w.last {
		w.found.add(o.At, w.sim.NodeName(o.Node), RulePast, "%s after a moment %d ns later", o.What, w.last-o.At)
	}
	w.last = max(w.last, o.At)
	switch o.What {
	case engine.CallMade, engine.CallEnded:
		w.call(o)
	case engine.AttemptSent, engine.AttemptArrived, engine.AttemptAnswered, engine.AttemptCancelled, engine.AttemptDropped,
		engine.AttemptHanded:
		w.attempt(o)
	case engine.Commanded:
		w.touchAll()
		w.Stepped() // what was before it, by the rules that held
		w.reread = true
		w.touchAll()
	}
	if w.Then != nil {
		w.Then.Occur(o)
	}
}

// Stepped looks at what the last event has touched.
func (w *Watcher) Stepped() {
	now := w.sim.Now()
	w.clock(now, w.sim.Next())
	if w.reread {
		w.readDisciplines()
	}
	for _, id := range w.dirty {
		w.nodes[id].dirty = false
		w.node(now, id, false)
	}
	w.dirty, w.all = w.dirty[:0], false
}

// clock holds the run's clock to the order of time.
func (w *Watcher) clock(now, next engine.Time) {
	if now < w.last {
		w.found.add(now, "run", RulePast, "the clock went back by %d ns", w.last-now)
	}
	if next < now {
		w.found.add(now, "run", RulePast, "something is due %d ns before now", now-next)
	}
	w.last = max(w.last, now)
}

// Audit looks at everything. It counts every call, so it is meant for a look once in a while.
func (w *Watcher) Audit() {
	now := w.sim.Now()
	w.clock(now, w.sim.Next())
	if w.reread {
		w.readDisciplines()
	}
	var live int64
	for i := range w.links {
		id := engine.LinkID(i)
		name, t := w.sim.Link(id).Name, w.sim.LinkTotals(id)
		w.links[i].audit(&w.found, now, name, t)
		if n := w.sim.CountLive(id); n != t.Live {
			w.found.add(now, name, RuleCalls, "%d calls are live, the counter says %d", n, t.Live)
		}
		live += t.Live
	}
	var here int64
	for i := range w.nodes {
		w.node(now, engine.NodeID(i), true)
		here += w.sim.NodeTotals(engine.NodeID(i)).Here
	}
	w.whole(now, live, here)
}

// whole holds the run's own counters to the sums over links and nodes.
func (w *Watcher) whole(now engine.Time, live, here int64) {
	calls, attempts := w.sim.Live()
	if calls != live {
		w.found.add(now, "run", RuleCalls, "%d calls are live, the links say %d", calls, live)
	}
	if attempts < here {
		w.found.add(now, "run", RuleAttempts, "%d attempts are live, but %d are at the nodes", attempts, here)
	}
}

// touchAll has the next step look at every machine of every node.
func (w *Watcher) touchAll() {
	w.all = true
	for i := range w.nodes {
		w.touch(engine.NodeID(i))
	}
}

func (w *Watcher) touch(id engine.NodeID) {
	if !w.nodes[id].dirty {
		w.nodes[id].dirty = true
		w.dirty = append(w.dirty, id)
	}
}
