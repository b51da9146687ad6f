package catalog

import (
	"fmt"
	"math"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/scenario"
	"stampede/engine/theory"
)

// TestTunnelsMove releases a tenth of the origin. Expected: the tunnels of the
// hosts that drain end with their processes, and as many devices connect again at
// once; with Downstream Connection Reuse the tunnels are elsewhere by then, and no
// device notices.
func TestTunnelsMove(t *testing.T) {
	t.Parallel()
	for seed := range couple() {
		var lost, storm, delayed [2]float64
		for i, reuse := range []string{"false", "true"} {
			r := play(t, zdr(t), uint64(seed+1), 0, []string{"origin.connection_reuse=" + reuse, "origin.batch=0.1", "origin.drain=30s"}, []string{"30s=release_origin", "31s=pause"}, 100*time.Second)
			lost[i] = r.count(t, "devices", "lost")
			storm[i] = r.over(t, "mqtt_connects", "attempts", 60*time.Second, 65*time.Second) * 5
			delayed[i] = r.count(t, "devices", "delayed")
			if i == 1 {
				r.flat(t, 100, 30*time.Second, 100*time.Second)
			}
			if cut := r.count(t, "origin", "tunnels_cut"); i == 0 && math.Abs(cut-200) > 4.5*math.Sqrt(2000*0.1*0.9) || i == 1 && cut != 0 {
				t.Errorf("seed %d, reuse %s: %v tunnels cut of 2000", seed+1, reuse, cut)
			}
		}
		if lost[1] != 0 || storm[1] != 0 || delayed[1] != 0 {
			t.Errorf("seed %d: with reuse %v devices were cut off, %v connected again, %v publishes were delayed", seed+1, lost[1], storm[1], delayed[1])
		}
		if lost[0] < 100 || storm[0] < 0.7*lost[0] || delayed[0] == 0 {
			t.Errorf("seed %d: without reuse %v devices were cut off, %v connected again within 5 s, %v publishes were delayed", seed+1, lost[0], storm[0], delayed[0])
		}
	}
}

// flat holds the publishes that were answered in time, in each five seconds of a
// span, to the Poisson process that they are made by: within 4.5 standard errors of
// its mean, each the root of the number in five seconds.
func (r *run) flat(t *testing.T, rate float64, from, to time.Duration) {
	t.Helper()
	for at := from; at < to; at += 5 * time.Second {
		got, mean := 5*r.over(t, "publishes", "goodput", at, at+5*time.Second), 5*rate
		if math.Abs(got-mean) > 4.5*math.Sqrt(mean) {
			t.Errorf("%v publishes in time in the 5 s from %v, want %v within %.0f", got, at, mean, 4.5*math.Sqrt(mean))
		}
	}
}

// TestPublishesDip releases a tenth of the origin under ten times as many publishes,
// so that what happens to a tenth of the devices stands out from chance. Expected:
// without reuse, in the second after the tunnels are cut, nine tenths of their
// devices are still on their way back, so that nine in a hundred publishes are
// missing, and come later; that is outside the error of a Poisson process, and so are
// the connects, of which there are none while all is well. With reuse nothing of it
// is to be seen.
func TestPublishesDip(t *testing.T) {
	long(t)
	t.Parallel()
	const rate, runs, cut = 1000, 8, 30 * time.Second
	mean, se := float64(rate*runs), math.Sqrt(rate*runs)
	for _, reuse := range []bool{false, true} {
		var second, connects, delayed float64
		for seed := range runs {
			scn := zdr(t)
			scn.Window = scenario.Duration(time.Second)
			r := play(t, scn, uint64(seed+1), 0, []string{
				fmt.Sprintf("origin.connection_reuse=%v", reuse), fmt.Sprintf("devices.rate=%d", rate), "origin.batch=0.1", "origin.drain=10s",
				"web.rate=1", "quic.rate=1", "uploads.rate=0", "edge.service_mean=2ms", "origin.service_mean=2ms", "brokers.service_mean=2ms",
			}, []string{"20s=release_origin", "21s=pause"}, 45*time.Second)
			second += r.over(t, "publishes", "goodput", cut, cut+time.Second)
			connects += 5 * r.over(t, "mqtt_connects", "attempts", cut, cut+5*time.Second)
			delayed += r.count(t, "devices", "delayed")
			if calm := r.over(t, "mqtt_connects", "attempts", 0, cut); calm != 0 {
				t.Errorf("%v connects a second while all is well", calm)
			}
			if reuse {
				r.flat(t, rate, 5*time.Second, 45*time.Second)
			}
		}
		t.Logf("reuse %v: %v publishes in the second after, of %v with an error of %.0f; %v delayed, %v connects", reuse, second, mean, se, delayed, connects)
		dips := second < mean-4.5*se
		if dips == reuse || delayed > 0 == reuse || connects > 4.5*math.Sqrt(runs) == reuse {
			t.Errorf("reuse %v: %v publishes in the second after, of %v with an error of %.0f; %v delayed, %v connects", reuse, second, mean, se, delayed, connects)
		}
	}
}

