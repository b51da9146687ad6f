package session

import (
	"cmp"
	"slices"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

// Marks are the events on the timeline, in order of time, those to come
// included. The slice is valid until the next call.
func (s *Session) Marks() []Mark {
	now := s.Now()
	list := s.marks[:0]
	for _, c := range s.judge.Commands() {
		m := Mark{At: c.Due(), Kind: MarkKind(c.Verb), Key: c.Path, Arg: c.Value, Script: c.Script, Trigger: record.TriggerOf(s.scn, c)}
		list = append(list, m)
	}
	off := s.takenAt()
	for i := range s.scn.Script {
		e := &s.scn.Script[i]
		if at := s.begins(i); e.Caption != "" && at <= off && at != engine.Never && !s.dropped(e) {
			list = append(list, Mark{At: at, Kind: MarkCaption, Key: e.Caption, Near: e.Near, Script: true})
		}
	}
	for _, at := range s.forks {
		list = append(list, Mark{At: at, Kind: MarkFork})
	}
	if v := s.Verdict(); v.Ruling == record.RuledRecovered {
		list = append(list, Mark{At: v.At, Kind: MarkHold})
	}
	for i := range list {
		list[i].Ahead = list[i].At >= now
	}
	slices.SortStableFunc(list, func(a, b Mark) int { return cmp.Compare(a.At, b.At) })
	s.marks = list
	return list
}

// Caption is the text of the story in force: the last one that began; ok is
// false when there is none, when somebody has taken over, or when the run is
// not as the text says.
func (s *Session) Caption() (c Caption, ok bool) {
	now := s.Now()
	if s.takenAt() <= now {
		return Caption{}, false
	}
	last, since := -1, engine.Time(0)
	for i := range s.scn.Script {
		e := &s.scn.Script[i]
		if at := s.begins(i); e.Caption != "" && at <= now && !s.dropped(e) && at >= since {
			last, since = i, at
		}
	}
	if last < 0 || !s.met(s.scn.Script[last].If, now) {
		return Caption{}, false
	}
	e := &s.scn.Script[last]
	return Caption{Name: e.Caption, Near: e.Near, At: since}, true
}

// dropped reports whether an entry of the script is left out because somebody
// has set a parameter before.
func (s *Session) dropped(e *scenario.Entry) bool {
	if !e.Response {
		return false
	}
	for _, c := range s.Journal() {
		if c.Verb == engine.CmdSet && c.Due() < engine.Time(e.At) {
			return true
		}
	}
	return false
}

// met reports whether a condition is met as of a moment.
func (s *Session) met(c *scenario.Condition, at engine.Time) bool {
	if c == nil {
		return true
	}
	rec := s.Record()
	if s.measuredIn != rec {
		s.measuredIn, s.measured = rec, map[scenario.Line]*record.Curve{}
	}
	line := scenario.Line{Of: c.Of, Metric: c.Metric}
	curve, known := s.measured[line]
	if !known {
		// A condition that names nothing the run has is never met.
		curve, _ = rec.Curve(line)
		s.measured[line] = curve
	}
	if curve == nil {
		return false
	}
	x := curve.Over(at-2*rec.Width(), at)
	return (c.Above == nil || x > *c.Above) && (c.Below == nil || x < *c.Below)
}
