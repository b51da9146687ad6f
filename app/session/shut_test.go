package session_test

import (
	"strings"
	"testing"

	"stampede/app/session"
	"stampede/engine/catalog"
)

// TestExplainShut shuts the door in the middle of the loop: there is no loop to
// speak of while nobody is let in, and there is again while it is opened wide.
func TestExplainShut(t *testing.T) {
	scn, ok := catalog.Scenario("facebook-2010")
	if !ok {
		t.Fatal("no scenario")
	}
	s, err := session.New(scn, session.Options{Seed: 1, Size: scn.Size.Min})
	if err != nil {
		t.Fatal(err)
	}
	playTo(t, s, 40*sec)
	if got := strings.Join(keys(s.Explain()), " "); !strings.Contains(got, "explain.loop") || strings.Contains(got, "shut") {
		t.Errorf("in the loop: %s", got)
	}
	must(t, s.Do("shut_off", ""))
	playTo(t, s, 46*sec)
	e := s.Explain()
	got := strings.Join(keys(e), " ")
	for _, want := range []string{"explain.state.failing", "explain.shut.all", "explain.load.rest", "explain.done.do"} {
		if !strings.Contains(got, want) {
			t.Errorf("shut: %s, want %s", got, want)
		}
	}
	if len(e.Loops) != 0 {
		t.Errorf("shut: loops %+v", e.Loops)
	}
	for _, m := range e.Sentences {
		for _, a := range m.Args {
			if a.Name == "ratio" && a.Number > 0.2 {
				t.Errorf("shut: load is %.2f of the capacity", a.Number)
			}
		}
	}
	must(t, s.Do("let_in", "0.05"))
	playTo(t, s, 48*sec)
	if got := strings.Join(keys(s.Explain()), " "); !strings.Contains(got, "explain.shut.part") {
		t.Errorf("a twentieth let in: %s", got)
	}
	must(t, s.Do("let_in", "1"))
	playTo(t, s, 53*sec)
	if got := strings.Join(keys(s.Explain()), " "); strings.Contains(got, "shut") {
		t.Errorf("all let in: %s", got)
	}
}
