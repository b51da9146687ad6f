package catalog

import (
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// The outcomes of the 2010 incident, each over these seeds, at a size at which
// a run takes a moment. What is expected of a strategy, and why, was written
// down before it was run; where the run surprised, the reason found stands
// with it.
const outcomeSize = 0.005

// allReads is the load when every read of every request asks the databases: 4
// reads of 200 000 requests a second over 33 333 queries a second is 24. In 10 s
// at this size come 10 000 requests, so the load has a standard deviation of a
// hundredth of it; 4.5 of them are allowed.
const allReads = 24 * 1.045

// seeds is how many runs an outcome is asserted over. With -short, as in
// WebAssembly, where the hashes are held to be the same anyway, it is one.
func seeds() int {
	if testing.Short() {
		return 1
	}
	return *seedsFlag
}

var seedsFlag = flag.Int("seeds", 20, "runs an outcome is asserted over")

// few is a quarter of them, at least one.
func few() int { return max(1, seeds()/4) }

// The course of the incident when nobody ends it: the value is pushed at 20 s
// and corrected at 50 s.
var course = []string{"20s=push_invalid", "50s=correct"}

// run is one run of an outcome.
type run struct {
	scn *scenario.Scenario
	sim *engine.Sim
	rec *record.Recorder
	jud *record.Judge
}

// play runs a scenario with settings and actions of people, who have taken
// over from the script.
func play(t *testing.T, scn *scenario.Scenario, seed uint64, size float64, sets, do []string, until time.Duration) *run {
	t.Helper()
	sim, err := New(scn, Options{Seed: seed, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	for _, kv := range sets {
		k, v, _ := strings.Cut(kv, "=")
		if err := sim.SetNow(k, v); err != nil {
			t.Fatal(err)
		}
	}
	cmds := []engine.Command{{Verb: engine.CmdTakeOver}}
	for _, d := range do {
		at, what, _ := strings.Cut(d, "=")
		name, arg, _ := strings.Cut(what, ":")
		when, err := time.ParseDuration(at)
		if err != nil {
			t.Fatal(err)
		}
		cmds = append(cmds, engine.Command{At: int64(when), Verb: engine.CmdDo, Path: name, Value: arg})
	}
	if err := sim.SetJournal(cmds); err != nil {
		t.Fatal(err)
	}
	r := &run{scn: scn, sim: sim, rec: record.New(sim, int64(scn.Window))}
	r.jud = record.NewJudge(scn, r.rec)
	r.on(t, until)
	return r
}

// on runs on to a moment.
func (r *run) on(t *testing.T, until time.Duration) {
	t.Helper()
	if !r.rec.Run(r.sim, int64(until), 1<<40) {
		t.Fatal("the run did not arrive")
	}
	r.jud.Update(r.sim)
}

func (r *run) verdict() record.Verdict { return r.jud.Verdict(r.sim.Now()) }

// over is a metric's mean between two moments.
func (r *run) over(t *testing.T, place, metric string, from, to time.Duration) float64 {
	t.Helper()
	c, err := r.rec.Curve(scenario.Line{Of: place, Metric: metric})
	if err != nil {
		t.Fatal(err)
	}
	return c.Over(int64(from), int64(to))
}

// load is the queries a second over the databases' capacity.
func (r *run) load(t *testing.T, from, to time.Duration) float64 {
	return r.over(t, "fix", "attempts", from, to) / r.over(t, "db", "capacity", from, to)
}

func incident(t *testing.T) *scenario.Scenario {
	t.Helper()
	scn, ok := Scenario("facebook-2010")
	if !ok {
		t.Fatal("no scenario facebook-2010")
	}
	return scn
}

// outcome is one line of the story.
type outcome struct {
	name   string
	expect string // written before the run, with its reason
	sets   []string
	do     []string
	until  time.Duration
	ruling record.Ruling
	within time.Duration // recovered: at most this long after the correction
	spare  int           // of 20 seeds, how many may disagree
	// Load over capacity during the fault (from its fifth second) and in the
	// last 10 s.
	fault, end [2]float64
	also       func(t *testing.T, r *run)
}

var outcomes = []outcome{
	{
		name: "no trigger", expect: "Healthy: only expiries ask the databases.",
		until: 120 * time.Second, ruling: record.RuledHealthy, fault: [2]float64{0, 0.3}, end: [2]float64{0, 0.3},
	},
	{
		name: "one cached copy corrupted", expect: "Healed within a second: the store's value is valid, and the first repair to succeed fills the key. This is what the verifier was built for.",
		do: []string{"20s=corrupt_copy"}, until: 60 * time.Second, ruling: record.RuledHealthy,
		end: [2]float64{0, 0.3}, also: healed,
	},
	{
		name: "as in 2010", expect: "Stuck: each repair that times out deletes the key, and the next reader must ask again. Reads of the pushed key alone are 6 times the capacity, beyond the border.",
		do: course, until: 350 * time.Second, ruling: record.RuledStuck,
		fault: [2]float64{4, allReads}, end: [2]float64{10, allReads},
	},
	{
		name: "last known good", expect: "No outage: the old value stays for one more time to live, without a new query.",
		sets: []string{"fix.last_known_good.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledHealthy, fault: [2]float64{0, 0.5}, end: [2]float64{0, 0.5},
	},
	{
		name: "coalescing", expect: "Recovers at once after the correction; in the fault at most one query per host and key is under way, so the load is hosts x 1/latency for the pushed key, whatever the clients do.",
		sets: []string{"fix.coalesce.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 5 * time.Second, fault: [2]float64{0, 1}, end: [2]float64{0, 0.3}, also: boundedByHosts,
	},
	{
		name: "leases", expect: "Recovers after the correction, as soon as the token of the pushed key is free: at most 10 s. In the fault one query per key in 10 s.",
		sets: []string{"fix.lease.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 12 * time.Second, fault: [2]float64{0, 0.3}, end: [2]float64{0, 0.3},
	},
	{
		name: "verifier off", expect: "No overload, for nothing is repaired; every page in the fault is served with the wrong value.",
		sets: []string{"web.verifier=false"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 3 * time.Second, fault: [2]float64{0, 0.3}, end: [2]float64{0, 0.3}, also: wrongServed,
	},
	{
		name: "an error means nothing", expect: "Overload in the fault, since every reader asks; recovers within seconds of the correction, since no error removes the corrected value.",
		sets: []string{"web.error_means=nothing"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 5 * time.Second, fault: [2]float64{4, 10}, end: [2]float64{0, 0.3},
	},
	{
		name: "stale if error", expect: "Most readers get the old value in the fault; the databases are overloaded all the same, as every reader asks. Nothing is deleted, so it ends with the correction.",
		sets: []string{"fix.stale_if_error.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 5 * time.Second, fault: [2]float64{4, 10}, end: [2]float64{0, 0.3},
	},
	{
		name: "negative caching", expect: "Recovers: after a failure nobody asks for that key for a second, so the load is bounded by keys.",
		sets: []string{"fix.negative.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 5 * time.Second, fault: [2]float64{0, 2}, end: [2]float64{0, 0.3},
	},
	{
		name: "retries with full jitter", expect: "Stuck, and worse: up to 3 attempts for each repair. Jitter spreads attempts over a second or two, but the load never ends, so there is nothing to spread it into.",
		sets: []string{"fix.retry.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledStuck, end: [2]float64{25, 72},
	},
	{
		name: "retries without jitter", expect: "As with jitter: the retries of independent readers do not come together here, so jitter changes nothing.",
		sets: []string{"fix.retry.on=true", "fix.retry.jitter=none"}, do: course, until: 130 * time.Second,
		ruling: record.RuledStuck, end: [2]float64{25, 72},
	},
	{
		name: "retries under a budget", expect: "Stuck: the budget holds the retries to a quarter of the first attempts (a fifth of all), but the first attempts alone hold the loop.",
		sets: []string{"fix.retry.on=true", "fix.budget.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledStuck, end: [2]float64{10, 30},
	},
	{
		name: "circuit breaker", expect: "Recovers: open breakers keep the load off, the databases answer the probes, and a probe that succeeds fills the key.",
		sets: []string{"fix.breaker.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 15 * time.Second, end: [2]float64{0, 0.5},
	},
	{
		name: "shedding at once", expect: "Recovers: those let in are answered in time, so the first success fills the key before errors come back.",
		sets: []string{"db.shedding.on=true"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 10 * time.Second, end: [2]float64{0, 0.3},
	},
	{
		name: "a full queue refuses at once", expect: "Stuck: the queue is 3 s long and the time-out 1 s, so those let in still time out late; refusing at once helps only with a short queue.",
		sets: []string{"db.full=refuses"}, do: course, until: 130 * time.Second,
		ruling: record.RuledStuck, end: [2]float64{5, allReads},
	},
	{
		name: "a short queue refuses at once", expect: "Recovers: with a queue of half a second nobody who is let in times out.",
		sets: []string{"db.full=refuses", "db.queue_bound=42"}, do: course, until: 130 * time.Second,
		ruling: record.RuledRecovered, within: 10 * time.Second, end: [2]float64{0, 0.3},
	},
	{
		name: "dead work served", expect: "Stuck with no page served at all: with a queue of 3 s and a time-out of 1 s every answer comes too late.",
		sets: []string{"db.abandoned=served"}, do: course, until: 130 * time.Second,
		ruling: record.RuledStuck, end: [2]float64{8, allReads}, also: wasted,
	},
	{
		name: "dead work served, nothing deleted", expect: "Stuck all the same: the queue is the loop, not the deletion.",
		sets: []string{"db.abandoned=served", "web.error_means=nothing"}, do: course, until: 130 * time.Second,
		ruling: record.RuledStuck, end: [2]float64{2, allReads}, also: wasted,
	},
	{
		name: "validation before publishing", expect: "Nothing happens: the value never leaves.",
		sets: []string{"publisher.validate=true"}, do: course, until: 100 * time.Second,
		ruling: record.RuledHealthy, fault: [2]float64{0, 0.5}, end: [2]float64{0, 0.5},
	},
	{
		name: "canary", expect: "A share of the hosts fails for 10 s, then the value is withdrawn; no overload.",
		sets: []string{"publisher.canary=true", "publisher.canary_share=0.1"}, do: course, until: 100 * time.Second,
		ruling: record.RuledRecovered, within: 1, fault: [2]float64{0, 1}, end: [2]float64{0, 0.5},
	},
	{
		name: "cache cleared", expect: "The outage by itself, with no invalid value: every key is missing at once, the repairs time out, and their errors delete what was filled.",
		do: []string{"20s=clear_cache"}, until: 130 * time.Second, ruling: record.RuledStuck, end: [2]float64{8, allReads},
	},
	{
		name: "shut off, corrected, let in over 40 s", expect: "Recovers: the keys are filled while the traffic is below the border.",
		do:    []string{"20s=push_invalid", "50s=correct", "90s=shut_off", "100s=return_gradually:40"},
		until: 190 * time.Second, ruling: record.RuledRecovered, within: 95 * time.Second, spare: 2, end: [2]float64{0, 0.5},
	},
	{
		name: "shut off, corrected, let in at once", expect: "Relapses: the cache is empty, so it is as if it had been cleared.",
		do:    []string{"20s=push_invalid", "50s=correct", "90s=shut_off", "100s=let_in:1"},
		until: 190 * time.Second, ruling: record.RuledStuck, spare: 1, end: [2]float64{8, allReads},
	},
}

func healed(t *testing.T, r *run) {
	if x := r.over(t, "fix", "why_invalid", 22*time.Second, 60*time.Second); x > 0 {
		t.Errorf("still %.1f repairs of an invalid value a second two seconds later", x)
	}
}

func boundedByHosts(t *testing.T, r *run) {
	// A fix takes no less than its four hops and no more than the time-out. In
	// the fault each host has one at a time for the pushed key.
	hosts, _ := r.sim.Get("web.hosts")
	var h float64
	if _, err := fmt.Sscan(hosts, &h); err != nil {
		t.Fatal(err)
	}
	q := r.over(t, "fix", "attempts", 25*time.Second, 50*time.Second)
	clients := r.over(t, "pages api_calls likes", "offered", 25*time.Second, 50*time.Second)
	if bound := h / 0.03; q > bound || q > clients/2 {
		t.Errorf("%.0f queries/s in the fault: bound by hosts %.0f, clients ask %.0f", q, bound, clients)
	}
}

func wrongServed(t *testing.T, r *run) {
	wrong := r.over(t, "web", "wrong_served", 21*time.Second, 50*time.Second)
	asked := r.over(t, "pages api_calls likes", "offered", 21*time.Second, 50*time.Second)
	if wrong < 0.98*asked {
		t.Errorf("%.0f of %.0f pages a second were served with the wrong value", wrong, asked)
	}
}

func wasted(t *testing.T, r *run) {
	w := r.over(t, "db", "wasted", 100*time.Second, 130*time.Second)
	if c := r.over(t, "db", "capacity", 100*time.Second, 130*time.Second); w < 0.95*c {
		t.Errorf("%.0f services a second for nobody, of a capacity of %.0f", w, c)
	}
}

func TestFacebookOutcomes(t *testing.T) {
	t.Parallel()
	for i, o := range outcomes {
		if testing.Short() && i > 3 {
			break // all of them natively
		}
		t.Run(o.name, func(t *testing.T) {
			t.Parallel()
			scn := incident(t)
			agree := 0
			var lines []string
			for seed := uint64(1); seed <= uint64(seeds()); seed++ {
				r := play(t, scn, seed, outcomeSize, o.sets, o.do, o.until)
				ok, line := o.holds(t, r)
				lines = append(lines, fmt.Sprintf("seed %d: %s", seed, line))
				if ok {
					agree++
				}
				if o.also != nil {
					o.also(t, r)
				}
			}
			if need := seeds() - o.spare*seeds()/20; agree < need {
				t.Errorf("%d of %d seeds as expected, want %d.\nExpected: %s\n%s", agree, seeds(), need, o.expect, strings.Join(lines, "\n"))
			}
		})
	}
}

func (o *outcome) holds(t *testing.T, r *run) (bool, string) {
	v := r.verdict()
	fault := r.load(t, 25*time.Second, 50*time.Second)
	end := r.load(t, o.until-10*time.Second, o.until)
	ok := v.Ruling == o.ruling && within(fault, o.fault) && within(end, o.end)
	if o.ruling == record.RuledRecovered {
		ok = ok && v.After <= int64(o.within)
	}
	return ok, fmt.Sprintf("%v %.1f s after the trigger's end, load %.2f in the fault, %.2f at the end", v.Ruling, float64(v.After)/1e9, fault, end)
}

func within(x float64, r [2]float64) bool { return r == [2]float64{} || x >= r[0] && x <= r[1] }

// TestFacebookCause finds the cause by switching loops off in copies of the
// stuck run.
func TestFacebookCause(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name  string
		sets  []string
		cause [][]string
	}{
		{"as in 2010", nil, [][]string{{"deletion"}}},
		{"with retries", []string{"fix.retry.on=true"}, [][]string{{"deletion"}}},
		{"dead work served", []string{"db.abandoned=served"}, [][]string{{"deletion", "dead_work"}}},
		{"dead work served, nothing deleted", []string{"db.abandoned=served", "web.error_means=nothing"}, [][]string{{"dead_work"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			scn := incident(t)
			for seed := uint64(1); seed <= uint64(few()); seed++ {
				r := play(t, scn, seed, outcomeSize, c.sets, course, 120*time.Second)
				f, err := record.Causes(scn, func() (*engine.Sim, error) { return New(scn, Options{Seed: seed, Size: outcomeSize}) }, r.sim)
				if err != nil {
					t.Fatal(err)
				}
				if f.Alone || !slices.EqualFunc(f.Sets, c.cause, slices.Equal) {
					t.Errorf("seed %d: cause %v (recovers alone: %v), want %v", seed, f.Sets, f.Alone, c.cause)
				}
			}
		})
	}
}

// TestFacebookGain measures the loop: queries made because of a deletion, per
// failed repair. It feeds itself when each failure makes about one new query.
func TestFacebookGain(t *testing.T) {
	t.Parallel()
	scn := incident(t)
	for seed := uint64(1); seed <= uint64(few()); seed++ {
		r := play(t, scn, seed, outcomeSize, nil, course, 120*time.Second)
		g, ok := record.NewGauge(r.rec, &scn.Causes[0])
		if !ok {
			t.Fatal("the loop is not measured")
		}
		gain, rate := g.Over(100*engine.Second, 120*engine.Second)
		if gain < 0.95 || gain > 1.2 || rate < 1000 {
			t.Errorf("seed %d: gain %.3f, %.0f queries/s", seed, gain, rate)
		}
	}
}

// TestFacebookSizes holds the verdict and the load over capacity to the same
// at three sizes.
func TestFacebookSizes(t *testing.T) {
	long(t)
	t.Parallel()
	scn := incident(t)
	var loads []float64
	for _, size := range []float64{0.001, 0.01, 0.05} {
		r := play(t, scn, 1, size, nil, course, 115*time.Second)
		if v := r.verdict(); v.Ruling != record.RuledStuck {
			t.Errorf("size %v: %v", size, v.Ruling)
		}
		loads = append(loads, r.load(t, 80*time.Second, 115*time.Second))
	}
	if lo, hi := slices.Min(loads), slices.Max(loads); hi > 1.1*lo {
		t.Errorf("load over capacity at the three sizes %.2f: more than 10 %% apart", loads)
	}
}

// with changes a component's parameters in a copy of the scenario.
func with(t *testing.T, scn *scenario.Scenario, comp string, params map[string]any) {
	t.Helper()
	for i := range scn.Components {
		c := &scn.Components[i]
		if c.Name != comp {
			continue
		}
		if c.Params == nil {
			c.Params = map[string]json.RawMessage{}
		}
		for k, v := range params {
			raw, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			c.Params[k] = raw
		}
		return
	}
	t.Fatalf("no component %s", comp)
}

// meanField is the set-up of the mean-field model of the loop: one key, one
// database that shares 300 queries/s of exponential demand among all present,
// queries cancelled when their client gives up after 1 s.
func meanField(t *testing.T, ratio float64) *scenario.Scenario {
	scn := incident(t)
	scn.Size = &scenario.Size{Default: 1, Min: 1, Max: 1}
	scn.Keys = 1
	with(t, scn, "website", map[string]any{"rate": 300 * ratio})
	with(t, scn, "api", map[string]any{"rate": 0})
	with(t, scn, "like_buttons", map[string]any{"rate": 0})
	with(t, scn, "web", map[string]any{"hosts": 20, "other_keys": 0})
	with(t, scn, "cache", map[string]any{"other_keys": 0, "ttl": "1h"})
	with(t, scn, "db", map[string]any{
		"instances": 1, "servers": 1, "service_mean": "3333333ns", "discipline": "processor_sharing", "queue_bound": 0,
	})
	return scn
}

// stuckAt counts the seeds that are stuck 120 s after a value that was invalid
// for 20 s has been corrected.
func stuckAt(t *testing.T, ratio float64, runs int, sets ...string) (stuck int, load float64) {
	scn := meanField(t, ratio)
	for seed := uint64(1); seed <= uint64(runs); seed++ {
		r := play(t, scn, seed, 1, sets, []string{"1s=push_invalid", "21s=correct"}, 141*time.Second)
		load += r.load(t, 121*time.Second, 141*time.Second) / float64(runs)
		if r.over(t, "pages", "good_share", 131*time.Second, 141*time.Second) < 0.9 {
			stuck++
		}
	}
	return stuck, load
}

// TestMeanFieldBorder holds the loop to the border of the mean-field model and
// its published check: q^2 - Lq + LC = 0 has roots from L = 4C; as errors come
// late, a second after their query, the border lies between 5C and 6C.
func TestMeanFieldBorder(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		ratio float64
		sets  []string
		stuck bool
		load  float64 // q/C as measured by others, 0 for none
		runs  int
	}{
		{3, nil, false, 0, few()},
		{5, nil, false, 0, seeds()},
		{6, nil, true, 3.99, seeds()},
		{8, nil, true, 6.57, few()},
		{12, nil, true, 10.80, few()},
		{8, []string{"web.error_means=nothing"}, false, 0, few()},
		{12, []string{"web.error_means=nothing"}, false, 0, few()},
	} {
		t.Run(fmt.Sprint(c.ratio, c.sets), func(t *testing.T) {
			t.Parallel()
			stuck, load := stuckAt(t, c.ratio, c.runs, c.sets...)
			t.Logf("reads over capacity %v: %d of %d stuck, load %.2f C", c.ratio, stuck, c.runs, load)
			if c.stuck && stuck < c.runs || !c.stuck && stuck > 0 {
				t.Errorf("reads over capacity %v %v: %d of %d seeds stuck (load %.2f C)", c.ratio, c.sets, stuck, c.runs, load)
			}
			if c.load > 0 && math.Abs(load/c.load-1) > 0.1 {
				t.Errorf("reads over capacity %v: load %.2f C, published %.2f C", c.ratio, load, c.load)
			}
		})
	}
}

// TestFacebookBorder measures the incident's own border: reads of the pushed
// key over capacity, at which the loop holds by itself. Its first-in first-out
// queue and its many keys put it lower than the mean field's.
func TestFacebookBorder(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("a share of seeds needs many")
	}
	for _, c := range []struct {
		ratio    float64
		min, max float64 // share of the seeds that are stuck
	}{
		{1.5, 0, 0.1}, {2, 0.2, 0.9}, {3, 0.9, 1}, {6, 1, 1},
	} {
		t.Run(fmt.Sprint(c.ratio), func(t *testing.T) {
			t.Parallel()
			scn := incident(t)
			with(t, scn, "db", map[string]any{"service_mean": time.Duration(c.ratio * 10e6).String()})
			stuck := 0.0
			for seed := uint64(1); seed <= uint64(seeds()); seed++ {
				r := play(t, scn, seed, outcomeSize, nil, course, 120*time.Second)
				if r.verdict().Ruling == record.RuledStuck {
					stuck += 1 / float64(seeds())
				}
			}
			t.Logf("reads over capacity %v: %.0f %% of %d seeds stuck", c.ratio, 100*stuck, seeds())
			if stuck < c.min-1e-9 || stuck > c.max+1e-9 {
				t.Errorf("reads over capacity %v: %.0f %% of %d seeds stuck, want %.0f to %.0f", c.ratio, 100*stuck, seeds(), 100*c.min, 100*c.max)
			}
		})
	}
}
