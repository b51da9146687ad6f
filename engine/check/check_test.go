package check_test

import (
	"slices"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/check"
	"stampede/engine/param"
	"stampede/engine/policy"
	"stampede/engine/simtest"
)

const ms = engine.Millisecond

// system is a source of ten calls, a retry and a server of which some fail.
func system(t *testing.T) *simtest.System {
	t.Helper()
	asks := make([]engine.Time, 10)
	for i := range asks {
		asks[i] = engine.Time(i) * 10 * ms
	}
	steps := []simtest.Step{simtest.OK.After(5 * ms), simtest.Fail.After(30 * ms), simtest.OK.After(25 * ms)}
	return simtest.New(t, simtest.At(asks...), steps, simtest.On(t, "retry", new(policy.Retry)))
}

func TestRunFindsNothingInASoundRun(t *testing.T) {
	s := system(t)
	if v := check.Run(s.Sim, engine.Second); len(v) > 0 {
		t.Error(v)
	}
	if len(s.Source.Heard) != 10 {
		t.Errorf("%d calls ended, want 10", len(s.Source.Heard))
	}
	plain := system(t)
	plain.RunUntil(engine.Second)
	if plain.Hash() != s.Hash() {
		t.Error("watching changed the run")
	}
}

func TestWatchMayBeginInTheMiddle(t *testing.T) {
	s := system(t)
	s.RunUntil(35 * ms)
	if calls, _ := s.Live(); calls == 0 {
		t.Fatal("no call is live at that moment")
	}
	if v := check.Run(s.Sim, engine.Second); len(v) > 0 {
		t.Error(v)
	}
}

// TestPlantedCounters falsifies one counter at a time in the middle of a run.
func TestPlantedCounters(t *testing.T) {
	for _, tc := range []struct {
		name, rule string
		plant      func(l *engine.LinkTotals, n *engine.NodeTotals)
	}{
		{"a call too many", check.RuleCalls, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Calls++ }},
		{"an end too many", check.RuleCalls, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Ended[engine.OK]++ }},
		{"a live call lost", check.RuleCalls, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Live--; l.Ended[engine.Failed]++ }},
		{"an attempt lost", check.RuleAttempts, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Attempts-- }},
		{"an attempt for no reason", check.RuleAttempts, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Why[engine.ByCold]++ }},
		{"a retry for a first attempt", check.RuleAttempts, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Retries++ }},
		{"a good end too many", check.RuleOutcomes, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Good++ }},
		{"a latency lost", check.RuleOutcomes, func(l *engine.LinkTotals, _ *engine.NodeTotals) { l.Latency.Count-- }},
		{"an arrival too many", check.RuleAttempts, func(_ *engine.LinkTotals, n *engine.NodeTotals) { n.Arrived++ }},
		{"an answer lost", check.RuleAttempts, func(_ *engine.LinkTotals, n *engine.NodeTotals) { n.Answered-- }},
		{"one here too many", check.RuleAttempts, func(_ *engine.LinkTotals, n *engine.NodeTotals) { n.Here++ }},
		{"a nanosecond spent", check.RuleLittle, func(_ *engine.LinkTotals, n *engine.NodeTotals) { n.Sojourn++ }},
		{"an arrival time off", check.RuleLittle, func(_ *engine.LinkTotals, n *engine.NodeTotals) { n.ArrivalNs++ }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := system(t)
			w := check.Watch(s.Sim)
			s.RunUntil(35 * ms)
			w.Audit()
			if v := w.Violations(); len(v) > 0 {
				t.Fatalf("before: %v", v)
			}
			node, _ := s.NodeByName(simtest.ServerName)
			tc.plant(s.LinkTotals(0), s.NodeTotals(node))
			w.Audit()
			expect(t, w.Violations(), tc.rule)
		})
	}
}

// expect asks for a violation of a rule, with a place and a moment.
func expect(t *testing.T, v []check.Violation, rule string) {
	t.Helper()
	i := slices.IndexFunc(v, func(v check.Violation) bool { return v.Rule == rule })
	if i < 0 {
		t.Fatalf("no breach of %q among %v", rule, v)
	}
	if v[i].Place == "" || !strings.Contains(v[i].String(), rule) {
		t.Errorf("a report without its place: %+v", v[i])
	}
}

