package main

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

func TestCompare(t *testing.T) {
	golden(t, "testdata/compare.txt", fine(t, "compare", shopFile, "--seed", "3", "--for", "40s"))
}

// An arm is what run prints with the same settings.
func TestCompareIsWhatRunPrints(t *testing.T) {
	var c comparison
	if err := json.Unmarshal([]byte(fine(t, "compare", shopFile, "--seed", "3", "--for", "40s", "--json")), &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Arms) != 3 || c.Seed != 3 || c.For != 40 || c.PerWeek != 100 || len(c.Rows) != 5 {
		t.Fatalf("%+v", c)
	}
	settings := [][]string{nil, nil, {"--set", "visits.retry.on=true"}, {"--set", "visits.retry.on=true", "--set", "visits.timeout.after=3s"}}
	for i, run := range append([]comparedRun{c.Told}, c.Arms...) {
		r := report(t, slices.Concat([]string{shopFile, "--seed", "3", "--for", "40s"}, settings[i])...)
		visits := r["links"].(map[string]any)["visits"].(map[string]any)
		if run.Hash != r["hash"] || float64(run.Events) != r["events"] {
			t.Errorf("%q: hash %s after %d events, want %v after %v", run.Name, run.Hash, run.Events, r["hash"], r["events"])
		}
		for name, want := range map[string]any{"lost": visits["failed"], "served": visits["good_share"], "slowest": visits["p99"]} {
			if got := float64(run.Values[name]); got != want {
				t.Errorf("%q: %s is %v, want %v", run.Name, name, got, want)
			}
		}
		if week := float64(run.Week["lost"]); week != float64(run.Values["lost"])/float64(*run.Releases)*100 {
			t.Errorf("%q: %v lost in a week", run.Name, week)
		}
	}
}

func TestCompareWithoutATable(t *testing.T) {
	if status, out, words := call("compare", "theory/mm1"); status != exitUsage || out != "" || !strings.Contains(words, "theory/mm1 has no table") {
		t.Errorf("status %d, %q, %s", status, out, words)
	}
}
