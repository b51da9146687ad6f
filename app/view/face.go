package view

import (
	"math"
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/engine"
)

// full is the share from which a meter counts as full.
const full = 0.995

// Gauge is one meter of a card.
type Gauge struct {
	Fill int    // thousandths
	Ink  string // name of an ink; "" for no meter
	Tray bool   // may be drawn as cells
	Heap bool   // cells lie on the ground, as many rows as there is room for
	Rows int    // of cells; 0 for a bar
}

// Face is what a card shows; a card is to be drawn again when that has changed.
type Face struct {
	Name, Value string
	Bars        [2]Gauge
	Notes       [3]string
	Chips       [2]string // switches that are on; the second is a warning
	Cells       string    // one letter a key: v valid, x invalid, . missing
	Pile        Pile
	Failing     bool
	Fleet       bool // the lower part of the card is left to its hosts
}

// cellLetters are the letters of cells in a face.
var cellLetters = map[engine.CellState]byte{engine.CellMissing: '.', engine.CellValid: 'v', engine.CellInvalid: 'x'}

// What a card does with a gauge. A gauge that is in none of the lists is a note,
// so that a new component needs no change here.
var (
	// headGauges may stand beside the name: the first one that there is.
	headGauges = []string{"in_service", "rate", "users", "hosts", "version", "let_in", "pending", "tiers_done"}
	// chipGauges are switches, shown while they are on.
	chipGauges = []chipGauge{
		{name: "verifier"},
		{name: "error_is_invalid", place: 1},
		{name: "removing"},
		{name: "open", place: 1, off: true},
		{name: "halted", place: 1},
		{name: "no_room", place: 1},
	}
	// quietGauges are shown otherwise, or not at all.
	quietGauges = []string{
		"utilisation", "queue", "queue_wait", "capacity", "keys", "unique", "duplicates", "at_workers", "processing", "trouble", "late_share",
		"machines", "capacity_lost", "machines_added", "progress", "releasing", "under_way", "release_time", "paused",
		"draining", "beside", "tiers_under_way",
	}
	// idleGauges are left out at 0.
	idleGauges = []string{"on_trial", "held_back", "refused_events", "unconnected", "uploading", "connections"}
)

// chipGauge is a switch and its place among the chips of a face.
type chipGauge struct {
	name  string
	place int
	off   bool // it is shown while it is off
}

// chip is the switch that a gauge is.
func chip(name string) (c chipGauge, ok bool) {
	for _, c := range chipGauges {
		if c.name == name {
			return c, true
		}
	}
	return c, false
}

