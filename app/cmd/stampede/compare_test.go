package main

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stampede/app/session"
	"stampede/app/verbs"
	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

func TestCompare(t *testing.T) {
	golden(t, "testdata/compare.txt", fine(t, "compare", shopFile, "--seed", "3", "--for", "40s"))
}

// An arm is what run prints with the same settings.
func TestCompareIsWhatRunPrints(t *testing.T) {
	var c record.Comparison
	if err := json.Unmarshal([]byte(fine(t, "compare", shopFile, "--seed", "3", "--for", "40s", "--json")), &c); err != nil {
		t.Fatal(err)
	}
	if len(c.Arms) != 3 || c.Seed != 3 || c.For != 40 || c.PerWeek != 100 || len(c.Rows) != 5 {
		t.Fatalf("%+v", c)
	}
	settings := [][]string{nil, nil, {"--set", "visits.retry.on=true"}, {"--set", "visits.retry.on=true", "--set", "visits.timeout.after=3s"}}
	for i, run := range append([]record.Compared{c.Told}, c.Arms...) {
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

// The page's verb gives the same numbers, and the run that is shown besides.
func TestCompareIsWhatTheVerbGives(t *testing.T) {
	text, err := os.ReadFile(shopFile)
	if err != nil {
		t.Fatal(err)
	}
	scn, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	s, err := session.New(scn, session.Options{Seed: 3, Until: 40 * engine.Second})
	if err != nil {
		t.Fatal(err)
	}
	var v verbs.Verbs
	v.Use(s)
	ask := func(verb string, args ...any) any {
		out, err := v.Call(verb, args...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	began := ask("table").(map[string]any)
	if arm := began["arms"].([]any)[0].(map[string]any); arm["done"] != false || arm["values"] != nil || began["running"] != nil {
		t.Errorf("before it is asked for there is %v", began)
	}
	if _, err := v.Call("compare", "soon"); err == nil {
		t.Error("compare takes a text")
	}
	for ask("compare"); s.RunningArms(); {
		s.Pump(0, 1<<16, nil)
	}
	got := ask("table").(map[string]any)
	var want map[string]any
	if err := json.Unmarshal([]byte(fine(t, "compare", shopFile, "--seed", "3", "--for", "40s", "--json")), &want); err != nil {
		t.Fatal(err)
	}
	if mine := got["mine"].(map[string]any); mine["at"] != 0.0 || mine["done"] != false {
		t.Errorf("the run at its start is %v", mine)
	}
	delete(got, "mine")
	delete(got, "version")
	delete(want, "version")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("the verb gives\n%v\nwant\n%v", got, want)
	}
	if ask("compare", false); s.RunningArms() {
		t.Error("the arms are run again")
	}
}

func TestCompareWithoutATable(t *testing.T) {
	if status, out, words := call("compare", "theory/mm1"); status != exitUsage || out != "" || !strings.Contains(words, "theory/mm1 has no table") {
		t.Errorf("status %d, %q, %s", status, out, words)
	}
}
