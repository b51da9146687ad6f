package hostview

import (
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine/socket"
)

// Walk is a walk of a scenario, in a reader's language.
type Walk struct {
	l        *i18n.Locale
	scenario string
	walk     *socket.Walk // as it is taken
	written  *socket.Walk // as the scenario has it
	changed  []string     // switches that do not stand as written
}

// New reads a walk of the scenario of that name.
func New(l *i18n.Locale, scenario string, walk *socket.Walk) *Walk {
	return &Walk{l: l, scenario: scenario, walk: walk, written: walk}
}

// Switch is something that people may leave out of a walk, or switch on.
type Switch struct {
	Name, Label string
	On          bool
}

// Switches are those of the walk, as they stand.
func (w *Walk) Switches() (list []Switch) {
	for _, name := range w.written.Switches {
		on := w.written.On(name) != slices.Contains(w.changed, name)
		list = append(list, Switch{name, w.l.T("walk.switch." + name), on})
	}
	return list
}

// Switch changes one of them.
func (w *Walk) Switch(name string) {
	if i := slices.Index(w.changed, name); i >= 0 {
		w.changed = slices.Delete(w.changed, i, i+1)
	} else {
		w.changed = append(w.changed, name)
	}
	all := *w.written
	for _, c := range w.changed {
		all = all.Switched(c)
	}
	w.walk = &all
}

// Called is the name by which the scenario knows the walk.
func (w *Walk) Called() string { return w.written.Name }

// Turned tells whether a switch stands the other way than written.
func (w *Walk) Turned(name string) bool { return slices.Contains(w.changed, name) }

// Changed names the switches that do, in alphabetical order with commas between.
func (w *Walk) Changed() string {
	return strings.Join(slices.Sorted(slices.Values(w.changed)), ",")
}

// Steps is how many steps there are; the moments are one more.
func (w *Walk) Steps() int { return len(w.walk.Steps) }

// Name is what the walk is called.
func (w *Walk) Name() string { return w.word("name") }

// Why says in a sentence what it shows.
func (w *Walk) Why() string { return w.word("why") }

func (w *Walk) word(part string) string {
	keys := w.keys(part)
	if part == "name" || w.l.Has(keys[0]) || w.l.Has(keys[len(keys)-1]) {
		return w.l.Or(keys[0], w.l.Or(keys[len(keys)-1], w.walk.Name))
	}
	return ""
}

func (w *Walk) keys(part string) []string {
	return view.Keys(w.scenario, "walk", w.walk.Name, part)
}

// Moment is the host after a step.
type Moment struct {
	*Walk
	K      int          // the step, from 1; 0 before the first
	Step   *socket.Step // nil before the first
	Before socket.Host  // as it was before the step
	Host   socket.Host
}

// At returns the host after k steps, k being moved into 0 to Steps().
func (w *Walk) At(k int) *Moment {
	k = max(0, min(k, w.Steps()))
	m := &Moment{Walk: w, K: k}
	m.Host, _ = w.walk.At(k) // the scenario's check has taken every step
	if k == 0 {              // what led there is no step of the walk
		m.Host.Trips, m.Host.Health = nil, socket.Health{}
	}
	m.Before = m.Host // both are only looked at
	if k > 0 {
		m.Step = &w.walk.Steps[k-1]
		m.Before, _ = w.walk.At(k - 1)
	}
	return m
}

// since is what the step has added to the totals.
func (m *Moment) since() socket.Counts {
	a, b := m.Host.Counts, m.Before.Counts
	return socket.Counts{
		Lost: a.Lost - b.Lost, Reset: a.Reset - b.Reset, Unanswered: a.Unanswered - b.Unanswered,
		Refused: a.Refused - b.Refused, Migrated: a.Migrated - b.Migrated, Misrouted: a.Misrouted - b.Misrouted,
		Forwarded: a.Forwarded - b.Forwarded, Delivered: a.Delivered - b.Delivered, Dropped: a.Dropped - b.Dropped,
	}
}

// passed are the descriptors that have crossed the channel in this step.
func (m *Moment) passed() (list []socket.Descriptor) {
	for _, d := range m.Host.Descriptors {
		if d.Received && !m.Before.Has(d.Process, d.Socket) {
			list = append(list, d)
		}
	}
	return list
}

// conns counts the TCP connections of a process in a state.
func conns(h *socket.Host, process int, s socket.ConnState) (n int) {
	for i := range h.Conns {
		if c := &h.Conns[i]; c.Owner == process && c.State == s {
			n++
		}
	}
	return n
}

// waiting counts what waits to be accepted, anywhere.
func waiting(h *socket.Host) (n int) {
	for i := range h.Sockets {
		n += len(h.Sockets[i].Queue)
	}
	return n
}

// flows counts the QUIC connections of a process: those that live, and those that
// were cut.
func flows(h *socket.Host, process int) (live, cut int) {
	for i := range h.Flows {
		switch f := &h.Flows[i]; {
		case f.Owner != process:
		case f.Open:
			live++
		case !f.Finished:
			cut++
		}
	}
	return live, cut
}

// cutAll counts the connections of both kinds that were cut, by the end of their
// process or by one that did not know them: those that are drawn as crosses there.
func cutAll(h *socket.Host) (n int) {
	for p := range socket.Processes {
		_, cut := flows(h, p)
		n += cut + conns(h, p, socket.ConnReset)
	}
	return n
}

// Counter is a total that tells how the walk goes.
type Counter struct {
	Name  string // of its text: "walk.count." and this
	Label string
	Value int
	Bad   bool // harm was done
}

// Counters are what a walk is judged by.
func (m *Moment) Counters() []Counter {
	c, cut := m.Host.Counts, cutAll(&m.Host)
	list := []Counter{
		{Name: "waiting", Value: waiting(&m.Host)},
		{Name: "lost", Value: c.Lost, Bad: c.Lost > 0},
		{Name: "forwarded", Value: c.Forwarded},
		{Name: "misrouted", Value: c.Misrouted, Bad: c.Misrouted > 0},
		{Name: "cut", Value: cut, Bad: cut > 0},
	}
	for _, more := range []Counter{{Name: "migrated", Value: c.Migrated}, {Name: "unanswered", Value: c.Unanswered, Bad: true}, {Name: "refused", Value: c.Refused, Bad: true}, {Name: "dropped", Value: c.Dropped, Bad: true}} {
		if more.Value > 0 {
			list = append(list, more)
		}
	}
	for i := range list {
		list[i].Label = m.l.T("walk.count." + list[i].Name)
	}
	return list
}
