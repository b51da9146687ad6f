package hostview

import (
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine/socket"
)

// Sentence says what the step has done, in numbers of the host.
func (m *Moment) Sentence() []i18n.Span {
	say := "begin"
	fallback := "walk.do.begin"
	if m.Step != nil {
		fallback = "walk.do." + m.Step.Do
		say = m.Step.Say
	}
	if say != "" {
		for _, k := range m.keys(say) {
			if m.l.Has(k) {
				return m.l.Rich(k, m.args()...)
			}
		}
	}
	return m.l.Rich(fallback, m.args()...)
}

// args are the numbers that sentences are made of. Those of what happened are
// the step's own, those of what there is are the host's.
func (m *Moment) args() []i18n.Arg {
	h, c := &m.Host, m.since()
	liveOld, _ := flows(h, 0)
	liveNew, _ := flows(h, 1)
	args := []i18n.Arg{
		i18n.Text("process", m.doer()), i18n.Text("answer", m.answer()), i18n.Text("kind", m.kind()),
		i18n.Text("reader", readerOf(h)), i18n.Text("forwards", map[bool]string{true: "yes", false: "no"}[c.Forwarded > 0]),
		i18n.Text("holder", holderOf(h)), i18n.Text("moved", map[bool]string{true: "yes", false: "no"}[c.Migrated > 0]),
	}
	for _, n := range []struct {
		name  string
		value int
	}{
		{"old", conns(h, 0, socket.Accepted)},
		{"new", conns(h, 1, socket.Accepted)},
		{"accepted", conns(h, 0, socket.Accepted) + conns(h, 1, socket.Accepted) - conns(&m.Before, 0, socket.Accepted) - conns(&m.Before, 1, socket.Accepted)},
		{"waiting", waiting(h)},
		{"waited", waiting(&m.Before)},
		{"came", len(h.Conns) - len(m.Before.Conns)},
		{"opened", len(h.Flows) - len(m.Before.Flows)},
		{"sockets", len(h.Sockets) - len(m.Before.Sockets)},
		{"ring", h.UDP.Len()},
		{"quic_old", liveOld},
		{"quic_new", liveNew},
		{"sent", len(h.Trips)},
		{"unread", trips(h, socket.Unread)},
		{"passed", len(m.passed())},
		{"closed", m.closed()},
		{"lost", c.Lost},
		{"cut", c.Reset},
		{"migrated", c.Migrated},
		{"unanswered", c.Unanswered},
		{"refused", c.Refused},
		{"forwarded", c.Forwarded},
		{"misrouted", c.Misrouted},
		{"delivered", c.Delivered},
		{"ended", m.ended()},
		{"all_lost", h.Counts.Lost},
		{"all_cut", cutAll(h)},
		{"all_misrouted", h.Counts.Misrouted},
	} {
		args = append(args, i18n.Num(n.name, float64(n.value)))
	}
	return args
}

// doer is the process of the step: old, new, or nobody on the host.
func (m *Moment) doer() string {
	if m.Step == nil || m.Step.Process == "" {
		return "nobody"
	}
	return m.Step.Process
}

func (m *Moment) kind() string {
	if m.Step == nil {
		return ""
	}
	return m.Step.Kind
}

// answer is who has answered the health check, or unwell when it said that it
// drains.
func (m *Moment) answer() string {
	switch a := m.Host.Health; {
	case a.By == socket.None || !a.Asked:
		return "nobody"
	case !a.Good:
		return "unwell"
	default:
		return socket.Processes[a.By]
	}
}

// readerOf tells who has read the packets of the step: old, new, both or nobody.
func readerOf(h *socket.Host) string {
	who := "nobody"
	for _, t := range h.Trips {
		if t.Reader == socket.None {
			continue
		}
		if name := socket.Processes[t.Reader]; who == "nobody" {
			who = name
		} else if who != name {
			who = "both"
		}
	}
	return who
}

