package policy_test

import (
	"slices"
	"testing"

	"stampede/engine"
	"stampede/engine/component"
	"stampede/engine/policy"
	"stampede/engine/simtest"
)

const ms = engine.Millisecond

// ended are the statuses of all questions, in the order they were asked.
func ended(s *simtest.System) []engine.Status {
	var out []engine.Status
	for i := range s.Source.Asks {
		out = append(out, s.Source.Out(i).Status)
	}
	return out
}

func expect(t *testing.T, s *simtest.System, executions int, want ...engine.Status) {
	t.Helper()
	if got := ended(s); !slices.Equal(got, want) {
		t.Errorf("calls ended %v, want %v", got, want)
	}
	if s.Executions() != executions {
		t.Errorf("%d executions, want %d", s.Executions(), executions)
	}
}

func TestTimeout(t *testing.T) {
	stack := simtest.On(t, "timeout", new(policy.Timeout), "after", "300ms")
	s := simtest.Calls(t, 3, []simtest.Step{simtest.OK.After(299 * ms), simtest.OK.After(400 * ms), simtest.Silent}, stack)
	expect(t, s, 3, engine.OK, engine.TimedOut, engine.TimedOut)
	if at := s.Source.At(1); at != engine.Second+300*ms {
		t.Errorf("gave up at %d ns", at)
	}
	if s.LinkTotals(0).LateBack != 1 || s.Server.Left != 1 {
		t.Errorf("%d late answers and %d abandoned, want 1 and 1", s.LinkTotals(0).LateBack, s.Server.Left)
	}
}

func TestRetryCountsAttempts(t *testing.T) {
	held := simtest.Step{Out: engine.Ended(engine.Held)}
	for _, tc := range []struct {
		name       string
		steps      []simtest.Step
		executions int
		want       engine.Status
	}{
		{"at once", []simtest.Step{simtest.OK}, 1, engine.OK},
		{"the second time", []simtest.Step{simtest.Fail, simtest.OK}, 2, engine.OK},
		{"the last time", []simtest.Step{simtest.Fail, simtest.Fail, simtest.Fail, simtest.OK}, 4, engine.OK},
		{"never", []simtest.Step{simtest.Fail}, 4, engine.Failed},
		{"not asked for", []simtest.Step{held}, 1, engine.Held},
	} {
		s := simtest.Calls(t, 1, tc.steps, simtest.On(t, "retry", new(policy.Retry), "max_attempts", "4", "backoff", "none"))
		if got := s.Source.Out(0).Status; got != tc.want || s.Executions() != tc.executions {
			t.Errorf("%s: %v after %d, want %v after %d", tc.name, got, s.Executions(), tc.want, tc.executions)
		}
	}
}

func TestRetryPauses(t *testing.T) {
	s := simtest.Calls(t, 1, []simtest.Step{simtest.Fail},
		simtest.On(t, "retry", new(policy.Retry), "max_attempts", "5", "jitter", "none", "base", "10ms", "cap", "40ms"))
	if want := []engine.Time{0, 10 * ms, 30 * ms, 70 * ms, 110 * ms}; !slices.Equal(s.Server.Times, want) {
		t.Errorf("attempts at %v, want %v", s.Server.Times, want)
	}
}

// TestProbesAreOfWhatIsUnanswered: a packet that nobody knows is sent again, after
// twice as long each time; one that is refused, fails or is late is not.
func TestProbesAreOfWhatIsUnanswered(t *testing.T) {
	probe := func() engine.PolicySpec {
		return simtest.On(t, "probe", new(policy.Probe), "probes", "3", "first", "10ms")
	}
	lost := simtest.Step{Out: engine.Ended(engine.Reset)}
	s := simtest.Calls(t, 1, []simtest.Step{lost}, probe())
	expect(t, s, 4, engine.Reset)
	if want := []engine.Time{0, 10 * ms, 30 * ms, 70 * ms}; !slices.Equal(s.Server.Times, want) {
		t.Errorf("sent at %v, want %v", s.Server.Times, want)
	}
	expect(t, simtest.Calls(t, 1, []simtest.Step{lost, simtest.OK}, probe()), 2, engine.OK)
	for _, st := range []engine.Status{engine.Refused, engine.Failed, engine.TimedOut} {
		expect(t, simtest.Calls(t, 1, []simtest.Step{{Out: engine.Ended(st)}}, probe()), 1, st)
	}
}

// TestBreakerMoves walks one circuit through its states: four calls of which
// half fail open it for 5 s; a probe that fails opens it again; one that
// succeeds closes it, with an empty window.
func TestBreakerMoves(t *testing.T) {
	f, ok := simtest.Fail, simtest.OK
	s := simtest.Calls(t, 17, []simtest.Step{f, ok, ok, f, f, ok, f, f, f, f},
		simtest.On(t, "breaker", new(policy.Breaker), "window", "4", "min_calls", "4", "failure_threshold", "0.5"))
	o := engine.Open
	expect(t, s, 9,
		engine.Failed, engine.OK, engine.OK, engine.Failed, // 0-3: opens at 3
		o, o, o, o, engine.Failed, // 8: the probe
		o, o, o, o, engine.OK, // 13: the probe
		engine.Failed, engine.Failed, engine.Failed) // closed: three are too few to open
}

