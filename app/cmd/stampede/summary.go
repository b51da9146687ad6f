package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"stampede/engine/record"
)

// summarise writes what became of a run for people to read.
func (m *measured) summarise(out io.Writer, r *record.Report) error {
	fmt.Fprintf(out, "%s, seed %d, size %v, %v s, version %s\n", r.Scenario, r.Seed, r.Size, r.For, r.Version)
	fmt.Fprintf(out, "verdict  %s\n", verdictLine(&r.Verdict, m.plan.scn.Objective != nil))
	if m.finding != nil {
		fmt.Fprintf(out, "cause    %s\n", causeLine(m.finding))
	}
	fmt.Fprintf(out, "hash     %s after %d events\n", r.Hash, r.Events)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	table(w, "class", r.Classes, columnsOfLink)
	table(w, "link", r.Links, columnsOfLink)
	table(w, "component", r.Components, columnsOfComponent)
	return w.Flush()
}

func verdictLine(v *record.ReportVerdict, judged bool) string {
	if !judged {
		return "none: the scenario has no objective"
	}
	line := v.State
	switch v.State {
	case record.RuledHealthy.String():
		return line
	case record.RuledRecovered.String():
		line += fmt.Sprintf(" at %v s, ", v.At)
		if from, ok := recoveredFrom[v.Recovery]; ok {
			line += fmt.Sprintf("%v s after %s", v.After, from)
		} else {
			line += "before the trigger's end"
		}
	default:
		line += fmt.Sprintf(" since %v s", v.At)
	}
	if v.WasStuck && v.State != record.RuledStuck.String() {
		line += "; it was stuck before"
	}
	return line + "; at the end it is " + v.Live
}

// recoveredFrom says what the time of a recovery counts from.
var recoveredFrom = map[string]string{
	"recovered": "the trigger's end",
	"again":     "the trigger's end, having recovered and fallen ill again since",
	"alone":     "it left healthy, without a trigger",
}

// causeLine says what must go for the failing run to recover.
func causeLine(f *record.Finding) string {
	when := fmt.Sprintf("tried on copies of the run at %v s", seconds(f.At))
	switch {
	case f.Alone:
		return "none: left alone it recovers; " + when
	case len(f.Sets) == 0:
		return "not found: none of the loops that can be switched off suffices; " + when
	}
	sets := make([]string, len(f.Sets))
	for i, s := range f.Sets {
		sets[i] = strings.Join(s, " and ")
	}
	return strings.Join(sets, ", or ") + ": without it the run recovers; " + when
}

// column is one column of a table: its heading, the metric and how it is
// written.
type column struct {
	head, metric string
	write        func(x float64) string
}

var columnsOfLink = []column{
	{"calls", "calls", number},
	{"offered/s", "offered", number},
	{"goodput/s", "goodput", number},
	{"good", "good_share", percent},
	{"attempts/s", "attempts", number},
	{"retries/s", "retries", number},
	{"p50", "p50", duration},
	{"p99", "p99", duration},
	{"failed", "failed", number},
	{"in flight", "in_flight", number},
}

var columnsOfComponent = []column{
	{"arrived/s", "arrived", number},
	{"answered/s", "answered", number},
	{"wasted/s", "wasted", number},
	{"refused/s", "refused", number},
	{"dropped/s", "dropped", number},
	{"cancelled/s", "cancelled", number},
	{"queue", "queue", number},
	{"busy", "utilisation", percent},
	{"wait p99", "wait_p99", duration},
}

// table writes the rows in which anything was measured, by name.
func table(w io.Writer, what string, rows map[string]record.Metrics, columns []column) {
	wide := len(what)
	var names []string
	for _, name := range slices.Sorted(maps.Keys(rows)) {
		if measuredAny(rows[name], columns) {
			names, wide = append(names, name), max(wide, len(name))
		}
	}
	if len(names) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%-*s\t", wide, what) // padded: the columns are aligned to the right
	for _, c := range columns {
		fmt.Fprintf(w, "%s\t", c.head)
	}
	fmt.Fprintln(w)
	for _, name := range names {
		fmt.Fprintf(w, "%-*s\t", wide, name)
		for _, c := range columns {
			fmt.Fprintf(w, "%s\t", written(value(rows[name], c), c.write))
		}
		fmt.Fprintln(w)
	}
}

// value is NaN where the place has no such metric.
func value(m record.Metrics, c column) float64 {
	if x, ok := m[c.metric]; ok {
		return float64(x)
	}
	return math.NaN()
}

func measuredAny(m record.Metrics, columns []column) bool {
	return slices.ContainsFunc(columns, func(c column) bool {
		x := value(m, c)
		return x != 0 && !math.IsNaN(x)
	})
}

func written(x float64, write func(float64) string) string {
	if math.IsNaN(x) {
		return "-"
	}
	return write(x)
}

// number writes three significant digits, and whole numbers in full.
func number(x float64) string {
	if a := math.Abs(x); a >= 100 || a == math.Trunc(a) {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func percent(x float64) string { return strconv.FormatFloat(100*x, 'f', 1, 64) + " %" }

func duration(x float64) string {
	if x < 1 {
		return number(1000*x) + " ms"
	}
	return number(x) + " s"
}
