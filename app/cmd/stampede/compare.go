package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"stampede/app/i18n"
	"stampede/app/version"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/record"
)

// compare runs the arms of a scenario's table, and the scenario as it stands, and
// prints the table.
func compare(args []string, stdout, stderr io.Writer) int {
	f := newFlags("compare", stderr)
	p := courseFlags(f)
	asJSON := f.Bool("json", false, "print one JSON object")
	what, status, ok := p.words(args)
	if !ok {
		return status
	}
	if p.prepare(what, stderr) == nil {
		return exitUsage
	}
	if p.scn.Table == nil {
		fmt.Fprintf(stderr, "stampede compare: %s has no table\n", p.scn.Name)
		return exitUsage
	}
	c, err := p.compare()
	out := bufio.NewWriter(stdout)
	if err == nil {
		if *asJSON {
			e := json.NewEncoder(out)
			e.SetIndent("", " ")
			err = e.Encode(c.report())
		} else {
			err = c.write(out)
		}
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(stderr, "stampede compare:", err)
		return exitFailed
	}
	return exitFine
}

// compared is a table whose runs are all at their end.
type compared struct {
	plan   *plan
	until  engine.Time
	trials *record.Trials
}

func (p *plan) compare() (*compared, error) {
	q := record.NewTrials(p.scn, p.make, int64(p.until))
	return &compared{p, q.Until(), q}, toTheEnd(q)
}

// toTheEnd runs all arms, unless time stands still in one.
func toTheEnd(q *record.Trials) error {
	for last := engine.Time(-1); !q.Step(busiest); {
		now := q.Reached()
		if now == last {
			return fmt.Errorf("a run does not get past %v s: more than %d events in one window", seconds(now), busiest)
		}
		last = now
	}
	return q.Err()
}

// write prints the table for people, and for a week where the scenario says how
// many releases that has.
func (c *compared) write(out io.Writer) error {
	scn, l := c.plan.scn, i18n.For(i18n.Fallback)
	fmt.Fprintf(out, "%s, seed %d, size %v, %v s, version %s\n", scn.Name, c.plan.seed, c.plan.size, seconds(c.until), version.Number)
	best := false
	for _, week := range []bool{false, true} {
		t := view.NewTable(l, scn, view.Columns(l, scn, nil, 0, c.trials), c.until, week)
		if week && len(t.Rows) == 0 {
			break
		}
		head := l.T("table.once")
		if week {
			head = l.T("table.week", i18n.Num("n", scn.Table.PerWeek))
		}
		starred, err := writeTable(out, head, t)
		if err != nil {
			return err
		}
		if rest := t.Without(l); rest != "" {
			fmt.Fprintln(out, rest)
		}
		best = best || starred
	}
	if best {
		fmt.Fprintf(out, "\n%s\n", l.T("table.best.hint"))
	}
	return nil
}

// bestMark stands before the best number of a row, as on the page.
const bestMark = "★ "

func writeTable(out io.Writer, head string, t *view.Table) (best bool, err error) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	wide := len([]rune(head))
	for _, r := range t.Rows {
		wide = max(wide, len([]rune(r.Name)))
	}
	pad := func(s string) { fmt.Fprintf(w, "%-*s\t", wide, s) }
	fmt.Fprintln(w)
	pad(head)
	for _, c := range t.Columns {
		fmt.Fprintf(w, "%s\t", c.Name)
	}
	fmt.Fprintln(w)
	for _, r := range t.Rows {
		pad(r.Name)
		for _, c := range r.Cells {
			mark := ""
			if c.Best {
				mark, best = bestMark, true
			}
			fmt.Fprintf(w, "%s%s\t", mark, c.Text)
		}
		fmt.Fprintln(w)
	}
	return best, w.Flush()
}

// report is compare --json.
func (c *compared) report() *record.Comparison {
	p := c.plan
	r := record.Compare(p.scn, c.trials)
	r.Version, r.Seed, r.Size, r.For = version.Number, p.seed, p.size, seconds(c.until)
	return r
}
