package catalog

import (
	"strings"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// told runs the incident of 2010 as its script tells it, with what people do
// besides.
func told(t *testing.T, until time.Duration, cmds ...engine.Command) *run {
	t.Helper()
	return tell(t, incident(t), 1, outcomeSize, until, cmds...)
}

// tell runs a scenario as its script tells it, with what people do besides.
func tell(t *testing.T, scn *scenario.Scenario, seed uint64, size float64, until time.Duration, cmds ...engine.Command) *run {
	t.Helper()
	return tellWith(t, scn, seed, size, nil, until, cmds...)
}

// tellWith is tell with settings made before the run.
func tellWith(t *testing.T, scn *scenario.Scenario, seed uint64, size float64, sets []string, until time.Duration, cmds ...engine.Command) *run {
	t.Helper()
	sim, err := New(scn, Options{Seed: seed, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	for _, kv := range sets {
		k, v, _ := strings.Cut(kv, "=")
		if err := sim.SetNow(k, v); err != nil {
			t.Fatal(err)
		}
	}
	if err := sim.SetJournal(cmds); err != nil {
		t.Fatal(err)
	}
	r := &run{scn: scn, sim: sim, rec: record.New(sim, int64(scn.Window))}
	r.jud = record.NewJudge(scn, r.rec)
	r.on(t, until)
	return r
}

func set(at engine.Time, path, value string) engine.Command {
	return engine.Command{At: at, Verb: engine.CmdSet, Path: path, Value: value}
}

// TestResponseIsLeftOut: what the operators of 2010 did because nothing had held
// is left out once a person has tried what would have; the trouble itself, the
// push and its correction, comes all the same.
func TestResponseIsLeftOut(t *testing.T) {
	asTold := told(t, 165*time.Second)
	if in := asTold.over(t, "gate", "let_in", 160*time.Second, 165*time.Second); in != 0 {
		t.Errorf("as told: %.2f let in at 160 s, want 0", in)
	}
	tried := told(t, 165*time.Second, set(10*engine.Second, "web.error_means", "nothing"))
	if in := tried.over(t, "gate", "let_in", 160*time.Second, 165*time.Second); in != 1 {
		t.Errorf("with another strategy: %.2f let in at 160 s, want 1", in)
	}
	if v := tried.verdict(); v.Ruling != record.RuledRecovered || v.After > 5*engine.Second {
		t.Errorf("with another strategy: %v %d ns after the trigger's end, want recovered within 5 s", v.Ruling, v.After)
	}
	for _, c := range tried.jud.Commands() {
		if c.Response {
			t.Errorf("the judge still knows of %s", c.Path)
		}
	}
}

// TestRetriesAreNoCure switches retries on in the middle of the loop. For a few
// seconds nearly all calls hang in a retry: no error deletes a key, some keys are
// filled, and nearly all calls that end, end well. That is relief and no health:
// as many calls as are made must end well. Then the first calls have failed for
// good, and the loop is back.
func TestRetriesAreNoCure(t *testing.T) {
	r := told(t, 120*time.Second, set(100*engine.Second, "fix.retry.on", "true"))
	for at := 100 * engine.Second; at <= 120*engine.Second; at += engine.Second / 2 {
		st, share := r.jud.State(at), r.jud.Share(at)
		if st == record.Healthy || share > 0.7 || at >= 110*engine.Second && st != record.Failing {
			t.Errorf("%v at %.1f s: share %.2f", st, float64(at)/1e9, share)
		}
	}
}
