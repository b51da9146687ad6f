package component_test

import (
	"testing"

	"stampede/engine"
	"stampede/engine/component"
	"stampede/engine/simtest"
)

// TestClosedPopulation: each user has one question at a time, and the number of
// users may change.
func TestClosedPopulation(t *testing.T) {
	users, srv := new(component.Closed), &simtest.Server{Steps: []simtest.Step{simtest.OK.After(100 * ms)}}
	set := engine.Declared(users)
	set.Reset()
	for name, value := range map[string]string{"users": "3", "think_law": "constant", "think_mean": "400ms"} {
		if err := set.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	b := engine.NewBuilder(1, 0)
	from, to := b.Node("users", "closed", users), b.Node("server", "server", srv)
	b.Link(engine.LinkSpec{Name: "link", From: from, To: to, Kind: engine.KWork})
	sim, err := b.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	asked := func(n string, until engine.Time) int {
		if err := sim.SetNow("users.users", n); err != nil {
			t.Fatal(err)
		}
		before := len(srv.Times)
		sim.RunUntil(until)
		return len(srv.Times) - before
	}
	for i, tc := range []struct {
		users string
		want  int
	}{{"3", 60}, {"5", 100}, {"1", 20}} { // the others leave with the answers that are due
		if got := asked(tc.users, engine.Time(i+1)*10*engine.Second); got != tc.want {
			t.Errorf("%s users asked %d times in 10 s, want %d", tc.users, got, tc.want)
		}
	}
	if calls, _ := sim.Live(); calls > 1 {
		t.Errorf("one user has %d questions", calls)
	}
}