// TestBrokersRefuseWhomTheyDoNotKnow: a tunnel for a user without a session is
// refused, and that user connects by himself.
func TestBrokersRefuseWhomTheyDoNotKnow(t *testing.T) {
	t.Parallel()
	r := play(t, zdr(t), 1, 0, []string{"origin.connection_reuse=true", "origin.batch=0.5", "origin.drain=30s", "web.rate=40"}, []string{"20s=forget_sessions:0.5", "30s=release_origin", "31s=pause"}, 100*time.Second)
	reused, refused := r.count(t, "origin", "tunnels_cut"), r.count(t, "edge", "reuse_refused")
	moved := r.count(t, "edge", "tunnels_reused")
	if reused != 0 || math.Abs(refused/(refused+moved)-0.5) > 4.5*math.Sqrt(0.25/(refused+moved)) {
		t.Errorf("%v tunnels cut, %v refused, %v moved", reused, refused, moved)
	}
	if lost := r.count(t, "devices", "lost"); lost != refused {
		t.Errorf("%v devices were cut off, %v refused", lost, refused)
	}
	if got := r.gauge(t, "devices", "unconnected"); got != 0 {
		t.Errorf("%v devices are not connected at the end", got)
	}
}

// uploading releases half of the application servers while little else goes on.
var uploading = []string{"app.batch=0.5", "web.rate=20", "uploads.rate=80"}

// TestPostsAreReplayed: without replay the uploads that are left after the drain
// have failed, as many as the closed form says; with it none, byte for byte.
func TestPostsAreReplayed(t *testing.T) {
	t.Parallel()
	left := theory.ResidualExponential(20, 15)
	cut, n := 0.0, couple()
	for seed := range n {
		do := []string{"120s=release_app", "121s=pause"}
		r := play(t, zdr(t), uint64(seed+1), 0, uploading, do, 3*time.Minute)
		cut += r.count(t, "app", "uploads_disrupted")
		if failed := r.ended(t, "posts", engine.Failed); failed != r.count(t, "app", "uploads_disrupted") {
			t.Errorf("seed %d: %v uploads failed, %v were disrupted", seed+1, failed, r.count(t, "app", "uploads_disrupted"))
		}
		r = play(t, zdr(t), uint64(seed+1), 0, append([]string{"origin.replay=true", "app.give_back=true"}, uploading...), do, 4*time.Minute)
		gave, sent, came := r.count(t, "app", "given_back_bytes"), r.count(t, "origin", "replayed_bytes"), r.count(t, "app", "resumed_bytes")
		if gave == 0 || gave != sent || sent != came {
			t.Errorf("seed %d: %v bytes given back, %v sent on, %v came", seed+1, gave, sent, came)
		}
		if f, p := r.ended(t, "posts", engine.Failed), r.ended(t, "posts", engine.Partial); f+p != 0 {
			t.Errorf("seed %d: with replay %v uploads failed, and %v users saw a 379", seed+1, f, p)
		}
	}
	// In the batch are half of the 80/s that each take 20 s.
	want := float64(n) * 0.5 * 80 * 20 * left
	if math.Abs(cut-want) > 4.5*math.Sqrt(want) {
		t.Errorf("%v uploads were left after the drain, want %.0f within %.0f", cut, want, 4.5*math.Sqrt(want))
	}
}

