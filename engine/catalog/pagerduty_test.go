package catalog

import (
	"maps"
	"math"
	"slices"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/check"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// The outcomes of the retry storm of 2014. What is expected of a strategy, and
// why, was written down before it was run; where the run surprised, the reason
// found stands with it.

// rise is the trigger: ten minutes of a workload a little above what the
// workers can do.
var rise = []string{"8m=raise_workload", "18m=end_rise"}

func storm(t *testing.T) *scenario.Scenario {
	t.Helper()
	scn, ok := Scenario("pagerduty-2014")
	if !ok {
		t.Fatal("no scenario pagerduty-2014")
	}
	return scn
}

// gauge is what a component reports at the end of a run.
func (r *run) gauge(t *testing.T, node, name string) float64 {
	t.Helper()
	id, ok := r.sim.NodeByName(node)
	if !ok {
		t.Fatalf("no component %s", node)
	}
	var g engine.Gauges
	r.sim.ReadGauges(id, &g)
	for _, v := range g.Values {
		if v.Name == name {
			return v.Value
		}
	}
	t.Fatalf("%s has no gauge %s", node, name)
	return 0
}

// count is one of a component's own counters, since the start of the run.
func (r *run) count(t *testing.T, node, name string) float64 {
	t.Helper()
	return math.Round(r.over(t, node, name, 0, time.Duration(r.sim.Now())) * float64(r.sim.Now()) / float64(engine.Second))
}

// trouble is the span of the arrivals that were delayed by more than a minute,
// and the share of its events that were later than five.
func (r *run) trouble(t *testing.T) (minutes, late float64) {
	t.Helper()
	return r.gauge(t, "intake", "trouble") / 60, r.gauge(t, "intake", "late_share")
}

// TestPagerDutyAsIn2014 plays the script: about thirty minutes of trouble, 34 to
// 44 % of its events later than five minutes, none lost, every alert sent, the
// customers' pages slow meanwhile. The account says 30 minutes and 39 %.
func TestPagerDutyAsIn2014(t *testing.T) { asIn2014(t, max(1, seeds()/2)) }

func asIn2014(t *testing.T, n int) {
	t.Helper()
	long(t)
	t.Parallel()
	for seed := range n {
		r := tell(t, storm(t), uint64(seed+1), 1, 45*time.Minute)
		minutes, late := r.trouble(t)
		v := r.verdict()
		slow := r.over(t, "pages", "good_share", 12*time.Minute, 28*time.Minute)
		t.Logf("seed %d: %v after %.1f min, %.1f min of trouble, %.1f %% late, %.1f %% of the pages in time", seed+1, v.Ruling, minutesOf(v.After), minutes, 100*late, 100*slow)
		if v.Ruling != record.RuledRecovered || minutes < 27 || minutes > 33 || late < 0.34 || late > 0.44 || slow > 0.2 {
			t.Errorf("seed %d: not as in 2014", seed+1)
		}
		r.drained(t)
	}
}

func minutesOf(at engine.Time) float64 { return float64(at) / float64(engine.Minute) }

// drained stops the sources, lets the pipeline run empty and asks for every event.
func (r *run) drained(t *testing.T) {
	t.Helper()
	if err := r.sim.SetNow("sources.rate", "0"); err != nil {
		t.Fatal(err)
	}
	r.on(t, time.Duration(r.sim.Now())+2*time.Minute)
	accepted, delivered := r.count(t, "intake", "accepted"), r.count(t, "intake", "delivered")
	sent, again := r.count(t, "on_call", "alerts"), r.count(t, "queue", "duplicate_work")
	if accepted != delivered || sent != delivered+again {
		t.Errorf("%v events accepted, %v delivered; %v alerts, %v of them duplicates", accepted, delivered, sent, again)
	}
}

// strategyCase is one way to go through the storm.
type strategyCase struct {
	name      string
	sets, do  []string
	until     time.Duration
	ruling    record.Ruling
	minutes   [2]float64 // of trouble
	late      [2]float64 // share of its events
	pages     [2]float64 // share in time, from 12 to 22 min
	copies    [2]float64 // copies put into the queue per event accepted
	undrained bool       // what piles up is more than two minutes of work
	later     bool       // patience may still last, where the late ones came late
}

// told2014 is how many of the cases, the first ones, are told of in the account.
const told2014 = 5

// stormCases: expectation and reason first. The numbers are bounds around what
// was measured over twenty seeds.
var stormCases = []strategyCase{
	{
		// Three copies of 75 events a second are more than the 100 that the workers
		// can do: the storm outlives its trigger and grows without end.
		name: "nothing is done", until: 39 * time.Minute, ruling: record.RuledStuck,
		minutes: [2]float64{26, 29}, late: [2]float64{0.7, 0.8}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3}, undrained: true,
	},
	{
		// The events alone are enough to keep the queue slow: it begins anew.
		name: "duplicates removed once", do: []string{"19m=remove_once"}, until: 39 * time.Minute, ruling: record.RuledStuck,
		minutes: [2]float64{26, 29}, late: [2]float64{0.7, 0.8}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3}, undrained: true,
	},
	{
		// The short-term fix of 2014 from the start: the queue gets as slow, no
		// hand-over is given up for that, and the delay is that of the rise alone.
		name: "adjusted policy", sets: on("adjusted_policy"), until: 30 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{8, 13}, late: [2]float64{0, 0}, pages: [2]float64{0, 0.1}, copies: [2]float64{1, 1.001},
	},
	{
		// The queue takes an event once, however often it is handed over.
		name: "idempotency", sets: on("idempotency"), until: 30 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{8, 12}, late: [2]float64{0, 0}, pages: [2]float64{0, 0.1}, copies: [2]float64{1, 1},
	},
	{
		// The bulkhead keeps the pages fast, and does nothing against the storm.
		name: "isolation", sets: on("isolation"), until: 39 * time.Minute, ruling: record.RuledStuck,
		minutes: [2]float64{26, 30}, late: [2]float64{0.7, 0.8}, pages: [2]float64{0.99, 1}, copies: [2]float64{2, 3}, undrained: true,
	},
	{
		// Copies still pile up and make the queue slow, but the workers skip them.
		name: "discard", sets: on("discard"), until: 30 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{8, 12}, late: [2]float64{0, 0}, pages: [2]float64{0, 0.1}, copies: [2]float64{1.4, 1.8},
	},
	{
		// No retry, no copy.
		name: "no retries", sets: []string{"hand_over.retry.on=false"}, until: 30 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{8, 13}, late: [2]float64{0, 0}, pages: [2]float64{0, 0.1}, copies: [2]float64{1, 1},
	},
	{
		// Nobody gives up, nothing is repeated.
		name: "no time-out", sets: []string{"hand_over.timeout.on=false"}, until: 30 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{8, 13}, late: [2]float64{0, 0}, pages: [2]float64{0, 0.1}, copies: [2]float64{1, 1},
	},
	{
		// Long enough for the slowest hand-over that the rise alone brings.
		name: "time-out of 30 s", sets: []string{"hand_over.timeout.after=30s"}, until: 30 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{8, 13}, late: [2]float64{0, 0}, pages: [2]float64{0, 0.1}, copies: [2]float64{1, 1.01},
	},
	{
		// Two copies of 75 events are still more than the workers can do.
		name: "two attempts", sets: []string{"hand_over.retry.max_attempts=2"}, until: 44 * time.Minute, ruling: record.RuledStuck,
		minutes: [2]float64{30, 34}, late: [2]float64{0.65, 0.8}, pages: [2]float64{0, 0.1}, copies: [2]float64{1.5, 2}, undrained: true,
	},
	{
		// Pauses spread the copies over time and leave as many: what counts is how
		// many attempts there are, as the queue takes every one.
		name: "backoff and jitter", until: 39 * time.Minute, ruling: record.RuledStuck,
		sets:    []string{"hand_over.retry.backoff=exponential", "hand_over.retry.jitter=full", "hand_over.retry.base=5s", "hand_over.retry.cap=2m"},
		minutes: [2]float64{26, 29}, late: [2]float64{0.7, 0.8}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3}, undrained: true,
	},
	{
		// A fifth more than 75 events a second is below the 100 that can be done, so
		// it does not grow. It was expected to drain as fast as without copies; it
		// drains slowly, as each retry that the budget grants leaves a copy.
		name: "retry budget", sets: on("retry_budget"), until: 39 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{26, 29}, late: [2]float64{0, 0.02}, pages: [2]float64{0, 0.1}, copies: [2]float64{1.1, 1.3}, undrained: true,
	},
	{
		// While it is open the pile waits at the intake, where it has no copies.
		name: "breaker", sets: on("breaker"), until: 48 * time.Minute, ruling: record.RuledRecovered,
		minutes: [2]float64{28, 42}, late: [2]float64{0.08, 0.3}, pages: [2]float64{0, 0.1}, copies: [2]float64{1.05, 1.25},
	},
	{
		// At most a hundred hand-overs at once: a slow queue is asked less.
		name: "back-pressure", sets: on("back_pressure"), until: 30 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{7, 12}, late: [2]float64{0, 0}, pages: [2]float64{0, 0.1}, copies: [2]float64{1, 1},
	},
	{
		// Refused before the queue is slow enough to time out: hardly a copy, and the
		// rest waits at the intake, some of it for more than one round.
		name: "shedding above 10 s", sets: on("shedding"), until: 34 * time.Minute, ruling: record.RuledRecovered,
		minutes: [2]float64{14, 20}, late: [2]float64{0, 0.15}, pages: [2]float64{0, 0.1}, copies: [2]float64{1, 1.05},
	},
	{
		// A surprise: at a wait of 30 s the queue is already slower than the time-out,
		// so part of what it still takes in is handed over twice, and the copies use
		// up the room to recover. Where to shed depends on where it gets slow.
		name: "shedding above 30 s", sets: append(on("shedding"), "queue.shedding.max_wait=30s"), until: 46 * time.Minute, ruling: record.RuledStuck,
		minutes: [2]float64{28, 37}, late: [2]float64{0.3, 0.6}, pages: [2]float64{0, 0.1}, copies: [2]float64{1.1, 1.4}, undrained: true, later: true,
	},
	{
		// New events are in time, old ones wait without end, and the storm goes on.
		name: "newest first", sets: on("newest_first"), until: 56 * time.Minute, ruling: record.RuledDegraded,
		minutes: [2]float64{30, 48}, late: [2]float64{0.4, 0.6}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3}, undrained: true,
	},
	{
		// First tries of 75 events a second fit into 100: they are late only for the
		// time that it takes to put them in, which grows with the pile of retries.
		name: "first tries first", sets: on("fresh_first"), until: 50 * time.Minute, ruling: record.RuledDegraded,
		minutes: [2]float64{30, 42}, late: [2]float64{0, 0.4}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3}, undrained: true, later: true,
	},
	{
		// Half as many again before the rise: it is no overload.
		name: "workers added before", do: []string{"1m=add_workers:0.5"}, until: 20 * time.Minute, ruling: record.RuledHealthy,
		minutes: [2]float64{0, 0}, late: [2]float64{0, 0}, pages: [2]float64{0.99, 1}, copies: [2]float64{1, 1},
	},
	{
		// The same in the storm: 155 a second against three copies of 75.
		name: "half as many workers again", do: []string{"19m=add_workers:0.5"}, until: 39 * time.Minute, ruling: record.RuledStuck,
		minutes: [2]float64{20, 32}, late: [2]float64{0.4, 0.95}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3}, undrained: true,
	},
	{
		// Three and a half times what 75 events need does work off the copies too.
		name: "many workers", do: []string{"19m=add_workers:1.5"}, until: 43 * time.Minute, ruling: record.RuledRecovered,
		minutes: [2]float64{25, 40}, late: [2]float64{0.2, 0.6}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3},
	},
	{
		// Ten minutes without new events are too short for the pile: it begins anew.
		name: "intake stopped for ten minutes", do: []string{"19m=stop_intake", "29m=open_intake"}, until: 50 * time.Minute, ruling: record.RuledStuck,
		minutes: [2]float64{20, 45}, late: [2]float64{0.4, 1}, pages: [2]float64{0, 0.1}, copies: [2]float64{2, 3}, undrained: true,
	},
	{
		// Twenty minutes are enough; what sources wanted to send meanwhile is refused.
		name: "intake stopped for twenty minutes", do: []string{"19m=stop_intake", "39m=open_intake"}, until: 44 * time.Minute, ruling: record.RuledRecovered,
		minutes: [2]float64{8, 13}, late: [2]float64{0.4, 0.9}, pages: [2]float64{0, 0.1}, copies: [2]float64{1.5, 2},
	},
}

