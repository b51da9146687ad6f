package course

import (
	"slices"

	"stampede/app/figure"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
)

// Teller makes the course of a run bit by bit, so that a page stays alive
// meanwhile: it goes through the run from event to event, and then back to the
// last moment before each of them, to say how things stood.
type Teller struct {
	run    *view.Run
	until  engine.Time
	events []moment
	parts  []chapter // once the run is recorded
	next   int       // of events, to be read
	told   []Event
	course *Course
	going  bool // on the way to the next event
	ended  bool // the run is recorded
}

// moment is an event as it was found on the way.
type moment struct {
	at          engine.Time
	what, story []string
	turns       bool // it is no more than another live state
}

// NewTeller tells a run that nobody else moves, from its beginning to a moment.
func NewTeller(r *view.Run, until engine.Time) *Teller {
	r.Session.Sample(0) // nothing is drawn
	r.Session.Seek(0)
	t := &Teller{run: r, until: min(max(until, engine.Millisecond), r.Session.End())}
	t.events = append(t.events, moment{what: []string{r.Locale.T("moment.start")}})
	return t
}

// Reached is how far the run has been gone through, and how far it will be.
func (t *Teller) Reached() (now, end engine.Time) {
	if t.ended {
		return t.until, t.until
	}
	return min(t.run.Session.Sim().Now(), t.until), t.until
}

// Course is what was told; nil until Work is done.
func (t *Teller) Course() *Course { return t.course }

// Err is what stopped the run for good, nil when nothing has. The course then ends
// there.
func (t *Teller) Err() error { return t.run.Session.Err() }

// stretch is the events of one stretch of work, some milliseconds.
const stretch = 1 << 14

// Work goes on until it is late (nil: to the end), and reports whether the course
// is there.
func (t *Teller) Work(late func() bool) (done bool) {
	for t.course == nil {
		switch {
		case !t.ended:
			t.record()
		case t.next < len(t.events):
			t.read()
		default:
			t.course = t.finish()
		}
		if late != nil && late() {
			break
		}
	}
	return t.course != nil
}

// record goes on to the next event, and stays there until it is known what
// sustains a failure.
func (t *Teller) record() {
	s := t.run.Session
	if s.Err() != nil {
		t.stop(min(s.Now(), t.until))
		return
	}
	if !t.going {
		s.NextEvent()
		t.going = true
	}
	// The second call looks for the cause where the first has arrived.
	s.Pump(0, stretch, nil)
	if s.Seeking() {
		if s.Sim().Now() > t.until {
			t.stop(t.until)
		}
		return
	}
	s.Pump(0, stretch, nil)
	if f := s.Explain().Finding; f != nil && !f.Done {
		return
	}
	t.going = false
	if s.Now() > t.until {
		t.stop(t.until)
		return
	}
	t.note()
	if s.Now() >= t.until {
		t.stop(t.until)
	}
}

// stop ends the recording at a moment.
func (t *Teller) stop(at engine.Time) {
	t.until, t.ended = at, true
	hold := engine.Time(0)
	if o := t.run.Scenario.Objective; o != nil {
		hold = engine.Time(o.Hold)
	}
	t.parts = chapters(t.run.Session.Spans(), hold, at)
	t.events = slices.DeleteFunc(t.events, func(e moment) bool { return e.turns && !t.opens(e.at) })
}

// opens reports whether a chapter begins with what is told at a moment: a state is
// told at the end of its first window.
func (t *Teller) opens(at engine.Time) bool {
	width := engine.Time(t.run.Scenario.Window)
	return slices.ContainsFunc(t.parts, func(c chapter) bool { return at > c.From && at <= c.From+width })
}

// note keeps the event that the run has come to.
func (t *Teller) note() {
	m, ok := t.run.Session.Moment()
	if !ok {
		return
	}
	r := t.run
	e := moment{at: m.At, what: append(r.Done(&m), r.Turned(&m)...)}
	e.turns = len(m.Marks) == 0 && m.State != m.Before && len(e.what) == 1
	for _, x := range m.Marks {
		if x.Kind == session.MarkCaption {
			e.story = append(e.story, r.Caption(x.Key, x.At))
		}
	}
	t.events = append(t.events, e)
}

// read says how things stood just before the event after the next one to be told.
func (t *Teller) read() {
	e := t.events[t.next]
	t.next++
	to := t.until
	if t.next < len(t.events) {
		to = max(e.at, t.events[t.next].at-engine.Millisecond)
	}
	r := t.run
	told := Event{At: e.at, When: figure.Moment(r.Locale, e.at-e.at%engine.Second), What: e.what, Story: e.story}
	if e.at >= t.until && t.next > 1 {
		// Nothing follows: the outcome says how things stand.
		t.told = append(t.told, told)
		return
	}
	r.Session.Seek(to)
	told.AsOf = r.Locale.T("course.asof", i18n.Num("at", view.Seconds(to)))
	told.Sentences = slices.Clone(r.Sentences())
	t.told = append(t.told, told)
}

// finish puts together what has been told, as of the end.
func (t *Teller) finish() *Course {
	r := t.run
	r.Session.Seek(t.until)
	for r.Session.Seeking() && r.Session.Err() == nil {
		r.Session.Pump(0, stretch, nil)
	}
	r.Look()
	c := &Course{Outcome: figure.Outcome(r), Cause: r.Cause(), Phases: t.phases(), Stamp: figure.Stamp(r)}
	c.Numbers, c.Series = numbers(r, c.Phases), series(r, t.until)
	return c
}

// phases sorts the events into the stretches of live state.
func (t *Teller) phases() []Phase {
	var out []Phase
	l := t.run.Locale
	for i := range t.parts {
		out = append(out, t.parts[i].phase(l))
	}
	if len(out) == 0 { // ended before anything was measured
		return out
	}
	for _, e := range t.told {
		k := len(out) - 1
		// A state is told at the end of its first window, which is part of it.
		for k > 0 && out[k].From >= e.At {
			k--
		}
		out[k].Events = append(out[k].Events, e)
	}
	return out
}
