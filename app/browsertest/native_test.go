//go:build browser

package browsertest

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// busiest bounds the events of one window, far above what any scenario needs.
const busiest = 1 << 28

// native is a run made here, without a page, a session or a history.
type native struct {
	scn  *scenario.Scenario
	size float64
	sim  *engine.Sim
	rec  *record.Recorder
}

// makeRun builds a run with a journal, at time 0.
func makeRun(t *testing.T, name string, seed uint64, size float64, journal []engine.Command) *native {
	t.Helper()
	found, ok := catalog.Scenario(name)
	if !ok {
		t.Fatalf("no scenario is named %s", name)
	}
	return runOf(t, found, seed, size, journal)
}

// runOf is makeRun for a scenario that need not be among the built-in ones.
func runOf(t *testing.T, found *scenario.Scenario, seed uint64, size float64, journal []engine.Command) *native {
	t.Helper()
	scn := *found
	scn.Series = nil // not compared
	sim, err := catalog.New(&scn, catalog.Options{Seed: seed, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range journal {
		if err := sim.Insert(c); err != nil {
			t.Fatal(err)
		}
	}
	return &native{&scn, size, sim, record.New(sim, engine.Time(scn.Window))}
}

// to runs on to a moment.
func (n *native) to(t *testing.T, at engine.Time) *native {
	t.Helper()
	for n.sim.Now() < at {
		if !n.rec.Run(n.sim, min(at, n.rec.Next(n.sim.Now())), busiest) {
			t.Fatalf("the run does not get past %d ns", n.sim.Now())
		}
	}
	return n
}

func (n *native) hash() string { return fmt.Sprintf("%016x", n.sim.Hash()) }

// metrics is what the command prints of the run with --json, but for the charts.
func (n *native) metrics(t *testing.T) map[string]any {
	t.Helper()
	r, err := record.NewReport(n.scn, n.sim, n.rec, record.Identity{Version: version.Number, Size: n.size})
	if err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(b, &out); err != nil {
		t.Fatal(err)
	}
	delete(out, "series")
	return out
}

// golden is a line of the hashes that hold in every build.
type golden struct {
	scenario string
	size     float64
	seed, at uint64 // at in seconds
	hash     string
}

// goldens are the lines of one scenario.
func goldens(t *testing.T, name string) (list []golden) {
	t.Helper()
	b, err := os.ReadFile("../../engine/testdata/hashes.txt")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		var g golden
		if strings.HasPrefix(line, "#") {
			continue
		}
		if _, err := fmt.Sscan(line, &g.scenario, &g.size, &g.seed, &g.at, &g.hash); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		if g.scenario == name {
			list = append(list, g)
		}
	}
	if len(list) == 0 {
		t.Fatalf("no hashes of %s", name)
	}
	return list
}
