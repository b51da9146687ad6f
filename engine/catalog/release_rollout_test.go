package catalog

import (
	"math"
	"slices"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/scenario"
	"stampede/engine/theory"
)

// calmRollout has little traffic and short drains, so that what is looked at is the
// course of the rollout alone: the edge takes 4 x 30 s, the origin 2 x 40 s and the
// application 5 x 15 s, with 20 s between two tiers.
var calmRollout = []string{
	"web.rate=4", "quic.rate=2", "devices.rate=1", "uploads.rate=0",
	"edge.batch=0.25", "edge.drain=20s", "edge.restart=10s",
	"origin.batch=0.5", "origin.drain=30s", "origin.restart=10s",
	"app.batch=0.2", "app.drain=5s", "app.restart=10s", "rollout.tier_pause=20s",
}

// spell is when a tier was being released, in seconds.
type spell struct{ from, to float64 }

// spells are those of a tier, as the recorded windows of 5 s show them.
func (r *run) spells(t *testing.T, tier string) (list []spell) {
	t.Helper()
	s, err := r.rec.Series(scenario.Line{Of: tier, Metric: "releasing"})
	if err != nil {
		t.Fatal(err)
	}
	was := 0.0
	for i, x := range s.Values {
		at := float64(5 * (i + 1))
		switch {
		case x > was:
			list = append(list, spell{from: at - 5})
		case x < was:
			list[len(list)-1].to = at - 5
		}
		was = x
	}
	return list
}

// wantSpells compares with when each tier should have been released. Something that
// begins or ends with a window belongs to the one before.
func (r *run) wantSpells(t *testing.T, want map[string][]spell) {
	t.Helper()
	for _, tier := range []string{"edge", "origin", "app"} {
		got := r.spells(t, tier)
		if !slices.EqualFunc(got, want[tier], func(a, b spell) bool {
			return math.Abs(a.from-b.from) <= 5 && (b.to == 0 || math.Abs(a.to-b.to) <= 5)
		}) {
			t.Errorf("%s was released at %v, want %v", tier, got, want[tier])
		}
	}
}

// TestRolloutOrders: each tier begins a pause after the one before is done, in the
// order that is set, or all of them at once.
func TestRolloutOrders(t *testing.T) {
	t.Parallel()
	edge, origin, app := theory.RollingTime(0.25, 20, 10), theory.RollingTime(0.5, 30, 10), theory.RollingTime(0.2, 5, 10)
	const begin, pause = 10, 20
	for _, c := range []struct {
		order string
		lasts float64
		want  map[string][]spell
	}{
		{"outside_in", edge + origin + app + 2*pause, map[string][]spell{
			"edge":   {{begin, begin + edge}},
			"origin": {{begin + edge + pause, begin + edge + pause + origin}},
			"app":    {{begin + edge + origin + 2*pause, begin + edge + origin + app + 2*pause}},
		}},
		{"inside_out", edge + origin + app + 2*pause, map[string][]spell{
			"app":    {{begin, begin + app}},
			"origin": {{begin + app + pause, begin + app + pause + origin}},
			"edge":   {{begin + app + origin + 2*pause, begin + edge + origin + app + 2*pause}},
		}},
		{"at_once", edge, map[string][]spell{
			"edge": {{begin, begin + edge}}, "origin": {{begin, begin + origin}}, "app": {{begin, begin + app}},
		}},
	} {
		for seed := range few() {
			r := play(t, zdr(t), uint64(seed+1), 0, append([]string{"rollout.tier_order=" + c.order}, calmRollout...), []string{"10s=release_all"}, 6*time.Minute)
			r.wantSpells(t, c.want)
			if got := r.gauge(t, "rollout", "release_time"); math.Abs(got-c.lasts) > 1e-6 {
				t.Errorf("%s: the rollout took %v s, want %v", c.order, got, c.lasts)
			}
			if got := r.gauge(t, "rollout", "progress"); got != 1 || r.count(t, "rollout", "tiers_released") != 3 {
				t.Errorf("%s: %v of the tiers are released", c.order, got)
			}
		}
	}
}

// TestRolloutAsTold: with the settings as they are, the tiers are released at the
// times of the story: a minute in, at 14 and at 27 minutes.
func TestRolloutAsTold(t *testing.T) {
	long(t)
	t.Parallel()
	r := tellWith(t, zdr(t), 1, 0, []string{"web.rate=4", "quic.rate=2", "devices.rate=1", "uploads.rate=0"}, 32*time.Minute)
	r.wantSpells(t, map[string][]spell{"edge": {{60, 760}}, "origin": {{840, 1540}}, "app": {{1620, 1795}}})
}

