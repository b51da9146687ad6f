package policy_test

import (
	"testing"

	"stampede/engine"
	"stampede/engine/policy"
	"stampede/engine/simtest"
)

// Stacks, outermost first. The expected numbers of attempts and executions in
// the cases of retry and breaker are those that the documentation and tests of
// failsafe-go give for the same compositions: an attempt that an open breaker
// turns away is an attempt, but no execution.

// attempts is how often the retry let a call go, whether or not it got through.
func attempts(t *testing.T, s *simtest.System) uint64 {
	t.Helper()
	r, ok := s.PolicyTotals(simtest.LinkName, "retry")
	if !ok {
		t.Fatal("no retry in the stack")
	}
	return uint64(len(s.Source.Asks)) + r.Again
}

func TestStacks(t *testing.T) {
	f, ok, silent := simtest.Fail, simtest.OK, simtest.Silent
	retry := func(attempts string, more ...string) engine.PolicySpec {
		return simtest.On(t, "retry", new(policy.Retry), append([]string{"max_attempts", attempts, "backoff", "none"}, more...)...)
	}
	pausing := func(attempts string) engine.PolicySpec {
		return simtest.On(t, "retry", new(policy.Retry), "max_attempts", attempts, "backoff", "fixed", "jitter", "none", "base", "100ms")
	}
	breaker := func(failures string) engine.PolicySpec {
		return simtest.On(t, "breaker", new(policy.Breaker), "window", failures, "min_calls", failures, "failure_threshold", "1", "delay", "1m")
	}
	timeout := func(name, after string) engine.PolicySpec {
		return simtest.On(t, name, new(policy.Timeout), "after", after)
	}
	for _, tc := range []struct {
		name       string
		stack      []engine.PolicySpec
		steps      []simtest.Step
		attempts   uint64
		executions int
		out        engine.Status
		at         engine.Time
	}{
		{"many retries over a breaker of 3", []engine.PolicySpec{retry("20"), breaker("3")}, []simtest.Step{f, f, ok}, 3, 3, engine.OK, 0},
		{"two retries over a breaker of 1", []engine.PolicySpec{retry("3"), breaker("1")}, []simtest.Step{f}, 3, 1, engine.Open, 0},
		{"two retries over a breaker of 2", []engine.PolicySpec{retry("3"), breaker("2")}, []simtest.Step{f}, 3, 2, engine.Open, 0},
		{"a breaker over retries", []engine.PolicySpec{breaker("2"), retry("3")}, []simtest.Step{f}, 3, 3, engine.Failed, 0},
		{"a time-out over retries of silence", []engine.PolicySpec{timeout("timeout", "1s"), retry("3")}, []simtest.Step{silent}, 1, 1, engine.TimedOut, 1000 * ms},
		{"retries over a time-out of silence", []engine.PolicySpec{retry("3"), timeout("timeout", "1s")}, []simtest.Step{silent}, 3, 3, engine.TimedOut, 3000 * ms},
		{"a time-out over pauses", []engine.PolicySpec{timeout("timeout", "250ms"), pausing("10")}, []simtest.Step{f}, 3 + 1, 3, engine.TimedOut, 250 * ms},
		{"retries between time-outs", []engine.PolicySpec{timeout("outer", "1s"), retry("9"), timeout("inner", "300ms")}, []simtest.Step{silent}, 4, 4, engine.TimedOut, 1000 * ms},
		{"a breaker sees time-outs below it", []engine.PolicySpec{retry("5"), breaker("2"), timeout("timeout", "100ms")}, []simtest.Step{silent}, 5, 2, engine.Open, 200 * ms},
		{"a breaker does not see time-outs above it", []engine.PolicySpec{retry("5"), timeout("timeout", "100ms"), breaker("2")}, []simtest.Step{silent}, 5, 5, engine.TimedOut, 500 * ms},
		{"retries of a slow server", []engine.PolicySpec{retry("3"), timeout("timeout", "50ms")}, []simtest.Step{ok.After(80 * ms), ok.After(20 * ms)}, 2, 2, engine.OK, 70 * ms},
		{"a retry over a retry", []engine.PolicySpec{retry("3"), simtest.On(t, "inner", new(policy.Retry), "max_attempts", "3", "backoff", "none")}, []simtest.Step{f}, 3, 9, engine.Failed, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := simtest.New(t, simtest.At(0), tc.steps, tc.stack...)
			s.RunUntil(10 * engine.Second)
			if got := attempts(t, s); got != tc.attempts || s.Executions() != tc.executions {
				t.Errorf("%d attempts and %d executions, want %d and %d", got, s.Executions(), tc.attempts, tc.executions)
			}
			if out, at := s.Source.Out(0).Status, s.Source.At(0); out != tc.out || at != tc.at {
				t.Errorf("ended %v at %d ns, want %v at %d", out, at, tc.out, tc.at)
			}
		})
	}
}

// TestBreakerOverRetriesCountsCalls: above the retry, a breaker of two opens
// after two calls, whatever their attempts.
func TestBreakerOverRetriesCountsCalls(t *testing.T) {
	s := simtest.Calls(t, 4, []simtest.Step{simtest.Fail},
		simtest.On(t, "breaker", new(policy.Breaker), "window", "2", "min_calls", "2", "failure_threshold", "1", "delay", "1m"),
		simtest.On(t, "retry", new(policy.Retry), "backoff", "none"))
	expect(t, s, 6, engine.Failed, engine.Failed, engine.Open, engine.Open)
}

// TestRetriedFlightIsShared: coalescing above a retry shares the end of it, and
// below it every attempt is a flight of its own.
func TestRetriedFlightIsShared(t *testing.T) {
	retry := func() engine.PolicySpec {
		return simtest.On(t, "retry", new(policy.Retry), "max_attempts", "2", "backoff", "none")
	}
	coalesce := func() engine.PolicySpec { return simtest.On(t, "coalesce", new(policy.Coalesce)) }
	steps := []simtest.Step{simtest.Fail.After(10 * ms), simtest.OK.After(10 * ms)}
	for name, stack := range map[string][]engine.PolicySpec{"above": {coalesce(), retry()}, "below": {retry(), coalesce()}} {
		s := simtest.New(t, simtest.At(0, ms, 2*ms), steps, stack...)
		s.RunUntil(engine.Second)
		t.Log(name)
		expect(t, s, 2, engine.OK, engine.OK, engine.OK)
		if name == "above" && s.LinkTotals(0).Retries != 1 {
			t.Errorf("above: %d retries, want the leader's one", s.LinkTotals(0).Retries)
		}
	}
}

// TestManyRetriesDoNotNest lets four retries around each other go on at once:
// 20^4 attempts come one after the other, not each inside the one before, which
// no stack would hold.
func TestManyRetriesDoNotNest(t *testing.T) {
	var stack []engine.PolicySpec
	for _, name := range []string{"a", "b", "c", "d"} {
		stack = append(stack, simtest.On(t, name, new(policy.Retry), "max_attempts", "20", "backoff", "none"))
	}
	s := simtest.Calls(t, 1, []simtest.Step{simtest.Fail}, stack...)
	if s.LinkTotals(0).Attempts != 20*20*20*20 {
		t.Errorf("%d attempts, want %d", s.LinkTotals(0).Attempts, 20*20*20*20)
	}
}
