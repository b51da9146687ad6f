//go:build browser

package browsertest

import (
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// others are the stories that are told beside the one that the tests of the
// playground look at from all sides.
func others() (list []*scenario.Scenario) {
	for _, s := range catalog.Scenarios() {
		if s.Story != nil && s.Name != storm {
			list = append(list, s)
		}
	}
	return list
}

// pageOf is the address of a story's playground, paused.
func pageOf(s *scenario.Scenario) string { return "play/" + s.Name + "/?painter=2d&seed=1&paused" }

// moment is the moment that stands for a story in pictures, in its trouble, in
// seconds.
func moment(s *scenario.Scenario) float64 { return float64(s.Moment()) / float64(engine.Second) }

// leads are how many seconds before a story's moment its strategies are switched,
// where a minute is not enough.
var leads = map[string]float64{"zero-downtime-release": 150}

// predictions say what a strategy of a story does to a metric, when it is switched
// some time before the story's moment.
var predictions = map[string][]struct {
	strategy          string
	component, metric string
	most              float64 // share of what it is when nothing is switched
}{
	"pagerduty-2014": {
		{"idempotency", "queue", "duplicates", 0.98},
		{"retry", "queue", "pending", 0.98},
		{"discard", "queue", "pending", 0.95},
	},
	"zero-downtime-release": {
		{"socket_takeover", "edge", "capacity_lost", 0.1},
	},
	"release-under-retries": {
		{"retry", "web", "arrived", 0.95},
		{"shedding", "web", "queue", 0.5},
	},
}

// TestStories: the run of every story at its moment is that of a run without a
// page, and what is switched in it does what it is said to do.
func TestStories(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	for _, scn := range others() {
		tab := openPlay(t, Start(t), server.URL(pageOf(scn)))
		at, lead := moment(scn), 60.0
		if l, ok := leads[scn.Name]; ok {
			lead = l
		}
		do(tab, nil, `await travel(%v)`, at)
		alone := read(tab)
		heldAs(t, scn.Name, 1, alone)
		if len(predictions[scn.Name]) == 0 {
			t.Errorf("%s: nothing is said of its strategies", scn.Name)
		}
		for _, p := range predictions[scn.Name] {
			var then bool
			for _, st := range scn.Strategies {
				then = then || st.Name == p.strategy && st.Then
			}
			do(tab, nil, `await travel(%v); must(stampede.strategy(%q, %t)); await travel(%v)`, at-lead, p.strategy, !then, at)
			r := read(tab)
			was, is := valueOf(t, alone, p.component, p.metric), valueOf(t, r, p.component, p.metric)
			if !(is <= p.most*was) {
				t.Errorf("%s: with %s switched, %s of %s is %v, and was %v", scn.Name, p.strategy, p.metric, p.component, is, was)
			}
			if p == predictions[scn.Name][0] {
				heldAs(t, scn.Name, 1, r)
			}
		}
		quiet(t, tab, server.Origin)
	}
}

// valueOf is a metric of a component in a page's run.
func valueOf(t *testing.T, r pageRun, component, metric string) float64 {
	t.Helper()
	all, _ := r.Metrics["components"].(map[string]any)
	of, _ := all[component].(map[string]any)
	x, ok := of[metric].(float64)
	if !ok {
		t.Fatalf("the page tells no %s of %s", metric, component)
	}
	return x
}