// TestRolloutHalts: a bad binary halts the first tier, and with it the rollout: the
// next tier does not begin, however long that lasts. Rolled back, nothing of it is
// left, and another rollout can begin.
func TestRolloutHalts(t *testing.T) {
	t.Parallel()
	do := []string{"10s=release_all", "15s=bad_binary", "3m=roll_all_back", "5m=release_all"}
	r := play(t, zdr(t), 1, 0, calmRollout, do, 170*time.Second)
	if r.gauge(t, "rollout", "halted") != 1 || r.gauge(t, "edge", "halted") != 1 || r.spells(t, "origin") != nil {
		t.Errorf("after a bad binary: halted %v, the origin was released at %v", r.gauge(t, "rollout", "halted"), r.spells(t, "origin"))
	}
	r.on(t, 295*time.Second)
	for _, name := range []string{"halted", "releasing", "tiers_done"} {
		if got := r.gauge(t, "rollout", name); got != 0 {
			t.Errorf("rolled back: %s is %v", name, got)
		}
	}
	if got := r.gauge(t, "edge", "progress"); got != 0 {
		t.Errorf("rolled back: %v of the edge has the new program", got)
	}
	r.on(t, 320*time.Second)
	if r.gauge(t, "rollout", "releasing") != 1 || r.gauge(t, "edge", "releasing") != 1 {
		t.Error("no other rollout began")
	}
}

// TestRolloutOfABadBinary: the binary for all tiers halts the first one, also in the
// middle of a rollout, whose place it takes, and all is rolled back at once.
func TestRolloutOfABadBinary(t *testing.T) {
	t.Parallel()
	for _, do := range [][]string{
		{"15s=bad_binary_all", "3m=roll_all_back"},
		{"10s=release_all", "15s=bad_binary_all", "3m=roll_all_back"},
		{"10s=release_all", "15s=bad_binary_all", "16s=bad_binary_all", "17s=release_all", "3m=roll_all_back"},
	} {
		r := play(t, zdr(t), 1, 0, calmRollout, do, 170*time.Second)
		if r.gauge(t, "rollout", "halted") != 1 || r.gauge(t, "edge", "halted") != 1 || r.spells(t, "origin") != nil {
			t.Errorf("%v: halted %v, the origin was released at %v", do, r.gauge(t, "rollout", "halted"), r.spells(t, "origin"))
		}
		r.on(t, 295*time.Second)
		if r.gauge(t, "rollout", "halted")+r.gauge(t, "rollout", "releasing")+r.gauge(t, "edge", "progress") != 0 {
			t.Errorf("%v: something is left of it", do)
		}
	}
}

// TestRolloutPauses: a batch that has begun is finished, and nothing else begins
// until it goes on, neither a batch nor a tier.
func TestRolloutPauses(t *testing.T) {
	t.Parallel()
	in := play(t, zdr(t), 1, 0, calmRollout, []string{"10s=release_all", "15s=pause", "100s=go_on"}, 250*time.Second)
	in.wantSpells(t, map[string][]spell{"edge": {{10, 190}}, "origin": {{210, 0}}})
	between := play(t, zdr(t), 1, 0, calmRollout, []string{"10s=release_all", "140s=pause", "200s=go_on"}, 250*time.Second)
	between.wantSpells(t, map[string][]spell{"edge": {{10, 130}}, "origin": {{200, 0}}})
}

// TestRolloutWaitsForRoom: application servers have no room for a second process, so
// that a rollout that begins with them halts there. It goes on once they are to be
// released in another way.
func TestRolloutWaitsForRoom(t *testing.T) {
	t.Parallel()
	sets := append([]string{"rollout.tier_order=inside_out", "app.strategy=socket_takeover"}, calmRollout...)
	r := play(t, zdr(t), 1, 0, sets, []string{"10s=release_all"}, time.Minute)
	if r.gauge(t, "rollout", "halted") != 1 || r.gauge(t, "app", "no_room") != 1 || r.spells(t, "origin") != nil {
		t.Errorf("halted %v, the origin was released at %v", r.gauge(t, "rollout", "halted"), r.spells(t, "origin"))
	}
	for _, c := range []engine.Command{set(61*engine.Second, "app.strategy", "rolling"), {At: 62 * engine.Second, Verb: engine.CmdDo, Path: "go_on"}} {
		if err := r.sim.Insert(c); err != nil {
			t.Fatal(err)
		}
	}
	r.on(t, 3*time.Minute)
	r.wantSpells(t, map[string][]spell{"app": {{62, 137}}, "origin": {{157, 0}}})
}

// TestRollBackIsTheOtherWayRound: the tier that was released last is rolled back
// first, and one that was not is left alone.
func TestRollBackIsTheOtherWayRound(t *testing.T) {
	t.Parallel()
	r := play(t, zdr(t), 1, 0, calmRollout, []string{"10s=release_all", "3m=roll_all_back"}, 8*time.Minute)
	// The origin's first batch is under way: it is finished, and rolled back.
	r.wantSpells(t, map[string][]spell{"edge": {{10, 130}, {250, 370}}, "origin": {{150, 230}}})
	for _, tier := range []string{"edge", "origin", "app"} {
		if got := r.gauge(t, tier, "progress"); got != 0 {
			t.Errorf("%v of the %s has the new program", got, tier)
		}
	}
}