// NodeFace is the face of a whole component.
func (r *Run) NodeFace(n *engine.NodeFrame) Face {
	f := Face{Name: r.Name(n.Name)}
	head := headGauge(n)
	notes := 0
	for _, g := range n.Gauges.Values {
		if c, ok := chip(g.Name); ok {
			if (g.Value != 0) != c.off {
				f.Chips[c.place] = r.Gauge(g.Name, g.Value)
			}
			continue
		}
		switch {
		case g.Name == head:
			f.Value = r.Gauge(g.Name, g.Value)
		case g.Value == 0 && slices.Contains(idleGauges, g.Name):
		case !slices.Contains(quietGauges, g.Name) && notes < len(f.Notes):
			f.Notes[notes] = r.Gauge(g.Name, g.Value)
			notes++
		}
	}
	r.addCells(&f, n)
	r.addPile(&f, n)
	r.addMachines(&f, n)
	r.addServed(&f, n)
	r.addWaiting(&f, n)
	r.addFleet(&f, n)
	if head == "let_in" {
		f.Bars[0] = Gauge{Fill: thousandths(n.Gauges.Value(head)), Ink: "request"}
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

// Gauge writes the value of a gauge.
func (r *Run) Gauge(name string, x float64) string {
	return r.Locale.T("gauge."+name, i18n.Num("x", x))
}

func thousandths(share float64) int { return int(math.Round(1000 * min(max(share, 0), 1))) }

// addCells shows the keys of a cache, and how many of its readers find them.
func (r *Run) addCells(f *Face, n *engine.NodeFrame) {
	if len(n.Gauges.Cells) == 0 {
		return
	}
	var b strings.Builder
	for _, c := range n.Gauges.Cells {
		b.WriteByte(cellLetters[c])
	}
	f.Cells = b.String()
	if x, ok := r.measured(n.Name, "hit_ratio"); ok {
		f.Value = r.Gauge("hit_ratio", x)
	}
}

// addMachines sums up a component of several machines on one card.
func (r *Run) addMachines(f *Face, n *engine.NodeFrame) {
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

// MachineFace is the face of one of a component's machines.
func (r *Run) MachineFace(n *engine.NodeFrame, inst int) Face {
	f := Face{Name: r.Locale.Or("instance."+n.Name, r.Name(n.Name), i18n.Num("n", float64(inst+1)))}
	if inst < len(n.Gauges.Instances) {
		r.addQueue(&f, n, n.Gauges.Instances[inst], 1)
	}
	return f
}

// addQueue shows how busy servers are and how many wait for them; in is the sum
// over some of the component's machines.
func (r *Run) addQueue(f *Face, n *engine.NodeFrame, in engine.Instance, machines int) {
	busy := float64(in.Busy) / float64(max(in.Servers, 1))
	ink := "answer"
	if busy >= full {
		ink = "failing"
	}
	f.Value = r.Gauge("utilisation", busy)
	f.Bars[0] = Gauge{Fill: thousandths(busy), Ink: ink, Tray: true}
	f.Notes[0] = r.Locale.T("gauge.queue.none")
	queued := 0.0
	if in.Bound > 0 {
		queued = float64(in.Queue) / float64(in.Bound)
		f.Bars[1] = Gauge{Fill: thousandths(queued), Ink: "query", Tray: true, Heap: true}
	}
	if in.Queue > 0 {
		f.Notes[0] = r.Gauge("queue", float64(in.Queue))
		if queued >= full {
			f.Notes[0] = r.Locale.T("gauge.queue.full")
		}
		share := float64(machines) / float64(max(len(n.Gauges.Instances), 1))
		if rate := n.Gauges.Value("capacity") * share; rate > 0 {
			f.Notes[0] += " · " + r.Gauge("queue_wait", float64(in.Queue)/rate)
		}
	}
	f.Failing = busy >= full && in.Queue > 0 && queued > 0.5
}

// addServed shows how many of the requests that come from outside are answered
// well, connecting left out: only a component that no link leads to makes requests of its own.
func (r *Run) addServed(f *Face, n *engine.NodeFrame) {
	var out []string
	for i := range r.Scenario.Links {
		k := &r.Scenario.Links[i]
		if k.To == n.Name {
			return
		}
		if k.From == n.Name && k.Kind != "signal" && k.Kind != "connect" {
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
	o := r.Scenario.Objective
	if o != nil && slices.Equal(o.Links, out) {
		x = r.told(x)
	}
	ink := "answer"
	if o != nil && x < o.Failing {
		ink = "failing"
	}
	f.Bars[0] = Gauge{Fill: thousandths(x), Ink: ink}
	f.Notes[0] = r.Locale.T(r.own("gauge.served"), i18n.Num("x", x))
}

// told is the share of good answers that the explanation tells: what is told of all
// requests is the same number everywhere. It is otherwise while nothing is told.
func (r *Run) told(otherwise float64) float64 {
	for _, m := range r.Session.Explain().Sentences {
		for _, a := range m.Args {
			if strings.HasPrefix(m.Key, "explain.state.") && a.Name == "share" {
				return a.Number
			}
		}
	}
	return otherwise
}

// addWaiting shows what is under way at a component as a share of the most that
// those outside can have under way before they give up.
func (r *Run) addWaiting(f *Face, n *engine.NodeFrame) {
	const name = "waiting"
	if !slices.ContainsFunc(n.Gauges.Values, func(g engine.Gauge) bool { return g.Name == name }) {
		return
	}
	most := 0.0
	for i := range r.Scenario.Links {
		k := &r.Scenario.Links[i]
		for j := range r.Frame.Nodes {
			if from := &r.Frame.Nodes[j]; from.Name == k.From {
				most += from.Gauges.Value("rate") * Seconds(engine.Time(k.Deadline))
			}
		}
	}
	if most > 0 {
		f.Bars[1] = Gauge{Fill: thousandths(n.Gauges.Value(name) / most), Ink: "request", Tray: true, Heap: true}
	}
}

// Facts are what a card shows, in words.
func (r *Run) Facts(f *Face) string {
	var list []string
	if f.Failing {
		list = append(list, r.Locale.T("stage.overloaded"))
	}
	for _, s := range append([]string{f.Value, f.Pile.Unique, f.Pile.Duplicates, f.Chips[0], f.Chips[1]}, f.Notes[:]...) {
		if s != "" {
			list = append(list, s)
		}
	}
	if f.Pile.Late != "" {
		list = append(list, f.Pile.Late)
	}
	if f.Cells != "" {
		list = append(list, r.Locale.T("cell.summary", i18n.Num("valid", float64(strings.Count(f.Cells, "v"))),
			i18n.Num("invalid", float64(strings.Count(f.Cells, "x"))), i18n.Num("missing", float64(strings.Count(f.Cells, ".")))))
	}
	return strings.Join(list, ", ")
}
