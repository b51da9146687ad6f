package session_test

import (
	"testing"

	"stampede/app/session"
	"stampede/engine/catalog"
)

// TestCaptionsAreTrue: a caption of the story is shown where the run is as it
// says, and not where a strategy has made it otherwise.
func TestCaptionsAreTrue(t *testing.T) {
	scn, ok := catalog.Scenario("facebook-2010")
	if !ok {
		t.Fatal("no scenario")
	}
	for _, c := range []struct {
		strategy string
		on       bool
		at       int64
		caption  string
	}{
		{"", false, 10, "healthy"},
		{"", false, 22, "pushed"},
		{"", false, 40, "everyone_asks"},
		{"", false, 70, "loop"},
		{"", false, 158, "databases_rest"},
		{"last_known_good", true, 40, ""},
		{"error_is_invalid", false, 70, ""},
		{"validate", true, 22, ""},
		{"coalescing", true, 158, ""},
	} {
		s, err := session.New(scn, session.Options{Seed: 1, Size: 0.002})
		if err != nil {
			t.Fatal(err)
		}
		if c.strategy != "" {
			must(t, s.SetStrategy(c.strategy, c.on))
		}
		playTo(t, s, c.at*sec)
		got, told := s.Caption()
		if told != (c.caption != "") || got.Name != c.caption {
			t.Errorf("%s %v at %d s: caption %q, want %q", c.strategy, c.on, c.at, got.Name, c.caption)
		}
	}
}
