package page

import (
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
)

// Every text that a scenario can ask for is in the English catalogue.
func TestEveryNameHasAText(t *testing.T) {
	l := i18n.For(i18n.Fallback)
	for _, scn := range catalog.Scenarios() {
		r, err := newRun(l, scn, session.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		say := func(s string) { texts = append(texts, s) }
		for _, part := range []string{"name", "title", "line", "description", "about", "sources"} {
			say(about(l, scn.Name, part))
		}
		for _, c := range scn.Components {
			say(r.name(c.Name))
		}
		for _, k := range scn.Links {
			say(r.called("link", k.Name))
		}
		for _, a := range scn.Actions {
			say(r.called("action", a.Name))
			if a.Arg != nil {
				say(r.word("action", a.Name, "arg"))
			}
		}
		for _, st := range scn.Strategies {
			say(r.word("strategy", st.Name, "name"))
			say(r.word("strategy", st.Name, "why"))
			say(r.word("group", st.Group))
			for _, path := range st.Params {
				say(r.ParamName(path))
			}
		}
		for _, e := range scn.Script {
			if e.Caption != "" {
				say(r.Caption(e.Caption, 0))
			}
		}
		for _, s := range scn.Series {
			say(r.word("series", s.Name))
			say(l.T("unit.note." + s.Unit))
			for _, line := range s.Lines {
				say(l.First(append(view.Keys(scn.Name, "series", s.Name, line.Metric), "metric."+line.Metric)...))
			}
		}
		if scn.Table != nil {
			for _, row := range scn.Table.Rows {
				say(l.First(view.Keys(scn.Name, "row", row.Name)...))
			}
			for _, arm := range scn.Table.Arms {
				if view.Named(l, scn, "arm", arm.Name) == arm.Name {
					t.Errorf("%s: no text for arm.%s", scn.Name, arm.Name)
				}
			}
		}
		for _, c := range scn.Causes {
			say(r.called("cause", c.Name))
		}
		if scn.Story != nil {
			say(l.T("date." + scn.Story.Date))
			for _, p := range scn.Story.Phases {
				say(r.word("phase", p.Name))
			}
		}
		for i := range r.frame.Nodes {
			for _, g := range r.frame.Nodes[i].Gauges.Values {
				say(r.Gauge(g.Name, 2))
			}
		}
		for _, key := range missingKeys(strings.Join(texts, " ")) {
			t.Errorf("%s: no text for %s", scn.Name, key)
		}
	}
}

// Every text whose key is put together in the code exists.
func TestEveryWordHasAText(t *testing.T) {
	l := i18n.For(i18n.Fallback)
	var keys []string
	for s := range record.NState {
		keys = append(keys, "state."+s.String(), "explain.state."+s.String())
	}
	for _, r := range []record.Ruling{record.RuledRecovered, record.RuledDegraded, record.RuledStuck} {
		keys = append(keys, "verdict.text."+r.String(), "verdict."+r.String())
	}
	for k := range engine.NKind {
		keys = append(keys, "glyph."+k.String())
	}
	for _, m := range []session.MarkKind{session.MarkTake, session.MarkFork, session.MarkHold} {
		keys = append(keys, "ribbon.event."+string(m))
	}
	for _, row := range keyRows {
		keys = append(keys, row[0], row[1])
	}
	for _, theme := range themes {
		keys = append(keys, "theme."+theme)
	}
	keys = append(keys, "state.stuck", "explain.state.recovered", "explain.state.again", "explain.state.alone", "explain.state.early", "verdict.text.again", "verdict.text.alone", "verdict.text.early", "explain.state.stuck", "explain.state.draining", "explain.state.loaded", "explain.state.rising",
		"verdict.text.holding.stuck", "verdict.text.holding.degraded", "verdict.text.rising.stuck", "verdict.text.rising.degraded",
		"explain.load.under", "explain.load.over", "explain.load.falls", "explain.load.rest", "explain.load.tight", "explain.load.of",
		"explain.shut.all", "explain.shut.part", "state.held",
		"explain.state.held", "explain.held.halted", "explain.held.no_room", "explain.held.paused", "explain.held.led",
		"explain.loop", "explain.loop.sustains", "explain.cause.alone", "explain.cause.none", "explain.cause.one",
		"explain.cause.two", "explain.done."+engine.CmdSet, "explain.done."+engine.CmdDo)
	for _, k := range keys {
		if !l.Has(k) {
			t.Errorf("no text for %s", k)
		}
	}
}

// An explanation led to a chart on pages that have none.
func TestExplanationLeadsToChartsThatAreThere(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	p.run.s.Seek(100 * engine.Second)
	for p.run.s.Seeking() {
		p.run.s.Pump(0, 1<<40, nil)
	}
	if p.explain.look().chart == "" {
		t.Error("the loop is in no chart")
	}
	p.explain.chartless = true
	if chart := p.explain.look().chart; chart != "" {
		t.Errorf("a page without charts leads to the one of %s", chart)
	}
}

// The sentences of an explanation find all their arguments, through a whole run.
func TestExplanationsAreWhole(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	step := func(to engine.Time) {
		p.run.s.Seek(to)
		for p.run.s.Seeking() {
			p.run.s.Pump(0, 1<<40, nil)
		}
		p.run.look()
		for _, c := range p.board.cards {
			c.face = c.look()
		}
		e := p.explain.look()
		text := e.say + e.ruling + e.cause + p.tell.look() + markup(t, newPlay(i18n.Fallback, "facebook-2010"))
		for _, key := range missingKeys(text) {
			t.Errorf("at %v s: no text for %s", seconds(to), key)
		}
		if e.say == "" {
			t.Errorf("at %v s nothing is said", seconds(to))
		}
	}
	for _, at := range []engine.Time{0, 10, 40, 100} {
		step(at * engine.Second)
	}
	if err := p.run.s.SetStrategy("leases", true); err != nil {
		t.Fatal(err)
	}
	if err := p.run.s.Do("let_in", "0.5"); err != nil {
		t.Fatal(err)
	}
	step(102 * engine.Second)
	for _, m := range p.run.s.Marks() {
		for _, key := range missingKeys(p.run.Label(m)) {
			t.Errorf("mark %v: no text for %s", m, key)
		}
	}
}

// What a person did is said as on the ribbon, with a word where it is not yet a
// second ago; at the beginning nothing is claimed.
func TestExplanationNamesWhatPeopleDid(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	if say := p.explain.look().say; !strings.HasPrefix(say, "Nothing has been measured") {
		t.Errorf("at the beginning: %q", say)
	}
	if err := p.run.s.SetStrategy("leases", true); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   engine.Time
		want string
	}{
		{400 * engine.Millisecond, "You did this just now: Leases: switched on."},
		{11_700 * engine.Millisecond, "You did this 11\u00a0s ago: Leases: switched on."},
	} {
		p.run.s.Seek(c.at)
		for p.run.s.Seeking() {
			p.run.s.Pump(0, 1<<40, nil)
		}
		if say := p.explain.look().say; !strings.Contains(say, c.want) {
			t.Errorf("at %v s: no %q in %q", seconds(c.at), c.want, say)
		}
	}
	if err := p.run.s.Set("db.queue_bound", "200"); err != nil {
		t.Fatal(err)
	}
	p.run.s.Seek(14 * engine.Second)
	for p.run.s.Seeking() {
		p.run.s.Pump(0, 1<<40, nil)
	}
	if say, want := p.explain.look().say, "Databases: Queue length set to 200."; !strings.Contains(say, want) {
		t.Errorf("no %q in %q", want, say)
	}
}

// The hash is there for a run that rests, and a hint for one that plays.
func TestAboutSaysHowToSeeTheHash(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	p.run.s.Play()
	p.about.refresh()
	if text := markup(t, p.about); !strings.Contains(text, "pause to see it") {
		t.Errorf("while playing: %s", text)
	}
	p.run.s.Pause()
	if text := markup(t, newAbout(p.run)); !strings.Contains(text, p.run.s.Hash()) {
		t.Errorf("at rest: %s", text)
	}
}

// A seek says where it is while what it leads to has never been computed.
func TestSeekingSaysHowFarItIs(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	p.run.s.Seek(300 * engine.Second)
	if !p.run.s.Seeking() {
		t.Fatal("arrived at once")
	}
	if got, want := p.notes.seeking(), "Computing up to 5:00 · now at 0:"; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
