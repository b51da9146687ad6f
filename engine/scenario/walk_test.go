package scenario_test

import (
	"slices"
	"testing"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
	"stampede/engine/socket"
)

// walk is one of the release scenario's walks, without the steps of some verbs.
func walk(t *testing.T, name string, without ...string) socket.Walk {
	t.Helper()
	s, ok := catalog.Scenario("zero-downtime-release")
	if !ok {
		t.Fatal("no zero-downtime-release")
	}
	i := slices.IndexFunc(s.Walks, func(w scenario.Walk) bool { return w.Name == name })
	if i < 0 {
		t.Fatalf("no walk %s", name)
	}
	w := s.Walks[i]
	w.Steps = slices.DeleteFunc(slices.Clone(w.Steps), func(s socket.Step) bool { return slices.Contains(without, s.Do) })
	return w
}

// counts are the totals at a walk's end.
func counts(t *testing.T, w socket.Walk) socket.Counts {
	t.Helper()
	h, err := w.At(len(w.Steps))
	if err != nil {
		t.Fatal(err)
	}
	return h.Counts
}

// TestWalksEndAsTheyMust holds the three walks to what each is there to show.
func TestWalksEndAsTheyMust(t *testing.T) {
	// Takeover: the queue survives, every old packet is passed on.
	if c := counts(t, walk(t, "takeover")); c.Lost != 0 || c.Misrouted != 0 || c.Forwarded != 6 {
		t.Errorf("takeover: %+v", c)
	}
	// New sockets: the old queue dies, and half of the old flows go astray.
	if c := counts(t, walk(t, "reuseport")); c.Lost == 0 || c.Misrouted != 3 || c.Forwarded != 0 {
		t.Errorf("reuseport: %+v", c)
	}
	// Descriptors alone: the queue survives, and all old packets go astray.
	if c := counts(t, walk(t, "descriptors")); c.Lost != 0 || c.Misrouted != 6 || c.Forwarded != 0 {
		t.Errorf("descriptors: %+v", c)
	}
}

// TestWalkWithoutDescriptors: it is the handing over that saves the queue. The
// same walk without that one step loses all that waits.
func TestWalkWithoutDescriptors(t *testing.T) {
	for _, name := range []string{"takeover", "descriptors"} {
		if c := counts(t, walk(t, name, "send_descriptors")); c.Lost != 4 {
			t.Errorf("%s: %d queued connections are lost, want 4", name, c.Lost)
		}
	}
	if c := counts(t, walk(t, "takeover", "forward")); c.Misrouted != 6 || c.Lost != 0 {
		t.Errorf("takeover without forwarding: %+v, which should be what descriptors alone do", c)
	}
}

// TestWalkMigrates: with tcp_migrate_req on, the queue of a closed listener moves
// to the new one.
func TestWalkMigrates(t *testing.T) {
	w := walk(t, "reuseport")
	lost := counts(t, w).Lost
	w.Migrate = true
	if c := counts(t, w); c.Lost != 0 || c.Migrated != lost || lost == 0 {
		t.Errorf("%d were lost; with tcp_migrate_req %d are, and %d move", lost, c.Lost, c.Migrated)
	}
}
