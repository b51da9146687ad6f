package view

import (
	"os"
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// shop is a scenario with a table, and its arms run to a minute.
func shop(t *testing.T) (*scenario.Scenario, *record.Trials) {
	t.Helper()
	text, err := os.ReadFile("../../engine/scenario/testdata/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	scn, err := scenario.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	q := record.NewTrials(scn, func() (*engine.Sim, error) { return catalog.New(scn, catalog.Options{Seed: 3}) }, engine.Time(scn.For))
	if !q.Step(1<<40) || q.Err() != nil {
		t.Fatal(q.Err())
	}
	return scn, q
}

// A run that has not come so far is read where it is, and is the best of nothing.
func TestTableComparesLikeWithLike(t *testing.T) {
	scn, q := shop(t)
	l := i18n.For(i18n.Fallback)
	columns := func(until engine.Time) []Column {
		return []Column{
			{Name: "mine", Track: q.Arm(2).Track, Until: until},
			{Name: "as set", Track: q.Arm(0).Track, Until: engine.Never},
			{Name: "asking", Track: q.Arm(1).Track, Until: engine.Never},
			{Name: "to come"},
		}
	}
	const at = 40*engine.Second + 200*engine.Millisecond // in the middle of a window
	tb := NewTable(l, scn, columns(at), at, false)
	if tb.At != 40*engine.Second || len(tb.Rows) != 5 || tb.Rows[0].Name != "lost" {
		t.Fatalf("compared at %d ns, %+v", tb.At, tb.Rows)
	}
	for i, c := range tb.Columns[:3] {
		if !c.Level || c.At != tb.At {
			t.Errorf("%s is read at %d ns", c.Name, c.At)
		}
		if lost := tb.Rows[0].Cells[i]; lost.Best != (i == 0) || lost.Text == "" {
			t.Errorf("%s lost %+v", c.Name, lost)
		}
	}
	if c := tb.Rows[0].Cells[3]; c.Text != "" || c.Best {
		t.Errorf("what has not been run has %+v", c)
	}
	early := NewTable(l, scn, columns(10*engine.Second), 60*engine.Second, false)
	if c := early.Columns[0]; c.Level || c.At != 10*engine.Second || early.At != 60*engine.Second {
		t.Errorf("read at %d ns beside %d ns", c.At, early.At)
	}
	for _, r := range early.Rows {
		if r.Cells[0].Best || r.ID == "asked" && (r.Cells[1].Best || r.Cells[2].Best) {
			t.Errorf("the best of %s is %+v", r.ID, r.Cells)
		}
	}
	if lost := early.Rows[0].Cells; !lost[2].Best || lost[1].Best {
		t.Errorf("lost %+v", lost)
	}
}

// For a week there are the rows that grow with the releases only.
func TestTableOfAWeek(t *testing.T) {
	scn, q := shop(t)
	l := i18n.For(i18n.Fallback)
	tb := NewTable(l, scn, []Column{{Track: q.Arm(1).Track, Until: engine.Never}}, 60*engine.Second, true)
	rows, releases, _ := q.Arm(1).Track.At(60 * engine.Second)
	if len(tb.Rows) != 2 || tb.Rows[0].Cells[0].Text != l.Number(rows[0]/releases*100) || releases == 0 {
		t.Errorf("%+v of %v after %v releases", tb.Rows, rows, releases)
	}
	if rest := tb.Without(l); !strings.Contains(rest, "slowest") || !strings.Contains(rest, ", ") {
		t.Errorf("of the rows that are not there it says %q", rest)
	}
	if rest := NewTable(l, scn, nil, 0, false).Without(l); rest != "" {
		t.Errorf("in the run %q", rest)
	}
	if none := NewTable(l, scn, []Column{{Track: q.Arm(1).Track}}, 0, true); none.Rows[0].Cells[0].Text != l.T("chart.none") {
		t.Errorf("before any release: %+v", none.Rows)
	}
}

func TestAmountsOfBytes(t *testing.T) {
	f := Format(i18n.For(i18n.Fallback))
	for x, want := range map[float64]string{12: "12_B", 999: "999_B", 1500: "1.5_kB", 12_345_678: "12.3_MB"} {
		if got := strings.ReplaceAll(amount(f, bytes, x), "\u00a0", "_"); got != want {
			t.Errorf("%v B is written %s, want %s", x, got, want)
		}
	}
}

// What reads alike is as good, and where all reads alike none is the best.
func TestBestAsItIsWritten(t *testing.T) {
	columns := []Column{{Level: true}, {Level: true}, {Level: true}, {Level: false}}
	for _, c := range []struct {
		texts [4]string
		best  [4]bool
	}{
		{[4]string{"6 min", "6 min", "7 min", "6 min"}, [4]bool{true, true, false, false}},
		{[4]string{"6 min", "6 min", "6 min", "7 min"}, [4]bool{}},
	} {
		r := TableRow{Cells: make([]TableCell, 4)}
		for i, text := range c.texts {
			r.Cells[i].Text = text
		}
		r.best(columns, "6 min")
		for i := range r.Cells {
			if r.Cells[i].Best != c.best[i] {
				t.Errorf("%q: the best are %+v", c.texts, r.Cells)
			}
		}
	}
}
