package view_test

import (
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
)

// Every story that names figures has them in words, filled in, once there is
// trouble, and keeps silent before.
func TestFiguresAreReportedInTrouble(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		if scn.Story == nil || len(scn.Story.Figures) == 0 {
			continue
		}
		s, err := session.New(scn, session.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := view.New(i18n.For(i18n.Fallback), s)
		if got := view.Plain(r.Figures()); got != "" {
			t.Errorf("%s: at the start it says %q", scn.Name, got)
		}
		s.Seek(engine.Time(scn.Moment()))
		for s.Seeking() {
			s.Pump(0, 1<<20, nil)
		}
		r.Look()
		got := view.Plain(r.Figures())
		if got == "" || strings.ContainsAny(got, "{}⟨⟩<>") {
			t.Errorf("%s: in the trouble it says %q", scn.Name, got)
		}
		list := r.Sentences()
		if last := view.Plain(list[len(list)-1].Spans); last != got {
			t.Errorf("%s: the explanation ends with %q", scn.Name, last)
		}
	}
}

// What the sentence and the table both count is one number, also at a moment between
// two at which the sentence would round down.
func TestFiguresAreThoseOfTheTable(t *testing.T) {
	scn, _ := catalog.Scenario("zero-downtime-release")
	s, err := session.New(scn, session.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := view.New(i18n.For(i18n.Fallback), s)
	s.Seek(85 * engine.Second)
	for s.Seeking() {
		s.Pump(0, 1<<20, nil)
	}
	r.Look()
	table := view.NewTable(r.Locale, scn, view.Columns(r.Locale, scn, s.Track(), s.Now(), nil), s.Now(), false)
	took := table.Rows[len(table.Rows)-1].Cells[0].Text
	if got := view.Plain(r.Figures()); took != "25\u00a0s" || !strings.Contains(got, took) {
		t.Errorf("the table says %q, the sentence %q", took, got)
	}
}

// A pile is told in words too: how many there are, and how many are late.
func TestPileInWords(t *testing.T) {
	scn, _ := catalog.Scenario("pagerduty-2014")
	s, err := session.New(scn, session.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	r := view.New(i18n.For(i18n.Fallback), s)
	words := func() string {
		r.Look()
		for i := range r.Frame.Nodes {
			if n := &r.Frame.Nodes[i]; n.Gauges.Span > 0 {
				f := r.NodeFace(n)
				r.Fit(&f, n, 240, 420)
				if f.Pile.N == 0 {
					t.Error("a tall card has no pile")
				}
				return r.Facts(&f)
			}
		}
		return ""
	}
	if got := words(); !strings.Contains(got, "0 duplicates") || strings.Contains(got, "older than") {
		t.Errorf("an empty pile is %q", got)
	}
	s.Seek(engine.Time(scn.Moment()))
	for s.Seeking() {
		s.Pump(0, 1<<20, nil)
	}
	for _, want := range []string{"overloaded", "copies", "events", "duplicates", "older than 5", "oldest 5"} {
		if got := words(); !strings.Contains(got, want) {
			t.Errorf("the pile lacks %q: %s", want, got)
		}
	}
	if l := r.Loops(nil); len(l) != 1 || l[0].Level == 0 || !strings.Contains(l[0].Say, "tried again") || !r.Retries() {
		t.Errorf("loops: %+v", l)
	}
	if err := s.Set("hand_over.retry.on", "false"); err != nil {
		t.Fatal(err)
	}
	s.Pump(0, 1<<20, nil)
	if l := r.Loops(nil); len(l) != 0 || r.Retries() {
		t.Errorf("without retries there are the loops %+v", l)
	}
}
