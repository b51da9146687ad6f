package catalog

import (
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"stampede/engine/record"
	"stampede/engine/scenario"
)

// calibrated are the numbers of the storm that nobody has published.
var calibrated = []struct {
	name   string
	change func(t *testing.T, scn *scenario.Scenario, f float64) (sets []string)
}{
	{"usual rate", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
		with(t, scn, "sources", map[string]any{"rate": usual * f})
		action(scn, "end_rise").Steps[0].Arg = ptr(usual * f)
		return nil
	}},
	{"raised rate", func(_ *testing.T, scn *scenario.Scenario, f float64) []string {
		action(scn, "raise_workload").Arg.Default = raised * f
		return nil
	}},
	{"length of the rise", func(_ *testing.T, scn *scenario.Scenario, f float64) []string {
		const at = 8 * time.Minute
		for i := range scn.Script {
			if e := &scn.Script[i]; time.Duration(e.At) > at {
				e.At += scenario.Duration(f*float64(10*time.Minute)) - scenario.Duration(10*time.Minute)
			}
		}
		return nil
	}},
	{"time of one event", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
		with(t, scn, "workers", map[string]any{"service_mean": fmt.Sprint(time.Duration(200e6 * f))})
		return nil
	}},
	{"time of a hand-over", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
		with(t, scn, "queue", map[string]any{"service_mean": fmt.Sprint(time.Duration(50e6 * f))})
		return nil
	}},
	{"size at which it is twice as slow", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
		with(t, scn, "queue", map[string]any{"slow_at": int(100 * f)})
		return nil
	}},
	{"copies at the workers", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
		with(t, scn, "queue", map[string]any{"in_flight": int(600 * f)})
		return nil
	}},
	{"pages asked for", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
		with(t, scn, "customers", map[string]any{"rate": 10 * f})
		return nil
	}},
	{"time-out", func(_ *testing.T, _ *scenario.Scenario, f float64) []string {
		return []string{fmt.Sprintf("hand_over.timeout.after=%v", time.Duration(2e9*f))}
	}},
	{"pause before a retry", func(_ *testing.T, _ *scenario.Scenario, f float64) []string {
		return []string{fmt.Sprintf("hand_over.retry.base=%v", time.Duration(1e9*f))}
	}},
	{"time between removals", func(_ *testing.T, scn *scenario.Scenario, f float64) []string {
		for i := range scn.Script {
			if e := &scn.Script[i]; e.Do == "keep_removing" {
				e.Arg = fmt.Sprint(30 * f)
			}
		}
		return nil
	}},
}

func ptr(x float64) *float64 { return &x }

func action(scn *scenario.Scenario, name string) *scenario.Action {
	for i := range scn.Actions {
		if scn.Actions[i].Name == name {
			return &scn.Actions[i]
		}
	}
	return nil
}

// TestPagerDutySensitivity changes every calibrated number by a fifth, up and
// down, and reports the share of runs that keep the story: trouble of at least ten
// minutes that the removals end, and that lasts without them.
//
// Where the rise does not exceed what the workers can do there is no story, and
// where the usual rate nearly does, the removals end it too late. The test names
// the three, so that no other can join them unseen. Every third number is changed
// here, and all of them in make soak.
func TestPagerDutySensitivity(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a share of runs needs many")
	}
	sensitive(t, 3)
}

// sensitive changes every so manieth of the calibrated numbers.
func sensitive(t *testing.T, every int) {
	t.Helper()
	differs := map[string]bool{
		"raised rate x 0.8": true, "time of one event x 0.8": true, // no overload
		"time of one event x 1.2": true, // no room to recover
	}
	var kept, runs atomic.Int64
	t.Cleanup(func() { t.Logf("%d of %d runs keep the story", kept.Load(), runs.Load()) })
	for i, p := range calibrated {
		if i%every != 0 {
			continue
		}
		for _, f := range []float64{0.8, 1.2} {
			what := fmt.Sprintf("%s x %.1f", p.name, f)
			t.Run(what, func(t *testing.T) {
				t.Parallel()
				runs.Add(1)
				ended, without := variant(t, p.change, f, true, 46*time.Minute), variant(t, p.change, f, false, 40*time.Minute)
				minutes, late := ended.trouble(t)
				keeps := ended.verdict().Ruling == record.RuledRecovered && minutes >= 10 && without.verdict().Ruling == record.RuledStuck
				t.Logf("%v with removals, %.1f min of trouble, %.0f %% late; %v without", ended.verdict().Ruling, minutes, 100*late, without.verdict().Ruling)
				if keeps {
					kept.Add(1)
				}
				if keeps == differs[what] {
					t.Errorf("keeps the story: %v, want %v", keeps, !differs[what])
				}
			})
		}
	}
}

// variant runs the changed story as told, or without what the operators did.
func variant(t *testing.T, change func(*testing.T, *scenario.Scenario, float64) []string, f float64, response bool, until time.Duration) *run {
	t.Helper()
	scn := storm(t)
	sets := change(t, scn, f)
	script := scn.Script[:0:0]
	for _, e := range scn.Script {
		if response || !e.Response {
			script = append(script, e)
		}
	}
	scn.Script = script
	return tellWith(t, scn, 1, 1, sets, until)
}
