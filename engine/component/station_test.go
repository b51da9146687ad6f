package component_test

import (
	"slices"
	"testing"

	"stampede/engine"
	"stampede/engine/check"
	"stampede/engine/component"
	"stampede/engine/policy"
	"stampede/engine/simtest"
)

const ms = engine.Millisecond

// bench is a source, a real server whose services take 100 ms unless set
// otherwise, and the policies between them.
type bench struct {
	*engine.Sim
	source *simtest.Source
	node   engine.NodeID
}

func newBench(t *testing.T, asks []engine.Time, stack []engine.PolicySpec, settings ...string) *bench {
	t.Helper()
	src, srv := &simtest.Source{Asks: simtest.At(asks...)}, new(component.Server)
	set := engine.Declared(srv)
	set.Reset()
	settings = append([]string{"service_law", "constant", "service_mean", "100ms"}, settings...)
	for i := 0; i < len(settings); i += 2 {
		if err := set.Set(settings[i], settings[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	b := engine.NewBuilder(1, 0)
	from := b.Node("source", "source", src)
	to := b.Node("server", "server", srv)
	b.Link(engine.LinkSpec{Name: "link", From: from, To: to, Kind: engine.KWork, Stack: stack})
	b.Actions([]engine.Action{{Name: "stall", Arg: 1, Max: 10, Steps: []engine.ActionStep{{Node: to, Verb: "stall", UseArg: true}}}})
	sim, err := b.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &bench{sim, src, to}
}

// run goes on for 10 s and returns when each question was answered, in ms; -1
// for never.
func (b *bench) run(t *testing.T) []engine.Time {
	t.Helper()
	for _, v := range check.Run(b.Sim, 10*engine.Second) {
		t.Error(v)
	}
	out := make([]engine.Time, len(b.source.Asks))
	for i := range out {
		out[i] = b.source.At(i)
		if out[i] >= 0 {
			out[i] /= ms
		}
	}
	return out
}

func patience(t *testing.T, after string) []engine.PolicySpec {
	return []engine.PolicySpec{simtest.On(t, "timeout", new(policy.Timeout), "after", after)}
}

func TestStation(t *testing.T) {
	four := []engine.Time{0, 10 * ms, 20 * ms, 30 * ms}
	for _, tc := range []struct {
		name  string
		stack []engine.PolicySpec
		set   []string
		want  []engine.Time
	}{
		{"first come, first served", nil, nil, []engine.Time{100, 200, 300, 400}},
		{"last come, first served", nil, []string{"discipline", "lifo"}, []engine.Time{100, 400, 300, 200}},
		{"two servers", nil, []string{"servers", "2"}, []engine.Time{100, 110, 200, 210}},
		{"all at once", nil, []string{"discipline", "processor_sharing", "servers", "4"}, []engine.Time{100, 110, 120, 130}},
		{"slower with company", nil, []string{"servers", "4", "degrade", "0.5"}, []engine.Time{100, 160, 220, 280}},
		{"a full queue refuses", nil, []string{"queue_bound", "2", "full", "refuses"}, []engine.Time{100, 200, 300, 30}},
		{"a full queue drops", nil, []string{"queue_bound", "2"}, []engine.Time{100, 200, 300, -1}},
		{"a full queue drops the impatient", patience(t, "350ms"), []string{"queue_bound", "2"}, []engine.Time{100, 200, 300, 380}},
		{"who leaves is cancelled in service", patience(t, "150ms"), nil, []engine.Time{100, 160, 170, 180}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := newBench(t, four, tc.stack, tc.set...).run(t); !slices.Equal(got, tc.want) {
				t.Errorf("answered at %v ms, want %v", got, tc.want)
			}
		})
	}
}

// TestProcessorSharingIsFair: two jobs that meet have half the server each.
func TestProcessorSharingIsFair(t *testing.T) {
	b := newBench(t, []engine.Time{0, 50 * ms}, nil, "discipline", "processor_sharing")
	if got := b.run(t); !slices.Equal(got, []engine.Time{150, 200}) {
		t.Errorf("answered at %v ms, want 150 and 200", got)
	}
	b = newBench(t, []engine.Time{0, 50 * ms, 60 * ms}, patience(t, "120ms"), "discipline", "processor_sharing")
	// At 120 the first gives up with 20/3 to go; the others share from then on.
	got := b.run(t)
	if got[0] != 120 || got[1] != 170 || got[2] != 180 || b.NodeTotals(b.node).Cancelled != 3 {
		t.Errorf("ended at %v ms with %d cancelled", got, b.NodeTotals(b.node).Cancelled)
	}
}

// TestAbandonedWork is the choice that decides most outcomes. One in service
// and three waiting are given up at 150 ms; one more comes at 160 ms.
func TestAbandonedWork(t *testing.T) {
	asks := []engine.Time{0, 0, 0, 0, 160 * ms}
	for _, tc := range []struct {
		mode              string
		last              engine.Time
		wasted, cancelled uint64
	}{
		{"cancelled", 260, 0, 3},
		{"dropped_at_turn", 300, 1, 2},
		{"served", 310, 4, 0}, // the last gives up before its turn at 400 ms
	} {
		b := newBench(t, asks, patience(t, "150ms"), "abandoned", tc.mode)
		got := b.run(t)
		n := b.NodeTotals(b.node)
		if got[4] != tc.last || n.Wasted != tc.wasted || n.Cancelled != tc.cancelled {
			t.Errorf("%s: the last ended at %d ms with %d wasted and %d cancelled, want %d, %d and %d", tc.mode, got[4], n.Wasted, n.Cancelled, tc.last, tc.wasted, tc.cancelled)
		}
	}
}

func TestStall(t *testing.T) {
	b := newBench(t, []engine.Time{0, 250 * ms, 260 * ms}, nil)
	if err := b.Insert(engine.Command{At: 50 * ms, Verb: engine.CmdDo, Path: "stall", Value: "0.5"}); err != nil {
		t.Fatal(err)
	}
	if got := b.run(t); !slices.Equal(got, []engine.Time{100, 650, 750}) {
		t.Errorf("answered at %v ms", got)
	}
}

// TestCapacityChanges: more servers begin at once with who waits; when there
// are fewer, what has begun is finished.
func TestCapacityChanges(t *testing.T) {
	b := newBench(t, []engine.Time{0, 0, 0, 0}, nil)
	for at, n := range map[engine.Time]string{50 * ms: "3", 120 * ms: "1"} {
		if err := b.Insert(engine.Command{At: at, Verb: engine.CmdSet, Path: "server.servers", Value: n}); err != nil {
			t.Fatal(err)
		}
	}
	if got := b.run(t); !slices.Equal(got, []engine.Time{100, 150, 150, 200}) {
		t.Errorf("answered at %v ms", got)
	}
}

func TestFailShare(t *testing.T) {
	asks := make([]engine.Time, 1000)
	for i := range asks {
		asks[i] = engine.Time(i) * ms
	}
	for share, want := range map[string]uint64{"0": 0, "1": 1000} {
		b := newBench(t, asks, nil, "servers", "1000", "fail_share", share)
		b.run(t)
		if got := b.LinkTotals(0).Ended[engine.Failed]; got != want {
			t.Errorf("share %s: %d failed, want %d", share, got, want)
		}
	}
	b := newBench(t, asks, nil, "servers", "1000", "fail_share", "0.3")
	b.run(t)
	if got := b.LinkTotals(0).Ended[engine.Failed]; got < 240 || got > 360 { // 4 standard deviations
		t.Errorf("%d of 1000 failed at a share of 0.3", got)
	}
}

// TestDisciplineChangesWhileServing: who has a server keeps it, who waits
// follows the new rule, who shares goes on sharing.
func TestDisciplineChangesWhileServing(t *testing.T) {
	for _, tc := range []struct {
		from, to string
		want     []engine.Time
	}{
		// The two who wait at 50 ms share from then on, the first goes on alone.
		{"fifo", "processor_sharing", []engine.Time{100, 250, 250}},
		{"fifo", "lifo", []engine.Time{100, 300, 200}},
		// All three have shared since 0.
		{"processor_sharing", "fifo", []engine.Time{300, 300, 300}},
	} {
		b := newBench(t, []engine.Time{0, 0, 0}, nil, "discipline", tc.from)
		if err := b.Insert(engine.Command{At: 50 * ms, Verb: engine.CmdSet, Path: "server.discipline", Value: tc.to}); err != nil {
			t.Fatal(err)
		}
		if got := b.run(t); !slices.Equal(got, tc.want) {
			t.Errorf("%s to %s: answered at %v ms, want %v", tc.from, tc.to, got, tc.want)
		}
	}
}

// TestCancelledAtTheVeryStart: an attempt whose service began at time 0 is not
// one that waits.
func TestCancelledAtTheVeryStart(t *testing.T) {
	b := newBench(t, []engine.Time{0, 0}, patience(t, "50ms"))
	if got := b.run(t); !slices.Equal(got, []engine.Time{50, 50}) {
		t.Errorf("ended at %v ms, want 50", got)
	}
	if n := b.NodeTotals(b.node); n.Cancelled != 2 || n.Busy != 0 || n.Queue != 0 {
		t.Errorf("%d cancelled, %d in service, %d waiting", n.Cancelled, n.Busy, n.Queue)
	}
}
