package record

import (
	"cmp"
	"maps"
	"slices"

	"stampede/engine"
	"stampede/engine/scenario"
)

// Finding says which loops must go for a failing run to recover.
type Finding struct {
	// At is the moment of the run that was copied.
	At engine.Time
	// Alone is true when the copy recovers with nothing changed.
	Alone bool
	// Sets lists the smallest sets of causes each of which suffices: single
	// causes or, when none does, pairs. Empty: no such set was found.
	Sets [][]string
	// Tried is the number of copies run so far.
	Tried int
	Done  bool // false while trials are still to run
}

// Inquiry finds the cause of a failure by counterfactual: it copies the run,
// switches one loop off in the copy, and looks whether the copy recovers. It
// works in pieces, so that a page can spread it over many frames.
//
// The copy keeps no script and no journal: nobody helps it.
type Inquiry struct {
	scn     *scenario.Scenario
	sim     *engine.Sim
	from    engine.Snapshot
	trials  [][]int // sets of causes; the empty one first
	at      int     // next trial
	active  bool    // a trial is under way
	began   uint64  // events of the copy when the trial began
	rec     *Recorder
	judge   *Judge
	well    engine.Time
	singles int // trials of a single cause
	finding Finding
}

// NewInquiry copies a run as it stands. Build makes a fresh run of the same
// scenario, size and seed.
func NewInquiry(scn *scenario.Scenario, build func() (*engine.Sim, error), run *engine.Sim) (*Inquiry, error) {
	sim, err := build()
	if err != nil {
		return nil, err
	}
	sim.Sample(0)
	// The state counts the journal's entries that have taken effect, so the
	// copy needs them.
	if err := sim.SetJournal(run.Journal()); err != nil {
		return nil, err
	}
	q := &Inquiry{scn: scn, sim: sim, finding: Finding{At: run.Now()}, trials: [][]int{nil}}
	run.Save(&q.from)
	if scn.Objective == nil {
		q.finding.Done = true
		return q, nil
	}
	return q, q.plan()
}

// plan lists the trials: nothing, each cause that is at work, then pairs.
func (q *Inquiry) plan() error {
	var active []int
	for i := range q.scn.Causes {
		q.sim.Load(&q.from)
		changed, err := q.change(&q.scn.Causes[i])
		if err != nil {
			return err
		}
		if changed {
			active = append(active, i)
		}
	}
	for _, i := range active {
		q.trials = append(q.trials, []int{i})
	}
	q.singles = len(active)
	for k, i := range active {
		for _, j := range active[k+1:] {
			q.trials = append(q.trials, []int{i, j})
		}
	}
	return nil
}

// change makes a cause's settings and reports whether any of them differed.
func (q *Inquiry) change(c *scenario.Cause) (changed bool, err error) {
	for _, path := range slices.Sorted(maps.Keys(c.Set)) {
		old, err := q.sim.Get(path)
		if err != nil {
			return false, err
		}
		if err := q.sim.SetNow(path, c.Set[path]); err != nil {
			return false, err
		}
		text, err := q.sim.Get(path)
		if err != nil {
			return false, err
		}
		changed = changed || text != old
	}
	return changed, nil
}

// Step handles about limit events and reports whether all is known.
func (q *Inquiry) Step(limit uint64) (done bool) {
	last := limit
	for !q.finding.Done {
		if !q.active {
			q.begin()
		}
		before := q.sim.Events()
		ended, recovered := q.advance(last)
		if ended {
			q.conclude(recovered)
		}
		used := q.sim.Events() - before
		if used >= last {
			break
		}
		last -= used
	}
	return q.finding.Done
}

func (q *Inquiry) begin() {
	q.sim.Load(&q.from)
	q.sim.Forget()
	// Nobody helps the copy: what the script still has to come is cancelled.
	_ = q.sim.Insert(engine.Command{At: q.sim.Now() + 1, Verb: engine.CmdTakeOver})
	for _, i := range q.trials[q.at] {
		_, _ = q.change(&q.scn.Causes[i]) // checked by plan
	}
	q.rec = newLimited(q.sim, engine.Time(q.scn.Window), MaxWindows)
	q.judge = NewJudge(q.scn, q.rec)
	q.well = -1
	q.began = q.sim.Events()
	q.active = true
}

// longTrial is how many events a trial may take beyond the objective's patience:
// a copy that grows worse takes more and more of them, and all its memory.
const longTrial = 8_000_000

// advance runs the copy on. The trial ends when a hold is complete, or when
// none can begin any more in the time that it is given.
func (q *Inquiry) advance(limit uint64) (ended, recovered bool) {
	o := q.scn.Objective
	patience, until := q.from.At+engine.Time(o.Patience), q.from.At+engine.Time(cmp.Or(o.Within, o.Patience))
	last := q.sim.Events() + limit
	for {
		if !q.rec.Run(q.sim, q.rec.Next(q.rec.Head()), last-min(last, q.sim.Events())) {
			return false, false
		}
		w := q.rec.Windows() - 1
		for len(q.judge.states) <= w {
			q.judge.judge(len(q.judge.states))
		}
		switch {
		case q.judge.states[w] != Healthy:
			q.well = -1
		case q.well < 0:
			q.well = q.rec.Head() - q.rec.width
		}
		if q.well >= 0 && q.rec.Head()-q.well >= engine.Time(o.Hold) {
			return true, true
		}
		over := q.rec.Head() >= until || q.rec.Head() >= patience && q.sim.Events()-q.began > longTrial
		if over && q.well < 0 {
			return true, false
		}
	}
}

func (q *Inquiry) conclude(recovered bool) {
	q.active = false
	q.finding.Tried++
	set := q.trials[q.at]
	q.at++
	if recovered && len(set) == 0 {
		q.finding.Alone = true
		q.finding.Done = true
		return
	}
	if recovered {
		names := make([]string, len(set))
		for k, i := range set {
			names[k] = q.scn.Causes[i].Name
		}
		q.finding.Sets = append(q.finding.Sets, names)
	}
	singlesDone := q.at > q.singles
	q.finding.Done = q.at == len(q.trials) || singlesDone && len(q.finding.Sets) > 0 && len(q.finding.Sets[0]) == 1
}

// Finding is what is known so far.
func (q *Inquiry) Finding() *Finding { return &q.finding }

// Causes runs an inquiry to its end.
func Causes(scn *scenario.Scenario, build func() (*engine.Sim, error), run *engine.Sim) (Finding, error) {
	q, err := NewInquiry(scn, build, run)
	if err != nil {
		return Finding{}, err
	}
	for !q.Step(1 << 40) {
	}
	return q.finding, nil
}
