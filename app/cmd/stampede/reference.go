package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/metric"
	"stampede/engine/param"
	"stampede/engine/scenario"
	"stampede/engine/socket"
)

// printReference prints the reference page, engine/REFERENCE.md.
func printReference(args []string, stdout, stderr io.Writer) int {
	f := newFlags("reference", stderr)
	if _, status, ok := parseWith(f, args); !ok {
		return status
	}
	return printAll("reference", referencePage(), stdout, stderr)
}

const referenceHead = `# Reference

Everything that a scenario can name: components, policies, parameters, metrics and the file format. This page is
made from the declarations in the source by ` + "`stampede reference`" + `; do not edit it.

- [Values and paths](#values-and-paths)
- [Components](#components)
- [Policies](#policies)
- [Metrics](#metrics)
- [How calls end, and why they are made](#how-calls-end-and-why-they-are-made)
- [Verdicts and live states](#verdicts-and-live-states)
- [Output of run](#output-of-run)
- [Output of compare](#output-of-compare)
- [In the page: window.stampede](#in-the-page-windowstampede)
- [Scenario format](#scenario-format)
- [Scenarios](#scenarios)

## Values and paths

A parameter has a path: ` + "`component.parameter`, `component.policy.parameter` or `link.policy.parameter`" + `. Every policy
has besides its own parameters the switch ` + "`on`" + `; one that is off is not asked at all, as if it were not there.

Durations are written like ` + "`250ms`, `30s` or `1m30s`" + `. A *fixed* parameter shapes the run from its start and can be
changed in a scenario file only. Values in a scenario file are those of the true size; what the scenario lists under
` + "`size.scales`" + ` is multiplied by the size of the run. Values set during a run are taken as they are.
`

func referencePage() []byte {
	var b bytes.Buffer
	b.WriteString(referenceHead)
	writeComponents(&b)
	writePolicies(&b)
	writeMetrics(&b)
	writeWords(&b)
	b.WriteString(referenceOutput)
	writePage(&b)
	writeFormat(&b)
	writeScenarios(&b)
	return b.Bytes()
}

func writeComponents(b *bytes.Buffer) {
	b.WriteString("\n## Components\n")
	for _, k := range catalog.Components {
		c := k.New()
		fmt.Fprintf(b, "\n### %s\n\n%s.\n\n", k.Kind, sentence(k.Help))
		writeNeeds(b, engine.NeedsOf(c))
		if verbs := engine.Verbs(c); len(verbs) > 0 {
			fmt.Fprintf(b, "Commands: %s.\n\n", codes(verbs))
		}
		if own, ok := c.(engine.Counted); ok && len(own.Counters()) > 0 {
			fmt.Fprintf(b, "Counters, as rates: %s.\n\n", codes(own.Counters()))
		}
		writeParams(b, engine.Declared(c))
	}
}

func writeNeeds(b *bytes.Buffer, n engine.Needs) {
	switch {
	case n.One:
		b.WriteString("Exactly one link leaves it.\n\n")
	case len(n.Roles) > 0:
		fmt.Fprintf(b, "A link of each of the roles %s leaves it", codes(n.Roles))
		if len(n.May) > 0 {
			fmt.Fprintf(b, ", and may of %s", codes(n.May))
		}
		b.WriteString(".\n\n")
	default:
		b.WriteString("No link leaves it.\n\n")
	}
	if n.Keys > 0 {
		b.WriteString("The scenario has cached `keys`.\n\n")
	}
}

func writePolicies(b *bytes.Buffer) {
	b.WriteString("\n## Policies\n")
	for _, seat := range []struct {
		is   engine.Seat
		text string
	}{
		{engine.OnCall, "On a link, for every call"},
		{engine.OnLookup, "On a link that fetches cached keys"},
		{engine.OnAdmission, "At the door of a component with a queue"},
	} {
		fmt.Fprintf(b, "\n### %s\n", seat.text)
		for _, k := range catalog.Policies {
			if k.Seat != seat.is {
				continue
			}
			fmt.Fprintf(b, "\n#### %s\n\n%s.\n\n", k.Kind, sentence(k.Help))
			writeParams(b, engine.Declared(k.New()))
		}
	}
}

