package chart

import "testing"

func TestShorterPaths(t *testing.T) {
	for _, c := range []struct{ long, short string }{
		{"M10 20L11 20L12 20L13 20L14 25", "m10 20l3 0 1 5"},
		{"M10 20L11 20.1L12 19.9", "m10 20l2-.1"},
		{"M10.5 20L11 40L11.5 20M20 5h.1M30 5L31 5", "m10.5 20l.5 20 .5-20m8.5-15h.1m9.9 0l1 0"},
		{"", ""},
		{"M1 2C3 4 5 6 7 8", "M1 2C3 4 5 6 7 8"},
		{"M1.25 2L3 4", "M1.25 2L3 4"},
	} {
		if got := shorter(c.long); got != c.short {
			t.Errorf("%q is %q, want %q", c.long, got, c.short)
		}
	}
}
