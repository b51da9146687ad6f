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

// A release that does not go on is said to, with the reason, the hosts that are
// missing meanwhile and what helps, however well users are served.
func TestStoppedReleaseIsNotAllWell(t *testing.T) {
	for _, c := range []struct {
		name  string
		deeds []deed
		at    engine.Time // s
		says  []string
	}{
		{
			"bad program",
			[]deed{{30_000, engine.CmdDo, "bad_binary", ""}},
			400,
			[]string{"Edge proxies: the release is halted", "4 of 20 hosts are not in service", "Roll it back"},
		},
		{
			"paused",
			[]deed{{30_000, engine.CmdDo, "release_edge", ""}, {60_000, engine.CmdDo, "pause", ""}},
			100,
			[]string{"Edge proxies: the release is paused", "4 of 20 hosts are not in service", "Go on with it"},
		},
		{
			"no room",
			[]deed{{20_000, engine.CmdSet, "app.strategy", "socket_takeover"}, {30_000, engine.CmdDo, "release_app", ""}},
			60,
			[]string{"App servers: the release is refused", "All hosts are in service", "Choose a strategy"},
		},
		{"paused before it", []deed{{30_000, engine.CmdDo, "pause", ""}}, 60, nil},
		{"rolled back", []deed{{30_000, engine.CmdDo, "bad_binary", ""}, {200_000, engine.CmdDo, "roll_back", ""}}, 400, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			scn, _ := catalog.Scenario("zero-downtime-release")
			s, err := session.New(scn, session.Options{Seed: 2010})
			if err != nil {
				t.Fatal(err)
			}
			r := view.New(i18n.For(i18n.Fallback), s)
			journal := []engine.Command{{Verb: engine.CmdTakeOver}}
			for _, d := range c.deeds {
				journal = append(journal, engine.Command{At: d.at * ms, Verb: d.verb, Path: d.path, Value: d.value})
			}
			if err := s.SetJournal(journal); err != nil {
				t.Fatal(err)
			}
			seek(t, r, c.at*engine.Second)
			var words []string
			for _, x := range r.Sentences() {
				words = append(words, view.Plain(x.Spans))
			}
			text, outcome := strings.Join(words, " "), view.Plain(figure.Outcome(r))
			for _, want := range c.says {
				if !strings.Contains(text, want) || !strings.Contains(outcome, want) {
					t.Errorf("%q is not said: %s\n%s", want, text, outcome)
				}
			}
			if well := strings.Contains(text, "All is well"); well != (len(c.says) == 0) {
				t.Errorf("all is well: %v: %s", well, text)
			}
		})
	}
}