func writeParams(b *bytes.Buffer, set *param.Set) {
	if len(set.Params()) == 0 {
		b.WriteString("It has no parameters.\n")
		return
	}
	b.WriteString("| parameter | default | allowed | meaning |\n| --- | --- | --- | --- |\n")
	for _, p := range set.Params() {
		allowed := p.Allowed()
		if p.Fixed {
			allowed += "; fixed"
		}
		row(b, code(p.Name), code(p.Default), allowed, p.Help)
	}
}

func writeMetrics(b *bytes.Buffer) {
	b.WriteString("\n## Metrics\n\nRates are per simulated second. A share, mean or percentile of nothing is empty, `null` in JSON.\n")
	for _, on := range []struct {
		is   metric.On
		text string
	}{
		{metric.OnLink, "Of a link"},
		{metric.OnNode, "Of a component, beside its counters and gauges"},
	} {
		fmt.Fprintf(b, "\n### %s\n\n| metric | unit | meaning |\n| --- | --- | --- |\n", on.text)
		for _, m := range metric.Measures {
			if m.On == on.is {
				row(b, code(m.Name), m.Unit, m.Doc)
			}
		}
	}
}

func writeWords(b *bytes.Buffer) {
	var ends, whys []string
	for s := engine.OK; s < engine.NStatus; s++ {
		ends = append(ends, s.String())
	}
	for w := range engine.NWhy {
		whys = append(whys, w.String())
	}
	fmt.Fprintf(b, "\n## How calls end, and why they are made\n\nA call ends once, as one of %s.\n\n", codes(ends))
	fmt.Fprintf(b, "It is made for one of the reasons %s.\n", codes(whys))
	b.WriteString(referenceStates)
}

func writeFormat(b *bytes.Buffer) {
	b.WriteString("\n## Scenario format\n\nOne JSON object. Unknown fields are errors, a file has at most 1 MiB, a list at most 512 entries. " +
		"`stampede check FILE` says what is wrong with one, `stampede schema` prints a JSON Schema by which editors complete it.\n")
	object := ""
	for _, f := range scenario.Fields() {
		if f.Object != object {
			object = f.Object
			fmt.Fprintf(b, "\n### %s\n\n| field | type | meaning |\n| --- | --- | --- |\n", object)
		}
		need := ""
		if f.Required {
			need = ", required"
		}
		row(b, code(f.Name), f.Type+need, f.Help)
	}
	writeVerbs(b)
}

// writeVerbs lists what the steps of a walk can do.
func writeVerbs(b *bytes.Buffer) {
	b.WriteString("\n### What a step of a walk can do\n\n| do | reads | meaning |\n| --- | --- | --- |\n")
	for _, v := range socket.Verbs {
		var reads []string
		for _, f := range []struct {
			name string
			read bool
		}{{"process", v.Process}, {"kind", v.Kind}, {"count", v.Count}} {
			if f.read {
				reads = append(reads, f.name)
			}
		}
		row(b, code(v.Name), codes(reads), v.Help)
	}
}

func writeScenarios(b *bytes.Buffer) {
	b.WriteString("\n## Scenarios\n\n| name | length | actions | strategies |\n| --- | --- | --- | --- |\n")
	for _, s := range listAll().Scenarios {
		row(b, code(s.Name), fmt.Sprintf("%v s", s.For), codes(s.Actions), codes(s.Strategies))
	}
}

// row writes one row of a table.
func row(b *bytes.Buffer, cells ...string) {
	for _, c := range cells {
		b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
	}
	b.WriteString("|\n")
}

