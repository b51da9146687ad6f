package catalog

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// chosen is a number of a release that nobody has published: parameters of
// components or policies that are changed together, by path.
type chosen struct {
	name  string
	paths string
}

var chosenOfReleases = []chosen{
	{"rates", "web.rate quic.rate devices.rate uploads.rate"},
	{"lifetimes of connections", "web.lifetime quic.lifetime"},
	{"time to connect again", "web.reconnect_within quic.reconnect_within devices.reconnect_within"},
	{"service times of proxies", "edge.service_mean origin.service_mean"},
	{"service time of the application", "app.service_mean"},
	{"handshakes", "edge.handshake origin.handshake"},
	{"cold caches", "edge.cold origin.cold app.cold"},
	{"warm-up", "edge.warm origin.warm app.warm"},
	{"drain of proxies", "edge.drain origin.drain"},
	{"drain of the application", "app.drain"},
	{"restart", "edge.restart origin.restart app.restart"},
	{"batch", "edge.batch origin.batch app.batch"},
	{"hosts", "edge.hosts origin.hosts app.hosts"},
	{"cost of two processes", "edge.overhead origin.overhead"},
	{"health checks", "l4.check_every origin.check_every app.check_every"},
	{"length of uploads", "app.upload_mean"},
	{"time-outs", "requests.timeout.after packets.timeout.after publishes.timeout.after edge_origin.timeout.after origin_app.timeout.after"},
	{"time-outs of connects", "tcp_connects.timeout.after quic_connects.timeout.after mqtt_connects.timeout.after"},
	{"pauses before a connect is tried again", "tcp_connects.retry.base quic_connects.retry.base mqtt_connects.retry.base"},
	{"pause between tiers", "rollout.tier_pause"},
}

var chosenUnderRetries = []chosen{
	{"rate", "users.rate"},
	{"users", "users.users"},
	{"lifetimes of connections", "users.lifetime"},
	{"hosts", "web.hosts"},
	{"service time", "web.service_mean"},
	{"handshake", "web.handshake"},
	{"queue bound", "web.queue_bound"},
	{"batch", "web.batch"},
	{"drain", "web.drain"},
	{"restart", "web.restart"},
	{"warm-up", "web.warm"},
	{"time-out", "requests.timeout.after"},
	{"tries", "requests.retry.max_attempts"},
	{"pause before a try", "requests.retry.base"},
}

