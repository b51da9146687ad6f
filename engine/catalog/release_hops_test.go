package catalog

import (
	"testing"
	"time"

	"stampede/engine"
)

// hops are the links that carry users' work and connects, by what has to break so
// that calls on them fail.
var hops = []struct {
	links []string
	sets  []string
	do    []string
}{
	{
		[]string{"requests", "packets", "publishes", "posts", "tcp_connects", "quic_connects", "mqtt_connects"},
		[]string{"edge.strategy=stop_start", "edge.batch=0.5", "edge.restart=10s"},
		[]string{"20s=release_edge"},
	},
	{
		[]string{"edge_origin", "tunnels", "edge_uploads"},
		[]string{"origin.strategy=stop_start", "origin.batch=0.5", "origin.restart=10s"},
		[]string{"20s=release_origin"},
	},
	{
		[]string{"origin_app", "origin_uploads", "origin_broker"},
		[]string{"app.strategy=stop_start", "app.batch=0.5", "app.restart=10s", "brokers.service_mean=3s"},
		[]string{"20s=release_app"},
	},
}

// broken runs one of the hops for a minute with settings for each of its links.
func broken(t *testing.T, hop int, each ...string) *run {
	t.Helper()
	h := &hops[hop]
	sets := append([]string{"web.rate=100", "quic.rate=200", "devices.rate=100", "packets.probe.on=false"}, h.sets...)
	for _, l := range h.links {
		for _, s := range each {
			sets = append(sets, l+"."+s)
		}
	}
	return play(t, zdr(t), 1, 0, sets, h.do, 45*time.Second)
}

// TestEveryHopHasThePolicies switches each policy on for every hop, and finds it at
// work there: retries are made, a budget that allows none refuses them, a breaker
// opens, and calls that may take no time at all time out.
func TestEveryHopHasThePolicies(t *testing.T) {
	t.Parallel()
	for i := range hops {
		for _, c := range []struct {
			policy string
			each   []string
			acts   func(r *run, link engine.LinkID) uint64
		}{
			{"retry", []string{"retry.on=true"}, func(r *run, l engine.LinkID) uint64 { return r.sim.LinkTotals(l).Why[engine.ByRetry] }},
			{"budget", []string{"retry.on=true", "budget.on=true", "budget.max_rate=0", "budget.min_concurrency=0"}, func(r *run, l engine.LinkID) uint64 {
				if again := r.sim.LinkTotals(l).Why[engine.ByRetry]; again > 0 {
					return 0
				}
				return r.sim.LinkTotals(l).Ended[engine.Spent]
			}},
			{"breaker", []string{"retry.on=false", "breaker.on=true", "breaker.min_calls=1", "breaker.failure_threshold=0.01"}, func(r *run, l engine.LinkID) uint64 { return r.sim.LinkTotals(l).Ended[engine.Open] }},
			{"timeout", []string{"retry.on=false", "timeout.on=true", "timeout.after=1ms"}, func(r *run, l engine.LinkID) uint64 { return r.sim.LinkTotals(l).Ended[engine.TimedOut] }},
		} {
			t.Run(c.policy+" "+hops[i].links[0], func(t *testing.T) {
				t.Parallel()
				r := broken(t, i, c.each...)
				for _, name := range hops[i].links {
					l, ok := r.sim.LinkByName(name)
					if !ok {
						t.Fatalf("no link %s", name)
					}
					if c.acts(r, l) == 0 {
						t.Errorf("%s: the %s has done nothing", name, c.policy)
					}
				}
			})
		}
	}
}

// TestBudgetBoundsTheReconnectStorm: half of the origin stops, and with it half of
// the devices' sessions. They all connect again, at once and mostly in vain, and
// each tries four times; a budget leaves a share of those tries. All are connected
// in the end.
func TestBudgetBoundsTheReconnectStorm(t *testing.T) {
	t.Parallel()
	for seed := range few() {
		var again [2]float64
		for i, on := range []string{"false", "true"} {
			sets := append([]string{"mqtt_connects.budget.on=" + on, "web.rate=40", "quic.rate=20"}, hops[1].sets...)
			r := play(t, zdr(t), uint64(seed+1), 0, sets, []string{"20s=release_origin", "21s=pause"}, 60*time.Second)
			again[i] = r.over(t, "mqtt_connects", "retries", 20*time.Second, 40*time.Second) * 20
			if got := r.gauge(t, "devices", "unconnected"); got != 0 {
				t.Errorf("seed %d, budget %s: %v devices are not connected at the end", seed+1, on, got)
			}
		}
		t.Logf("seed %d: %v tries again without a budget, %v with it", seed+1, again[0], again[1])
		if again[0] < 100 || again[1] > again[0]/2 {
			t.Errorf("seed %d: %v tries again without a budget, %v with it", seed+1, again[0], again[1])
		}
	}
}

// TestBreakerSparesWhatIsDown: the whole origin is down for half a minute. The edge's
// breakers open, so that hardly anything is asked meanwhile, and close again.
func TestBreakerSparesWhatIsDown(t *testing.T) {
	long(t)
	t.Parallel()
	var asked, after [2]float64
	for i, on := range []string{"false", "true"} {
		sets := []string{"edge_origin.breaker.on=" + on, "origin.strategy=stop_start", "origin.batch=1", "origin.restart=30s", "devices.rate=10"}
		r := play(t, zdr(t), 1, 0, sets, []string{"20s=release_origin"}, 80*time.Second)
		asked[i] = r.over(t, "edge_origin", "attempts", 30*time.Second, 50*time.Second)
		after[i] = r.over(t, "edge_origin", "goodput", 65*time.Second, 80*time.Second)
	}
	if asked[1] > asked[0]/10 || after[1] < 0.9*after[0] {
		t.Errorf("%.0f asked a second without breakers and %.1f with them, %.0f and %.0f answered after", asked[0], asked[1], after[0], after[1])
	}
}

// TestUploadsMadeAgainAreNoReplays: where nothing is given back, a proxy that tries
// again sends an upload from its start. That is counted as such, the bytes that the
// stopped server had are lost, and no replay is.
func TestUploadsMadeAgainAreNoReplays(t *testing.T) {
	long(t)
	t.Parallel()
	sets := append([]string{"origin_uploads.retry.on=true"}, uploading...)
	r := play(t, zdr(t), 1, 0, sets, []string{"60s=release_app", "61s=pause"}, 3*time.Minute)
	again, cut := r.count(t, "app", "uploads_again"), r.count(t, "app", "uploads_disrupted")
	if again == 0 || again != cut || r.count(t, "origin", "replays") != 0 || r.count(t, "app", "lost_bytes") == 0 {
		t.Errorf("%v uploads disrupted, %v made again, %v replays, %v bytes lost", cut, again, r.count(t, "origin", "replays"), r.count(t, "app", "lost_bytes"))
	}
	if failed := r.ended(t, "posts", engine.Failed); failed != 0 {
		t.Errorf("%v uploads failed for their users", failed)
	}
	replayed := play(t, zdr(t), 1, 0, append([]string{"origin.replay=true", "app.give_back=true"}, sets...), []string{"60s=release_app", "61s=pause"}, 3*time.Minute)
	if replayed.count(t, "app", "uploads_again") != 0 || replayed.count(t, "app", "lost_bytes") != 0 || replayed.count(t, "origin", "replays") == 0 {
		t.Errorf("with replay %v uploads were made again, %v bytes lost", replayed.count(t, "app", "uploads_again"), replayed.count(t, "app", "lost_bytes"))
	}
}
