package record

import (
	"encoding/json"
	"fmt"
	"math"

	"stampede/engine"
	"stampede/engine/metric"
	"stampede/engine/scenario"
)

// Number is a measured value; where there was nothing to measure it is NaN,
// which JSON writes as null.
type Number float64

// MarshalJSON writes the number, or null for what is not finite.
func (n Number) MarshalJSON() ([]byte, error) {
	if f := float64(n); math.IsNaN(f) || math.IsInf(f, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Metrics are values by the names of metric.Measures.
type Metrics map[string]Number

// Report is all that can be said of a run in numbers, for programs. The names
// of its fields are stable.
//
// Of a component, a link and a class it holds every metric over the whole run:
// rates are means in 1/s, shares and percentiles are of all calls. Links and
// classes have besides "p999" (s) and the counts "calls", "succeeded",
// "failed" and "in_flight", of which the first is the sum of the others.
type Report struct {
	Scenario   string             `json:"scenario"`
	Version    string             `json:"version"` // of the program
	Seed       uint64             `json:"seed"`
	Size       float64            `json:"size"`
	For        float64            `json:"for"` // s
	Hash       string             `json:"hash"`
	Events     uint64             `json:"events"`
	Verdict    ReportVerdict      `json:"verdict"`
	Totals     Metrics            `json:"totals"` // of the outside world's calls together
	Components map[string]Metrics `json:"components"`
	Links      map[string]Metrics `json:"links"`
	// Classes are the links on which the outside world asks for something, by the
	// name of the component that stands for it; connecting is no end in itself.
	Classes map[string]Metrics      `json:"classes"`
	Series  map[string]ReportSeries `json:"series"`
}

// ReportVerdict is the verdict of a run. Times are in seconds.
type ReportVerdict struct {
	State    string     `json:"state"` // healthy, recovered, degraded, stuck or undecided
	Live     string     `json:"live"`  // the live state at the end
	At       float64    `json:"at"`    // when the verdict began to hold
	After    float64    `json:"after"` // from the trigger's end (without one, from the trouble's start) to the start of the hold
	WasStuck bool       `json:"was_stuck"`
	Recovery string     `json:"recovery,omitempty"` // of a recovered run: recovered, again (after a relapse), alone (without a trigger) or early (before the trigger ended)
	Cause    [][]string `json:"cause,omitempty"`    // the sets of causes each of which suffices
}

// Reported is a verdict as in a report, with the live state beside it.
func Reported(v Verdict, live State) ReportVerdict {
	r := ReportVerdict{State: v.Ruling.String(), Live: live.String(), At: seconds(v.At), After: seconds(v.After), WasStuck: v.WasStuck}
	if v.Ruling == RuledRecovered {
		r.Recovery = v.Recovery()
	}
	return r
}

// ReportSeries is one chart of the scenario.
type ReportSeries struct {
	Unit  string       `json:"unit"`
	Start float64      `json:"start"` // s
	Width float64      `json:"width"` // s
	Lines []ReportLine `json:"lines"`
}

// ReportLine is one line of a chart, a value for each window.
type ReportLine struct {
	Of     string   `json:"of"`
	Metric string   `json:"metric"`
	Values []Number `json:"values"`
}

// Identity is what a report cannot know from the run.
type Identity struct {
	Version string
	Size    float64
	Finding *Finding // nil when no cause was asked for
}

// NewReport measures a run that was recorded by rec from its start.
func NewReport(scn *scenario.Scenario, sim *engine.Sim, rec *Recorder, id Identity) (*Report, error) {
	j := NewJudge(scn, rec)
	j.Update(sim)
	now := sim.Now()
	v := j.Verdict(now)
	r := &Report{
		Scenario: scn.Name, Version: id.Version, Seed: sim.Seed(), Size: id.Size, For: seconds(now),
		Hash: fmt.Sprintf("%016x", sim.Hash()), Events: sim.Events(),
		Verdict:    Reported(v, j.State(now)),
		Components: map[string]Metrics{}, Links: map[string]Metrics{}, Classes: map[string]Metrics{}, Series: map[string]ReportSeries{},
	}
	if id.Finding != nil {
		r.Verdict.Cause = id.Finding.Sets
	}
	r.places(sim, rec)
	return r, r.charts(scn, rec)
}

// places measures components, links and classes over the whole run.
func (r *Report) places(sim *engine.Sim, rec *Recorder) {
	now := sim.Now()
	var g engine.Frame
	sim.Frame(&g)
	called := make([]bool, len(rec.info))
	for i := range rec.linkNames {
		called[sim.Link(engine.LinkID(i)).To] = true
	}
	var all engine.LinkTotals
	asked := make([]*engine.LinkTotals, len(rec.info)) // by the component that asks
	for i, name := range rec.linkNames {
		t := sim.LinkTotals(engine.LinkID(i))
		r.Links[name] = linkMetricsOf(t, now)
		l := sim.Link(engine.LinkID(i))
		if called[l.From] || l.Kind == engine.KSignal {
			continue
		}
		add(&all, t)
		if l.Kind == engine.KConnect {
			continue
		}
		if asked[l.From] == nil {
			asked[l.From] = &engine.LinkTotals{}
		}
		add(asked[l.From], t)
	}
	for i, t := range asked {
		if t != nil {
			r.Classes[rec.info[i].name] = linkMetricsOf(t, now)
		}
	}
	r.Totals = linkMetricsOf(&all, now)
	for i := range rec.info {
		in := &rec.info[i]
		var a, b nodeSample
		t := sim.NodeTotals(engine.NodeID(i))
		b.take(now, t, &t.Wait, &g.Nodes[i].Gauges, in.gauges)
		ms := Metrics{}
		for _, name := range in.metrics() {
			m, _ := in.measure(name)
			n, d := m.values(&a, &b, float64(max(1, now)))
			ms[name] = whole(m.how, n, d, now)
		}
		r.Components[in.name] = ms
	}
}

func linkMetricsOf(t *engine.LinkTotals, now engine.Time) Metrics {
	var a, b linkSample
	b.take(t, &t.Latency)
	ms := Metrics{}
	for i := range linkMeasures {
		m := &linkMeasures[i]
		n, d := m.values(&a, &b)
		ms[m.name] = whole(m.how, n, d, now)
	}
	ms["p999"] = Number(math.NaN())
	if t.Latency.Count > 0 {
		ms["p999"] = Number(seconds(t.Latency.Quantile(0.999)))
	}
	ms["calls"], ms["in_flight"] = Number(t.Calls), Number(t.Live)
	ms["succeeded"], ms["failed"] = Number(t.Ended[engine.OK]), Number(t.Failures())
	return ms
}

// whole is the value of a measure over a whole run.
func whole(h how, num, den float64, now engine.Time) Number {
	switch {
	case h == level:
		return Number(num)
	case h == perSecond && now > 0:
		return Number(num / seconds(now))
	case h == ratio && den > 0:
		return Number(num / den)
	case h == largest && den > 0:
		return Number(num)
	}
	return Number(math.NaN())
}

// add adds one link's totals to another's.
func add(sum, t *engine.LinkTotals) {
	sum.Calls += t.Calls
	sum.Good += t.Good
	sum.Wrong += t.Wrong
	sum.Stale += t.Stale
	sum.Late += t.Late
	sum.Live += t.Live
	sum.Attempts += t.Attempts
	sum.Retries += t.Retries
	sum.LateBack += t.LateBack
	sum.Messages += t.Messages
	for i := range t.Ended {
		sum.Ended[i] += t.Ended[i]
	}
	for i := range t.Why {
		sum.Why[i] += t.Why[i]
	}
	sum.Latency.Merge(&t.Latency)
}

func (r *Report) charts(scn *scenario.Scenario, rec *Recorder) error {
	for _, c := range scn.Series {
		out := ReportSeries{Unit: c.Unit, Start: seconds(rec.start), Width: seconds(rec.width)}
		for _, l := range c.Lines {
			s, err := rec.Series(l)
			if err != nil {
				return fmt.Errorf("series %s: %w", c.Name, err)
			}
			line := ReportLine{Of: l.Of, Metric: l.Metric, Values: make([]Number, len(s.Values))}
			for i, v := range s.Values {
				line.Values[i] = Number(v)
			}
			out.Lines = append(out.Lines, line)
		}
		r.Series[c.Name] = out
	}
	return nil
}

// CheckLine reports whether a line names places and metrics that a run has; an
// *UnknownError lists what is allowed.
func CheckLine(sim *engine.Sim, line scenario.Line) error {
	_, err := newLimited(sim, engine.Second, 2).Curve(line)
	return err
}

// Describe documents a metric that a component or link has.
func (r *Recorder) Describe(place, name string) (metric.Measure, bool) {
	on := metric.OnLink
	if i, ok := r.nodeByName(place); ok {
		on = metric.OnNode
		if m, known := metric.Find(name, on); known {
			return m, true
		}
		m, known := r.info[i].measure(name)
		unit := "count"
		if m.how == perSecond {
			unit = "1/s"
		}
		return metric.Measure{Name: name, On: on, Unit: unit}, known
	}
	return metric.Find(name, on)
}
