package session

import (
	"slices"
	"strings"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

const (
	// recent is the time over which an explanation measures, all of it.
	recent = 4 * engine.Second
	// fall is how much less, as a share, must arrive than just before for the
	// load to be falling: less is chance.
	fall = 0.1
	// A server is busy throughout when so large a share of it is.
	throughout = 0.99
	// Little room is left from this load by capacity on, and it tells once that many
	// calls wait for each that arrives in a second.
	tightLoad = 0.8
	tightWait = 0.1
)

// meters are the curves that explanations read; those that the scenario does
// not measure are nil.
type meters struct {
	tiers         []tier
	asked, turned *record.Curve // requests from outside; those that find no way in
	rec           *record.Recorder
	judge         *record.Judge
	doorKept      bool
}

// tier is a component that has a load and a capacity.
type tier struct {
	scenario.Tier
	offered, capacity *record.Curve // the load and what it goes to
	waiting, busy     *record.Curve // there
}

func newMeters(s *Session) meters {
	m := meters{rec: s.rec, judge: s.judge}
	o := s.scn.Objective
	if o == nil {
		return m
	}
	for _, t := range s.scn.Tiers() {
		m.add(t)
	}
	from := strings.Join(o.Links, " ")
	m.asked, m.turned = curve(s.rec, from, "attempts"), curve(s.rec, from, "failed_unsolved")
	m.doorKept = m.asked != nil && m.turned != nil
	return m
}

func (m *meters) add(t scenario.Tier) {
	x := tier{
		t, curve(m.rec, t.Offered, "attempts"), curve(m.rec, t.Capacity, "capacity"),
		curve(m.rec, t.Capacity, "queue"), curve(m.rec, t.Capacity, "utilisation"),
	}
	if x.offered != nil && x.capacity != nil && x.waiting != nil && x.busy != nil {
		m.tiers = append(m.tiers, x)
	}
}

// curve is nil for what a scenario does not measure.
func curve(rec *record.Recorder, of, name string) *record.Curve {
	c, err := rec.Curve(scenario.Line{Of: of, Metric: name})
	if err != nil {
		return nil
	}
	return c
}

// reading is what was measured in the whole windows that an explanation speaks
// of: the latest, as far back as recent, but none from before the system turned
// healthy, or ceased to be, and none from before anybody acted. So no sentence
// tells of a time that is over for another one.
type reading struct {
	from, to engine.Time
	state    record.State
	unwell   bool    // it was not healthy before, where it is
	share    float64 // of good answers, by which the state was told
	load     bool    // the load is known, and what follows of it: that of
	tier     int     // the tier that has least room

	offered, capacity float64 // 1/s
	before            float64 // offered in as much time just before
	waiting           float64 // calls in the queue, a level: in the last of the windows
	full              bool    // healthy, the server has been busy throughout since it is
}

func (m *meters) read(s *Session) reading {
	width := m.rec.Width()
	r := reading{state: s.State(), to: m.rec.Ended(s.Now())}
	r.from = max(m.rec.Start(), r.to-max(recent, width))
	since := s.turned(r.to)
	r.from, r.unwell = max(r.from, since), since > m.rec.Start()
	// A change counts from the first window that it was there for as a whole.
	r.from = max(r.from, m.rec.Start()+(s.changed(r.to)-m.rec.Start()+width-1)/width*width)
	r.from = max(m.rec.Start(), min(r.from, r.to-width))
	r.share = m.share(r.from, r.to)
	m.readLoad(&r, since)
	return r
}

// turned is since when the system has been healthy, or not, as it is at a
// moment.
func (s *Session) turned(at engine.Time) (since engine.Time) {
	first, well := true, false
	for _, sp := range slices.Backward(s.judge.Spans()) {
		switch healthy := sp.State == record.Healthy; {
		case sp.From >= at:
			continue
		case first:
			first, well = false, healthy
		case healthy != well:
			return since
		}
		since = sp.From
	}
	return since
}

// share is the mean of those by which the states of the windows were told.
func (m *meters) share(from, to engine.Time) float64 {
	width := m.rec.Width()
	n, sum := 0, 0.0
	for at := from + width; at <= to; at += width {
		sum += m.judge.Share(at)
		n++
	}
	if n == 0 {
		return m.judge.Share(to)
	}
	return sum / float64(n)
}

// readLoad reads the tier that has least room. One that still works off what has
// piled up comes before those that can serve what they are asked.
func (m *meters) readLoad(r *reading, since engine.Time) {
	for i := range m.tiers {
		x := *r
		x.tier = i
		m.readTier(&x, &m.tiers[i], since)
		if i == 0 || x.pressed() > r.pressed() {
			*r = x
		}
	}
}

func (m *meters) readTier(r *reading, t *tier, since engine.Time) {
	r.offered, r.capacity = t.offered.Over(r.from, r.to), t.capacity.Over(r.from, r.to)
	r.load = r.capacity > 0 && r.offered == r.offered
	r.before = t.offered.Over(max(m.rec.Start(), 2*r.from-r.to), r.from)
	r.waiting = t.waiting.Over(r.to-m.rec.Width(), r.to)
	r.full = r.state == record.Healthy && m.full(t, since, r.to)
}

// pressed is how little room a tier has: what is asked of it by what it can serve.
func (r *reading) pressed() float64 {
	switch {
	case r.draining():
		return 1
	case !(r.offered > 0):
		return 0
	}
	return r.offered / r.capacity
}

// full reports whether a tier was busy throughout in every window.
func (m *meters) full(t *tier, from, to engine.Time) bool {
	width := m.rec.Width()
	for at := from; at < to; at += width {
		if !(t.busy.Over(at, at+width) >= throughout) {
			return false
		}
	}
	return true
}

// over reports whether more is asked than can be served.
func (r *reading) over() bool { return r.load && r.offered > r.capacity }

// tight reports whether what is asked can be served on the whole, and yet calls wait,
// with the system not well.
func (r *reading) tight() bool {
	return r.load && !r.over() && r.state != record.Healthy && r.offered >= tightLoad*r.capacity && r.waiting >= tightWait*r.offered
}

// falling reports whether less is asked than just before.
func (r *reading) falling() bool { return r.load && r.offered < (1-fall)*r.before }

// better reports whether it is healthy or on its way there: a share that rises
// while too much is asked, and no less than before, is no recovery.
func (r *reading) better() bool {
	return r.state == record.Healthy || r.state == record.Recovering && (!r.over() || r.falling())
}

// draining reports whether, healthy again and with no more asked than can be
// served, what has piled up before is still to be served: the queue has not
// been empty since.
func (r *reading) draining() bool {
	return r.load && r.unwell && !r.over() && r.full && r.waiting >= 1
}

// HoldLeft is for how long the run must still stay healthy until its recovery
// counts; ok is false while it is not healthy, while a trigger lasts, and where
// it counts already or there is nothing to recover from.
func (s *Session) HoldLeft() (left engine.Time, ok bool) {
	o := s.scn.Objective
	v := s.Verdict().Ruling
	if o == nil || s.State() != record.Healthy || !s.judge.Calm(s.Now()) || v == record.RuledRecovered || v == record.RuledHealthy {
		return 0, false
	}
	return max(0, s.turned(s.rec.Ended(s.Now()))+engine.Time(o.Hold)-s.Now()), true
}
