package session

import (
	"slices"

	"stampede/engine/record"
)

// listeners are the functions that wait for events.
type listeners struct {
	last int
	list []listener
}

type listener struct {
	id    int
	event string
	fn    func()
}

// On has fn called after each event of a kind; Off with the returned number
// ends that.
func (s *Session) On(event string, fn func()) int {
	s.events.last++
	s.events.list = append(s.events.list, listener{s.events.last, event, fn})
	return s.events.last
}

// Off ends a listening.
func (s *Session) Off(id int) {
	// A copy: a listener may end itself while events are told.
	s.events.list = slices.DeleteFunc(slices.Clone(s.events.list), func(l listener) bool { return l.id == id })
}

func (l *listeners) emit(event string) {
	for _, x := range l.list {
		if x.event == event {
			x.fn()
		}
	}
}

// seen is what listeners were told last.
type seen struct {
	state   record.State
	verdict record.Ruling
	caption string
}

func (n *seen) look(s *Session) {
	c, _ := s.Caption()
	n.state, n.verdict, n.caption = s.State(), s.Verdict().Ruling, c.Name
}

// notice tells listeners what is different since the last time.
func (s *Session) notice() {
	before := s.seen
	s.seen.look(s)
	if before.state != s.seen.state {
		s.events.emit(EventState)
	}
	if before.verdict != s.seen.verdict {
		s.events.emit(EventVerdict)
	}
	if before.caption != s.seen.caption {
		s.events.emit(EventCaption)
	}
}
