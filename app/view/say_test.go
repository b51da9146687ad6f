package view_test

import (
	"slices"
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

const ms = engine.Millisecond

// deed is something done in a run, at a moment in milliseconds.
type deed struct {
	at                engine.Time
	verb, path, value string
}

// courses are runs that are told window by window, with what is to come up in
// each: the runs in which explanations contradicted themselves, and others.
var courses = []struct {
	name     string
	size     float64
	deeds    []deed
	from, to engine.Time // ms
	says     []string
}{
	{"the cure in the stuck run", 0, []deed{
		{20_000, engine.CmdDo, "push_invalid", ""},
		{50_000, engine.CmdDo, "correct", ""},
		{112_000, engine.CmdSet, "fix.last_known_good.on", "true"},
	}, 110_000, 126_000, []string{"explain.state.stuck", "explain.state.draining", "explain.state.healthy", "explain.state.recovered", "holding.stuck", "rising.stuck"}},
	{"pushed and corrected at once", 0.002, []deed{
		{5_700, engine.CmdDo, "push_invalid", ""},
		{6_200, engine.CmdDo, "correct", ""},
		{14_700, engine.CmdSet, "web.error_means", "nothing"},
	}, 5_000, 40_000, []string{"explain.load.over", "explain.load.falls", "explain.state.healthy"}},
	{"pushed and corrected", 0, []deed{
		{5_700, engine.CmdDo, "push_invalid", ""},
		{14_700, engine.CmdDo, "correct", ""},
	}, 5_000, 30_000, []string{"explain.state.rising", "explain.load.over"}},
	{"retries in the stuck run", 0, []deed{
		{20_000, engine.CmdDo, "push_invalid", ""},
		{50_000, engine.CmdDo, "correct", ""},
		{112_000, engine.CmdSet, "fix.retry.on", "true"},
	}, 110_000, 126_000, []string{"explain.state.stuck", "explain.state.rising", "explain.load.over", "explain.loop"}},
	{"the front page", 0.005, []deed{
		{112_000, engine.CmdTakeOver, "", ""},
		{112_700, engine.CmdSet, "fix.last_known_good.on", "true"},
		{130_300, engine.CmdDo, "push_invalid", ""},
		{133_300, engine.CmdSet, "fix.last_known_good.on", "false"},
		{150_000, engine.CmdSet, "fix.last_known_good.on", "true"},
	}, 110_000, 165_000, []string{"explain.state.draining", "explain.state.healthy"}},
	{"shut off and let in", 0.002, []deed{
		{20_000, engine.CmdDo, "push_invalid", ""},
		{50_000, engine.CmdDo, "correct", ""},
		{112_000, engine.CmdDo, "shut_off", ""},
		{122_000, engine.CmdDo, "let_in", "0.1"},
		{132_000, engine.CmdDo, "let_in", "1"},
	}, 110_000, 145_000, []string{"explain.shut.all", "explain.shut.part", "holding.stuck"}},
}

// No explanation says in one breath what cannot be true at one moment.
func TestExplanationsAgreeWithThemselves(t *testing.T) {
	for _, c := range courses {
		t.Run(c.name, func(t *testing.T) {
			r, journal := begin(t, c.size), []engine.Command{}
			if c.deeds[0].verb == engine.CmdDo {
				journal = append(journal, engine.Command{At: c.deeds[0].at * ms, Verb: engine.CmdTakeOver})
			}
			for _, d := range c.deeds {
				journal = append(journal, engine.Command{At: d.at * ms, Verb: d.verb, Path: d.path, Value: d.value})
			}
			if err := r.Session.SetJournal(journal); err != nil {
				t.Fatal(err)
			}
			said := map[string]bool{}
			for at := c.from; at <= c.to; at += 250 {
				seek(t, r, at*ms)
				for _, key := range agree(t, r) {
					said[key] = true
				}
			}
			for _, key := range c.says {
				if !said[key] {
					t.Errorf("never says %s", key)
				}
			}
		})
	}
}

func begin(t *testing.T, size float64) *view.Run {
	t.Helper()
	scn, ok := catalog.Scenario("facebook-2010")
	if !ok {
		t.Fatal("no scenario")
	}
	s, err := session.New(scn, session.Options{Seed: 2010, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	return view.New(i18n.For(i18n.Fallback), s)
}

func seek(t *testing.T, r *view.Run, at engine.Time) {
	t.Helper()
	r.Session.Seek(at)
	for i := 0; r.Session.Seeking(); i++ {
		if r.Session.Pump(0, 1<<40, nil); i > 1000 || r.Session.Err() != nil {
			t.Fatalf("does not come to %d: %v", at, r.Session.Err())
		}
	}
}

// wells are the sentences that say that all is well.
var wells = []string{"explain.state.healthy", "explain.state.recovered", "explain.state.again", "explain.state.alone", "explain.state.early"}

// agree looks at what is said at a moment, and answers the keys.
func agree(t *testing.T, r *view.Run) (keys []string) {
	t.Helper()
	s := r.Session
	for _, m := range s.Explain().Sentences {
		keys = append(keys, m.Key)
	}
	says := func(list ...string) bool {
		return slices.ContainsFunc(list, func(key string) bool { return slices.Contains(keys, key) })
	}
	at, over := view.Seconds(s.Now()), says("explain.load.over", "explain.load.falls")
	last := s.Record().Ended(s.Now())
	full := measured(r, "db", "utilisation", last) > 0.995 && measured(r, "db", "queue", last) >= 1
	switch {
	case over && says(append(wells, "explain.state.draining")...):
		t.Errorf("at %v s all is well and the load is too high: %v", at, keys)
	case says(wells...) && full:
		t.Errorf("at %v s all is well and the queue is full: %v", at, keys)
	case says("explain.state.recovering") && says("explain.load.over"):
		t.Errorf("at %v s it gets better, and the load does not fall: %v", at, keys)
	case over && measured(r, "fix", "attempts", last) < measured(r, "db", "capacity", last)/2:
		t.Errorf("at %v s a load that is over is told: %v", at, keys)
	}
	return append(keys, ruling(t, r, says("explain.state.recovering") || s.State() == record.Healthy)...)
}

// measured is a line in the window that ends at a moment.
func measured(r *view.Run, of, metric string, at engine.Time) float64 {
	return r.Curve(scenario.Line{Of: of, Metric: metric}).Over(at-r.Session.Record().Width(), at)
}

// ruling looks at the verdict's text, and answers the end of its key where it
// speaks of what is still to be seen.
func ruling(t *testing.T, r *view.Run, better bool) (keys []string) {
	t.Helper()
	s := r.Session
	name, spans := r.Ruling()
	text := view.Plain(spans)
	holding := strings.Contains(text, "Whether it holds now shows in")
	rising := strings.Contains(text, "has come back once")
	switch {
	case holding != (name == record.Recovering.String() && s.State() == record.Healthy), (holding || rising) && !better:
		t.Errorf("at %v s it is %v: %q", view.Seconds(s.Now()), s.State(), text)
	case better && name != "" && name != record.RuledRecovered.String() && name != record.Recovering.String():
		t.Errorf("at %v s it is better, and %s: %q", view.Seconds(s.Now()), name, text)
	case (holding || rising) && r.Cause() != "":
		t.Errorf("at %v s it is better, and %q", view.Seconds(s.Now()), r.Cause())
	}
	if holding {
		keys = append(keys, "holding.stuck")
	}
	if rising {
		keys = append(keys, "rising.stuck")
	}
	return keys
}

// When a recovery is said to show, it shows: not before, and not later.
func TestHoldShowsWhenItIsSaidTo(t *testing.T) {
	r := begin(t, 0.002)
	if err := r.Session.SetJournal([]engine.Command{
		{At: 112_000 * ms, Verb: engine.CmdTakeOver},
		{At: 112_000 * ms, Verb: engine.CmdSet, Path: "fix.last_known_good.on", Value: "true"},
	}); err != nil {
		t.Fatal(err)
	}
	seek(t, r, 111_000*ms)
	if _, ok := r.Session.HoldLeft(); ok {
		t.Error("a stuck run holds")
	}
	seek(t, r, 118_700*ms)
	left, ok := r.Session.HoldLeft()
	if !ok || left <= 0 || r.Session.State() != record.Healthy {
		t.Fatalf("at 118.7 s: %v, %d ns left, %v", r.Session.State(), left, ok)
	}
	shows := r.Session.Now() + left
	if seek(t, r, shows-ms); r.Session.Verdict().Ruling == record.RuledRecovered {
		t.Error("it shows before")
	}
	if seek(t, r, shows); r.Session.Verdict().Ruling != record.RuledRecovered {
		t.Error("it does not show then")
	}
}

// The card of those who ask, and the sentence on them, tell one share.
func TestCardAndSentenceTellOneShare(t *testing.T) {
	scn, _ := catalog.Scenario("release-under-retries")
	s, err := session.New(scn, session.Options{Seed: 2010})
	if err != nil {
		t.Fatal(err)
	}
	r, low := view.New(i18n.For(i18n.Fallback), s), 0
	for at := engine.Time(120); at <= 170; at += 2 {
		seek(t, r, at*engine.Second)
		r.Look()
		share, _, _ := strings.Cut(r.NodeFace(&r.Frame.Nodes[0]).Notes[0], " ")
		if share == "0%" {
			share = "none" // as a sentence says it
		}
		if text := " " + view.Plain(r.Sentences()[0].Spans); !strings.Contains(text, " "+share+" ") {
			t.Errorf("at %d s: the card has %s, and the sentence is %q", at, share, text)
		}
		if share != "100%" {
			low++
		}
	}
	if low == 0 {
		t.Error("all is well throughout")
	}
}
