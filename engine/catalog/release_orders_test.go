package catalog

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/check"
	"stampede/engine/scenario"
)

// The tiers with hosts that are released, and what is drawn for them.
var (
	releasedTiers = []string{"edge", "origin", "app"}
	anyStrategy   = []string{"stop_start", "rolling", "blue_green", "hot_restart_reuseport", "hot_restart_descriptors", "socket_takeover"}
	anyAction     = []string{
		"release_all", "roll_all_back", "release_edge", "release_origin", "release_app", "bad_binary", "bad_binary_all", "roll_back", "pause", "go_on", "fail_host", "repair", "forget_sessions",
	}
	anyParam = map[string][]string{
		"batch": {"0.001", "0.4", "1"}, "drain": {"0s", "3s", "20s"}, "restart": {"0s", "5s"}, "warm": {"0s", "5s"},
		"check_every": {"100ms", "2s"}, "fall": {"1", "4"}, "rise": {"1", "4"}, "backlog": {"1", "511"}, "servers": {"1", "3"}, "goaway": {"true", "false"},
	}
)

// TestReleasesInAnyOrder gives a small fleet commands, strategies and parameters in
// an order drawn by chance, every strategy in the middle of every other. All that is
// counted adds up at every window, and once everything is let go, every host comes
// back into service, and a release of all tiers comes to its end.
func TestReleasesInAnyOrder(t *testing.T) {
	t.Parallel()
	n := 24
	if testing.Short() {
		n = 4
	}
	anyOrders(t, 1, n)
}

func anyOrders(t *testing.T, from, n int) {
	t.Helper()
	for seed := from; seed < from+n; seed++ {
		sim, story := anyOrder(t, uint64(seed))
		for _, v := range check.Run(sim, 240*engine.Second) {
			t.Errorf("seed %d: %v\n%v", seed, v, story)
		}
		for _, tier := range append([]string{"rollout"}, releasedTiers...) {
			id, _ := sim.NodeByName(tier)
			var g engine.Gauges
			sim.ReadGauges(id, &g)
			for _, v := range g.Values {
				if tier == "rollout" && v.Name == "progress" {
					continue // the last release of the tiers is not one of it
				}
				if want, said := map[string]float64{"in_service": 1, "progress": 1, "releasing": 0, "halted": 0, "paused": 0}[v.Name]; said && v.Value != want {
					t.Errorf("seed %d: %s ends with %s %v, want %v\n%v", seed, tier, v.Name, v.Value, want, story)
				}
			}
		}
	}
}

// smallFleet is the release scenario with so many hosts a tier, and little traffic.
func smallFleet(t *testing.T, hosts int) *scenario.Scenario {
	scn := zdr(t)
	scn.Script = nil
	for i := range scn.Components {
		c := &scn.Components[i]
		set := map[string]string{"edge": "hosts", "origin": "hosts", "app": "hosts", "web": "users", "quic": "users", "devices": "users"}[c.Name]
		switch set {
		case "hosts":
			c.Params["hosts"] = json.RawMessage(strconv.Itoa(hosts))
			c.Params["service_mean"] = json.RawMessage(`"2ms"`)
			c.Params["second_process"] = json.RawMessage("true")
		case "users":
			c.Params["users"], c.Params["rate"] = json.RawMessage("40"), json.RawMessage("8")
		}
	}
	for i := range scn.Actions {
		if a := &scn.Actions[i]; a.Name == "fail_host" {
			a.Arg.Default, a.Arg.Max = 0, max(1, float64(hosts-1))
		}
	}
	return scn
}

// anyOrder is a run with what is drawn for a seed, and that in words.
func anyOrder(t *testing.T, seed uint64) (sim *engine.Sim, story []string) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	pick := func(list []string) string { return list[r.IntN(len(list))] }
	sim, err := New(smallFleet(t, []int{1, 2, 5}[r.IntN(3)]), Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	give := func(at float64, verb, path, value string) {
		story = append(story, fmt.Sprintf("%gs %s %s", at, path, value))
		cmd := engine.Command{At: engine.Time(at * float64(engine.Second)), Verb: verb, Path: path, Value: value}
		if err := sim.Insert(cmd); err != nil {
			t.Fatalf("seed %d: %v: %v", seed, story[len(story)-1], err)
		}
	}
	params := slices.Sorted(maps.Keys(anyParam))
	for range 10 + r.IntN(30) {
		at := float64(1 + r.IntN(100))
		if r.IntN(2) == 0 {
			at += r.Float64()
		}
		switch x := r.IntN(10); {
		case x < 6:
			give(at, engine.CmdDo, pick(anyAction), "")
		case x == 6:
			give(at, engine.CmdSet, "rollout.tier_order", pick([]string{"outside_in", "inside_out", "at_once"}))
		case x < 9:
			give(at, engine.CmdSet, pick(releasedTiers)+".strategy", pick(anyStrategy))
		default:
			p := pick(params)
			give(at, engine.CmdSet, pick(releasedTiers)+"."+p, pick(anyParam[p]))
		}
	}
	give(110, engine.CmdSet, "rollout.tier_pause", "2s")
	for _, tier := range releasedTiers {
		for _, p := range []string{"batch=1", "drain=1s", "restart=1s", "warm=1s", "check_every=1s", "fall=2", "rise=2", "backlog=511", "servers=3"} {
			name, value, _ := strings.Cut(p, "=")
			give(110, engine.CmdSet, tier+"."+name, value)
		}
	}
	for i, do := range []string{"repair", "go_on", "roll_back", "go_on", "roll_all_back", "go_on", "go_on"} {
		give(111+float64(i), engine.CmdDo, do, "")
	}
	for _, tier := range releasedTiers {
		give(160, engine.CmdDo, "release_"+tier, "")
	}
	return sim, story
}
