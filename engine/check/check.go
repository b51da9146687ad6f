package check

import (
	"fmt"

	"stampede/engine"
)

// Violation is one breach of an invariant.
type Violation struct {
	At     engine.Time
	Place  string // the link, node or "run"
	Rule   string // which invariant, one of the Rule constants
	Detail string // what was found
}

// String says it in one line.
func (v Violation) String() string {
	return fmt.Sprintf("at %d ns, %s: %s: %s", v.At, v.Place, v.Rule, v.Detail)
}

// The invariants.
const (
	RuleCalls    = "calls are conserved"
	RuleOnce     = "a call ends once"
	RuleAttempts = "attempts are conserved"
	RuleOutcomes = "outcomes add up"
	RuleOrder    = "an answer follows its question"
	RulePast     = "nothing happens in the past"
	RuleCapacity = "capacity is respected"
	RuleLittle   = "time averages agree with times spent"
	RuleAccount  = "a component's own account adds up"
)

// maxViolations bounds what one watch reports: after the first breach others
// follow by themselves.
const maxViolations = 20

// list collects violations.
type list struct{ found []Violation }

func (l *list) add(at engine.Time, place, rule, format string, args ...any) {
	if len(l.found) < maxViolations {
		l.found = append(l.found, Violation{at, place, rule, fmt.Sprintf(format, args...)})
	}
}

// steps is how many times Run looks at every call of the run.
const steps = 64

// Run moves a run to a moment, one event at a time, and returns the breaches
// of any invariant on the way. It replaces the run's tap.
func Run(sim *engine.Sim, until engine.Time) []Violation {
	w := Watch(sim)
	defer sim.Watch(nil)
	start := sim.Now()
	for i := engine.Time(1); i <= steps; i++ {
		t := start + (until-start)/steps*i
		if i == steps {
			t = until
		}
		for !sim.RunSome(t, 1) {
			w.Stepped()
		}
		w.Audit()
	}
	return w.Violations()
}
