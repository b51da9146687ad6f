package version

import (
	"os"
	"strings"
	"testing"
)

func TestChangelogHasTheRelease(t *testing.T) {
	b, err := os.ReadFile("../../CHANGELOG.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if rest, ok := strings.CutPrefix(line, "## "); ok {
			if name, _, _ := strings.Cut(strings.TrimSpace(rest), ","); name != Number {
				t.Errorf("the newest entry is %q, want %q", name, Number)
			}
			return
		}
	}
	t.Error("no entry")
}
