package record

import (
	"fmt"
	"maps"
	"slices"

	"stampede/engine"
	"stampede/engine/scenario"
)

// Trials runs a scenario and the arms of its table: each is the scenario from its
// start, on the same seed and size and with the script as told, with the arm's
// settings made before anything happens. One arm is run after the other, in
// pieces, so that a page can spread them over many frames; of each only its
// numbers are kept.
type Trials struct {
	scn   *scenario.Scenario
	build func() (*engine.Sim, error)
	until engine.Time
	arms  []Trial     // the scenario as it stands, then its arms
	at    int         // of them, the one under way or next
	sim   *engine.Sim // of the arm under way, nil between two
	err   error
}

// Trial is what is known of one arm.
type Trial struct {
	Track  *Track // nil before the arm has begun
	Done   bool
	Hash   uint64 // run hash at the end
	Events uint64 // handled by then
}

// NewTrials plans to run a scenario as it stands, and then all arms of its table,
// up to a moment. Build makes a fresh run of the scenario, of the same size and
// seed each time.
func NewTrials(scn *scenario.Scenario, build func() (*engine.Sim, error), until engine.Time) *Trials {
	return &Trials{scn: scn, build: build, until: until, arms: make([]Trial, 1+len(scn.Table.Arms))}
}

// Told is what is known of the scenario as it stands.
func (q *Trials) Told() *Trial { return &q.arms[0] }

// Arm is what is known of an arm, in the order of the scenario.
func (q *Trials) Arm(i int) *Trial { return &q.arms[1+i] }

// Runs is the number of runs: one more than there are arms.
func (q *Trials) Runs() int { return len(q.arms) }

// Finished is the number of runs that have come to their end; the next one may
// be under way.
func (q *Trials) Finished() int { return q.at }

// Reached is how far the run under way has come, 0 between two.
func (q *Trials) Reached() engine.Time {
	if q.sim == nil {
		return 0
	}
	return q.arms[q.at].Track.Head()
}

// Until is the moment up to which arms are run.
func (q *Trials) Until() engine.Time { return q.until }

// Done reports whether nothing is left to do.
func (q *Trials) Done() bool { return q.err != nil || q.at == len(q.arms) }

// Err is why an arm could not be run, nil for none.
func (q *Trials) Err() error { return q.err }

// Fail gives up: what has been measured stays.
func (q *Trials) Fail(err error) { q.err, q.sim = err, nil }

// Rest lets go of the arm under way. Step begins it anew.
func (q *Trials) Rest() {
	if q.sim != nil {
		q.sim, q.arms[q.at] = nil, Trial{}
	}
}

// Step handles about limit events and reports whether all arms are run.
func (q *Trials) Step(limit uint64) (done bool) {
	for !q.Done() && limit > 0 {
		if q.sim == nil {
			if err := q.begin(); err != nil {
				q.Fail(err)
				break
			}
		}
		before := q.sim.Events()
		if q.run(limit) {
			t := &q.arms[q.at]
			t.Done, t.Hash, t.Events = true, q.sim.Hash(), q.sim.Events()
			limit -= min(limit, q.sim.Events()-before)
			q.sim = nil
			q.at++
			continue
		}
		break
	}
	return q.Done()
}

// begin builds the arm that is next.
func (q *Trials) begin() error {
	sim, err := q.build()
	if err != nil {
		return err
	}
	sim.Sample(0) // nothing is drawn
	var set map[string]string
	if q.at > 0 {
		set = q.scn.Table.Arms[q.at-1].Set
	}
	asIs := asItStands(sim, set)
	for _, path := range slices.Sorted(maps.Keys(set)) {
		if now, err := sim.Get(path); err == nil && now == set[path] && !asIs {
			continue // setting what is set is no action
		}
		if err := sim.Insert(engine.Command{Verb: engine.CmdSet, Path: path, Value: set[path]}); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	track, err := NewTrack(q.scn, sim, engine.Time(q.scn.Window))
	if err != nil {
		return err
	}
	q.sim, q.arms[q.at].Track = sim, track
	return nil
}

// asItStands reports whether an arm is the scenario as it stands, but for what its
// operators do in answer to the trouble: to set anything leaves that out.
func asItStands(sim *engine.Sim, set map[string]string) bool {
	for _, path := range slices.Sorted(maps.Keys(set)) {
		if now, err := sim.Get(path); err != nil || now != set[path] {
			return false
		}
	}
	return slices.ContainsFunc(sim.Script(), func(c engine.Command) bool { return c.Response })
}

// run goes on from window to window and reports whether the arm is at its end.
func (q *Trials) run(limit uint64) bool {
	t := q.arms[q.at].Track
	width := engine.Time(q.scn.Window)
	last := q.sim.Events() + limit
	for q.sim.Now() < q.until {
		next := min(q.until, (q.sim.Now()/width+1)*width)
		if !q.sim.RunSome(next, last-min(last, q.sim.Events())) {
			return false
		}
		t.Advance(q.sim)
	}
	return true
}
