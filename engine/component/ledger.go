package component

import "stampede/engine"

// ledger is what a work queue knows of each event, by serial number. What lies
// before its front has been delivered, and nothing of it is left.
type ledger struct {
	base  uint32 // serial number of the front
	_     uint32
	marks line[mark]
}

// mark is the state of one event.
type mark struct {
	at     engine.Time // when the first copy was put in
	copies uint32      // held by the queue
	busy   uint16      // at the workers
	done   bool        // delivered
	first  bool        // the copy that counts as the event is still held
	kept   bool        // during a removal: a copy has been kept
	seen   bool        // a copy of it has come
	_      [6]uint8
}

func (l *ledger) state(c *engine.Codec) {
	engine.Plain(c, &l.base)
	l.marks.state(c)
}

// enter is told that a copy of an event comes, and reports whether the event was
// known. The mark is nil for one that is forgotten.
func (l *ledger) enter(serial uint32) (m *mark, known bool) {
	i := int(int32(serial - l.base))
	if i < 0 {
		return nil, true
	}
	for i >= l.marks.len() {
		l.marks.push(mark{})
	}
	m = l.marks.at(i)
	known, m.seen = m.seen, true
	return m, known
}

// find is the mark of an event that has come, nil when it is forgotten.
func (l *ledger) find(serial uint32) *mark {
	i := int(int32(serial - l.base))
	if i < 0 {
		return nil
	}
	return l.marks.at(i)
}

// forget moves the front past the events that are over and done with.
func (l *ledger) forget() {
	for l.marks.len() > 0 {
		m := l.marks.at(0)
		if !m.done || m.copies > 0 || m.busy > 0 {
			return
		}
		l.marks.pop()
		l.base++
	}
}