// TestReplayEnds: a server that is released over and over gives the same upload
// back until the proxy has had enough.
func TestReplayEnds(t *testing.T) {
	t.Parallel()
	r := play(t, zdr(t), 1, 0, append([]string{"origin.replay=true", "app.give_back=true", "origin.replays_max=0"}, uploading...), []string{"60s=release_app"}, 2*time.Minute)
	if f, replays := r.ended(t, "posts", engine.Failed), r.count(t, "origin", "replays"); replays != 0 || f == 0 || f != r.count(t, "origin", "not_replayed") {
		t.Errorf("%v uploads failed, %v were replayed, %v were not", f, replays, r.count(t, "origin", "not_replayed"))
	}
}

// TestRandom379IsNotReplayed: without its reason phrase a 379 may mean anything.
func TestRandom379IsNotReplayed(t *testing.T) {
	t.Parallel()
	r := play(t, zdr(t), 1, 0, []string{"origin.replay=true", "app.random_379=0.02"}, nil, time.Minute)
	odd, failed := r.count(t, "origin", "unreasoned"), r.ended(t, "requests", engine.Failed)
	if odd == 0 || r.count(t, "origin", "replays") != 0 || r.ended(t, "requests", engine.Partial) != 0 || math.Abs(failed-odd) > 5 {
		t.Errorf("%v odd 379s, %v replays, %v requests failed", odd, r.count(t, "origin", "replays"), failed)
	}
}

// TestGoawaySparesRequests: callers that are told send nothing new to a process
// that drains, so nothing is under way when it ends (uploads take longer than the
// drain, and are left out).
func TestGoawaySparesRequests(t *testing.T) {
	t.Parallel()
	for seed := range couple() {
		var cut [2]float64
		for i, told := range []string{"false", "true"} {
			r := play(t, zdr(t), uint64(seed+1), 0, []string{"origin.goaway=" + told, "origin.drain=30s", "origin.connection_reuse=true", "uploads.rate=0"}, []string{"20s=release_origin", "21s=pause"}, 80*time.Second)
			cut[i] = r.count(t, "origin", "requests_reset") + r.count(t, "origin", "nobody_listened")
		}
		if cut[1] != 0 || cut[0] < 20 {
			t.Errorf("seed %d: %v requests cut without GOAWAY, %v with it", seed+1, cut[0], cut[1])
		}
	}
}

// TestAppServersRefuseTakeover: there is no room for a second process.
func TestAppServersRefuseTakeover(t *testing.T) {
	t.Parallel()
	r := play(t, zdr(t), 1, 0, []string{"app.strategy=socket_takeover"}, []string{"10s=release_app"}, time.Minute)
	if r.gauge(t, "app", "no_room") != 1 || r.count(t, "app", "releases") != 0 || r.gauge(t, "app", "progress") != 0 {
		t.Errorf("no room: %v, %v releases, %v done", r.gauge(t, "app", "no_room"), r.count(t, "app", "releases"), r.gauge(t, "app", "progress"))
	}
}