// holderOf tells who holds the first listener: old, new, both or nobody.
func holderOf(h *socket.Host) string {
	for i := range h.Sockets {
		if h.Sockets[i].Kind == socket.Listener {
			return holders(h, i)
		}
	}
	return "nobody"
}

func holders(h *socket.Host, s int) string {
	switch a, b := h.Has(0, s), h.Has(1, s); {
	case a && b:
		return "both"
	case a:
		return "old"
	case b:
		return "new"
	}
	return "nobody"
}

// trips counts the packets of the step that met with an action.
func trips(h *socket.Host, did socket.Action) (n int) {
	for _, t := range h.Trips {
		if t.Did == did {
			n++
		}
	}
	return n
}

// closed counts the sockets that closed in this step.
func (m *Moment) closed() (n int) {
	for i := range m.Before.Sockets {
		if m.Before.Sockets[i].Open && !m.Host.Sockets[i].Open {
			n++
		}
	}
	return n
}

// ended counts the connections of both kinds that ended by themselves.
func (m *Moment) ended() (n int) {
	for i := range m.Before.Conns {
		if m.Before.Conns[i].State != socket.Finished && m.Host.Conns[i].State == socket.Finished {
			n++
		}
	}
	for i := range m.Before.Flows {
		if !m.Before.Flows[i].Finished && m.Host.Flows[i].Finished {
			n++
		}
	}
	return n
}

// Alt says in words all that the drawing shows.
func (m *Moment) Alt() string {
	l, h := m.l, &m.Host
	words := []string{view.Plain(m.Sentence())}
	for p := range socket.Processes {
		live, cut := flows(h, p)
		words = append(words, l.T("walk.alt.process", i18n.Text("which", socket.Processes[p]), i18n.Text("state", m.state(p)),
			i18n.Num("tcp", float64(conns(h, p, socket.Accepted))), i18n.Num("quic", float64(live)),
			i18n.Num("cut", float64(cut+conns(h, p, socket.ConnReset)))))
	}
	for i := range h.Sockets {
		s := &h.Sockets[i]
		lost := lostAt(h, i)
		if s.Kind == socket.Listener && (s.Open || lost > 0) {
			words = append(words, l.T("walk.alt.listener", i18n.Text("holder", holders(h, i)),
				i18n.Num("waiting", float64(len(s.Queue))), i18n.Num("lost", float64(lost))))
		}
	}
	if h.UDP.Len() > 0 {
		words = append(words, l.T("walk.alt.ring", i18n.Num("n", float64(h.UDP.Len()))))
	}
	return strings.Join(words, " ")
}

// state says what a process does.
func (m *Moment) state(process int) string {
	return m.l.T("walk.state." + stateOf(&m.Host, process))
}

func stateOf(h *socket.Host, process int) string {
	if process >= len(h.Processes) {
		return "none"
	}
	p := &h.Processes[process]
	accepts, reads := p.Accepting && owns(h, process, socket.Listener), p.Reading && owns(h, process, socket.Datagram)
	switch {
	case !p.Alive:
		return "gone"
	case p.Draining && reads:
		return "draining_reads"
	case p.Draining:
		return "draining"
	case accepts && reads:
		return "serving"
	case accepts:
		return "accepting"
	case reads:
		return "reading"
	}
	return "starting"
}

// owns reports whether a process has a socket of a kind: one that has none serves
// nobody, however ready it is.
func owns(h *socket.Host, process int, kind socket.Kind) bool {
	return slices.ContainsFunc(h.Descriptors, func(d socket.Descriptor) bool {
		return d.Process == process && h.Sockets[d.Socket].Kind == kind
	})
}

// lostAt counts the connections that died with a listener.
func lostAt(h *socket.Host, s int) (n int) {
	for i := range h.Conns {
		if c := &h.Conns[i]; c.State == socket.Lost && c.Socket == s {
			n++
		}
	}
	return n
}
