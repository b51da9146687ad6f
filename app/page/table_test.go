package page

import (
	"bytes"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/engine"
)

// The table fills while its runs go on, and marks the best in words too.
func TestTableFills(t *testing.T) {
	p := newPlay(i18n.Fallback, "pagerduty-2014")
	tb := p.table
	if tb == nil {
		t.Fatal("there is no table")
	}
	if tb.look() {
		t.Error("it changes by itself")
	}
	tb.onRun(app.Context{}, app.Event{})
	if !tb.going || !tb.end || !p.run.s.RunningArms() {
		t.Fatal("nothing is run")
	}
	p.run.s.Pump(0, 100_000, nil)
	tb.refresh()
	at := tb.table.Columns[1].At
	if at == 0 || at >= engine.Time(p.scn.For) || tb.where(1) == "\u00a0" || tb.where(2) != p.l.T("table.ahead") {
		t.Errorf("the first column is at %d ns, %q, the next %q", at, tb.where(1), tb.where(2))
	}
	text := markup(t, tb)
	for _, want := range []string{`<progress`, `scope="row"`, "0 of 9 are run", "Idempotency keys", p.l.T("table.stop")} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if !strings.Contains(text, `class="unfinished"`) || strings.Contains(text, `class="best"`) {
		t.Errorf("numbers that still grow look like the others: %s", text)
	}
	if missing := missingKeys(text); len(missing) > 0 {
		t.Errorf("no texts for %q", missing)
	}
	tb.onRun(app.Context{}, app.Event{})
	if tb.going || tb.table.Columns[1].Track != nil {
		t.Error("it goes on, or keeps what is in halves")
	}
}

// Runs that a script asks for are shown as those that the button asks for: by their
// ends, wherever the reader's own run is, until the reader wants it otherwise.
func TestTableOfAScriptShowsTheEnd(t *testing.T) {
	p := newPlay(i18n.Fallback, "pagerduty-2014")
	if err := p.run.verbs.Compare(true); err != nil {
		t.Fatal(err)
	}
	p.table.refresh()
	if end := engine.Time(p.scn.For); !p.table.end || p.table.table.At != end {
		t.Errorf("it is of %d ns, want the end", p.table.table.At)
	}
	p.table.end = false // the reader's choice
	if p.table.refresh(); p.table.end {
		t.Error("what the reader has chosen is undone")
	}
	p = newPlay(i18n.Fallback, "pagerduty-2014")
	p.run.s.Seek(10 * engine.Second)
	for p.run.s.Seeking() {
		p.run.s.Pump(0, 1<<20, nil)
	}
	if err := p.run.verbs.Compare(true); err != nil {
		t.Fatal(err)
	}
	if p.table.refresh(); !p.table.end || p.table.table.At != engine.Time(p.scn.For) {
		t.Errorf("in the middle of a run it is of %d ns", p.table.table.At)
	}
}

// A page may be drawn before the table has looked at a run that is new.
func TestTableOfANewRunIsDrawn(t *testing.T) {
	p := newPlay(i18n.Fallback, "pagerduty-2014")
	if err := p.run.verbs.Compare(true); err != nil {
		t.Fatal(err)
	}
	p.run.s.Pump(0, 100_000, nil)
	p.table.refresh()
	drawn := func() string {
		var b bytes.Buffer
		app.PrintHTML(&b, p.table.Render())
		return b.String()
	}
	if text := drawn(); !strings.Contains(text, "<progress") {
		t.Fatalf("nothing is under way in\n%s", text)
	}
	if err := p.run.s.Reset(7); err != nil {
		t.Fatal(err)
	}
	if text := drawn(); strings.Contains(text, "<progress") {
		t.Errorf("something is under way in\n%s", text)
	}
}

// Where there is no table, there is no part of the page for it.
func TestNoTable(t *testing.T) {
	p := newPlay(i18n.Fallback, "theory/mm1")
	p.table.refresh()
	if text := markup(t, p); p.table != nil || strings.Contains(text, `class="compare"`) {
		t.Error("there is a table")
	}
}
