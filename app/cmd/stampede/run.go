package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"

	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/check"
	"stampede/engine/record"
	"stampede/engine/trace"
)

// busiest bounds the events of one window far above what any scenario needs: a
// run in which time stands still ends in words.
const busiest = 1 << 28

// outputs are the flags that say what run prints; at most one of the first
// five.
type outputs struct {
	json, csv, trace, theory, text bool
	every                          uint64
}

func outputFlags(f *flag.FlagSet) *outputs {
	o := &outputs{}
	f.BoolVar(&o.json, "json", false, "print one JSON object")
	f.BoolVar(&o.csv, "csv", false, "print the series, a line for each window")
	f.BoolVar(&o.trace, "trace", false, "print everything that happens, a line each")
	f.Uint64Var(&o.every, "every", 1, "with --trace: one request in so many, rounded up to a power of two")
	f.BoolVar(&o.theory, "theory", false, "print what was measured beside the closed form, for the theory scenarios")
	f.BoolVar(&o.text, "text", false, "print the course of the run in words and tables")
	return o
}

// simulate runs a scenario and prints what became of it. It holds the run to the
// engine's invariants and fails when one is broken.
func simulate(args []string, stdout, stderr io.Writer) int {
	f := newFlags("run", stderr)
	p, o := planFlags(f), outputFlags(f)
	what, status, ok := p.words(args)
	if !ok {
		return status
	}
	if chosen := given(o.json, o.csv, o.trace, o.theory, o.text); chosen > 1 {
		fmt.Fprintln(stderr, "stampede run: found several of --json, --csv, --trace, --theory and --text, allowed is one")
		return exitUsage
	}
	sim := p.prepare(what, stderr)
	if sim == nil {
		return exitUsage
	}
	if o.theory && predict(p.scn, sim) == nil {
		fmt.Fprintf(stderr, "stampede run: no closed form is known for %s\n", p.scn.Name)
		return exitUsage
	}
	out := bufio.NewWriter(stdout)
	m, err := p.measure(sim, o, out)
	if err == nil {
		err = m.write(o, out)
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	if err != nil {
		fmt.Fprintln(stderr, "stampede run:", err)
		return exitFailed
	}
	return m.verdictOfChecks(stderr)
}

func given(flags ...bool) (n int) {
	for _, is := range flags {
		if is {
			n++
		}
	}
	return n
}

// measured is a run that has ended, with what was measured.
type measured struct {
	plan       *plan
	sim        *engine.Sim
	rec        *record.Recorder
	judge      *record.Judge
	finding    *record.Finding
	violations []check.Violation
}

// measure runs to the end, from window to window.
func (p *plan) measure(sim *engine.Sim, o *outputs, out io.Writer) (*measured, error) {
	sim.Sample(0) // nothing is drawn
	watcher := check.Watch(sim)
	var lines *trace.Writer
	if o.trace {
		lines = trace.NewWriter(sim, out, o.every)
		watcher.Then = lines
	}
	m := &measured{plan: p, sim: sim, rec: record.New(sim, engine.Time(p.scn.Window))}
	m.judge = record.NewJudge(p.scn, m.rec)
	until := int64(p.until)
	for sim.Now() < until {
		next := min(until, m.rec.Next(sim.Now()))
		if !m.rec.Run(sim, next, busiest) {
			return nil, fmt.Errorf("the run does not get past %v s: more than %d events in one window", seconds(sim.Now()), busiest)
		}
		watcher.Audit()
		m.judge.Update(sim)
		if err := m.inquire(sim.Now() == until); err != nil {
			return nil, err
		}
	}
	m.violations = watcher.Violations()
	if lines != nil {
		return m, lines.Err()
	}
	return m, nil
}

// inquire looks for the cause of a failure: at the moment the run is found
// stuck, before anybody helps it, or at its end when it is failing then.
func (m *measured) inquire(end bool) error {
	if m.finding != nil || m.plan.scn.Objective == nil {
		return nil
	}
	now := m.sim.Now()
	_, over := m.judge.TriggerOver(now)
	failing := end && over && m.judge.State(now) == record.Failing
	if m.judge.Verdict(now).Ruling != record.RuledStuck && !failing {
		return nil
	}
	f, err := record.Causes(m.plan.scn, m.plan.make, m.sim)
	m.finding = &f
	return err
}

func (m *measured) report() (*record.Report, error) {
	return record.NewReport(m.plan.scn, m.sim, m.rec, record.Identity{Version: version.Number, Size: m.plan.size, Finding: m.finding})
}

// write prints what was asked for; a trace has been written already.
func (m *measured) write(o *outputs, out io.Writer) error {
	if o.trace {
		return nil
	}
	if o.theory {
		return m.compare(out)
	}
	if o.text {
		return m.tell(out)
	}
	r, err := m.report()
	if err != nil {
		return err
	}
	switch {
	case o.json:
		e := json.NewEncoder(out)
		e.SetIndent("", " ")
		return e.Encode(r)
	case o.csv:
		return writeCSV(out, m.plan.scn, r)
	}
	return m.summarise(out, r)
}

// verdictOfChecks reports broken invariants.
func (m *measured) verdictOfChecks(stderr io.Writer) int {
	for _, v := range m.violations {
		fmt.Fprintln(stderr, "stampede run:", v)
	}
	if len(m.violations) > 0 {
		return exitFailed
	}
	return exitFine
}

func seconds(t engine.Time) float64 { return float64(t) / float64(engine.Second) }
