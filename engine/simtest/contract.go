package simtest

import (
	"testing"

	"stampede/engine"
	"stampede/engine/check"
)

// Build makes a fresh run with a seed, at time 0.
type Build func(seed uint64) *engine.Sim

// Contract holds a run, watched for a span of simulated time, to what every run
// keeps: all invariants; the same seed gives the same run and another one
// another; watching changes nothing; a run continued from a snapshot, in the
// same place or a fresh one, is the uninterrupted run; time never goes back.
func Contract(t *testing.T, build Build, span engine.Time) {
	t.Helper()
	sim := build(1)
	for _, v := range check.Run(sim, span) {
		t.Errorf("seed 1: %v", v)
	}
	want := StateOf(sim)
	plain := build(1)
	plain.RunUntil(span)
	if got := StateOf(plain); got != want {
		t.Errorf("a watched run came to %+v, the same unwatched to %+v", want, got)
	}
	other := build(2)
	other.RunUntil(span)
	if other.Hash() == want.Run {
		t.Errorf("seeds 1 and 2 give the same run")
	}
	Resume(t, build, span, want)
	if want.Events == 0 {
		t.Error("nothing happened")
	}
}

// State is a run's place: equal ones continue alike.
type State struct {
	Now           engine.Time
	Events        uint64
	Run, Snapshot uint64 // hashes
}

// StateOf returns where a run is.
func StateOf(sim *engine.Sim) State {
	var s engine.Snapshot
	sim.Save(&s)
	return State{sim.Now(), sim.Events(), sim.Hash(), s.Hash()}
}

// Resume saves a run a third of the way, lets it go on to the end, and goes
// back to that moment twice: in the same run and in a fresh one.
func Resume(t *testing.T, build Build, span engine.Time, want State) {
	t.Helper()
	var snap engine.Snapshot
	sim := build(1)
	sim.RunUntil(span / 3)
	sim.Save(&snap)
	at := StateOf(sim)
	for name, run := range map[string]*engine.Sim{"the same run": sim, "a fresh run": build(1)} {
		run.RunUntil(span / 2)
		run.Load(&snap)
		if got := StateOf(run); got != at {
			t.Errorf("%s, loaded: %+v, saved was %+v", name, got, at)
		}
		run.RunUntil(span)
		if got := StateOf(run); got != want {
			t.Errorf("%s, continued from a snapshot, came to %+v, uninterrupted to %+v", name, got, want)
		}
	}
}

// Bounded holds a run to a memory that does not grow with its length: between
// one span and four, no more than by the factor given.
func Bounded(t *testing.T, build Build, span engine.Time, factor float64) {
	t.Helper()
	var s engine.Snapshot
	sim := build(1)
	sim.RunUntil(span)
	sim.Save(&s)
	early := s.Bytes()
	sim.RunUntil(4 * span)
	sim.Save(&s)
	if float64(s.Bytes()) > factor*float64(early) {
		t.Errorf("the state grew from %d bytes at %d s to %d at %d s", early, span/engine.Second, s.Bytes(), 4*span/engine.Second)
	}
}

// Toggle sets a parameter in the middle of a run and holds the run to that
// moment: until then it is the untouched run, and from it on it is not.
func Toggle(t *testing.T, build Build, at engine.Time, path, value string) {
	t.Helper()
	still, moved := build(1), build(1)
	if err := moved.Insert(engine.Command{At: at, Verb: engine.CmdSet, Path: path, Value: value}); err != nil {
		t.Fatal(err)
	}
	still.RunUntil(at)
	moved.RunUntil(at)
	if still.Hash() != moved.Hash() {
		t.Errorf("setting %s at %d ns changed what was before", path, at)
	}
	still.RunUntil(at + 1)
	moved.RunUntil(at + 1)
	if still.Hash() == moved.Hash() {
		t.Errorf("setting %s at %d ns changed nothing at once", path, at)
	}
	if got, _ := moved.Get(path); got != value {
		t.Errorf("%s is %s, was set to %s", path, got, value)
	}
}
