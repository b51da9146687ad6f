package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A figure of a link is that of the run that the link holds.
func TestFigure(t *testing.T) {
	line := []string{"facebook-2010", "--size", small, "--strategy", "leases=on"}
	want := fine(t, append([]string{"figure", "--for", "45s"}, line...)...)
	for _, part := range []string{"<svg ", "facebook-2010 · seed 2010 · 0:45 · Stampede ", "changed by hand once"} {
		if !strings.Contains(want, part) {
			t.Errorf("no %q in the figure", part)
		}
	}
	hash := strings.TrimSpace(fine(t, append([]string{"hash", "--for", "45s"}, line...)...))
	if !strings.Contains(want, "run "+hash) {
		t.Errorf("the figure does not have the hash %s", hash)
	}
	address := strings.TrimSpace(fine(t, append([]string{"link", "--at", "45s"}, line...)...))
	out := filepath.Join(t.TempDir(), "figure.svg")
	fine(t, "figure", address, "--out", out)
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("the figure of the link differs from that of the run")
	}
}

// A walk is drawn without running anything, at a step that it has.
func TestFigureOfAWalk(t *testing.T) {
	const file = "../../../engine/scenario/testdata/shop.json"
	svg := fine(t, "figure", file, "--walk", "handover", "--step", "3")
	for _, part := range []string{"<svg ", "step 3 of 3", "3 lost", "shop, Stampede "} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %q in the figure", part)
		}
	}
	for _, wrong := range [][]string{
		{"figure", file, "--walk", "handover", "--step", "4"},
		{"figure", file, "--walk", "x"},
		{"figure", "facebook-2010", "--walk", "handover"},
	} {
		if status, _, said := call(wrong...); status != exitUsage || said == "" {
			t.Errorf("%v: status %d, %q", wrong, status, said)
		}
	}
}