func code(text string) string { return "`" + text + "`" }

func codes(names []string) string {
	var list []string
	for _, n := range names {
		list = append(list, code(n))
	}
	return strings.Join(list, ", ")
}

// sentence begins a text with a capital letter.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

const referenceStates = `
## Verdicts and live states

By the scenario's objective, window by window:

| live state | when |
| --- | --- |
| ` + "`healthy`" + ` | the share of good answers reaches ` + "`good`" + ` |
| ` + "`failing`" + ` | it lies below ` + "`failing`" + `, or calls wait and none ends |
| ` + "`recovering`" + ` | not healthy after failing, the trigger is over and the share rises steadily |
| ` + "`degraded`" + ` | what is left |

Of the run as of a moment:

| verdict | when |
| --- | --- |
| ` + "`healthy`" + ` | it never left healthy |
| ` + "`recovered`" + ` | healthy again for the time ` + "`hold`" + `; the time is from the trigger's end to the start of the hold |
| ` + "`degraded`" + ` | ` + "`patience`" + ` has passed after the trigger's end without a hold, but it is not failing |
| ` + "`stuck`" + ` | the same, and it is failing |
| ` + "`undecided`" + ` | the trigger or the patience lasts |

The cause is found by trial: copies of the failing run go on with one loop switched off (two, when none suffices alone), and
nobody helps them. What must go for a copy to recover is the cause.
`

const referenceOutput = `
## Output of run

` + "`stampede run NAME --json`" + ` prints one object. Times are in seconds, measures over the whole run.

| field | meaning |
| --- | --- |
| ` + "`scenario`, `version`, `seed`, `size`, `for`" + ` | which run this is; ` + "`version`" + ` is the program's |
| ` + "`hash`, `events`" + ` | the run hash, 16 hexadecimal digits, and the number of events handled |
| ` + "`verdict`" + ` | ` + "`state`, `live`" + ` (the live state at the end), ` + "`at`, `after`, `was_stuck`, `recovery`" + ` (of a recovered run: recovered, again after a relapse, or alone without a trigger) and ` + "`cause`" + `: the sets of causes each of which suffices |
| ` + "`totals`" + ` | the metrics of the outside world's calls together |
| ` + "`components`, `links`" + ` | metrics by name |
| ` + "`classes`" + ` | the metrics of what the outside world asks for, connecting left out, by the component that stands for it |
| ` + "`series`" + ` | the scenario's charts by name: ` + "`unit`, `start`, `width`" + ` and ` + "`lines`" + ` with a value for each window |

Links, classes and totals have besides their metrics ` + "`p999`" + ` (s) and the counts ` + "`calls`, `succeeded`, `failed`" + ` and
` + "`in_flight`" + `: calls = succeeded + failed + in_flight. ` + "`--csv`" + ` prints the charts, a row for each window and a column for
each line, named ` + "`chart:places:metric`" + `. ` + "`--trace`" + ` prints everything that happens. The exit status is 0, or 1 when an
invariant of the engine was broken, or 2 when the words or the file were wrong.

## Output of compare

` + "`stampede compare NAME`" + ` runs the scenario as it stands and every arm of its ` + "`table`" + `, each from its start on the same seed
and size, and prints the table. An arm is what ` + "`run --set`" + ` gives with its settings in the order of their paths, hash for hash. ` + "`--json`" + ` prints one object:

| field | meaning |
| --- | --- |
| ` + "`scenario`, `version`, `seed`, `size`, `for`, `per_week`" + ` | which runs these are, and how many releases a week has |
| ` + "`rows`" + ` | the rows of the table, as in the scenario |
| ` + "`told`" + ` | the scenario as it stands: ` + "`hash`, `events`, `releases`, `values`" + ` by name of row, and in ` + "`week`" + ` what those per release come to in a week |
| ` + "`arms`" + ` | the same of every arm, with its ` + "`name`" + ` |
`
