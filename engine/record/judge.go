package record

import (
	"stampede/engine"
	"stampede/engine/scenario"
)

// A window's share of good answers is taken over as many windows back as hold
// enough calls to tell, but no longer than lookback.
const (
	enough   = 20
	lookback = 2 * engine.Second
)

// When of the calls made so many more have not ended than a quarter of those
// that have, the share is of the calls made. Else, while all wait for a time-out
// or a retry, the few that end well would look like health. Where calls may take
// longer than lookback and still be in time, waiting says nothing yet.
const (
	hangShare = 4
	hangLeast = enough / 2
)

// A share rises steadily when, over riseSpan or the objective's hold time if that
// is longer, its mean in the later half lies riseBy above that in the earlier half.
const (
	riseSpan = 10 * engine.Second
	riseBy   = 0.03
)

// Judge tells the live state of each recorded window and the verdict of the
// run by the scenario's objective:
//
//   - healthy: the share of good answers, of the calls on the objective's links
//     that ended or have outlived their deadline (of those made, while many hang),
//     reaches the objective's;
//   - failing: it lies below the objective's failing share. Calls that wait for
//     a whole hold time while none ends are failing too;
//   - recovering: not healthy, though the trigger is over and it has been
//     failing since it was last healthy, and the share rises steadily;
//   - degraded: what is left.
//
// Windows too short for enough calls look back at those before, and a window
// in which nothing ended keeps the share before. With no objective all is
// healthy.
type Judge struct {
	scn      *scenario.Scenario
	rec      *Recorder
	links    []int
	patience []int // of each link: windows in its deadline, where that is longer than lookback
	patient  bool  // there is one
	commands []engine.Command
	triggers []trigger
	endings  map[int]*ending // by trigger, of those whose end the record tells
	version  int
	shares   []float64
	states   []State
	failed   bool // has been failing since it was last healthy
	silent   int  // windows in a row in which calls waited and none ended
	spans    []Span
	memo     struct {
		window int
		v      Verdict
	}
}

// NewJudge judges a record by a scenario's objective.
func NewJudge(scn *scenario.Scenario, rec *Recorder) *Judge {
	j := &Judge{scn: scn, rec: rec}
	if scn.Objective != nil {
		for _, name := range scn.Objective.Links {
			if i, ok := rec.linkByName(name); ok {
				j.links = append(j.links, i)
				j.patience = append(j.patience, j.deadline(name))
			}
		}
	}
	j.reset()
	return j
}

func (j *Judge) reset() {
	j.version = j.rec.version
	j.shares, j.states, j.spans = j.shares[:0], j.states[:0], j.spans[:0]
	j.failed, j.silent = false, 0
	j.memo.window = -2
	j.endings = map[int]*ending{}
}

// deadline is how many windows a call on a link has, 0 where it is not longer than
// lookback.
func (j *Judge) deadline(name string) int {
	for k := range j.scn.Links {
		if d := engine.Time(j.scn.Links[k].Deadline); j.scn.Links[k].Name == name && d > lookback {
			j.patient = true
			return int((d + j.rec.width - 1) / j.rec.width)
		}
	}
	return 0
}

// overdue is how many calls on a link have become too old in a window without
// having ended, at the least: those made a deadline ago that exceed all that ended.
func (j *Judge) overdue(n, w int) uint64 {
	link, d := j.links[n], j.patience[n]
	if d == 0 || w < d {
		return 0
	}
	from, to := j.rec.link(link, w)
	wasMade, isMade := j.rec.link(link, w-d)
	was := max(0, int64(wasMade.calls)-int64(from.endedAll()))
	is := max(0, int64(isMade.calls)-int64(to.endedAll()))
	return uint64(max(0, is-was))
}