func TestBreakerProbes(t *testing.T) {
	asks := simtest.At(0, 10*ms, 20*ms, 30*ms, 40*ms, 50*ms, 60*ms)
	steps := []simtest.Step{simtest.Fail, simtest.OK.After(15 * ms)}
	s := simtest.New(t, asks, steps,
		simtest.On(t, "breaker", new(policy.Breaker), "window", "1", "min_calls", "1", "delay", "10ms", "probes", "2"))
	s.RunUntil(engine.Second)
	// Two probes at 10 and 20 ms; the second ends at 35 ms, until when the one
	// at 30 ms is one too many.
	expect(t, s, 6, engine.Failed, engine.OK, engine.OK, engine.Open, engine.OK, engine.OK, engine.OK)
}

func TestBreakerIsPerInstance(t *testing.T) {
	asks := []simtest.Ask{{At: 0, Inst: 0}, {At: ms, Inst: 0}, {At: ms, Inst: 1}}
	s := simtest.New(t, asks, []simtest.Step{simtest.Fail, simtest.OK},
		simtest.On(t, "breaker", new(policy.Breaker), "window", "1", "min_calls", "1"))
	s.RunUntil(engine.Second)
	expect(t, s, 2, engine.Failed, engine.Open, engine.OK)
}

func TestBudget(t *testing.T) {
	for _, tc := range []struct {
		min        string
		executions int
		want       []engine.Status
	}{
		{"0", 2, []engine.Status{engine.Spent, engine.Spent}},
		{"1", 3, []engine.Status{engine.OK, engine.Spent}},
		{"2", 4, []engine.Status{engine.OK, engine.OK}},
	} {
		steps := []simtest.Step{simtest.Fail.After(10 * ms), simtest.Fail.After(10 * ms), simtest.OK.After(10 * ms)}
		s := simtest.New(t, simtest.At(0, 0), steps,
			simtest.On(t, "retry", new(policy.Retry), "backoff", "none"),
			simtest.On(t, "budget", new(policy.Budget), "max_rate", "0", "min_concurrency", tc.min))
		s.RunUntil(engine.Second)
		expect(t, s, tc.executions, tc.want...)
	}
}

func TestCoalesce(t *testing.T) {
	ask := func(at engine.Time, key uint32, inst uint16) simtest.Ask {
		return simtest.Ask{At: at, Key: key, Inst: inst}
	}
	asks := []simtest.Ask{ask(0, 1, 0), ask(ms, 1, 0), ask(2*ms, 1, 0), ask(ms, 2, 0), ask(ms, 1, 1), ask(20*ms, 1, 0)}
	s := simtest.New(t, asks, []simtest.Step{simtest.OK.After(10 * ms)}, simtest.On(t, "coalesce", new(policy.Coalesce)))
	s.RunUntil(engine.Second)
	expect(t, s, 4, engine.OK, engine.OK, engine.OK, engine.OK, engine.OK, engine.OK)
	for i, joined := range []bool{false, true, true, false, false, false} {
		if got := s.Source.Out(i).Flags&engine.FlagJoined != 0; got != joined {
			t.Errorf("question %d: shared another's outcome: %v, want %v", i, got, joined)
		}
		if joined && s.Source.At(i) != 10*ms {
			t.Errorf("question %d was answered at %d, not with its leader", i, s.Source.At(i))
		}
	}
}

// TestCoalesceSharesFailure: an error of the leader is everybody's, as in
// singleflight, and so is that an outer time-out took the leader away.
func TestCoalesceSharesFailure(t *testing.T) {
	s := simtest.New(t, simtest.At(0, ms, 2*ms), []simtest.Step{simtest.Fail.After(10 * ms)}, simtest.On(t, "coalesce", new(policy.Coalesce)))
	s.RunUntil(engine.Second)
	expect(t, s, 1, engine.Failed, engine.Failed, engine.Failed)

	s = simtest.New(t, simtest.At(0, ms, 6*ms), []simtest.Step{simtest.OK.After(10 * ms)},
		simtest.On(t, "timeout", new(policy.Timeout), "after", "5ms"), simtest.On(t, "coalesce", new(policy.Coalesce)))
	s.RunUntil(engine.Second)
	expect(t, s, 2, engine.TimedOut, engine.Cancelled, engine.TimedOut)
	if s.Source.At(1) != 5*ms {
		t.Errorf("who waited heard at %d that the leader was taken away", s.Source.At(1))
	}
}

