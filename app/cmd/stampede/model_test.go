package main

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
)

// choice is a row of the model page's table: flags, verdict, what must go.
var choice = regexp.MustCompile("(?m)^\\| `(--[^`]*)` \\| (\\w+) \\|([^|]*)\\|")

// TestModelPage runs what the model page says of the incident.
func TestModelPage(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the incident twenty times")
	}
	page, err := os.ReadFile("../../../engine/MODEL.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := choice.FindAllStringSubmatch(string(page), -1)
	if len(rows) < 20 {
		t.Fatalf("found %d choices", len(rows))
	}
	for _, r := range rows {
		t.Run(r[1], func(t *testing.T) {
			t.Parallel()
			verdict := report(t, append([]string{"facebook-2010", "--size", "0.005", "--for", "149s"}, strings.Fields(r[1])...)...)["verdict"].(map[string]any)
			var cause []string
			if sets, ok := verdict["cause"].([]any); ok && len(sets) > 0 {
				for _, name := range sets[0].([]any) {
					cause = append(cause, fmt.Sprint(name))
				}
			}
			if verdict["state"] != r[2] || strings.Join(cause, " and ") != strings.TrimSpace(r[3]) {
				t.Errorf("%s: %v by %v, the page says %s by %s", r[1], verdict["state"], cause, r[2], r[3])
			}
		})
	}
}
