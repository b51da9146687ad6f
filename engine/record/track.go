package record

import (
	"cmp"
	"math"
	"strings"

	"stampede/engine"
	"stampede/engine/metric"
	"stampede/engine/scenario"
)

// maxTracked bounds the moments that a track keeps. When they are full, every
// second one is dropped.
const maxTracked = 600

// Track keeps the numbers of a scenario's table as a run goes on: what each row
// was over the run up to the ends of its windows, and how many releases there
// had been.
type Track struct {
	step   engine.Time // between two moments kept; it doubles
	rows   []tracked
	frame  engine.Frame
	n      int       // moments kept, the run's start included
	values []float64 // of each of them, row by row, the releases last
	head   engine.Time
	latest []float64 // at the head
}

// tracked is one row: its places in the run.
type tracked struct {
	rec    *Recorder // which knows the names of counters and gauges
	probes []probe
	scale  float64
}

// NewTrack begins a track at the start of a run. Width is that of the run's
// windows. The scenario has a table, and Check has passed it; a row that the run
// does not have is an *UnknownError.
func NewTrack(scn *scenario.Scenario, sim *engine.Sim, width engine.Time) (*Track, error) {
	t := &Track{step: width}
	rec := &Recorder{}
	rec.learn(sim)
	list := scn.Table.Rows
	if f := scn.Table.Releases; f != nil {
		list = append(list[:len(list):len(list)], scenario.Row{Of: f.Of, Metric: f.Metric})
	}
	for i := range list {
		row := tracked{rec: rec, scale: cmp.Or(list[i].Scale, 1)}
		for _, place := range strings.Fields(list[i].Of) {
			p, err := rec.probe(place, list[i].Metric)
			if err != nil {
				return nil, err
			}
			row.probes = append(row.probes, p)
		}
		t.rows = append(t.rows, row)
	}
	t.Advance(sim)
	return t, nil
}

// Advance notes the numbers of a run that stands at the end of a window or at its
// own end. It must be told of every window that the run passes; those that the
// track has seen before are passed over.
func (t *Track) Advance(sim *engine.Sim) {
	now := sim.Now()
	if t.n > 0 && now <= t.head {
		return
	}
	t.latest, t.head = t.measure(sim, t.latest[:0]), now
	if now%t.step == 0 && now/t.step == engine.Time(t.n) {
		t.values = append(t.values, t.latest...)
		t.n++
	}
	if t.n > maxTracked {
		t.thin()
	}
}

// thin keeps every second moment.
func (t *Track) thin() {
	k := len(t.rows)
	half := (t.n + 1) / 2
	for i := range half {
		copy(t.values[i*k:(i+1)*k], t.values[2*i*k:])
	}
	t.n, t.values = half, t.values[:half*k]
	t.step *= 2
}

// Truncate forgets what came after a moment: the run goes another way there.
func (t *Track) Truncate(at engine.Time) {
	if at >= t.head {
		return
	}
	k := len(t.rows)
	t.n = int(at/t.step) + 1
	t.values = t.values[:t.n*k]
	t.head = engine.Time(t.n-1) * t.step
	t.latest = append(t.latest[:0], t.values[(t.n-1)*k:]...)
}

// Head is how far the track has come.
func (t *Track) Head() engine.Time { return t.head }

// At gives the numbers of the rows as of a moment, and the releases that there
// had been: of the last moment kept that is not after it. The slice is valid
// until the track advances. What could not be measured is NaN.
func (t *Track) At(at engine.Time) (rows []float64, releases float64, as engine.Time) {
	values, as := t.latest, t.head
	if at < t.head {
		k, i := len(t.rows), min(int(at/t.step), t.n-1)
		values, as = t.values[i*k:(i+1)*k], engine.Time(i)*t.step
	}
	return values, values[len(values)-1], as
}

func (t *Track) measure(sim *engine.Sim, to []float64) []float64 {
	sim.Frame(&t.frame)
	for i := range t.rows {
		to = append(to, t.rows[i].value(sim, &t.frame))
	}
	return to
}

// value is what the row is over the run so far.
func (r *tracked) value(sim *engine.Sim, f *engine.Frame) float64 {
	var num, den, top float64
	for i := range r.probes {
		n, d := r.probes[i].sofar(r.rec, sim, f)
		num += n
		den += d
		if d > 0 {
			top = max(top, n)
		}
	}
	how := r.probes[0].how
	switch {
	case how == perSecond || how == level:
		return num * r.scale
	case den == 0:
		return math.NaN()
	case how == largest:
		return top * r.scale
	}
	return num / den * r.scale
}

// sofar gives numerator and denominator over the run so far.
func (p *probe) sofar(r *Recorder, sim *engine.Sim, f *engine.Frame) (num, den float64) {
	// Percentiles are dear, and few rows ask for them.
	var times *metric.Histogram
	if p.link >= 0 {
		var a, b linkSample
		t := sim.LinkTotals(engine.LinkID(p.link))
		if times = &r.scratch; p.how == largest {
			times = &t.Latency
		}
		b.take(t, times)
		return p.l.values(&a, &b)
	}
	var a, b nodeSample
	t := sim.NodeTotals(engine.NodeID(p.node))
	if times = &r.scratch; p.how == largest {
		times = &t.Wait
	}
	b.take(sim.Now(), t, times, &f.Nodes[p.node].Gauges, r.info[p.node].gauges)
	return p.n.values(&a, &b, float64(max(1, sim.Now())))
}
