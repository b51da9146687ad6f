package session

import (
	"cmp"
	"slices"

	"stampede/engine"
	"stampede/engine/record"
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
		if e := &s.scn.Script[i]; e.Caption != "" && engine.Time(e.At) <= off {
			list = append(list, Mark{At: engine.Time(e.At), Kind: MarkCaption, Key: e.Caption, Near: e.Near, Script: true})
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

// Caption is the text of the story in force: the last one that began; ok
// is false when there is none, or when somebody has taken over.
func (s *Session) Caption() (c Caption, ok bool) {
	now := s.Now()
	if s.takenAt() <= now {
		return Caption{}, false
	}
	for i := range s.scn.Script {
		e := &s.scn.Script[i]
		if at := engine.Time(e.At); e.Caption != "" && at <= now && (!ok || at >= c.At) {
			c, ok = Caption{Name: e.Caption, Near: e.Near, At: at}, true
		}
	}
	return c, ok
}
