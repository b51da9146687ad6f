package verbs

import (
	"math"
	"strings"

	"stampede/engine"
)

// metrics are the counters since the start of the run, by component and link.
func (v *Verbs) metrics() map[string]any {
	sim := v.s.Sim()
	components, links := map[string]any{}, map[string]any{}
	for i := range sim.NodeCount() {
		id := engine.NodeID(i)
		components[sim.NodeName(id)] = componentMetrics(sim.NodeTotals(id), sim.Component(id))
	}
	for i := range sim.LinkCount() {
		id := engine.LinkID(i)
		links[sim.Link(id).Name] = linkMetrics(sim.LinkTotals(id))
	}
	return map[string]any{"at": seconds(v.s.Now()), "components": components, "links": links}
}

func componentMetrics(t *engine.NodeTotals, c engine.Component) map[string]any {
	m := map[string]any{
		"arrived": float64(t.Arrived), "answered": float64(t.Answered), "wasted": float64(t.Wasted),
		"refused": float64(t.Refused), "shed": float64(t.Shed), "dropped": float64(t.Dropped),
		"cancelled": float64(t.Cancelled), "queue": float64(t.Queue), "busy": float64(t.Busy), "here": float64(t.Here),
	}
	if own, ok := c.(engine.Counted); ok {
		for i, name := range own.Counters() {
			m[name] = float64(t.Own[i])
		}
	}
	return m
}

func linkMetrics(t *engine.LinkTotals) map[string]any {
	m := map[string]any{
		"calls": float64(t.Calls), "attempts": float64(t.Attempts), "retries": float64(t.Retries),
		"good": float64(t.Good), "wrong": float64(t.Wrong), "stale": float64(t.Stale), "late": float64(t.Late),
		"live": float64(t.Live), "late_answers": float64(t.LateBack), "messages": float64(t.Messages),
	}
	for s := engine.OK; s < engine.NStatus; s++ {
		m["ended_"+s.String()] = float64(t.Ended[s])
	}
	for w := range engine.NWhy {
		m["why_"+w.String()] = float64(t.Why[w])
	}
	return m
}

// series is a chart's lines as measured: one value for each window, null where
// there was nothing to measure.
func (v *Verbs) series(args []any) (any, error) {
	name, err := text(args, 0, "series")
	if err != nil {
		return nil, err
	}
	for _, s := range v.s.Scenario().Series {
		if s.Name != name {
			continue
		}
		var lines []any
		for _, l := range s.Lines {
			r, err := v.s.Record().Series(l)
			if err != nil {
				return nil, err
			}
			lines = append(lines, map[string]any{
				"of": l.Of, "metric": l.Metric, "start": seconds(r.Start), "width": seconds(r.Width), "values": values(r.Values),
			})
		}
		return map[string]any{"name": name, "unit": s.Unit, "lines": lines}, nil
	}
	var names []string
	for _, s := range v.s.Scenario().Series {
		names = append(names, s.Name)
	}
	return nil, refuse("series", name, "one of "+strings.Join(names, ", "))
}

func values(xs []float64) []any {
	out := make([]any, len(xs))
	for i, x := range xs {
		if !math.IsNaN(x) {
			out[i] = x
		}
	}
	return out
}