// Update judges what has been recorded since, with the commands that the run
// has now. Call it before asking.
func (j *Judge) Update(sim *engine.Sim) {
	j.commands = Effective(j.commands[:0], sim.Script(), sim.Journal())
	before := len(j.triggers)
	last := trigger{}
	if before > 0 {
		last = j.triggers[before-1]
	}
	j.triggers = triggers(j.triggers[:0], j.scn, j.commands)
	if n := len(j.triggers); n != before || n > 0 && j.triggers[n-1] != last {
		j.memo.window = -2
		j.endings = map[int]*ending{}
	}
	if j.version != j.rec.version {
		j.reset()
	}
	for w := len(j.states); w < j.rec.Windows(); w++ {
		j.judge(w)
	}
}

// Commands are those of the run, past and to come, in order of effect, as of
// the last Update.
func (j *Judge) Commands() []engine.Command { return j.commands }

// judge adds the state of the next window.
func (j *Judge) judge(w int) {
	share := j.share(w)
	j.shares = append(j.shares, share)
	st := Healthy
	o := j.scn.Objective
	switch {
	case o == nil || share >= o.Good:
		j.failed = false
	case share < o.Failing:
		st, j.failed = Failing, true
	default:
		st = Degraded
	}
	if st != Healthy && j.failed && j.over(j.end(w)) && j.rising(w) {
		st = Recovering
	}
	j.states = append(j.states, st)
	if n := len(j.spans); n > 0 && j.spans[n-1].State == st {
		j.spans[n-1].To = j.end(w)
		return
	}
	j.spans = append(j.spans, Span{j.end(w) - j.rec.width, j.end(w), st})
}

func (j *Judge) end(w int) engine.Time { return j.rec.start + engine.Time(w+1)*j.rec.width }

// share is the share of good answers as of a window.
func (j *Judge) share(w int) float64 {
	var good, made, ended, here uint64
	var live int64
	back := max(1, int(lookback/j.rec.width))
	for k := w; k >= 0 && k > w-back && ended < enough; k-- {
		for at, i := range j.links {
			a, b := j.rec.link(i, k)
			good += b.good - a.good
			made += b.calls - a.calls
			n := b.endedAll() - a.endedAll() + j.overdue(at, k)
			ended += n
			if k == w {
				here += n
				live += b.live
			}
		}
	}
	if here == 0 && live > 0 {
		j.silent++
	} else {
		j.silent = 0
	}
	switch {
	case j.silent > 0 && engine.Time(j.silent)*j.rec.width >= max(lookback, int64(j.scn.Objective.Hold)):
		return 0
	case !j.patient && made > ended+ended/hangShare && made > ended+hangLeast:
		return float64(good) / float64(made)
	case ended > 0:
		return float64(good) / float64(ended)
	case w > 0:
		return j.shares[w-1]
	}
	return 1
}

func (j *Judge) rising(w int) bool {
	n := max(4, int(max(riseSpan, engine.Time(j.scn.Objective.Hold))/j.rec.width)) / 2
	if w+1 < 2*n {
		return false
	}
	var early, late float64
	for k := w + 1 - n; k <= w; k++ {
		late += j.shares[k]
		early += j.shares[k-n]
	}
	return late-early >= riseBy*float64(n)
}

// last is the latest trigger that had begun before a moment. It ends with the last
// of those that had begun by then.
func (j *Judge) last(before engine.Time) (t trigger, ok bool) {
	for i, x := range j.triggers {
		if x.start >= before {
			break
		}
		x.end = max(t.end, j.ended(i, before))
		t, ok = x, true
	}
	return t, ok
}

// Calm reports whether no trigger lasts as of a moment: none has been, or the
// last one is over.
func (j *Judge) Calm(at engine.Time) bool { return j.over(at) }

func (j *Judge) over(at engine.Time) bool {
	t, ok := j.last(at)
	return !ok || t.end < at
}

// TriggerOver reports whether a trigger has been and is over as of a moment,
// and since when.
func (j *Judge) TriggerOver(at engine.Time) (since engine.Time, ok bool) {
	t, ok := j.last(at)
	return t.end, ok && t.end < at
}

// State is the live state as of a moment: that of the last window that had
// ended.
func (j *Judge) State(at engine.Time) State {
	if w := j.rec.window(at); w >= 0 && w < len(j.states) {
		return j.states[w]
	}
	return Healthy
}

