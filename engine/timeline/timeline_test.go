package timeline_test

import (
	"math/rand/v2"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/component"
	"stampede/engine/policy"
	"stampede/engine/timeline"
)

// outage is a run of the first built-in scenario.
func outage(t testing.TB, seed uint64, size float64) *engine.Sim {
	t.Helper()
	sim, err := catalog.New(catalog.Scenarios()[0], catalog.Options{Seed: seed, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

// storm is a server that gets as much as it can serve, with time-outs and
// retries, which a command can change.
func storm(t testing.TB, seed uint64, rate string) *engine.Sim {
	t.Helper()
	b := engine.NewBuilder(seed, 0)
	set := func(c engine.Component, kv ...string) engine.Component {
		s := engine.Declared(c)
		s.Reset()
		for i := 0; i < len(kv); i += 2 {
			if err := s.Set(kv[i], kv[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		return c
	}
	p := b.Node("p", "population", set(new(component.Population), "rate", rate))
	s := b.Node("s", "server", set(new(component.Server), "servers", "30", "service_mean", "100ms", "abandoned", "served"))
	retry, timeout := new(policy.Retry), new(policy.Timeout)
	engine.Declared(retry).Reset()
	engine.Declared(timeout).Reset()
	b.Link(engine.LinkSpec{Name: "l", From: p, To: s, Hop: engine.Millisecond, Stack: []engine.PolicySpec{
		{Name: "retry", Policy: retry, On: true}, {Name: "timeout", Policy: timeout, On: true},
	}})
	sim, err := b.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

func snapshot(sim *engine.Sim) uint64 {
	var s engine.Snapshot
	sim.Save(&s)
	return s.Hash()
}

// TestSeekIsExact jumps about at random. At each stop the state is, to the
// byte, that of the uninterrupted run, and so it is at the end.
func TestSeekIsExact(t *testing.T) {
	for seed := uint64(1); seed <= 3; seed++ {
		const step = 700 * engine.Millisecond
		const n = 100
		ref, states := outage(t, seed, 0.003), make([]uint64, n+1)
		for i := range states {
			ref.RunUntil(engine.Time(i) * step)
			states[i] = snapshot(ref)
		}
		tl := timeline.New(outage(t, seed, 0.003), timeline.Options{Events: 10_000, Span: 3 * engine.Second})
		tl.Seek(n * step)
		r := rand.New(rand.NewPCG(seed, 7))
		for range 30 {
			i := r.IntN(n + 1)
			tl.Seek(engine.Time(i) * step)
			if got := snapshot(tl.Sim()); got != states[i] {
				t.Fatalf("seed %d: the state at %d is another one", seed, tl.Sim().Now())
			}
		}
		tl.Seek(n * step)
		if tl.Sim().Hash() != ref.Hash() {
			t.Fatalf("seed %d: going on leads elsewhere", seed)
		}
	}
}

// TestSeekSome arrives in small pieces and never handles more than it may.
func TestSeekSome(t *testing.T) {
	tl := timeline.New(storm(t, 1, "280"), timeline.Options{})
	tl.Seek(60 * engine.Second)
	tl.Seek(33 * engine.Second)
	want := snapshot(tl.Sim())
	tl.Seek(60 * engine.Second)
	for pieces := 0; ; pieces++ {
		before := tl.Sim().Events()
		done := tl.SeekSome(33*engine.Second, 500)
		if after := tl.Sim().Events(); after > before && after-before > 500 {
			t.Fatalf("%d events in one piece", after-before)
		}
		if done {
			if pieces < 10 {
				t.Errorf("only %d pieces", pieces)
			}
			break
		}
		if !tl.Midway() {
			t.Fatal("stopped by the limit, but not midway")
		}
	}
	if snapshot(tl.Sim()) != want {
		t.Error("in pieces a seek leads elsewhere")
	}
}

// TestFork acts in the past. The run is then that of a fresh run with the same
// journal, and the old course's journal can still be had.
func TestFork(t *testing.T) {
	off := engine.Command{At: 40 * engine.Second, Verb: engine.CmdSet, Path: "l.retry.on", Value: "false"}
	late := engine.Command{At: 50 * engine.Second, Verb: engine.CmdSet, Path: "p.rate", Value: "100"}
	tl := timeline.New(storm(t, 1, "310"), timeline.Options{Events: 10_000})
	if err := tl.Sim().Insert(late); err != nil {
		t.Fatal(err)
	}
	tl.Seek(80 * engine.Second)
	if tl.Fork() {
		t.Error("at the head there is nothing to leave")
	}
	tl.Seek(40 * engine.Second)
	if !tl.Fork() || tl.Head() != 40*engine.Second || len(tl.Sim().Journal()) != 0 {
		t.Fatalf("after the fork: head %d, journal %v", tl.Head(), tl.Sim().Journal())
	}
	if err := tl.Sim().Insert(off); err != nil {
		t.Fatal(err)
	}
	tl.Seek(90 * engine.Second)
	tl.Seek(20 * engine.Second)
	tl.Seek(90 * engine.Second)

	fresh := storm(t, 1, "310")
	if err := fresh.SetJournal([]engine.Command{off}); err != nil {
		t.Fatal(err)
	}
	fresh.RunUntil(90 * engine.Second)
	if tl.Sim().Hash() != fresh.Hash() {
		t.Error("the fork is not the run of its journal")
	}
	b := tl.Branches()
	if len(b) != 1 || b[0].At != 40*engine.Second || b[0].Head != 80*engine.Second || len(b[0].Journal) != 1 || b[0].Journal[0] != late {
		t.Errorf("branches: %+v", b)
	}
}

// TestForkAtTheHead acts while a given journal still has commands to come: they
// go, but what was just given for this moment stays.
func TestForkAtTheHead(t *testing.T) {
	at := func(at engine.Time, rate string) engine.Command {
		return engine.Command{At: at, Verb: engine.CmdSet, Path: "p.rate", Value: rate}
	}
	tl := timeline.New(storm(t, 1, "100"), timeline.Options{})
	if err := tl.Sim().SetJournal([]engine.Command{at(engine.Second, "110"), at(2*engine.Second, "120"), at(3*engine.Second, "130")}); err != nil {
		t.Fatal(err)
	}
	tl.Seek(2 * engine.Second)
	if !tl.Fork() {
		t.Error("there is a command to leave")
	}
	if j := tl.Sim().Journal(); len(j) != 2 || j[1].Value != "120" {
		t.Errorf("journal: %v", j)
	}
	if b := tl.Branches(); len(b) != 1 || len(b[0].Journal) != 3 {
		t.Errorf("branches: %v", b)
	}
}

// TestBudget keeps the checkpoints within their bytes, dense near the head and
// sparse far back, but never without the start.
func TestBudget(t *testing.T) {
	const budget = 1 << 20
	tl := timeline.New(storm(t, 1, "250"), timeline.Options{Bytes: budget, Events: 2000, Span: engine.Second})
	for at := engine.Time(0); at < 200*engine.Second; at += engine.Second {
		tl.Seek(at)
		if tl.Bytes() > budget {
			t.Fatalf("%d bytes at %d s", tl.Bytes(), at/engine.Second)
		}
	}
	if tl.Checkpoints() < 3 {
		t.Errorf("%d checkpoints", tl.Checkpoints())
	}
	before := tl.Sim().Hash()
	tl.Seek(0)
	if tl.Sim().Events() != 0 {
		t.Error("the start is not kept")
	}
	tl.Seek(199 * engine.Second)
	if tl.Sim().Hash() != before {
		t.Error("going on from the start leads elsewhere")
	}
}

// TestLargeState has a state of which not even two fit the budget. One
// checkpoint beside the start stays, and is renewed only as the run doubles.
func TestLargeState(t *testing.T) {
	tl := timeline.New(storm(t, 1, "2000"), timeline.Options{Bytes: 1 << 20, Events: 2000, Span: engine.Second})
	tl.Seek(20 * engine.Second)
	var kept []int
	for at := 20 * engine.Second; at <= 40*engine.Second; at += engine.Second {
		tl.Seek(at)
		if n := tl.Bytes(); len(kept) == 0 || kept[len(kept)-1] != n {
			kept = append(kept, n)
		}
	}
	if tl.Checkpoints() != 2 || len(kept) > 3 {
		t.Errorf("%d checkpoints, sizes %v", tl.Checkpoints(), kept)
	}
	want := tl.Sim().Hash()
	tl.Seek(10 * engine.Second)
	tl.Seek(40 * engine.Second)
	if tl.Sim().Hash() != want {
		t.Error("a seek leads elsewhere")
	}
}

// TestRegrid keeps only checkpoints at the ends of the wider steps, and none
// of the seeks suffers.
func TestRegrid(t *testing.T) {
	tl := timeline.New(storm(t, 1, "280"), timeline.Options{Events: 1000, Span: engine.Second})
	tl.Seek(20 * engine.Second)
	n, want := tl.Checkpoints(), tl.Sim().Hash()
	tl.Regrid(4 * engine.Second)
	if got := tl.Checkpoints(); got >= n || got < 2 {
		t.Errorf("%d checkpoints, then %d", n, got)
	}
	tl.Seek(3 * engine.Second)
	tl.Seek(20 * engine.Second)
	if tl.Sim().Hash() != want {
		t.Error("a seek after it leads elsewhere")
	}
}

// crowded is a run with about 100 000 calls pending.
func crowded(b *testing.B) *engine.Sim {
	sim := storm(b, 1, "100000")
	if err := sim.SetNow("l.timeout.on", "false"); err != nil {
		b.Fatal(err)
	}
	sim.RunUntil(engine.Second)
	if calls, _ := sim.Live(); calls < 95_000 {
		b.Fatalf("%d calls", calls)
	}
	return sim
}

func BenchmarkSave100k(b *testing.B) {
	sim := crowded(b)
	var s engine.Snapshot
	sim.Save(&s)
	b.SetBytes(int64(s.Bytes()))
	b.ReportAllocs()
	for b.Loop() {
		sim.Save(&s)
	}
}

func BenchmarkLoad100k(b *testing.B) {
	sim := crowded(b)
	var s engine.Snapshot
	sim.Save(&s)
	b.SetBytes(int64(s.Bytes()))
	b.ReportAllocs()
	for b.Loop() {
		sim.Load(&s)
	}
}

// BenchmarkSeek jumps to random moments of a minute of outage at the default
// size.
func BenchmarkSeek(b *testing.B) {
	tl := timeline.New(outage(b, 1, 0), timeline.Options{})
	tl.Seek(100 * engine.Second)
	r := rand.New(rand.NewPCG(1, 7))
	for b.Loop() {
		tl.Seek(40*engine.Second + r.Int64N(60*engine.Second))
	}
}