// scale multiplies each of the numbers in a scenario. What the scenario leaves to
// the declaration is set to a multiple of that.
func (c chosen) scale(t *testing.T, scn *scenario.Scenario, f float64) {
	t.Helper()
	sim, err := New(scn, Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range strings.Fields(c.paths) {
		text, err := sim.Get(path)
		if err != nil {
			t.Fatal(err)
		}
		params, name := paramsOf(t, scn, path)
		params[name] = multiplied(t, text, f)
	}
}

// multiplied is a number or a duration times a factor, as it stands in a scenario. A
// whole number stays one.
func multiplied(t *testing.T, text string, f float64) json.RawMessage {
	t.Helper()
	if d, err := time.ParseDuration(text); err == nil && text != "0" {
		return mustJSON(t, fmt.Sprint(time.Duration(math.Round(f*float64(d)))))
	}
	var x float64
	if err := json.Unmarshal([]byte(text), &x); err != nil {
		t.Fatal(err)
	}
	if whole := math.Round(f * x); x == math.Trunc(x) && x > 1 {
		return mustJSON(t, whole)
	}
	return mustJSON(t, f*x)
}

// paramsOf are the parameters in a scenario that a path leads to.
func paramsOf(t *testing.T, scn *scenario.Scenario, path string) (params map[string]json.RawMessage, name string) {
	t.Helper()
	place, rest, _ := strings.Cut(path, ".")
	for i := range scn.Components {
		if c := &scn.Components[i]; c.Name == place {
			if c.Params == nil {
				c.Params = map[string]json.RawMessage{}
			}
			return c.Params, rest
		}
	}
	kind, name, _ := strings.Cut(rest, ".")
	for i := range scn.Links {
		for j := range scn.Links[i].Policies {
			if p := &scn.Links[i].Policies[j]; scn.Links[i].Name == place && p.Kind == kind {
				return p.Params, name
			}
		}
	}
	t.Fatalf("nothing at %s", path)
	return nil, ""
}

// With a fifth more work for each host, or a fifth fewer hosts, they have no room for
// the cold caches of a release, however it is done; with a fifth less, a batch can be
// away and nobody notices. The application is released in batches in either case, so
// that slower servers there are noticed too. Connections that last longer leave more
// to be cut after the drain, which is just noticed.
var (
	differsOfReleases = map[string]bool{
		"rates x 0.8": true, "service times of proxies x 0.8": true, "hosts x 1.2": true,
		"rates x 1.2": true, "service times of proxies x 1.2": true, "hosts x 0.8": true,
		"service time of the application x 1.2": true, "lifetimes of connections x 1.2": true,
	}
	differsUnderRetries = map[string]bool{"rate x 1.2": true, "service time x 1.2": true, "hosts x 0.8": true}
)

// TestReleaseSensitivity changes the rates of both releases, those of the first over
// the release of its edge; make soak changes all numbers, over all tiers.
func TestReleaseSensitivity(t *testing.T) {
	long(t)
	t.Parallel()
	sensitiveRelease(t, chosenOfReleases[:1], differsOfReleases, keepsZeroDowntime(13*time.Minute))
	sensitiveRelease(t, chosenUnderRetries[:1], differsUnderRetries, keepsRetryStorm)
}

// sensitiveRelease changes chosen numbers by a fifth, up and down, and reports the share of cases that keep the story. Differs are those that do
// not, so that no other can join them unseen.
func sensitiveRelease(t *testing.T, list []chosen, differs map[string]bool, keeps func(t *testing.T, change func(*scenario.Scenario)) bool) {
	t.Helper()
	var kept, runs atomic.Int64
	t.Cleanup(func() { t.Logf("%d of %d cases keep the story", kept.Load(), runs.Load()) })
	for _, c := range list {
		for _, f := range []float64{0.8, 1.2} {
			what := fmt.Sprintf("%s x %.1f", c.name, f)
			t.Run(what, func(t *testing.T) {
				t.Parallel()
				keeps := keeps(t, func(scn *scenario.Scenario) { c.scale(t, scn, f) })
				runs.Add(1)
				if keeps {
					kept.Add(1)
				}
				if keeps == differs[what] {
					t.Errorf("keeps the story: %v, want %v", keeps, !differs[what])
				}
			})
		}
	}
}

// errorsOf counts what users asked for in vain.
func (r *run) errorsOf(t *testing.T) (n float64) {
	t.Helper()
	for _, link := range r.scn.Objective.Links {
		for st := engine.OK + 1; st < engine.NStatus; st++ {
			n += r.ended(t, link, st)
		}
	}
	return n
}

// keepsZeroDowntime reports whether a rolling update is noticed, and nobody notices
// takeover, reuse and replay.
func keepsZeroDowntime(until time.Duration) func(t *testing.T, change func(*scenario.Scenario)) bool {
	return func(t *testing.T, change func(*scenario.Scenario)) bool {
		t.Helper()
		var r [2]*run
		for i, sets := range [][]string{nil, zeroDowntime} {
			scn := zdr(t)
			change(scn)
			for _, kv := range sets {
				preset(t, scn, kv)
			}
			r[i] = tell(t, scn, 1, 0, until)
		}
		t.Logf("%v and %v errors, %v and %v", r[0].errorsOf(t), r[1].errorsOf(t), r[0].verdict().Ruling, r[1].verdict().Ruling)
		return r[0].verdict().Ruling != record.RuledHealthy && r[1].verdict().Ruling == record.RuledHealthy
	}
}

// keepsRetryStorm reports whether the release leaves a retry storm behind, and none
// with a budget or with takeover.
func keepsRetryStorm(t *testing.T, change func(*scenario.Scenario)) bool {
	t.Helper()
	keeps := true
	for _, c := range []struct {
		set    string
		until  time.Duration
		ruling record.Ruling
	}{
		{"requests.retry.on=true", 9 * time.Minute, record.RuledStuck},
		{"requests.budget.on=true", 9 * time.Minute, record.RuledRecovered},
		{"web.strategy=socket_takeover", 6 * time.Minute, record.RuledHealthy},
	} {
		scn := underRetries(t)
		change(scn)
		r := play(t, scn, 1, 0, []string{c.set}, []string{"1m=release"}, c.until)
		t.Logf("%s: %v", c.set, r.verdict().Ruling)
		keeps = keeps && r.verdict().Ruling == c.ruling
	}
	return keeps
}
