package catalog

import (
	"fmt"
	"testing"
	"time"

	"stampede/engine/record"
	"stampede/engine/scenario"
)

// TestFacebookSensitivity changes every calibrated parameter of the incident by
// a fifth, up and down, and reports the share of runs that keep the verdict:
// stuck as in 2010. The verdict must not hang on the calibration.
func TestFacebookSensitivity(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a share of runs needs many")
	}
	each := max(1, seeds()/10)
	kept, runs := 0, 0
	for _, p := range []struct {
		name   string
		change func(t *testing.T, scn *scenario.Scenario, f float64) (sets []string)
	}{
		{"request rates", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
			with(t, scn, "website", map[string]any{"rate": 64000 * f})
			with(t, scn, "api", map[string]any{"rate": 14000 * f})
			with(t, scn, "like_buttons", map[string]any{"rate": 122000 * f})
			return nil
		}},
		{"service time", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
			with(t, scn, "db", map[string]any{"service_mean": fmt.Sprint(time.Duration(60e6 * f))})
			return nil
		}},
		{"servers", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
			with(t, scn, "db", map[string]any{"servers": int(1000 * f)})
			return nil
		}},
		{"queue bound", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
			with(t, scn, "db", map[string]any{"queue_bound": int(50000 * f)})
			return nil
		}},
		{"time to live", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
			with(t, scn, "cache", map[string]any{"ttl": fmt.Sprint(time.Duration(60e9 * f))})
			return nil
		}},
		{"popularity", func(t *testing.T, scn *scenario.Scenario, f float64) []string {
			with(t, scn, "cache", map[string]any{"popularity": f})
			with(t, scn, "web", map[string]any{"popularity": f})
			return nil
		}},
		{"keys", func(_ *testing.T, scn *scenario.Scenario, f float64) []string {
			scn.Keys = int(float64(scn.Keys) * f)
			return nil
		}},
		{"time-out", func(_ *testing.T, _ *scenario.Scenario, f float64) []string {
			return []string{fmt.Sprintf("fix.timeout.after=%v", time.Duration(1e9*f))}
		}},
	} {
		for _, f := range []float64{0.8, 1.2} {
			stuck := 0
			for seed := range each {
				scn := incident(t)
				sets := p.change(t, scn, f)
				r := play(t, scn, uint64(seed+1), outcomeSize, sets, course, 115*time.Second)
				if r.verdict().Ruling == record.RuledStuck {
					stuck++
				}
			}
			t.Logf("%s x %.1f: %d of %d stuck", p.name, f, stuck, each)
			kept, runs = kept+stuck, runs+each
		}
	}
	t.Logf("%d of %d runs keep the verdict", kept, runs)
	if kept < runs*95/100 {
		t.Errorf("%d of %d runs keep the verdict at plus and minus a fifth, want 95 %%", kept, runs)
	}
}
