package engine_test

import (
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/catalog"
)

// fleet is the release scenario with 300 hosts and 100 000 open connections, of
// which a rolling update of the edge takes a fifth at a time. Requests come at the
// rate of the scenario: connections over which nothing is sent are to cost memory,
// and no events.
func fleet(users string, rolling bool) func(testing.TB) *engine.Sim {
	return func(tb testing.TB) *engine.Sim {
		tb.Helper()
		scn, ok := catalog.Scenario("zero-downtime-release")
		if !ok {
			tb.Fatal("no scenario zero-downtime-release")
		}
		set := map[string]map[string]string{
			"web": {"users": users, "lifetime": `"0s"`}, "quic": {"users": users, "lifetime": `"0s"`}, "devices": {"users": users},
			"edge": {"hosts": "100"}, "origin": {"hosts": "100"}, "app": {"hosts": "100"},
		}
		for i := range scn.Components {
			for name, v := range set[scn.Components[i].Name] {
				scn.Components[i].Params[name] = []byte(v)
			}
		}
		if !rolling {
			scn.Script = nil
		}
		s, err := catalog.New(scn, catalog.Options{Seed: 1})
		if err != nil {
			tb.Fatal(err)
		}
		return s
	}
}

const (
	manyUsers = "33333" // of each of three kinds
	fewUsers  = "1000"
	// A frame of a page that shows sixty a second at ten times real time.
	fleetFrame = engine.Second / 6
)

// BenchmarkFleet is five minutes of it: a batch drains, restarts, and its users
// connect again. It reports how many times faster than real time that is, and the
// longest that a frame's part takes, the best of all rounds: that in which the
// processes of a batch end, and a fifth of the users lose their connections. A page
// does that in pieces, over several frames: the longest of them is reported as well.
// What sets the run up, in the first frame, is apart.
func BenchmarkFleet(b *testing.B) {
	b.ReportAllocs()
	const until = 300 * engine.Second
	build := fleet(manyUsers, true)
	const piece = 1024 // as in app/session
	longest, longestPiece, first := time.Hour, time.Hour, time.Hour
	var events uint64
	for b.Loop() {
		s := build(b)
		start := time.Now()
		s.RunUntil(fleetFrame)
		first = min(first, time.Since(start))
		most, mostPiece := time.Duration(0), time.Duration(0)
		for at := 2 * fleetFrame; at <= until; at += fleetFrame {
			start := time.Now()
			for done := false; !done; {
				began := time.Now()
				done = s.RunSome(at, piece)
				mostPiece = max(mostPiece, time.Since(began))
			}
			most = max(most, time.Since(start))
		}
		longest, longestPiece = min(longest, most), min(longestPiece, mostPiece)
		events += s.Events()
	}
	b.ReportMetric(float64(events)/b.Elapsed().Seconds()/1e6, "Mevents/s")
	b.ReportMetric(float64(until/engine.Second)*float64(b.N)/b.Elapsed().Seconds(), "x-real-time")
	b.ReportMetric(float64(longest)/1e6, "ms-longest-frame")
	b.ReportMetric(float64(longestPiece)/1e6, "ms-longest-piece")
	b.ReportMetric(float64(first)/1e6, "ms-first-frame")
}

// TestFrameOfFleet: the events of the busiest frame are those that its users need,
// about one and a half for each of the twenty thousand who lose their connections.
// The page does so many within three frames.
func TestFrameOfFleet(t *testing.T) {
	const ceiling = 32_000
	s := fleet(manyUsers, true)(t)
	s.RunUntil(179 * engine.Second)
	most := uint64(0)
	for s.Now() < 185*engine.Second {
		before := s.Events()
		s.RunUntil(s.Now() + fleetFrame)
		most = max(most, s.Events()-before)
	}
	if most > ceiling || most < ceiling/2 {
		t.Errorf("%d events in the busiest frame, want about 31 000 and no more than %d", most, ceiling)
	}
}

