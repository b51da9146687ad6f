package main

import (
	"bytes"
	"strings"
	"testing"
)

func TestUsage(t *testing.T) {
	for _, c := range []struct {
		args   string
		status int
		out    string // part of the standard output
		err    string // part of the standard error
	}{
		{"", exitUsage, "", "Usage"},
		{"help", exitFine, "serve", ""},
		{"--help", exitFine, "site", ""},
		{"nonsense", exitUsage, "", `no subcommand "nonsense"`},
		{"serve -h", exitFine, "", "-port"},
		{"serve --nonsense", exitUsage, "", "not defined"},
		{"serve extra", exitUsage, "", `unexpected "extra"`},
		{"serve --port 99999", exitUsage, "", "99999"},
		{"site --out", exitUsage, "", "needs an argument"},
	} {
		var out, errors bytes.Buffer
		status := run(strings.Fields(c.args), &out, &errors)
		if status != c.status {
			t.Errorf("stampede %s: status %d, want %d", c.args, status, c.status)
		}
		if !strings.Contains(out.String(), c.out) || !strings.Contains(errors.String(), c.err) {
			t.Errorf("stampede %s: printed %q and %q, want %q and %q", c.args, out.String(), errors.String(), c.out, c.err)
		}
	}
}

func TestSubcommandsAreNamedOnceAndExplained(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range subcommands {
		if seen[c.name] || c.help == "" || strings.Contains(c.help, "\n") || c.run == nil {
			t.Errorf("subcommand %q is named twice or lacks a line of help", c.name)
		}
		seen[c.name] = true
	}
}
