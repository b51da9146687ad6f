package course

import (
	"slices"
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

func runOf(t *testing.T, name string, size float64) *view.Run {
	t.Helper()
	scn, ok := catalog.Scenario(name)
	if !ok {
		t.Fatalf("no scenario is named %s", name)
	}
	s, err := session.New(scn, session.Options{Seed: 1, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	return view.New(i18n.For(i18n.Fallback), s)
}

// tell goes through a run of the 2010 outage, as often interrupted as can be.
func tell(t *testing.T, until engine.Time) (*view.Run, *Course, int) {
	t.Helper()
	r := runOf(t, "facebook-2010", 0.001)
	teller := NewTeller(r, until)
	last, stretches := engine.Time(-1), 0
	for !teller.Work(func() bool { return true }) {
		stretches++
		now, end := teller.Reached()
		if now < last || now > end || end != until {
			t.Fatalf("reached %d of %d ns after %d", now, end, last)
		}
		last = now
	}
	if err := teller.Err(); err != nil {
		t.Fatal(err)
	}
	return r, teller.Course(), stretches
}

// another is the same run, brought to a moment in one go.
func another(t *testing.T, at engine.Time) *view.Run {
	t.Helper()
	r := runOf(t, "facebook-2010", 0.001)
	r.Session.Seek(at)
	for r.Session.Seeking() {
		r.Session.Pump(0, 1<<30, nil)
	}
	r.Look()
	return r
}

// What is told is what the run was: its states, its acts, its numbers, its end.
func TestCourseIsThatOfTheRun(t *testing.T) {
	r, c, stretches := tell(t, 300*engine.Second)
	if stretches < 20 {
		t.Errorf("gone through in %d stretches", stretches)
	}
	text, end := Text(r, c), another(t, 300*engine.Second)
	if want := "stampede compare " + r.Scenario.Name; strings.Contains(text, want) != (r.Scenario.Table != nil) {
		t.Errorf("the text says how to compare with another way to run it: %v", !strings.Contains(text, want))
	}
	spans := end.Session.Spans()
	if len(c.Phases) < 3 || len(c.Numbers.Rows) != len(c.Phases) {
		t.Fatalf("%d phases and %d rows of numbers", len(c.Phases), len(c.Numbers.Rows))
	}
	for _, sp := range spans {
		in := slices.IndexFunc(c.Phases, func(p Phase) bool { return p.From <= sp.From && sp.To <= p.To })
		if in < 0 || sp.To-sp.From >= engine.Time(end.Scenario.Objective.Hold) && c.Phases[in].State != sp.State.String() {
			t.Errorf("%v from %d to %d is in no phase of its own", sp.State, sp.From, sp.To)
		}
	}
	load := end.Curve(scenario.Line{Of: end.Scenario.Objective.Offered, Metric: "attempts"})
	for i, p := range c.Phases {
		if i > 0 && p.From != c.Phases[i-1].To {
			t.Errorf("phase %d begins at %d, the one before ends at %d", i, p.From, c.Phases[i-1].To)
		}
		if want := end.Gauge("rate", load.Over(p.From, p.To)); c.Numbers.Rows[i][3] != want {
			t.Errorf("load in phase %d: %s, want %s", i, c.Numbers.Rows[i][3], want)
		}
		if len(p.Events) == 0 {
			t.Errorf("nothing is told of phase %d, %s", i, p.Title)
		}
	}
	for _, e := range end.Events() {
		if e.At < 300*engine.Second && e.Label != "" && !strings.Contains(text, e.Label) && e.Label != end.Locale.T("ribbon.event.hold") {
			t.Errorf("%q is not told", e.Label)
		}
	}
	for _, want := range []string{end.Session.Hash(), end.Word("caption", "loop"), "2:30: Shut the traffic off"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// How things stood is said with the numbers of that moment.
func TestCourseHasTheGainOfTheMoment(t *testing.T) {
	r, c, _ := tell(t, 300*engine.Second)
	at := 150 * engine.Second
	loops := another(t, at).Session.Explain().Loops
	if len(loops) == 0 {
		t.Fatal("no loop is at work in the middle of the outage")
	}
	gain := r.Locale.Number(view.Hundredths(loops[0].Gain))
	for _, p := range c.Phases {
		for _, e := range p.Events {
			if e.AsOf == "As of 2:30:" {
				if said := Say(e.Sentences); !strings.Contains(said, gain) || !strings.Contains(said, "recovers") {
					t.Errorf("as of %d s: %q, want the gain %s and the cause", at/engine.Second, said, gain)
				}
				return
			}
		}
	}
	t.Error("nothing is said as of the moment before the traffic is shut off")
}

// A run that is told up to a moment ends there.
func TestCourseUpToAMoment(t *testing.T) {
	const until = 40 * engine.Second
	r, c, _ := tell(t, until)
	last := c.Phases[len(c.Phases)-1]
	if last.To != until || last.State != "failing" {
		t.Errorf("the last phase is %s up to %d", last.State, last.To)
	}
	for _, p := range c.Phases {
		for _, e := range p.Events {
			if e.At > until {
				t.Errorf("%v at %d is told", e.What, e.At)
			}
		}
	}
	if !strings.Contains(c.Stamp, another(t, until).Session.Hash()) {
		t.Errorf("stamp %s is not that of the run at its end", c.Stamp)
	}
	if text := Text(r, c); strings.Contains(text, "Correct the value") || strings.Contains(text, "‹") {
		t.Error(text)
	}
}

// Every scenario can be told; those without an objective have no numbers.
func TestEveryScenarioIsTold(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		if scn.Story != nil {
			continue // told above
		}
		r := runOf(t, scn.Name, 0)
		teller := NewTeller(r, 20*engine.Second)
		teller.Work(nil)
		text := Text(r, teller.Course())
		if strings.Contains(text, "‹") || !strings.Contains(text, r.Session.Hash()) || len(teller.Course().Series.Rows) == 0 {
			t.Errorf("%s: %s", scn.Name, text)
		}
	}
}

// The table of phases had the requests twice where they are all of the load.
func TestPhasesHaveEachNumberOnce(t *testing.T) {
	for name, want := range map[string]bool{"facebook-2010": true, "release-under-retries": true, "theory/metastable": false} {
		r := runOf(t, name, 0)
		head := numbers(r, nil).Head
		if got := slices.Contains(head, r.Locale.T("course.asked")); got != want {
			t.Errorf("%s: %q", name, head)
		}
	}
}
