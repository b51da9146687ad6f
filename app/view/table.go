package view

import (
	"math"
	"strings"

	"stampede/app/chart"
	"stampede/app/i18n"
	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// Column is one run of a scenario's table.
type Column struct {
	Name  string
	Track *record.Track // nil for a run that has not begun
	Until engine.Time   // it is not read after this moment
	Why   string        // what is peculiar to it; "" where that is not said
	// At is the moment of its numbers, Level whether that is the one at which all
	// are compared. NewTable tells.
	At    engine.Time
	Level bool
}

// Table is a scenario's table in the reader's language. Its cells are in the
// order of the columns.
type Table struct {
	At      engine.Time // at which the columns are compared
	Columns []Column
	Rows    []TableRow
	// Once are the names of rows that a week does not have: they do not grow with
	// the releases.
	Once []string
}

// TableRow is one number of all columns.
type TableRow struct {
	Name  string // as it is called; ID is its name in the scenario
	ID    string
	Cells []TableCell
}

// TableCell is a number as it is written; Best is true for the best of a row in
// which some are better than others.
type TableCell struct {
	Text string
	Best bool
}

// Without says which rows the table of a week lacks; "" where it lacks none.
func (t *Table) Without(l *i18n.Locale) string {
	if len(t.Once) == 0 {
		return ""
	}
	return l.T("table.without", i18n.Text("rows", strings.Join(t.Once, ", ")))
}

// NewTable reads columns up to a moment; those that have not come so far are read
// where they are. For a week it has the rows that grow with every release, as many
// times as there are releases in a week.
func NewTable(l *i18n.Locale, scn *scenario.Scenario, columns []Column, at engine.Time, week bool) *Table {
	t := &Table{At: at, Columns: columns}
	// Tracks keep moments that may lie apart: all are read at one that all have.
	for _, c := range columns {
		if c.Track != nil && min(c.Track.Head(), c.Until) >= at {
			_, _, as := c.Track.At(t.At)
			t.At = min(t.At, as)
		}
	}
	f := Format(l)
	numbers := make([][]float64, len(columns))
	for i := range columns {
		c := &columns[i]
		if c.Track == nil {
			continue
		}
		rows, releases, as := c.Track.At(min(c.Until, t.At))
		c.At, c.Level = as, as == t.At
		numbers[i] = rows
		if week {
			numbers[i] = record.PerWeek(scn.Table, rows, releases)
		}
	}
	for k := range scn.Table.Rows {
		if r := &scn.Table.Rows[k]; week && !r.PerRelease {
			t.Once = append(t.Once, Named(l, scn, "row", r.Name))
		} else {
			t.Rows = append(t.Rows, tableRow(l, scn, f, k, columns, numbers))
		}
	}
	return t
}

// Columns are the runs of a scenario's table: that of the reader up to the moment
// shown, where there is one, then the scenario as it stands and its arms.
func Columns(l *i18n.Locale, scn *scenario.Scenario, mine *record.Track, now engine.Time, trials *record.Trials) []Column {
	var out []Column
	if mine != nil {
		out = append(out, Column{Name: l.T("table.this"), Track: mine, Until: now})
	}
	told := Column{Name: l.First(append(Keys(scn.Name, "arm", "told"), "table.told")...), Until: engine.Never}
	if trials != nil {
		told.Track = trials.Told().Track
	}
	out = append(out, told)
	for i := range scn.Table.Arms {
		name := scn.Table.Arms[i].Name
		c := Column{Name: Named(l, scn, "arm", name), Until: engine.Never}
		for _, key := range Keys(scn.Name, "strategy", name, "why") {
			if c.Why == "" && l.Has(key) {
				c.Why = l.T(key)
			}
		}
		if trials != nil {
			c.Track = trials.Arm(i).Track
		}
		out = append(out, c)
	}
	return out
}

func tableRow(l *i18n.Locale, scn *scenario.Scenario, f chart.Format, k int, columns []Column, numbers [][]float64) TableRow {
	d := &scn.Table.Rows[k]
	row := TableRow{Name: Named(l, scn, "row", d.Name), ID: d.Name, Cells: make([]TableCell, len(columns))}
	least, most := math.Inf(1), math.Inf(-1)
	for i := range columns {
		if numbers[i] == nil {
			continue
		}
		x := numbers[i][k]
		row.Cells[i].Text = amount(f, chart.Unit(d.Unit), x)
		if columns[i].Level && !math.IsNaN(x) {
			least, most = min(least, x), max(most, x)
		}
	}
	if x, said := map[string]float64{"less": least, "more": most}[d.Better]; said && least < most {
		row.best(columns, amount(f, chart.Unit(d.Unit), x))
	}
	return row
}

// best marks the best ones, as they are written: what reads alike is as good, and where
// all do none is better than another.
func (r *TableRow) best(columns []Column, text string) {
	others := false
	for i := range columns {
		if columns[i].Level {
			r.Cells[i].Best = r.Cells[i].Text == text
			others = others || !r.Cells[i].Best
		}
	}
	for i := range r.Cells {
		r.Cells[i].Best = r.Cells[i].Best && others
	}
}

// bytes is the unit of which many are written short: 12.3 MB.
const bytes = "B"

func amount(f chart.Format, u chart.Unit, x float64) string {
	if u == bytes && math.Abs(x) >= 999.5 {
		return f.Short(x) + bytes
	}
	return f.Value(u, x)
}

// Named is what something that a scenario names is called; a scenario without
// texts of its own has the name itself.
func Named(l *i18n.Locale, scn *scenario.Scenario, what, name string) string {
	keys := Keys(scn.Name, what, name)
	if what == "arm" { // it may be named after a strategy
		keys = append(keys, Keys(scn.Name, "strategy", name, "name")...)
	}
	for _, k := range keys {
		if l.Has(k) {
			return l.T(k)
		}
	}
	return name
}
