package scenario_test

import (
	"math"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
)

// run is a scenario with settings, measured from the end of its warm-up on.
type run struct {
	name string
	set  []string // path, value, path, value and so on
	warm engine.Time
	span engine.Time
	link string // the link that is measured
	node string // the node
}

// measured is what was counted between two moments.
type measured struct {
	span                         float64 // seconds
	calls, ended, good, attempts float64
	arrived, answered            float64
	refused, cancelled           float64
	latency                      float64 // sum, s
	wait, served                 float64 // sum, s, and number
	here, queue, busy            float64 // integrals, s
}

func (a measured) less(b measured) measured {
	return measured{
		a.span - b.span, a.calls - b.calls, a.ended - b.ended, a.good - b.good, a.attempts - b.attempts,
		a.arrived - b.arrived, a.answered - b.answered, a.refused - b.refused, a.cancelled - b.cancelled,
		a.latency - b.latency, a.wait - b.wait, a.served - b.served,
		a.here - b.here, a.queue - b.queue, a.busy - b.busy,
	}
}

const second = float64(engine.Second)

func measure(sim *engine.Sim, link engine.LinkID, node engine.NodeID) measured {
	l, n := sim.LinkTotals(link), sim.NodeTotals(node)
	queue, busy, here := n.Areas(sim.Now())
	return measured{
		span: float64(sim.Now()) / second, calls: float64(l.Calls), ended: float64(l.Calls) - float64(l.Live),
		good: float64(l.Ended[engine.OK]), attempts: float64(l.Attempts),
		arrived: float64(n.Arrived), answered: float64(n.Answered), refused: float64(n.Refused), cancelled: float64(n.Cancelled),
		latency: float64(l.Latency.Sum) / second, wait: float64(n.Wait.Sum) / second, served: float64(n.Wait.Count),
		here: float64(here) / second, queue: float64(queue) / second, busy: float64(busy) / second,
	}
}

// build makes the run with its settings in force and its script cancelled.
func (r run) build(t *testing.T, seed uint64, size float64) *engine.Sim {
	t.Helper()
	s, ok := catalog.Scenario(r.name)
	if !ok {
		t.Fatalf("no scenario %s", r.name)
	}
	s.Script = nil
	sim, err := catalog.New(s, catalog.Options{Seed: seed, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i+1 < len(r.set); i += 2 {
		if err := sim.SetNow(r.set[i], r.set[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	return sim
}

// one runs with one seed and measures after the warm-up.
func (r run) one(t *testing.T, seed uint64, span engine.Time) measured {
	t.Helper()
	sim := r.build(t, seed, 0)
	link, ok := sim.LinkByName(r.link)
	node, found := sim.NodeByName(r.node)
	if !ok || !found {
		t.Fatalf("%s has no link %s or no node %s", r.name, r.link, r.node)
	}
	sim.RunUntil(r.warm)
	before := measure(sim, link, node)
	sim.RunUntil(r.warm + span)
	return measure(sim, link, node).less(before)
}

// replications is how many independent runs a standard error comes from; their
// seeds are 1 to 20.
const replications = 20

// bound is how many standard errors a mean may be off.
const bound = 4.5

// quantity is a number that a run gives and a theory predicts.
type quantity struct {
	name string
	of   func(measured) float64
	want float64
}

// agree holds what 20 runs give against what theory says: each mean is to be
// within 4.5 of its standard errors. On a miss there is one rerun, ten times as
// long, which then decides.
func (r run) agree(t *testing.T, quantities ...quantity) {
	t.Helper()
	missed := r.misses(t, r.span, quantities)
	if len(missed) == 0 {
		return
	}
	for _, q := range r.misses(t, 10*r.span, missed) {
		t.Errorf("%s: theory says %.6g, the rerun is off by more than %v standard errors again", q.name, q.want, bound)
	}
}

func (r run) misses(t *testing.T, span engine.Time, quantities []quantity) (missed []quantity) {
	t.Helper()
	all := make([]measured, replications)
	for i := range all {
		all[i] = r.one(t, uint64(i+1), span)
	}
	for _, q := range quantities {
		mean, se := meanOf(all, q.of)
		t.Logf("%s: %.5g, standard error %.2g, theory %.5g", q.name, mean, se, q.want)
		if !(math.Abs(mean-q.want) <= bound*se) || mean == 0 {
			missed = append(missed, q)
		}
	}
	return missed
}

func meanOf(all []measured, of func(measured) float64) (mean, se float64) {
	n := float64(len(all))
	for _, m := range all {
		mean += of(m) / n
	}
	var sum float64
	for _, m := range all {
		sum += (of(m) - mean) * (of(m) - mean)
	}
	return mean, math.Sqrt(sum / (n - 1) / n)
}

// The quantities that theory speaks of, in its units: seconds and per second.
func present(want float64) quantity {
	return quantity{"number present", func(m measured) float64 { return m.here / m.span }, want}
}

func waiting(want float64) quantity {
	return quantity{"number waiting", func(m measured) float64 { return m.queue / m.span }, want}
}

func busy(servers, want float64) quantity {
	return quantity{"share of busy servers", func(m measured) float64 { return m.busy / m.span / servers }, want}
}

func latency(want float64) quantity {
	return quantity{"time in the system", func(m measured) float64 { return m.latency / m.good }, want}
}

func wait(want float64) quantity {
	return quantity{"time waiting", func(m measured) float64 { return m.wait / m.served }, want}
}

func throughput(want float64) quantity {
	return quantity{"throughput", func(m measured) float64 { return m.good / m.span }, want}
}

func refused(want float64) quantity {
	return quantity{"share lost", func(m measured) float64 { return m.refused / m.arrived }, want}
}

func gone(want float64) quantity {
	return quantity{"share that left", func(m measured) float64 { return m.cancelled / m.arrived }, want}
}

func attempted(want float64) quantity {
	return quantity{"attempts per call", func(m measured) float64 { return m.attempts / m.calls }, want}
}

func succeeded(want float64) quantity {
	return quantity{"share that succeeded", func(m measured) float64 { return m.good / m.ended }, want}
}
