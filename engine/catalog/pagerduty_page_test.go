//go:build !js

package catalog

import (
	"os"
	"regexp"
	"strconv"
	"testing"
)

// outcomeRow is a row of the model page's table: case, choice, verdict, trouble,
// late.
var outcomeRow = regexp.MustCompile(`(?m)^\| ([a-z][^|]*) \|[^|]*\| (\w+) \| (\d+) \| (\d+) % \|`)

// TestPagerDutyModelPage holds the table of the model page to the cases that are
// run: every case has a row, with its verdict and numbers within its bounds.
func TestPagerDutyModelPage(t *testing.T) {
	page, err := os.ReadFile("../MODEL-2014.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string][]string{}
	for _, r := range outcomeRow.FindAllStringSubmatch(string(page), -1) {
		rows[r[1]] = r[2:]
	}
	for _, c := range stormCases {
		r, ok := rows[c.name]
		if !ok {
			t.Errorf("no row for %s", c.name)
			continue
		}
		delete(rows, c.name)
		minutes, _ := strconv.ParseFloat(r[1], 64)
		late, _ := strconv.ParseFloat(r[2], 64)
		if r[0] != c.ruling.String() || minutes < c.minutes[0] || minutes > c.minutes[1] || late < 100*c.late[0]-0.5 || late > 100*c.late[1]+0.5 {
			t.Errorf("%s: the page says %v, the test %v, %v minutes, %v late", c.name, r, c.ruling, c.minutes, c.late)
		}
	}
	delete(rows, "as told")
	for name := range rows {
		t.Errorf("nothing is run for %s", name)
	}
}
