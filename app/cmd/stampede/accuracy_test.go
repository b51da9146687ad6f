package main

import (
	"bytes"
	"encoding/json"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"stampede/engine/catalog"
)

// accuracyFile is what the page of the site on accuracy shows.
const accuracyFile = "../../page/accuracy.json"

// printed is a comparison as --theory prints it.
type printed struct {
	Scenario, Model string
	Rows            []printedRow
}

type printedRow struct {
	Quantity, Unit   string
	Measured, Closed float64
}

var (
	modelLine = regexp.MustCompile(`^\S+ as (.*), seed`)
	valueLine = regexp.MustCompile(`^(\S+(?: \S+)*)\s{2,}(\S*)\s+(\S+)\s+(\S+)\s+(\S+) %$`)
)

// TestAccuracyPage runs the theory scenarios as the page says that they were run.
func TestAccuracyPage(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the theory scenarios for a thousand seconds each")
	}
	var list []printed
	for _, scn := range catalog.Scenarios() {
		if !strings.HasPrefix(scn.Name, "theory/") {
			continue
		}
		var out, problems bytes.Buffer
		if run([]string{"run", scn.Name, "--theory", "--for", "1000s"}, &out, &problems) != exitFine {
			if !strings.Contains(problems.String(), "no closed form") {
				t.Fatal(problems.String())
			}
			continue
		}
		list = append(list, readPrinted(t, scn.Name, out.String()))
	}
	got, err := json.MarshalIndent(list, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, '\n')
	if *update {
		if err := os.WriteFile(accuracyFile, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(accuracyFile)
	if err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s is not what the runs give; look at the difference after make golden (%v)", accuracyFile, err)
	}
	for _, p := range list {
		for _, r := range p.Rows {
			if d := r.Measured/r.Closed - 1; d < -0.1 || d > 0.1 {
				t.Errorf("%s: %s is %v, the closed form says %v", p.Scenario, r.Quantity, r.Measured, r.Closed)
			}
		}
	}
}

func readPrinted(t *testing.T, name, text string) printed {
	t.Helper()
	p := printed{Scenario: name}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if m := modelLine.FindStringSubmatch(line); m != nil {
			p.Model = m[1]
		}
		if m := valueLine.FindStringSubmatch(line); m != nil {
			measured, err1 := strconv.ParseFloat(m[3], 64)
			closed, err2 := strconv.ParseFloat(m[4], 64)
			if err1 != nil || err2 != nil {
				t.Fatalf("line %q", line)
			}
			p.Rows = append(p.Rows, printedRow{m[1], m[2], measured, closed})
		}
	}
	if p.Model == "" || len(p.Rows) == 0 {
		t.Fatalf("%s prints no comparison:\n%s", name, text)
	}
	return p
}
