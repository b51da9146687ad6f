package record

import (
	"stampede/engine"
	"stampede/engine/metric"
)

// MaxWindows bounds the windows kept. When they are full, neighbours merge and
// the width doubles; it is even, so that none is left over.
const MaxWindows = 2400

// Recorder keeps what a run's totals were at the boundaries of its windows,
// which are whole multiples of the width from where the record began. As
// totals are kept, any window is a difference and cutting the record is free.
type Recorder struct {
	start, width, first engine.Time
	limit               int
	n                   int // boundaries recorded, the start's included
	version             int // changes when what was recorded changes
	nodes               []nodeSample
	links               []linkSample
	info                []nodeInfo
	linkNames           []string

	// The latency and wait totals at the latest boundary that the run passed,
	// recorded before or not: the percentiles of a window are of what was
	// added since. Links first, then nodes.
	prev    []metric.Histogram
	scratch metric.Histogram
	frame   engine.Frame
}

// nodeInfo is what the record knows of a component's own measures.
type nodeInfo struct {
	name     string
	counters []string
	gauges   []string
}

// New begins a record at the run's current moment. Width is that of the
// windows and must be positive.
func New(sim *engine.Sim, width engine.Time) *Recorder { return newLimited(sim, width, MaxWindows) }

func newLimited(sim *engine.Sim, width engine.Time, limit int) *Recorder {
	r := &Recorder{start: sim.Now(), width: width, first: width, limit: limit}
	r.learn(sim)
	r.prev = make([]metric.Histogram, len(r.linkNames)+len(r.info))
	r.Rebase(sim)
	r.sample(sim)
	return r
}

// learn notes what a run has that can be measured.
func (r *Recorder) learn(sim *engine.Sim) {
	sim.Frame(&r.frame)
	for i := range sim.NodeCount() {
		in := nodeInfo{name: sim.NodeName(engine.NodeID(i))}
		if c, ok := sim.Component(engine.NodeID(i)).(engine.Counted); ok {
			in.counters = c.Counters()
		}
		for _, g := range r.frame.Nodes[i].Gauges.Values {
			if len(in.gauges) < maxGauges {
				in.gauges = append(in.gauges, g.Name)
			}
		}
		r.info = append(r.info, in)
	}
	for i := range sim.LinkCount() {
		r.linkNames = append(r.linkNames, sim.Link(engine.LinkID(i)).Name)
	}
}

// Width is the width of the windows. It doubles when the record is full.
func (r *Recorder) Width() engine.Time { return r.width }

// Start is where the record begins.
func (r *Recorder) Start() engine.Time { return r.start }

// Head is the end of the last window recorded.
func (r *Recorder) Head() engine.Time { return r.start + engine.Time(r.n-1)*r.width }

// Windows is the number of windows recorded.
func (r *Recorder) Windows() int { return r.n - 1 }

// Version changes when anything that was recorded does, other than by going on.
func (r *Recorder) Version() int { return r.version }

// Next is the first boundary after a moment.
func (r *Recorder) Next(at engine.Time) engine.Time {
	return r.start + ((at-r.start)/r.width+1)*r.width
}

// window is the last window that had ended at a moment, -1 when none had.
func (r *Recorder) window(at engine.Time) int {
	return int(min((at-r.start)/r.width, engine.Time(r.n-1))) - 1
}

// Ended is the end of the last window that had ended at a moment, the record's
// start when none had.
func (r *Recorder) Ended(at engine.Time) engine.Time {
	return r.start + engine.Time(r.window(at)+1)*r.width
}

// Run runs the simulation to a moment, or until so many events have been
// handled, from boundary to boundary so that none is missed. It reports
// whether the moment was reached.
func (r *Recorder) Run(sim *engine.Sim, until engine.Time, limit uint64) bool {
	last := sim.Events() + limit
	if last < limit {
		last = 1<<64 - 1
	}
	for sim.Now() < until {
		if !sim.RunSome(min(until, r.Next(sim.Now())), last-min(last, sim.Events())) {
			return false
		}
		r.Advance(sim)
	}
	return true
}

