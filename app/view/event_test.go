package view_test

import (
	"strings"
	"testing"

	"stampede/app/figure"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
)

// Away from its group every strategy has a name of its own.
func TestStrategiesOfOneNameAreToldApart(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		s, err := session.New(scn, session.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		r, names := view.New(i18n.For(i18n.Fallback), s), map[string]string{}
		for _, st := range scn.Strategies {
			name := r.Called("strategy", st.Name)
			if other, taken := names[name]; taken || strings.Contains(name, "‹") {
				t.Errorf("%s: %s and %s are called %q", scn.Name, st.Name, other, name)
			}
			names[name] = st.Name
		}
	}
}

// A value that ends one of several strategies is no news of another one.
func TestValueThatEndsSeveralStrategies(t *testing.T) {
	r := release(t)
	for value, want := range map[string]string{
		"socket_takeover": "Socket Takeover (edge proxies): switched on",
		"rolling":         "Edge proxies: ",
	} {
		if got := r.SettingLabel("edge.strategy", value); !strings.HasPrefix(got, want) || strings.Contains(got, "off") {
			t.Errorf("%s: %q", value, got)
		}
	}
}

func release(t *testing.T) *view.Run {
	t.Helper()
	scn, _ := catalog.Scenario("zero-downtime-release")
	s, err := session.New(scn, session.Options{Seed: 2010})
	if err != nil {
		t.Fatal(err)
	}
	return view.New(i18n.For(i18n.Fallback), s)
}

// All that was done at one moment is said, and each deed is counted once, however
// many settings it took.
func TestDeedsOfOneMomentAreAllTold(t *testing.T) {
	r := release(t)
	for _, name := range []string{"socket_takeover", "origin_takeover", "post_replay", "proxy_retry"} {
		if err := r.Session.SetStrategy(name, true); err != nil {
			t.Fatal(err)
		}
	}
	seek(t, r, 10*engine.Second)
	list := r.Sentences()
	said := view.Plain(list[len(list)-1].Spans)
	for _, want := range []string{"Socket Takeover (edge proxies): switched on", "Socket Takeover (origin proxies): switched on", "Partial Post Replay: switched on", "retries: switched on"} {
		if strings.Count(said, want) != 1 {
			t.Errorf("%q is not said once: %s", want, said)
		}
	}
	if stamp := figure.Stamp(r); !strings.HasSuffix(stamp, "changed by hand 4 times") {
		t.Error(stamp)
	}
}

// A caption tells the numbers of the table as they were when it began.
func TestCaptionTellsWhatWasLost(t *testing.T) {
	r := release(t)
	seek(t, r, 200*engine.Second)
	rows, _, _ := r.Session.Track().At(190 * engine.Second)
	lost := 0.0
	for i, row := range r.Scenario.Table.Rows {
		if row.Name == "resets" {
			lost = rows[i]
		}
	}
	if want := r.Locale.Integer(lost) + " connections were reset"; lost == 0 || !strings.Contains(r.Caption("edge_done", 190*engine.Second), want) {
		t.Errorf("no %q in %q", want, r.Caption("edge_done", 190*engine.Second))
	}
}

// A setting of the script is told by what it stands for.
func TestSettingOfTheScriptInWords(t *testing.T) {
	scn, _ := catalog.Scenario("release-under-retries")
	s, err := session.New(scn, session.Options{Seed: 2010})
	if err != nil {
		t.Fatal(err)
	}
	r := view.New(i18n.For(i18n.Fallback), s)
	m := session.Mark{Kind: session.MarkSet, Key: "requests.retry.on", Arg: "false", Script: true}
	if got := r.Label(m); got != "Users stop retrying" {
		t.Error(got)
	}
	if m.Script = false; !strings.Contains(r.Label(m), "switched off") {
		t.Errorf("of a person: %s", r.Label(m))
	}
}
