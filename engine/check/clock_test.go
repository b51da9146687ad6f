package check

import (
	"testing"

	"stampede/engine"
)

func TestPlantedClock(t *testing.T) {
	for name, tc := range map[string]struct {
		now, next engine.Time
		breaches  int
	}{
		"in order":             {100, 100, 0},
		"the clock went back":  {99, 200, 1},
		"due before now":       {100, 99, 1},
		"nothing more to come": {100, engine.Never, 0},
	} {
		w := &Watcher{last: 100}
		w.clock(tc.now, tc.next)
		if len(w.found.found) != tc.breaches {
			t.Errorf("%s: %v, want %d breaches", name, w.found.found, tc.breaches)
		}
	}
}
