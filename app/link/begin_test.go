package link_test

import (
	"strings"
	"testing"

	"stampede/app/link"
)

// A link whose end is missing is told from what never was one.
func TestGarbageIsNotTruncated(t *testing.T) {
	for _, s := range []string{"AAAA", "AAAAAA", "AAAAAAAAA", strings.Repeat("x", 40)} {
		if _, err := link.Parse("r1." + s); kindOf(t, err) != link.Unreadable {
			t.Errorf("%s: %v", s, err)
		}
	}
	whole := hash(t, link.Run{Scenario: "facebook-2010", Version: "0.1.0", Seed: 7})
	for n := len("r1."); n < len(whole)-8; n++ {
		if _, err := link.Parse(whole[:n]); kindOf(t, err) != link.Truncated {
			t.Errorf("of %d characters %d: %v", len(whole), n, err)
		}
	}
}
