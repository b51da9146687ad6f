package record

import (
	"testing"

	"stampede/engine"
	"stampede/engine/component"
	"stampede/engine/scenario"
)

func plain(t testing.TB) *engine.Sim {
	t.Helper()
	b := engine.NewBuilder(1, 0)
	from, to := new(component.Population), new(component.Server)
	engine.Declared(from).Reset()
	engine.Declared(to).Reset()
	p, s := b.Node("p", "population", from), b.Node("s", "server", to)
	b.Link(engine.LinkSpec{Name: "l", From: p, To: s})
	sim, err := b.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

// TestRecorderMerges fills a small record several times over: it stays small,
// and what was counted stays counted.
func TestRecorderMerges(t *testing.T) {
	sim := plain(t)
	r := newLimited(sim, engine.Second, 8)
	for range 50 {
		r.Run(sim, sim.Now()+engine.Second, 1<<62)
		if r.Windows() >= 8 {
			t.Fatalf("%d windows", r.Windows())
		}
	}
	if r.Width() != 8*engine.Second || r.Head() != 48*engine.Second {
		t.Fatalf("width %d, head %d", r.Width(), r.Head())
	}
	s, err := r.Series(scenario.Line{Of: "l", Metric: "offered"})
	if err != nil {
		t.Fatal(err)
	}
	var sum float64
	for _, v := range s.Values {
		sum += v * 8
	}
	again := plain(t)
	again.RunUntil(48 * engine.Second)
	if want := float64(again.LinkTotals(0).Calls); sum != want {
		t.Errorf("windows add up to %v calls, want %v", sum, want)
	}
}

func TestTruncate(t *testing.T) {
	sim := plain(t)
	r := New(sim, engine.Second)
	r.Run(sim, 10*engine.Second, 1<<62)
	c, err := r.Curve(scenario.Line{Of: "l", Metric: "p99"})
	if err != nil {
		t.Fatal(err)
	}
	if got := len(c.Series().Values); got != 10 {
		t.Fatalf("%d windows", got)
	}
	r.Truncate(4*engine.Second + engine.Second/2)
	if got := len(c.Series().Values); got != 4 || r.Head() != 4*engine.Second {
		t.Errorf("%d windows to %d after the cut", got, r.Head())
	}
	r.Truncate(20 * engine.Second)
	if r.Windows() != 4 {
		t.Error("a cut after the head forgets something")
	}
}

// TestSteadyWindowsDoNotAllocate: only the growth of the record costs memory.
func TestSteadyWindowsDoNotAllocate(t *testing.T) {
	sim := plain(t)
	r := New(sim, engine.Second)
	r.Run(sim, 20*engine.Second, 1<<62)
	r.Truncate(10 * engine.Second) // leaves room for what follows
	if n := testing.AllocsPerRun(5, func() { r.Run(sim, sim.Now()+engine.Second, 1<<62) }); n != 0 {
		t.Errorf("%v allocations for a window", n)
	}
}