// on are the settings of a strategy of the storm.
func on(name string) (sets []string) {
	scn, _ := Scenario("pagerduty-2014")
	for _, st := range scn.Strategies {
		if st.Name == name {
			for _, k := range sortedKeys(st.On) {
				sets = append(sets, k+"="+st.On[k])
			}
		}
	}
	return sets
}

func sortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }

// TestPagerDutyStrategies goes through the cases, each over a few seeds: five where
// the account of 2014 itself says what held and what did not, two elsewhere. The
// soak test has all of them over all seeds.
func TestPagerDutyStrategies(t *testing.T) {
	for i := range stormCases {
		n := max(1, seeds()/10)
		switch {
		case testing.Short() && i > 0:
			return // all of them natively
		case i < told2014:
			n = few()
		}
		stormCases[i].over(t, n)
	}
}

// over runs a case over so many seeds.
func (c *strategyCase) over(t *testing.T, n int) {
	t.Run(c.name, func(t *testing.T) {
		t.Parallel()
		for seed := range n {
			r := play(t, storm(t), uint64(seed+1), 1, c.sets, append(slices.Clone(rise), c.do...), c.until)
			c.hold(t, seed+1, r)
		}
	})
}

func (c *strategyCase) hold(t *testing.T, seed int, r *run) {
	t.Helper()
	minutes, late := r.trouble(t)
	pages := r.over(t, "pages", "good_share", 12*time.Minute, min(22*time.Minute, c.until))
	copies := r.count(t, "queue", "copies") / r.count(t, "intake", "accepted")
	t.Logf("seed %d: %v, %.1f min of trouble, %.3f late, %.3f of the pages in time, %.3f copies an event", seed, r.verdict().Ruling, minutes, late, pages, copies)
	if got := r.verdict().Ruling; got != c.ruling && !(c.later && got == record.RuledUndecided) {
		t.Errorf("seed %d: %v, want %v", seed, r.verdict().Ruling, c.ruling)
	}
	lies(t, seed, "minutes of trouble", minutes, c.minutes)
	lies(t, seed, "share late", late, c.late)
	lies(t, seed, "pages in time", pages, c.pages)
	lies(t, seed, "copies an event", copies, c.copies)
	if !c.undrained {
		r.drained(t)
	}
}

