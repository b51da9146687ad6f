package timeline

import (
	"slices"

	"stampede/engine"
)

// Options bound a timeline. The zero value of each means its default.
type Options struct {
	// Bytes is the budget of all checkpoints together; 96 MB. The start of the
	// run and one more checkpoint are kept whatever they take.
	Bytes int
	// Events is how many events, at least, lie between checkpoints when they are
	// made: it bounds the work of a seek; 150 000.
	Events uint64
	// Span is the simulated time after which a checkpoint is made when only a
	// sixteenth of the events has been handled; 20 s.
	Span engine.Time
	// Grid is the width of the steps at whose ends checkpoints may lie; 500 ms.
	Grid engine.Time
	// Passed is told when the run, moving forward, stands at the end of a step;
	// Loaded when it was set to one. Both may be nil.
	Passed func(*engine.Sim)
	Loaded func(*engine.Sim)
}

// Branch is a course of the run that was left when somebody acted in its past.
type Branch struct {
	At      engine.Time      // where it was left
	Head    engine.Time      // how far it had come
	Journal []engine.Command // all that people had done in it
}

// maxBranches bounds the branches remembered; the oldest are forgotten.
const maxBranches = 32

// Timeline moves a run back and forth.
type Timeline struct {
	sim      *engine.Sim
	opt      Options
	points   []*engine.Snapshot // by time; the first is the start
	next     *engine.Snapshot   // the memory of the one to come
	bytes    int
	head     engine.Time
	midway   bool // stopped by a limit: events of this very moment may be left
	branches []Branch
}

// New begins a timeline at the run's current moment.
func New(sim *engine.Sim, opt Options) *Timeline {
	if opt.Bytes == 0 {
		opt.Bytes = 96 << 20
	}
	if opt.Events == 0 {
		opt.Events = 150_000
	}
	if opt.Span == 0 {
		opt.Span = 20 * engine.Second
	}
	if opt.Grid == 0 {
		opt.Grid = 500 * engine.Millisecond
	}
	t := &Timeline{sim: sim, opt: opt, head: sim.Now(), next: new(engine.Snapshot)}
	t.keep(0)
	return t
}

// Sim is the run.
func (t *Timeline) Sim() *engine.Sim { return t.sim }

// Head is the latest moment that this branch of the run has reached.
func (t *Timeline) Head() engine.Time { return t.head }

// Bytes is the size of all checkpoints.
func (t *Timeline) Bytes() int { return t.bytes }

// Checkpoints is the number of checkpoints.
func (t *Timeline) Checkpoints() int { return len(t.points) }

// Branches are the courses that were left, oldest first.
func (t *Timeline) Branches() []Branch { return t.branches }

// Grid is the width of the steps.
func (t *Timeline) Grid() engine.Time { return t.opt.Grid }

// Midway reports whether the run was stopped by a limit, so that events of its
// current moment may still be to come. Nobody may act then: see Settle.
func (t *Timeline) Midway() bool { return t.midway }

// Settle runs a run that was stopped midway to the next whole millisecond.
func (t *Timeline) Settle() {
	if t.midway {
		t.Run((t.sim.Now()/engine.Millisecond+1)*engine.Millisecond, 1<<62)
	}
}

// Run moves forward to a moment, or until so many events have been handled,
// and makes checkpoints on the way. It reports whether the moment was reached.
func (t *Timeline) Run(until engine.Time, limit uint64) bool {
	last := t.sim.Events() + limit
	t.next.Warm(t.points[len(t.points)-1].Bytes(), warmPart)
	for t.sim.Now() < until {
		now := t.sim.Now()
		edge := (now/t.opt.Grid + 1) * t.opt.Grid
		reached := t.sim.RunSome(min(until, edge), last-min(last, t.sim.Events()))
		t.midway = !reached
		t.head = max(t.head, t.sim.Now())
		if !reached {
			return false
		}
		if t.sim.Now() == edge {
			t.pass()
		}
	}
	return true
}

func (t *Timeline) pass() {
	if t.opt.Passed != nil {
		t.opt.Passed(t.sim)
	}
	now, events := t.sim.Now(), t.sim.Events()
	i := t.before(now)
	p := t.points[i]
	if p.At == now || !t.due(i) {
		return
	}
	if i+1 < len(t.points) && t.points[i+1].Events-events < t.opt.Events {
		return // passed before: the next one is near enough
	}
	t.keep(i + 1)
	t.thin()
}

// bytesPerEvent bounds what saving costs: copying so many bytes takes about a
// twentieth of the time that handling an event takes.
const bytesPerEvent = 64

// quietShare is the part of the usual events that is enough once a span has
// passed.
const quietShare = 16