// Advance samples the run when it stands at a boundary that has not been
// recorded. It must be told of every boundary that the run passes.
func (r *Recorder) Advance(sim *engine.Sim) {
	since := sim.Now() - r.start
	if since <= 0 || since%r.width != 0 {
		return
	}
	if since/r.width >= engine.Time(r.n) {
		r.sample(sim)
		if r.n-1 >= r.limit {
			r.merge()
		}
	}
	r.Rebase(sim)
}

// Rebase takes the latency totals of a run that was just set to a boundary, so
// that the window that follows is measured from there.
func (r *Recorder) Rebase(sim *engine.Sim) {
	for i := range r.linkNames {
		r.prev[i] = sim.LinkTotals(engine.LinkID(i)).Latency
	}
	for i := range r.info {
		r.prev[len(r.linkNames)+i] = sim.NodeTotals(engine.NodeID(i)).Wait
	}
}

// Truncate forgets all windows that had not ended at a moment.
func (r *Recorder) Truncate(at engine.Time) {
	if n := max(1, int((at-r.start)/r.width)+1); n < r.n {
		r.n = n
		r.nodes, r.links = r.nodes[:n*len(r.info)], r.links[:n*len(r.linkNames)]
		r.version++
	}
}

func (r *Recorder) sample(sim *engine.Sim) {
	sim.Frame(&r.frame)
	for i := range r.linkNames {
		t := sim.LinkTotals(engine.LinkID(i))
		t.Latency.Sub(&r.prev[i], &r.scratch)
		r.links = append(r.links, linkSample{})
		r.links[len(r.links)-1].take(t, &r.scratch)
	}
	for i := range r.info {
		t := sim.NodeTotals(engine.NodeID(i))
		t.Wait.Sub(&r.prev[len(r.linkNames)+i], &r.scratch)
		r.nodes = append(r.nodes, nodeSample{})
		s := &r.nodes[len(r.nodes)-1]
		s.take(sim.Now(), t, &r.scratch, &r.frame.Nodes[i].Gauges, r.info[i].gauges)
	}
	r.n++
}

// merge joins neighbouring windows and doubles the width.
func (r *Recorder) merge() {
	nl, nn := len(r.linkNames), len(r.info)
	half := (r.n - 1) / 2
	for k := 1; k <= half; k++ {
		for i := range nl {
			late := &r.links[2*k*nl+i]
			late.latency.join(&r.links[(2*k-1)*nl+i].latency, r.links[(k-1)*nl+i].latency.count)
			r.links[k*nl+i] = *late
		}
		for i := range nn {
			late := &r.nodes[2*k*nn+i]
			late.wait.join(&r.nodes[(2*k-1)*nn+i].wait, r.nodes[(k-1)*nn+i].wait.count)
			r.nodes[k*nn+i] = *late
		}
	}
	r.n = half + 1
	r.links, r.nodes = r.links[:r.n*nl], r.nodes[:r.n*nn]
	r.width *= 2
	r.version++
}

// link returns the samples at the two ends of a window of a link.
func (r *Recorder) link(i, window int) (from, to *linkSample) {
	n := len(r.linkNames)
	return &r.links[window*n+i], &r.links[(window+1)*n+i]
}

func (r *Recorder) node(i, window int) (from, to *nodeSample) {
	n := len(r.info)
	return &r.nodes[window*n+i], &r.nodes[(window+1)*n+i]
}

func (r *Recorder) linkByName(name string) (int, bool) {
	for i, n := range r.linkNames {
		if n == name {
			return i, true
		}
	}
	return 0, false
}

func (r *Recorder) nodeByName(name string) (int, bool) {
	for i := range r.info {
		if r.info[i].name == name {
			return i, true
		}
	}
	return 0, false
}
