package component

import "testing"

// TestFleetIsBounded: a tier takes no more jobs than the calls that are made for
// them can tell apart, and takes more again once one is over.
func TestFleetIsBounded(t *testing.T) {
	f := fleet{jobs: make([]job, mostJobs)}
	if !f.crowded() {
		t.Errorf("room for one more than %d", mostJobs)
	}
	f.s.free = 5
	if f.crowded() {
		t.Error("no room though a job is over")
	}
	if f := (fleet{jobs: make([]job, mostJobs-1)}); f.crowded() {
		t.Error("no room for the last one")
	}
}
