package record_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// storm is a server that a stall of 10 s sends into a storm of retries.
func storm(t testing.TB) (*scenario.Scenario, func() (*engine.Sim, error)) {
	t.Helper()
	text, err := os.ReadFile("testdata/storm.json")
	if err != nil {
		t.Fatal(err)
	}
	scn, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return scn, func() (*engine.Sim, error) { return catalog.New(scn, catalog.Options{Seed: 1}) }
}

func recorded(t testing.TB, until engine.Time) (*scenario.Scenario, *engine.Sim, *record.Recorder) {
	t.Helper()
	scn, build := storm(t)
	sim, err := build()
	if err != nil {
		t.Fatal(err)
	}
	rec := record.New(sim, engine.Time(scn.Window))
	if !rec.Run(sim, until, 1<<62) {
		t.Fatal("the run did not arrive")
	}
	return scn, sim, rec
}

func series(t testing.TB, rec *record.Recorder, of, name string) record.Series {
	t.Helper()
	s, err := rec.Series(scenario.Line{Of: of, Metric: name})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestSeriesAddUp compares windows with the totals that they are cut from.
func TestSeriesAddUp(t *testing.T) {
	_, sim, rec := recorded(t, 60*engine.Second)
	link, node := sim.LinkTotals(0), sim.NodeTotals(1)
	queue, busy, _ := node.Areas(sim.Now())
	for _, c := range []struct {
		of, name string
		want     float64
	}{
		{"orders", "offered", float64(link.Calls)},
		{"orders", "goodput", float64(link.Good)},
		{"orders", "attempts", float64(link.Attempts)},
		{"orders", "retries", float64(link.Retries)},
		{"orders", "why_retry", float64(link.Why[engine.ByRetry])},
		{"orders", "failures", float64(link.Failures())},
		{"orders", "failed_timed_out", float64(link.Ended[engine.TimedOut])},
		{"shop", "wasted", float64(node.Wasted)},
		{"shop", "queue", float64(queue) / 1e9},
		{"shop", "busy", float64(busy) / 1e9},
	} {
		s := series(t, rec, c.of, c.name)
		var sum float64
		for _, v := range s.Values {
			sum += v * float64(s.Width) / 1e9
		}
		if len(s.Values) != 120 || math.Abs(sum-c.want) > 1e-6*c.want {
			t.Errorf("%s of %s: %d windows add up to %v, want %v", c.name, c.of, len(s.Values), sum, c.want)
		}
	}
	if got := series(t, rec, "shop", "utilisation").At(10 * engine.Second); got < 0.7 || got > 1 {
		t.Errorf("utilisation at 10 s: %v", got)
	}
	if got := series(t, rec, "shop", "capacity").At(10 * engine.Second); math.Abs(got-300) > 1e-9 {
		t.Errorf("capacity at 10 s: %v", got)
	}
}

// TestSeriesOfSeveralPlaces adds rates up and takes shares of all together.
func TestSeriesOfSeveralPlaces(t *testing.T) {
	_, _, rec := recorded(t, 10*engine.Second)
	one, two := series(t, rec, "orders", "offered"), series(t, rec, "orders orders", "offered")
	share, both := series(t, rec, "orders", "good_share"), series(t, rec, "orders orders", "good_share")
	for i := range one.Values {
		if two.Values[i] != 2*one.Values[i] || both.Values[i] != share.Values[i] {
			t.Fatalf("window %d: %v and %v, %v and %v", i, one.Values[i], two.Values[i], share.Values[i], both.Values[i])
		}
	}
}

func TestSeriesRefuses(t *testing.T) {
	_, sim, rec := recorded(t, engine.Second)
	for line, allowed := range map[scenario.Line]string{
		{Of: "orders", Metric: "queue"}:     "amplification",
		{Of: "shop", Metric: "offered"}:     "utilisation",
		{Of: "nowhere", Metric: "offered"}:  "shop",
		{Of: "", Metric: "offered"}:         "orders",
		{Of: "shop x", Metric: "queue"}:     "people",
		{Of: "people", Metric: "hit_ratio"}: "rate",
	} {
		err := record.CheckLine(sim, line)
		var unknown *record.UnknownError
		if !errors.As(err, &unknown) || !slices.Contains(unknown.Allowed, allowed) {
			t.Errorf("%+v: got %v, want an error that allows %s", line, err, allowed)
		}
	}
	if _, ok := rec.Describe("people", "rate"); !ok {
		t.Error("a gauge of a component is not described")
	}
}

// TestRecordIsAPassenger: recording changes nothing, and how the run is cut
// into pieces changes no number.
func TestRecordIsAPassenger(t *testing.T) {
	_, sim, rec := recorded(t, 40*engine.Second)
	_, build := storm(t)
	plain, _ := build()
	plain.RunUntil(40 * engine.Second)
	if plain.Hash() != sim.Hash() {
		t.Error("a recorded run has another hash")
	}
	cut, _ := build()
	pieces := record.New(cut, 500*engine.Millisecond)
	for at := engine.Time(0); at < 40*engine.Second; at += 73 * engine.Millisecond {
		for !pieces.Run(cut, at, 100) {
		}
	}
	pieces.Run(cut, 40*engine.Second, 1<<62)
	for _, name := range []string{"p50", "p99", "mean", "good_share"} {
		a, b := series(t, rec, "orders", name), series(t, pieces, "orders", name)
		if !slices.EqualFunc(a.Values, b.Values, func(x, y float64) bool { return x == y || x != x && y != y }) {
			t.Errorf("%s depends on the pieces", name)
		}
	}
}

func TestStormIsStuckAndWhy(t *testing.T) {
	scn, sim, rec := recorded(t, 80*engine.Second)
	j := record.NewJudge(scn, rec)
	j.Update(sim)
	if v := j.Verdict(sim.Now()); v.Ruling != record.RuledStuck || j.State(sim.Now()) != record.Failing {
		t.Fatalf("the storm is %+v", v)
	}
	_, build := storm(t)
	hash := sim.Hash()
	f, err := record.Causes(scn, build, sim)
	if err != nil {
		t.Fatal(err)
	}
	// The queue is full of work for nobody, and 280 of 300 a second leave no
	// room to work it off: without retries alone it stays. Dropping it alone
	// lets each retry keep the wait near the time-out. Both must go.
	if f.Alone || !f.Done || len(f.Sets) != 1 || !slices.Equal(f.Sets[0], []string{"retries", "dead_work"}) {
		t.Errorf("finding: %+v", f)
	}
	if sim.Hash() != hash {
		t.Error("asking for the cause changed the run")
	}
	g, ok := record.NewGauge(rec, &scn.Causes[0])
	if gain, rate := g.Over(70*engine.Second, 80*engine.Second); !ok || gain < 0.5 || rate < 100 {
		t.Errorf("gain %v, rate %v", gain, rate)
	}
}

// TestInquiryInPieces gives the same finding in small pieces as at once.
func TestInquiryInPieces(t *testing.T) {
	scn, sim, _ := recorded(t, 60*engine.Second)
	_, build := storm(t)
	q, err := record.NewInquiry(scn, build, sim)
	if err != nil {
		t.Fatal(err)
	}
	steps := 0
	for !q.Step(5000) {
		steps++
	}
	all, err := record.Causes(scn, build, sim)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := *q.Finding(), all; steps < 5 || got.Tried != want.Tried || len(got.Sets) != len(want.Sets) {
		t.Errorf("in %d pieces %+v, at once %+v", steps, got, want)
	}
}

func TestReport(t *testing.T) {
	scn, sim, rec := recorded(t, 30*engine.Second)
	r, err := record.NewReport(scn, sim, rec, record.Identity{Version: "test", Size: 1})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"scenario":"storm"`, `"for":30,`, `"hash":"`, `"state":"undecided"`, `"series":{"load":`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in the report", want)
		}
	}
	c := r.Classes["people"]
	if len(r.Classes) != 1 || c["calls"] != c["succeeded"]+c["failed"]+c["in_flight"] || c["calls"] != r.Totals["calls"] {
		t.Errorf("the calls do not add up: %v", r.Classes)
	}
	if got := float64(r.Links["orders"]["offered"]) * 30; math.Abs(got-float64(c["calls"])) > 1e-6 {
		t.Errorf("offered %v over 30 s, calls %v", got, c["calls"])
	}
}