// due reports whether the run has come far enough from the i-th checkpoint,
// the last before it, for another. A large state is saved less often; and one
// so large that no second fits the budget only when the run has become twice
// as long, which keeps the longest way from a checkpoint to half the run.
func (t *Timeline) due(i int) bool {
	p := t.points[i]
	events := t.sim.Events() - p.Events
	least := t.opt.Events
	if t.sim.Now()-p.At >= t.opt.Span {
		least /= quietShare
	}
	least = max(least, uint64(p.Bytes()/bytesPerEvent))
	if i > 0 && 2*p.Bytes() > t.opt.Bytes {
		least = max(least, p.Events-t.points[i-1].Events)
	}
	return events >= least
}

// before returns the last checkpoint that lies at or before a moment.
func (t *Timeline) before(at engine.Time) int {
	i, found := slices.BinarySearchFunc(t.points, at, func(p *engine.Snapshot, at engine.Time) int {
		return int(max(-1, min(1, p.At-at)))
	})
	if found {
		return i
	}
	return max(0, i-1)
}

// warmPart is how much of the memory of the next checkpoint is made ready by a call
// of Run, in bytes: of those that a page makes in a frame none is to take long.
const warmPart = 256 << 10

// keep makes a checkpoint, the i-th.
func (t *Timeline) keep(i int) {
	p := t.next
	t.next = new(engine.Snapshot)
	t.sim.Save(p)
	t.bytes += p.Bytes()
	t.points = slices.Insert(t.points, i, p)
}

// drop gives up checkpoints; the memory of one is kept for the next.
func (t *Timeline) drop(from, to int) {
	for _, p := range t.points[from:to] {
		t.bytes -= p.Bytes()
		t.next = p
	}
	t.points = slices.Delete(t.points, from, to)
}

// thin gives up checkpoints until the rest fit the budget: each time the one
// whose loss makes the smallest gap for its age, so that the gaps grow with
// age. Gaps and ages are in events, which is what a seek costs.
func (t *Timeline) thin() {
	for t.bytes > t.opt.Bytes && len(t.points) > 2 {
		n := len(t.points)
		newest := t.points[n-1].Events
		worst, least := 0, 0.0
		for i := 1; i < n-1; i++ {
			gap := float64(t.points[i+1].Events - t.points[i-1].Events)
			age := float64(newest - t.points[i].Events + 1)
			if worst == 0 || gap/age < least {
				worst, least = i, gap/age
			}
		}
		t.drop(worst, worst+1)
	}
}

// Regrid sets the width of the steps. Checkpoints that do not lie at the end
// of one are given up.
func (t *Timeline) Regrid(width engine.Time) {
	t.opt.Grid = width
	for i := len(t.points) - 1; i > 0; i-- {
		if t.points[i].At%width != 0 {
			t.drop(i, i+1)
		}
	}
}

// Seek goes to a moment, whatever work that is.
func (t *Timeline) Seek(at engine.Time) { t.SeekSome(at, 1<<62) }

// SeekSome goes towards a moment and handles at most so many events; called
// again with the same moment it goes on. It reports whether it has arrived.
// A moment after the head is come to by running on.
func (t *Timeline) SeekSome(at engine.Time, limit uint64) bool {
	at = max(at, t.points[0].At)
	i := t.before(at)
	now := t.sim.Now()
	if at < now || at == now && t.midway || t.points[i].At > now {
		t.sim.Load(t.points[i])
		t.midway = false
		if t.opt.Loaded != nil {
			t.opt.Loaded(t.sim)
		}
	}
	return t.Run(at, limit)
}

// Fork makes the current moment the head: what lay ahead is forgotten, but for
// its journal, and the journal's commands that were still to come are dropped.
// It reports whether there was anything to leave. Commands that were just given
// for this very moment stay, unless it lies in the past.
func (t *Timeline) Fork() bool {
	now, journal := t.sim.Now(), t.sim.Journal()
	due := engine.Command{At: now}.Due()
	past := now < t.head
	if !past && !slices.ContainsFunc(journal, func(c engine.Command) bool { return c.Due() > due }) {
		return false
	}
	if len(t.branches) == maxBranches {
		t.branches = slices.Delete(t.branches, 0, 1)
	}
	left := slices.Clone(journal)
	t.branches = append(t.branches, Branch{now, t.head, left})
	t.drop(t.before(now)+1, len(t.points))
	t.sim.Forget()
	if !past {
		for _, c := range left[len(t.sim.Journal()):] {
			if c.Due() <= due {
				_ = t.sim.Insert(c) // it was checked when it was first given
			}
		}
	}
	t.head = now
	return true
}
