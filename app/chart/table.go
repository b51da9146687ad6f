package chart

import (
	"sort"

	"stampede/engine"
)

// Table is the plots in rows: for reading out, for copying.
type Table struct {
	Head []string
	Rows [][]string
}

// TableWords are the words that a table needs beside those of the plots.
type TableWords struct {
	Time  string // heads the column of moments
	Event string // heads the column of events
}

// NewTable reads all lines of the plots at round moments of the axis, about n of
// them, and at every event, up to a moment: the run may not have come further.
func NewTable(a Axis, f Format, n int, until engine.Time, plots []Plot, events []Event, w TableWords) Table {
	t := Table{Head: []string{w.Time}}
	for i := range plots {
		for k := range plots[i].Lines {
			head := plots[i].Name
			if name := plots[i].Lines[k].Name; name != "" && name != head {
				head += ": " + name
			}
			t.Head = append(t.Head, head)
		}
	}
	at := map[engine.Time]string{}
	for _, m := range a.Ticks(n) {
		at[m] = ""
	}
	for _, e := range events {
		if e.At >= a.From && e.At <= a.To {
			if at[e.At] != "" {
				at[e.At] += "; "
			}
			at[e.At] += e.Label
		}
	}
	if len(events) > 0 {
		t.Head = append(t.Head, w.Event)
	}
	for _, m := range moments(at, until) {
		row := []string{f.moment(m)}
		for i := range plots {
			for k := range plots[i].Lines {
				row = append(row, f.Value(plots[i].Unit, plots[i].Lines[k].At(m)))
			}
		}
		if len(events) > 0 {
			row = append(row, at[m])
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func moments(at map[engine.Time]string, until engine.Time) []engine.Time {
	var out []engine.Time
	for m := range at {
		if m <= until {
			out = append(out, m)
		}
	}
	sort.Slice(out, func(i, j int) bool { return out[i] < out[j] })
	return out
}