func lies(t *testing.T, seed int, what string, got float64, bounds [2]float64) {
	t.Helper()
	const rounding = 1e-3
	if got < bounds[0]-rounding || got > bounds[1]+rounding {
		t.Errorf("seed %d: %s %.3f, want %v to %v", seed, what, got, bounds[0], bounds[1])
	}
}

// TestPagerDutyInvariants watches the storm, the removals, and every strategy
// switched on in the middle of it.
func TestPagerDutyInvariants(t *testing.T) {
	scn := storm(t)
	list := append([]scenario.Strategy{{Name: "as told"}}, scn.Strategies...)
	if testing.Short() {
		list = list[:1]
	}
	for _, st := range list {
		t.Run(st.Name, func(t *testing.T) {
			t.Parallel()
			sim, err := New(storm(t), Options{Seed: 1, Size: 1})
			if err != nil {
				t.Fatal(err)
			}
			sim.RunUntil(14 * engine.Minute)
			for _, k := range sortedKeys(st.On) {
				if err := sim.Insert(engine.Command{At: sim.Now(), Verb: engine.CmdSet, Path: k, Value: st.On[k]}); err != nil {
					t.Fatal(err)
				}
			}
			for _, v := range check.Run(sim, 22*engine.Minute) {
				t.Error(v)
			}
		})
	}
}