// TestRunSomeBoundsWhatIsMade: in the instant in which the hosts of a batch end, a piece
// of a run makes no more events than it may, and those of the host that it ends with. A
// run in pieces is the same run.
func TestRunSomeBoundsWhatIsMade(t *testing.T) {
	const limit, until = 500, 181 * engine.Second
	const host = 3 * 3 * 6000 / 100 // of each connection a reset, a message and a timer, at most
	whole, s := fleet("6000", true)(t), fleet("6000", true)(t)
	whole.RunUntil(until)
	s.RunUntil(179 * engine.Second)
	pieces, most := 0, uint64(0)
	for done := false; !done; pieces++ {
		handled, made := s.Events(), s.Made()
		done = s.RunSome(until, limit)
		most = max(most, s.Made()-made)
		if n := s.Events() - handled; n > limit {
			t.Fatalf("%d events in one piece", n)
		}
	}
	if most < limit || most > limit+host {
		t.Errorf("a piece makes up to %d events, want %d and what one host makes, %d at most", most, limit, host)
	}
	if s.Hash() != whole.Hash() {
		t.Errorf("in %d pieces the run is another one", pieces)
	}
}

// TestStateShrinks: once a busy moment is over, the state is not much larger than it
// was: the room that its events needed is no part of it.
func TestStateShrinks(t *testing.T) {
	s := fleet(manyUsers, true)(t)
	bytes := func(at engine.Time) float64 {
		s.RunUntil(at)
		var snap engine.Snapshot
		s.Save(&snap)
		return float64(snap.Bytes())
	}
	before, busy, after := bytes(179*engine.Second), bytes(180*engine.Second+200*engine.Millisecond), bytes(210*engine.Second)
	t.Logf("%.2f MB before the end of a batch, %.2f in it, %.2f after", before/1e6, busy/1e6, after/1e6)
	if busy < 1.3*before || after > 1.5*before {
		t.Errorf("%v bytes before, %v in it, %v after", before, busy, after)
	}
}

// TestSnapshotWarms: what is saved into memory that was made ready needs none besides.
func TestSnapshotWarms(t *testing.T) {
	s := fleet(fewUsers, false)(t)
	s.RunUntil(engine.Second)
	var cold engine.Snapshot
	s.Save(&cold)
	warm := new(engine.Snapshot)
	for range 4 {
		warm.Warm(cold.Bytes(), cold.Bytes()/3)
	}
	if n := testing.AllocsPerRun(5, func() { warm.Warm(cold.Bytes(), 1<<30); s.Save(warm) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
	if warm.Hash() != cold.Hash() {
		t.Error("what the memory held is in the state")
	}
}

// TestMemoryOfIdleConnections: an open connection takes so many bytes of the state,
// in the mean of those that end at the edge and those that pass on to a broker.
func TestMemoryOfIdleConnections(t *testing.T) {
	const ceiling = 28.0
	bytes := func(users string) float64 {
		s := fleet(users, false)(t)
		s.RunUntil(engine.Second)
		var snap engine.Snapshot
		s.Save(&snap)
		return float64(snap.Bytes())
	}
	if per := (bytes(manyUsers) - bytes(fewUsers)) / (3 * (33333 - 1000)); per > ceiling || per < ceiling/2 {
		t.Errorf("%.1f bytes for each connection, want about 25 and no more than %v", per, ceiling)
	}
}

// TestIdleConnectionsCostNoEvents: thirty times as many open connections make no
// more events while nothing more is sent over them.
func TestIdleConnectionsCostNoEvents(t *testing.T) {
	few, many := fleet(fewUsers, false)(t), fleet(manyUsers, false)(t)
	few.RunUntil(30 * engine.Second)
	many.RunUntil(30 * engine.Second)
	if a, b := float64(few.Events()), float64(many.Events()); b > 1.02*a || b < 0.98*a {
		t.Errorf("%v events with 3000 connections, %v with 100 000", a, b)
	}
}

// TestStateIsSavedInOnePiece: a snapshot has its memory at once, and is not copied into
// ever larger pieces of it.
func TestStateIsSavedInOnePiece(t *testing.T) {
	s := fleet(fewUsers, false)(t)
	s.RunUntil(engine.Second)
	var snap engine.Snapshot
	if n := testing.AllocsPerRun(50, func() {
		snap = engine.Snapshot{}
		s.Save(&snap)
	}); n != 1 {
		t.Errorf("%v allocations for %d bytes, want 1", n, snap.Bytes())
	}
}
