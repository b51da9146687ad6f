package page

import (
	"strings"
	"testing"
	"time"

	"stampede/app/i18n"
	"stampede/engine"
	"stampede/engine/record"
)

// The page that is prerendered says what the run is in at the moment shown.
func TestPosterIsTheMoment(t *testing.T) {
	text := markup(t, newHome(i18n.Fallback))
	s, err := posterSession()
	if err != nil {
		t.Fatal(err)
	}
	if s.Now() != excerptAt || s.State() != record.Failing || s.Verdict().Ruling != record.RuledStuck {
		t.Errorf("at %v s it is %v and %v", seconds(s.Now()), s.State(), s.Verdict().Ruling)
	}
	for _, want := range []string{"Stuck", "deletion of keys on errors", "Keep the last known good value", `class="marks"`, "var(--ink-query)"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// What the run shows without the switch goes on; the switch ends it within
// seconds.
func TestSwitchEndsTheLoop(t *testing.T) {
	for _, cure := range []bool{false, true} {
		s, err := beginExcerpt()
		if err != nil {
			t.Fatal(err)
		}
		for s.Seeking() {
			s.Pump(0, excerptMost, nil)
		}
		if err := s.SetStrategy(excerptCure, cure); err != nil {
			t.Fatal(err)
		}
		s.Play()
		for s.Now() < excerptAt+60*engine.Second {
			s.Pump(250*time.Millisecond, excerptMost, nil)
			if s.Now() > excerptAt+5*engine.Second && (s.State() == record.Healthy) != cure {
				t.Fatalf("switch %v: %v at %v s", cure, s.State(), seconds(s.Now()))
			}
		}
	}
}

// Starting over gives the run as it was.
func TestExcerptStartsOver(t *testing.T) {
	s, err := beginExcerpt()
	if err != nil {
		t.Fatal(err)
	}
	arrive := func() string {
		for s.Seeking() {
			s.Pump(0, excerptMost, nil)
		}
		return s.Hash()
	}
	first := arrive()
	if err := s.SetStrategy(excerptCure, true); err != nil {
		t.Fatal(err)
	}
	if err := s.Reset(s.Seed()); err != nil {
		t.Fatal(err)
	}
	if err := rewind(s); err != nil {
		t.Fatal(err)
	}
	if again := arrive(); again != first || s.Strategy(excerptCure) {
		t.Errorf("hash %s, before %s; switch %v", again, first, s.Strategy(excerptCure))
	}
}

// The numbers are those that the run has measured.
func TestExcerptNumbers(t *testing.T) {
	e, err := newExcerpt(i18n.For(i18n.Fallback))
	if err != nil {
		t.Fatal(err)
	}
	asked, room := e.run.measured(excerptLink, "attempts"), e.run.measured(excerptStore, "capacity")
	if asked < 15*room || asked > 30*room {
		t.Errorf("%v a second against %v", asked, room)
	}
	v := e.words.look()
	if v.asked != e.run.Gauge("rate", asked) || v.room != e.run.Gauge("rate", room) || !strings.Contains(v.curve, "<polyline points=\"0.0 ") {
		t.Errorf("%+v", v)
	}
}