// TestAppServersWithRoom: where there is room for two processes, those who call go on
// calling all hosts while and after their processes are replaced.
func TestAppServersWithRoom(t *testing.T) {
	t.Parallel()
	for _, strategy := range []string{"socket_takeover", "hot_restart_reuseport"} {
		sets := []string{"app.second_process=true", "app.strategy=" + strategy, "app.batch=0.5", "app.restart=5s", "app.drain=5s"}
		r := play(t, zdr(t), 1, 0, sets, []string{"10s=release_app"}, 90*time.Second)
		if r.gauge(t, "app", "progress") != 1 || r.gauge(t, "app", "in_service") != 1 {
			t.Errorf("%s: %v released, %v in service", strategy, r.gauge(t, "app", "progress"), r.gauge(t, "app", "in_service"))
		}
		var g engine.Gauges
		id, _ := r.sim.NodeByName("app")
		r.sim.ReadGauges(id, &g)
		idle := 0
		for _, h := range g.Hosts {
			if h.Busy == 0 {
				idle++
			}
		}
		// At 2.2 of 4 busy in the mean about a tenth of the hosts is idle at any moment.
		if n := len(g.Hosts); idle > n/3 {
			t.Errorf("%s: %d of %d hosts are idle after the release", strategy, idle, n)
		}
		if good := r.over(t, "requests", "good_share", 60*time.Second, 90*time.Second); good < 0.99 {
			t.Errorf("%s: %.3f of the requests in time after the release", strategy, good)
		}
	}
}

// TestBadBinary: what does not pass its checks goes no further than the first
// batch, and with blue/green never gets any traffic. Rolled back, all is as before.
func TestBadBinary(t *testing.T) {
	long(t)
	t.Parallel()
	for _, c := range []struct {
		strategy string
		serving  float64
	}{
		{"stop_start", 0.75}, {"rolling", 0.75}, {"hot_restart_reuseport", 0.75}, {"socket_takeover", 0.75}, {"blue_green", 1},
	} {
		do := []string{"10s=bad_binary", "2m30s=roll_back"}
		r := play(t, zdr(t), 1, 0, append([]string{"edge.strategy=" + c.strategy}, quick...), do, 145*time.Second)
		if got := r.gauge(t, "edge", "in_service"); got != c.serving || r.gauge(t, "edge", "halted") != 1 {
			t.Errorf("%s: %v in service, halted %v", c.strategy, got, r.gauge(t, "edge", "halted"))
		}
		r.on(t, 5*time.Minute)
		if got := r.gauge(t, "edge", "in_service"); got != 1 || r.gauge(t, "edge", "progress") != 0 || r.gauge(t, "edge", "releasing") != 0 {
			t.Errorf("%s, rolled back: %v in service, %v released, under way %v", c.strategy, got, r.gauge(t, "edge", "progress"), r.gauge(t, "edge", "releasing"))
		}
	}
}

// TestBrokenHost: a host that breaks in the middle of its release does not hold up
// the others, and comes back when it is repaired.
func TestBrokenHost(t *testing.T) {
	long(t)
	t.Parallel()
	for _, strategy := range []string{"rolling", "socket_takeover", "blue_green"} {
		do := []string{"10s=release_edge", "20s=fail_host:2", "5m10s=repair"}
		r := play(t, zdr(t), 1, 0, append([]string{"edge.strategy=" + strategy}, quick...), do, 5*time.Minute)
		if got := r.gauge(t, "edge", "releasing"); got != 0 {
			t.Errorf("%s: the release is still under way", strategy)
		}
		r.on(t, 6*time.Minute)
		if got := r.gauge(t, "edge", "in_service"); got != 1 {
			t.Errorf("%s, repaired: %v in service", strategy, got)
		}
	}
}

// TestFalseAlarms: checks that fail by accident take hosts out now and then, and
// never for long.
func TestFalseAlarms(t *testing.T) {
	long(t)
	t.Parallel()
	r := play(t, zdr(t), 1, 0, []string{"l4.check_flaps=0.05"}, nil, 10*time.Minute)
	out := 1 - r.over(t, "edge", "in_service", 0, 10*time.Minute)
	// Out after two failures in a row, back after two passes: a host goes out about
	// once in 1/(0.05²·0.95) checks, for a little over two checks.
	want := 2.1 * 0.05 * 0.05
	if out < want/3 || out > want*3 {
		t.Errorf("%.5f of the hosts were out on average, expected about %.5f", out, want)
	}
}