// TestBuiltInScenarios measures each: the lines of its charts, the rows of its
// table, what its captions wait for, the links of its objective and the gauges of
// its causes exist.
func TestBuiltInScenarios(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		sim, err := catalog.New(scn, catalog.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		rec := record.New(sim, engine.Time(scn.Window))
		rec.Run(sim, engine.Second, 1<<62)
		r, err := record.NewReport(scn, sim, rec, record.Identity{})
		if err != nil {
			t.Errorf("%s: %v", scn.Name, err)
			continue
		}
		if scn.Table != nil {
			if _, err := record.NewTrack(scn, sim, engine.Time(scn.Window)); err != nil {
				t.Errorf("%s: table: %v", scn.Name, err)
			}
		}
		for _, e := range scn.Script {
			if e.If == nil {
				continue
			}
			if err := record.CheckLine(sim, scenario.Line{Of: e.If.Of, Metric: e.If.Metric}); err != nil {
				t.Errorf("%s: what caption %s waits for: %v", scn.Name, e.Caption, err)
			}
		}
		if len(r.Classes) == 0 {
			t.Errorf("%s: nobody calls", scn.Name)
		}
		for i := range scn.Causes {
			c := &scn.Causes[i]
			if _, ok := record.NewGauge(rec, c); !ok && c.Per != "" {
				t.Errorf("%s: the gain of %s cannot be measured", scn.Name, c.Name)
			}
		}
	}
}

func BenchmarkWindow(b *testing.B) {
	_, sim, rec := recorded(b, 10*engine.Second)
	b.ReportAllocs()
	for b.Loop() {
		rec.Truncate(0)
		rec.Advance(sim)
	}
}