// Share is the share of good answers by which the state was told; 1 before
// the first window.
func (j *Judge) Share(at engine.Time) float64 {
	if w := j.rec.window(at); w >= 0 && w < len(j.shares) {
		return j.shares[w]
	}
	return 1
}

// Spans are the stretches of live state of the whole record. The slice is
// valid until the next Update.
func (j *Judge) Spans() []Span { return j.spans }

// Verdict is the verdict as of a moment.
func (j *Judge) Verdict(at engine.Time) Verdict {
	w := min(j.rec.window(at), len(j.states)-1)
	if w != j.memo.window {
		j.memo.window, j.memo.v = w, j.rule(w)
	}
	return j.memo.v
}

// rule goes through the states up to a window.
func (j *Judge) rule(last int) Verdict {
	o := j.scn.Objective
	if o == nil {
		return Verdict{}
	}
	r := course{j: j, v: Verdict{Ruling: RuledHealthy}, well: j.rec.start, held: true, failing: -1}
	for w := 0; w <= last; w++ {
		if j.states[w] == Healthy {
			r.healthy(w, engine.Time(o.Hold))
		} else {
			r.unwell(w)
		}
		if !r.held {
			r.wait(w, engine.Time(o.Patience), engine.Time(o.Hold))
		}
	}
	return r.v
}

// course is where a verdict stands while it goes through the windows.
type course struct {
	j       *Judge
	v       Verdict
	held    bool
	left    engine.Time // when it left healthy
	well    engine.Time // since when it has been healthy, -1 when it is not
	from    trigger     // that it recovered from last
	again   bool        // it left healthy once more after that, with no new trigger
	failing engine.Time // end of the last failing window
}

// healthy is told of a healthy window; enough of them make a hold.
func (r *course) healthy(w int, hold engine.Time) {
	to := r.j.end(w)
	if r.well < 0 {
		r.well = to - r.j.rec.width
	}
	if r.held || to-r.well < hold || !r.j.over(to) {
		return
	}
	r.held = true
	t, triggered := r.j.last(to)
	since := r.left
	if triggered {
		since = t.end
	}
	r.from = t
	r.v = Verdict{
		Ruling: RuledRecovered, At: r.well, After: max(0, r.well-since), WasStuck: r.v.WasStuck,
		Again: r.again && triggered, Alone: !triggered, Early: triggered && r.well < t.end,
	}
}

func (r *course) unwell(w int) {
	to := r.j.end(w)
	r.well = -1
	if r.held {
		r.held, r.left, r.failing = false, to-r.j.rec.width, -1
		t, _ := r.j.last(to)
		r.again = r.v.Ruling == RuledRecovered && t == r.from
		r.v = Verdict{Ruling: RuledUndecided, At: r.left, WasStuck: r.v.WasStuck}
	}
	if r.j.states[w] == Failing {
		r.failing = to
	}
}

// since is when patience began: at the end of the trigger that came before, or
// when healthy was left, whichever is later.
func (r *course) since(now engine.Time) engine.Time {
	if t, ok := r.j.last(now); ok && t.end != engine.Never {
		return max(t.end, r.left)
	}
	return r.left
}

// wait rules once patience has passed without a hold.
func (r *course) wait(w int, patience, hold engine.Time) {
	to := r.j.end(w)
	if !r.j.over(to) || to-r.since(to) < patience {
		if r.v.Ruling != RuledUndecided {
			r.v = Verdict{Ruling: RuledUndecided, At: r.left, WasStuck: r.v.WasStuck}
		}
		return
	}
	if r.well >= 0 && r.v.Ruling == RuledStuck {
		return // this may be a hold, and then it was stuck until it began
	}
	ruling := RuledDegraded
	if r.failing >= 0 && to-r.failing < max(hold, r.j.rec.width) {
		ruling = RuledStuck
	}
	if ruling != r.v.Ruling {
		r.v.Ruling, r.v.At = ruling, to
	}
	r.v.WasStuck = r.v.WasStuck || ruling == RuledStuck
}
