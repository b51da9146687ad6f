package page

import (
	"fmt"
	"testing"
)

// What is left comes to a page under any address that the page before has had
// lately, and to no other.
func TestLeftUnderItsAddresses(t *testing.T) {
	var h had
	for i := range hadMost + 2 {
		for range 2 {
			h.note(fmt.Sprint("https://example.org/play/x/#r1.", i))
		}
	}
	if len(h) != hadMost {
		t.Errorf("it remembers %d addresses, want %d", len(h), hadMost)
	}
	for _, playing := range []bool{false, true} {
		item := h.item("r1.run", playing)
		for _, c := range []struct {
			address string
			ok      bool
		}{
			{"https://example.org/play/x/#r1.2", true},
			{fmt.Sprint("https://example.org/play/x/#r1.", hadMost+1), true},
			{"https://example.org/play/x/#r1.1", false}, // too long ago
			{"https://example.org/play/x/", false},
			{"https://example.org/play/y/#r1.2", false},
			{"", false},
		} {
			f, plays, ok := leftUnder(item, c.address)
			if ok != c.ok || ok && (f != "r1.run" || plays != playing) {
				t.Errorf("under %q: %q, playing %t, %t", c.address, f, plays, ok)
			}
		}
	}
	for _, item := range []string{"", "\n", had(nil).item("r1.run", true)} {
		if f, _, ok := leftUnder(item, ""); ok {
			t.Errorf("%q leaves %q", item, f)
		}
	}
}