// TestPlantedOccurrences tells the watcher of what cannot be.
func TestPlantedOccurrences(t *testing.T) {
	at := func(ms engine.Time, w engine.What, call engine.CallID, attempt engine.AttemptID, no uint16) engine.Occurrence {
		return engine.Occurrence{At: ms * engine.Millisecond, What: w, Call: call, Attempt: attempt, No: no, Node: 1, Status: engine.OK}
	}
	for _, tc := range []struct {
		name, rule string
		told       []engine.Occurrence
	}{
		{"back in time", check.RulePast, []engine.Occurrence{at(2, engine.AttemptSent, 0, 1, 1), at(1, engine.AttemptSent, 0, 2, 1)}},
		{"ended twice", check.RuleOnce, []engine.Occurrence{at(1, engine.CallMade, 9, 0, 0), at(2, engine.CallEnded, 9, 0, 1), at(3, engine.CallEnded, 9, 0, 1)}},
		{"made twice", check.RuleOnce, []engine.Occurrence{at(1, engine.CallMade, 9, 0, 0), at(2, engine.CallMade, 9, 0, 0)}},
		{"ended without an outcome", check.RuleOnce, []engine.Occurrence{{What: engine.CallEnded, Call: 9}}},
		{"sent after its end", check.RuleAttempts, []engine.Occurrence{at(1, engine.CallEnded, 9, 0, 1), at(2, engine.AttemptSent, 9, 7, 2)}},
		{"attempts out of turn", check.RuleAttempts, []engine.Occurrence{at(1, engine.CallMade, 9, 0, 0), at(2, engine.AttemptSent, 9, 7, 2)}},
		{"answered before it arrived", check.RuleOrder, []engine.Occurrence{at(1, engine.AttemptSent, 9, 7, 1), at(2, engine.AttemptAnswered, 9, 7, 1)}},
		{"answered twice", check.RuleOrder, []engine.Occurrence{at(1, engine.AttemptSent, 9, 7, 1), at(1, engine.AttemptArrived, 9, 7, 1), at(2, engine.AttemptAnswered, 9, 7, 1), at(3, engine.AttemptAnswered, 9, 7, 1)}},
		{"arrived after its end", check.RuleOrder, []engine.Occurrence{at(1, engine.AttemptDropped, 9, 7, 1), at(1, engine.AttemptArrived, 9, 7, 1)}},
		{"faster than the link", check.RuleOrder, []engine.Occurrence{at(1, engine.AttemptSent, 9, 7, 1), at(2, engine.AttemptArrived, 9, 7, 1)}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			w := check.Watch(system(t).Sim)
			for _, o := range tc.told {
				w.Occur(o)
			}
			expect(t, w.Violations(), tc.rule)
		})
	}
}

// liar reports machines that are over their limits.
type liar struct {
	engine.Base
	p, q engine.Instance
}

func (*liar) Params(*param.Set)                         {}
func (*liar) State(*engine.Codec)                       {}
func (*liar) Arrive(c *engine.Ctx, id engine.AttemptID) { c.Reply(id, engine.Ended(engine.OK)) }
func (l *liar) Gauges(_ *engine.Ctx, g *engine.Gauges) {
	g.Instances = append(g.Instances, l.p, l.q)
}

func TestPlantedCapacity(t *testing.T) {
	for name, in := range map[string]engine.Instance{
		"more served than servers": {Busy: 3, Servers: 2},
		"more waiting than room":   {Busy: 2, Servers: 2, Queue: 6, Bound: 5},
		"fewer than none":          {Queue: -1},
	} {
		t.Run(name, func(t *testing.T) {
			b := engine.NewBuilder(1, 0)
			l := new(liar)
			b.Node("liar", "liar", l)
			sim, err := b.Build(nil)
			if err != nil {
				t.Fatal(err)
			}
			w := check.Watch(sim)
			w.Audit()
			if v := w.Violations(); len(v) > 0 {
				t.Fatalf("before: %v", v)
			}
			l.q = in
			w.Audit()
			expect(t, w.Violations(), check.RuleCapacity)
			expect(t, w.Violations(), check.RuleAttempts) // the counters know of nobody
		})
	}
}

func TestReportsAreBounded(t *testing.T) {
	w := check.Watch(system(t).Sim)
	for range 100 {
		w.Occur(engine.Occurrence{What: engine.CallEnded, Call: 1})
	}
	if n := len(w.Violations()); n != 20 {
		t.Errorf("%d violations are reported, want 20", n)
	}
}
