package page

import (
	"math"
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/engine"
)

// What a card does with a gauge. A gauge that is in none of the lists is a note,
// so that a new component needs no change here.
var (
	// headGauges may stand beside the name: the first one that there is.
	headGauges = []string{"rate", "users", "hosts", "version", "let_in"}
	// chipGauges are switches.
	chipGauges = []string{"verifier", "error_is_invalid"}
	// quietGauges are shown otherwise, or not at all.
	quietGauges = []string{"utilisation", "queue", "queue_wait", "capacity", "keys"}
	// idleGauges are left out at 0.
	idleGauges = []string{"on_trial"}
)

// nodeFace is the face of a whole component.
func (r *run) nodeFace(n *engine.NodeFrame) face {
	f := face{name: r.name(n.Name)}
	head := headGauge(n)
	notes := 0
	for _, g := range n.Gauges.Values {
		switch {
		case g.Name == head:
			f.value = r.gauge(g.Name, g.Value)
		case slices.Contains(chipGauges, g.Name):
			f.chips[slices.Index(chipGauges, g.Name)] = r.gauge(g.Name, g.Value)
		case g.Value == 0 && slices.Contains(idleGauges, g.Name):
		case !slices.Contains(quietGauges, g.Name) && notes < len(f.notes):
			f.notes[notes] = r.gauge(g.Name, g.Value)
			notes++
		}
	}
	r.addCells(&f, n)
	r.addMachines(&f, n)
	r.addServed(&f, n)
	r.addWaiting(&f, n)
	if head == "let_in" {
		f.bars[0] = gauge{fill: thousandths(n.Gauges.Value(head)), ink: "request"}
	}
	return f
}

func headGauge(n *engine.NodeFrame) string {
	for _, name := range headGauges {
		for _, g := range n.Gauges.Values {
			if g.Name == name {
				return name
			}
		}
	}
	return ""
}

func (r *run) gauge(name string, x float64) string {
	return r.l.T("gauge."+name, i18n.Num("x", x))
}

func thousandths(share float64) int { return int(math.Round(1000 * min(max(share, 0), 1))) }

// addCells shows the keys of a cache, and how many of its readers find them.
func (r *run) addCells(f *face, n *engine.NodeFrame) {
	if len(n.Gauges.Cells) == 0 {
		return
	}
	var b strings.Builder
	for _, c := range n.Gauges.Cells {
		b.WriteByte(cellLetters[c])
	}
	f.cells = b.String()
	if x, ok := r.measured(n.Name, "hit_ratio"); ok {
		f.value = r.gauge("hit_ratio", x)
	}
}

// addMachines sums up a component of several machines on one card.
func (r *run) addMachines(f *face, n *engine.NodeFrame) {
	list := n.Gauges.Instances
	if len(list) == 0 {
		return
	}
	var sum engine.Instance
	for _, in := range list {
		sum.Busy += in.Busy
		sum.Servers += in.Servers
		sum.Queue += in.Queue
		sum.Bound += in.Bound
	}
	r.addQueue(f, n, sum, len(list))
}

// machineFace is the face of one of a component's machines.
func (r *run) machineFace(n *engine.NodeFrame, inst int) face {
	f := face{name: r.l.Or("instance."+n.Name, r.name(n.Name), i18n.Num("n", float64(inst+1)))}
	if inst < len(n.Gauges.Instances) {
		r.addQueue(&f, n, n.Gauges.Instances[inst], 1)
	}
	return f
}

// addQueue shows how busy servers are and how many wait for them; in is the sum
// over some of the component's machines.
func (r *run) addQueue(f *face, n *engine.NodeFrame, in engine.Instance, machines int) {
	busy := float64(in.Busy) / float64(max(in.Servers, 1))
	ink := "answer"
	if busy >= full {
		ink = "failing"
	}
	f.value = r.gauge("utilisation", busy)
	f.bars[0] = gauge{fill: thousandths(busy), ink: ink, tray: true}
	f.notes[0] = r.l.T("gauge.queue.none")
	queued := 0.0
	if in.Bound > 0 {
		queued = float64(in.Queue) / float64(in.Bound)
		f.bars[1] = gauge{fill: thousandths(queued), ink: "query", tray: true, heap: true}
	}
	if in.Queue > 0 {
		f.notes[0] = r.gauge("queue", float64(in.Queue))
		if queued >= full {
			f.notes[0] = r.l.T("gauge.queue.full")
		}
		share := float64(machines) / float64(max(len(n.Gauges.Instances), 1))
		if rate := n.Gauges.Value("capacity") * share; rate > 0 {
			f.notes[0] += " · " + r.gauge("queue_wait", float64(in.Queue)/rate)
		}
	}
	f.failing = busy >= full && in.Queue > 0 && queued > 0.5
}

// addServed shows how many of the requests that come from outside are answered
// well: only a component that no link leads to makes requests of its own.
func (r *run) addServed(f *face, n *engine.NodeFrame) {
	var out []string
	for i := range r.scn.Links {
		k := &r.scn.Links[i]
		if k.To == n.Name {
			return
		}
		if k.From == n.Name && k.Kind != "signal" {
			out = append(out, k.Name)
		}
	}
	if len(out) == 0 {
		return
	}
	x, ok := r.measured(strings.Join(out, " "), "good_share")
	if !ok {
		return
	}
	ink := "answer"
	if o := r.scn.Objective; o != nil && x < o.Failing {
		ink = "failing"
	}
	f.bars[0] = gauge{fill: thousandths(x), ink: ink}
	f.notes[0] = r.gauge("served", x)
}

// addWaiting shows what is under way at a component as a share of the most that
// those outside can have under way before they give up.
func (r *run) addWaiting(f *face, n *engine.NodeFrame) {
	const name = "waiting"
	if !slices.ContainsFunc(n.Gauges.Values, func(g engine.Gauge) bool { return g.Name == name }) {
		return
	}
	most := 0.0
	for i := range r.scn.Links {
		k := &r.scn.Links[i]
		for j := range r.frame.Nodes {
			if from := &r.frame.Nodes[j]; from.Name == k.From {
				most += from.Gauges.Value("rate") * seconds(engine.Time(k.Deadline))
			}
		}
	}
	if most > 0 {
		f.bars[1] = gauge{fill: thousandths(n.Gauges.Value(name) / most), ink: "request", tray: true, heap: true}
	}
}