func TestLease(t *testing.T) {
	lease := func() engine.PolicySpec {
		return simtest.On(t, "lease", new(policy.Lease), "every", "1s", "wait", "5ms")
	}
	// One waits and shares; one waits too long; after the holder's success the
	// token is free again.
	s := simtest.New(t, simtest.At(0, 4*ms, 8*ms, 20*ms), []simtest.Step{simtest.OK.After(10 * ms)}, lease())
	s.RunUntil(engine.Second)
	expect(t, s, 2, engine.OK, engine.Held, engine.OK, engine.OK)
	if s.Source.At(1) != 9*ms || s.Source.At(2) != 10*ms {
		t.Errorf("heard at %d and %d", s.Source.At(1), s.Source.At(2))
	}
	// After a failure nobody gets a token until the second is over.
	s = simtest.New(t, simtest.At(0, ms, 20*ms, 999*ms, 1000*ms), []simtest.Step{simtest.Fail.After(3 * ms), simtest.OK}, lease())
	s.RunUntil(2 * engine.Second)
	expect(t, s, 2, engine.Failed, engine.Held, engine.Held, engine.Held, engine.OK)
}

func TestNegative(t *testing.T) {
	invalid := simtest.Step{Out: engine.Outcome{Status: engine.OK, Flags: engine.FlagInvalid}}
	s := simtest.New(t, simtest.At(0, 99*ms, 100*ms, 150*ms, 200*ms, 201*ms), []simtest.Step{simtest.Fail, invalid, simtest.OK},
		simtest.On(t, "negative", new(policy.Negative), "ttl", "100ms"))
	s.RunUntil(engine.Second)
	expect(t, s, 4, engine.Failed, engine.Held, engine.OK, engine.Held, engine.OK, engine.OK)
}

func TestOldValues(t *testing.T) {
	invalid := simtest.Step{Out: engine.Outcome{Status: engine.OK, Flags: engine.FlagInvalid, Value: 2}}
	good := simtest.Step{Out: engine.Outcome{Status: engine.OK, Value: 3}}
	const stale, keep = engine.FlagStale, engine.FlagStale | engine.FlagKeep
	for _, tc := range []struct {
		name   string
		policy engine.Policy
		step   simtest.Step
		atHand uint8 // whether the caller has an old value
		want   engine.Outcome
	}{
		{"stale, good", new(policy.StaleIfError), good, stale, good.Out},
		{"stale, failed", new(policy.StaleIfError), simtest.Fail, stale, engine.Outcome{Status: engine.OK, Flags: stale}},
		{"stale, nothing at hand", new(policy.StaleIfError), simtest.Fail, 0, engine.Ended(engine.Failed)},
		{"stale, invalid", new(policy.StaleIfError), invalid, stale, invalid.Out},
		{"last, good", new(policy.LastKnownGood), good, stale, good.Out},
		{"last, failed", new(policy.LastKnownGood), simtest.Fail, stale, engine.Outcome{Status: engine.OK, Flags: keep}},
		{"last, nothing at hand", new(policy.LastKnownGood), simtest.Fail, 0, engine.Ended(engine.Failed)},
		{"last, invalid", new(policy.LastKnownGood), invalid, stale, engine.Outcome{Status: engine.OK, Flags: keep}},
	} {
		s := simtest.New(t, []simtest.Ask{{Key: 1, Flags: tc.atHand}}, []simtest.Step{tc.step}, simtest.On(t, "old", tc.policy))
		s.RunUntil(engine.Second)
		if got := s.Source.Out(0); got != tc.want {
			t.Errorf("%s: %+v, want %+v", tc.name, got, tc.want)
		}
	}
}

// TestShedding has six come at once to one server that takes 100 ms each: those
// who would wait more than 250 ms are turned away.
func TestShedding(t *testing.T) {
	src, srv := &simtest.Source{Asks: simtest.At(0, 0, 0, 0, 0, 0)}, new(component.Server)
	set := engine.Declared(srv)
	set.Reset()
	for name, value := range map[string]string{"service_law": "constant", "service_mean": "100ms"} {
		if err := set.Set(name, value); err != nil {
			t.Fatal(err)
		}
	}
	b := engine.NewBuilder(1, 0)
	from := b.Node("source", "source", src)
	to := b.Node("server", "server", srv, simtest.On(t, "shedding", new(policy.Shedding), "max_wait", "250ms"))
	b.Link(engine.LinkSpec{Name: "link", From: from, To: to, Kind: engine.KWork})
	sim, err := b.Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	sim.RunUntil(engine.Second)
	for i, want := range []engine.Status{engine.OK, engine.OK, engine.OK, engine.Shed, engine.Shed, engine.Shed} {
		if got := src.Out(i).Status; got != want {
			t.Errorf("question %d: %v, want %v", i, got, want)
		}
	}
}
