package stage

import (
	"testing"
	"time"
)

// feed gives the meter n frames of the same length and tells whether it called
// any of them too slow.
func feed(m *meter, n int, d time.Duration) bool {
	slow := false
	for range n {
		slow = m.add(d) || slow
	}
	return slow
}

func TestMeter(t *testing.T) {
	const fast, bad, hidden = 16 * time.Millisecond, 70 * time.Millisecond, time.Second
	for _, c := range []struct {
		name string
		feed func(*meter) bool
		want bool
	}{
		{"fast frames are fine", func(m *meter) bool { return feed(m, 500, fast) }, false},
		{"slow frames are not", func(m *meter) bool { return feed(m, meterSkip+meterWindow, bad) }, true},
		{"it waits for a full window", func(m *meter) bool { return feed(m, meterSkip+meterWindow-1, bad) }, false},
		{"the first frames do not count", func(m *meter) bool {
			return feed(m, meterSkip, bad) || feed(m, 2*meterWindow, fast)
		}, false},
		{"a hidden tab does not count", func(m *meter) bool { return feed(m, 500, hidden) }, false},
		{"a hiccup does not count", func(m *meter) bool {
			return feed(m, meterSkip, fast) || feed(m, meterWindow/3, bad) || feed(m, meterWindow, fast)
		}, false},
		{"reset starts again", func(m *meter) bool {
			slow := feed(m, meterSkip+meterWindow-1, bad)
			m.reset()
			return feed(m, 1, bad) || slow
		}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := c.feed(&meter{}); got != c.want {
				t.Errorf("slow = %v, want %v", got, c.want)
			}
		})
	}
}

func TestChoice(t *testing.T) {
	all := []Kind{GL, Flat}
	for _, c := range []struct {
		query string
		want  []Kind
	}{
		{"", all},
		{"gl", []Kind{GL}},
		{"2d", []Kind{Flat}},
		{"nonsense", all},
	} {
		got := choice(c.query)
		if len(got) != len(c.want) || got[0] != c.want[0] {
			t.Errorf("choice(%q) = %v, want %v", c.query, got, c.want)
		}
	}
}
