package course

import (
	"testing"

	"stampede/app/i18n"
	"stampede/engine"
	"stampede/engine/record"
)

// TestChapters: short spells are part of the chapter before them and are counted,
// long ones are chapters, and so is what the run ends with.
func TestChapters(t *testing.T) {
	const s = engine.Second
	at := engine.Time(0)
	var spans []record.Span
	add := func(state record.State, length engine.Time) {
		spans = append(spans, record.Span{From: at, To: at + length, State: state})
		at += length
	}
	add(record.Healthy, 60*s)
	add(record.Degraded, 5*s)
	add(record.Healthy, 10*s)
	add(record.Degraded, 20*s)
	add(record.Failing, 10*s)
	add(record.Degraded, 40*s)
	add(record.Healthy, 15*s)
	add(record.Failing, 15*s)
	got := chapters(spans, 30*s, at)
	if len(got) != 3 || got[0].To != 105*s || got[1].State != record.Degraded || got[1].To != 160*s || got[2].State != record.Failing || got[2].To != at {
		t.Fatalf("got %+v", got)
	}
	if x := got[0].spells; x[record.Degraded] != (spell{2, 25 * s}) || x[record.Failing] != (spell{1, 10 * s}) || x[record.Healthy].n != 0 {
		t.Errorf("spells of the first: %+v", x)
	}
	if p := got[1].phase(i18n.For(i18n.Fallback)); p.Spells != "One short spell of “Healthy” in it, 15\u00a0s in all." {
		t.Errorf("said: %q", p.Spells)
	}
	if got := chapters(spans, 0, 70*s); len(got) != 3 || got[2].To != 70*s {
		t.Errorf("nothing is too short without a hold: %+v", got)
	}
}
