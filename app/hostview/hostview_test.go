package hostview_test

import (
	"encoding/xml"
	"errors"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"stampede/app/hostview"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/view"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
	"stampede/engine/socket"
)

// scenarios are all that have walks.
func scenarios(t *testing.T) []*scenario.Scenario {
	t.Helper()
	data, err := os.ReadFile("../../engine/scenario/testdata/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.Parse(data)
	if err != nil {
		t.Fatal(err)
	}
	return slices.DeleteFunc(append(catalog.Scenarios(), s), func(s *scenario.Scenario) bool { return len(s.Walks) == 0 })
}

// moments calls visit with every moment of every walk, and of walks that take the
// steps of all verbs.
func moments(t *testing.T, l *i18n.Locale, visit func(where string, m *hostview.Moment)) {
	t.Helper()
	for _, s := range scenarios(t) {
		for i := range s.Walks {
			w := hostview.New(l, s.Name, &s.Walks[i])
			where := s.Name + " " + s.Walks[i].Name
			for n := -1; n < len(w.Switches()); n++ { // as written, and with one more switch changed
				if n >= 0 {
					w.Switch(w.Switches()[n].Name)
					where += ", " + w.Switches()[n].Name
				}
				for k := range w.Steps() + 1 {
					visit(where, w.At(k))
				}
			}
		}
	}
	w := hostview.New(l, "none", full())
	for k := range w.Steps() + 1 {
		visit("all verbs", w.At(k))
	}
}

// full is a walk that takes every verb, and does what harm it can.
func full() *socket.Walk {
	w := &socket.Walk{Name: "full", Steps: []socket.Step{
		{Do: "health_check"},
		{Do: "connect"},
		{Do: "start_process", Process: "old"},
		{Do: "listen", Process: "old", Kind: "tcp", Backlog: 1},
		{Do: "listen", Process: "old", Kind: "udp", Count: 9},
		{Do: "connect", Count: 4},
		{Do: "accept", Process: "old", Count: 1},
		{Do: "open_quic", Count: 12},
		{Do: "start_process", Process: "new"},
		{Do: "listen", Process: "new", Kind: "udp", Count: 7},
		{Do: "packets", Process: "old"},
		{Do: "open_channel", Process: "old"},
		{Do: "connect_channel", Process: "new"},
		{Do: "send_descriptors", Process: "old"},
		{Do: "serve", Process: "new"},
		{Do: "confirm", Process: "new"},
		{Do: "forward", Process: "new"},
		{Do: "packets", Process: "old"},
		{Do: "stop_accepting", Process: "old"},
		{Do: "stop_reading", Process: "old"},
		{Do: "stop_reading", Process: "new"},
		{Do: "packets", Process: "old"},
		{Do: "close", Process: "old", Kind: "tcp"},
		{Do: "health_check"},
		{Do: "accept", Process: "new"},
		{Do: "connect", Count: 2},
		{Do: "close", Process: "new", Kind: "tcp"},
		{Do: "finish", Process: "old", Kind: "udp", Count: 1},
		{Do: "exit", Process: "old"},
		{Do: "exit", Process: "new"},
	}}
	return w
}

// TestFullTakesEveryVerb keeps full up to its name.
func TestFullTakesEveryVerb(t *testing.T) {
	w := full()
	if _, err := w.At(len(w.Steps)); err != nil {
		t.Fatal(err)
	}
	for _, v := range socket.VerbNames() {
		if !slices.ContainsFunc(w.Steps, func(s socket.Step) bool { return s.Do == v }) {
			t.Errorf("no step does %s", v)
		}
	}
}

// TestEveryMomentHasWords: no text and no argument is missing, in the sentences,
// their alternative, the counters and the drawing.
func TestEveryMomentHasWords(t *testing.T) {
	moments(t, i18n.For(i18n.Fallback), func(where string, m *hostview.Moment) {
		text := view.Plain(m.Sentence()) + m.Alt() + m.Name() + m.Why()
		for _, c := range m.Counters() {
			text += c.Label
		}
		for _, w := range []float64{300, 900} {
			inside, _ := m.Draw(w, scene.Light.Hex)
			text += inside
		}
		if i := strings.Index(text, "‹"); i >= 0 {
			t.Errorf("%s, step %d: a text is missing: %.80s", where, m.K, text[i:])
		}
		if len(m.Sentence()) == 0 {
			t.Errorf("%s, step %d: nothing is said", where, m.K)
		}
	})
}

// TestNamedTextsExist: a step that names a text has it, and not that of all steps.
func TestNamedTextsExist(t *testing.T) {
	l := i18n.For(i18n.Fallback)
	for _, s := range catalog.Scenarios() {
		for i := range s.Walks {
			w := &s.Walks[i]
			for k := range w.Steps {
				if say := w.Steps[k].Say; say != "" && !slices.ContainsFunc(view.Keys(s.Name, "walk", w.Name, say), l.Has) {
					t.Errorf("%s: no text walk.%s.%s", s.Name, w.Name, say)
				}
			}
		}
	}
}

// TestDrawings are well-formed, of their width, and the same whichever way one
// comes to the step.
func TestDrawings(t *testing.T) {
	for _, tag := range []string{i18n.Fallback, "x-long", "x-xss"} {
		moments(t, i18n.For(tag), func(where string, m *hostview.Moment) {
			for _, w := range []float64{200, 320, 619, 620, 1100} {
				inside, high := m.Draw(w, scene.Light.Hex)
				if high < 200 || high > 900 {
					t.Errorf("%s, step %d, %v wide: %v high", where, m.K, w, high)
				}
				d := xml.NewDecoder(strings.NewReader("<svg>" + inside + "</svg>"))
				for {
					if _, err := d.Token(); errors.Is(err, io.EOF) {
						break
					} else if err != nil {
						t.Fatalf("%s, step %d: %v", where, m.K, err)
					}
				}
				if again, _ := m.Walk.At(m.K).Draw(w, scene.Light.Hex); again != inside {
					t.Errorf("%s, step %d is drawn in two ways", where, m.K)
				}
			}
		})
	}
}

// TestDrawingShowsTheQueue: what waits is a mark in the queue, what has died there
// a cross.
func TestDrawingShowsTheQueue(t *testing.T) {
	w := &socket.Walk{Name: "x", Steps: []socket.Step{
		{Do: "start_process", Process: "old"}, {Do: "listen", Process: "old", Kind: "tcp"}, {Do: "connect", Count: 3}, {Do: "exit", Process: "old"},
	}}
	v := hostview.New(i18n.For(i18n.Fallback), "none", w)
	count := func(k int) (said string, crosses int) {
		inside, _ := v.At(k).Draw(800, scene.Ink.String)
		// The last cross is that of the legend.
		return inside, strings.Count(inside, `stroke="failing" stroke-width="1.8"`) - 1
	}
	if said, crosses := count(3); crosses != 0 || !strings.Contains(said, "3 wait") {
		t.Errorf("before: %d crosses", crosses)
	}
	if said, crosses := count(4); crosses != 3 || !strings.Contains(said, "3 lost") {
		t.Errorf("after: %d crosses, want 3", crosses)
	}
	if c := v.At(4).Counters()[1]; c.Name != "lost" || c.Value != 3 || !c.Bad {
		t.Errorf("%+v", c)
	}
}

// TestSwitches: a switch takes steps out, and back in.
func TestSwitches(t *testing.T) {
	w := hostview.New(i18n.For(i18n.Fallback), "none", &socket.Walk{
		Name: "x", Switches: []string{"accept", "migrate"},
		Steps: []socket.Step{
			{Do: "start_process", Process: "old"},
			{Do: "listen", Process: "old", Kind: "tcp"},
			{Do: "connect", Count: 3},
			{Do: "accept", Process: "old"},
			{Do: "start_process", Process: "new"},
			{Do: "listen", Process: "new", Kind: "tcp"},
			{Do: "close", Process: "old", Kind: "tcp"},
		},
	})
	lost := func() int { return w.At(w.Steps()).Host.Counts.Lost }
	on := func(i int) bool { return w.Switches()[i].On }
	if !on(0) || on(1) || w.Steps() != 7 || lost() != 0 {
		t.Fatalf("as written: %+v, %d steps, %d lost", w.Switches(), w.Steps(), lost())
	}
	w.Switch("accept")
	if on(0) || w.Steps() != 6 || lost() != 3 {
		t.Errorf("without accepting: %d steps, %d lost", w.Steps(), lost())
	}
	w.Switch("migrate")
	if !on(1) || lost() != 0 {
		t.Errorf("with tcp_migrate_req: %d lost", lost())
	}
	w.Switch("accept")
	w.Switch("migrate")
	if !on(0) || on(1) || w.Steps() != 7 {
		t.Errorf("switched back: %+v, %d steps", w.Switches(), w.Steps())
	}
}

// A process to which no socket was handed serves nobody, however ready it is.
func TestProcessWithoutSocketsServesNobody(t *testing.T) {
	l, starting := i18n.For(i18n.Fallback), 0
	moments(t, l, func(where string, m *hostview.Moment) {
		if len(m.Host.Processes) < 2 || !m.Host.Processes[1].Alive {
			return
		}
		sockets := 0
		for _, d := range m.Host.Descriptors {
			if d.Process == 1 && m.Host.Sockets[d.Socket].Kind != socket.Unix {
				sockets++
			}
		}
		says := strings.Contains(m.Alt(), l.T("walk.state.starting"))
		if sockets == 0 && !says {
			t.Errorf("%s, step %d: it has no socket, and %s", where, m.K, m.Alt())
		}
		if says {
			starting++
		}
	})
	if starting == 0 {
		t.Error("none only starts")
	}
}

// What is counted as cut are the crosses at the processes.
func TestCutIsWhatIsCrossed(t *testing.T) {
	l, most := i18n.For(i18n.Fallback), 0
	moments(t, l, func(where string, m *hostview.Moment) {
		crosses := 0
		for i := range m.Host.Conns {
			if c := &m.Host.Conns[i]; c.State == socket.ConnReset && c.Owner != socket.None {
				crosses++
			}
		}
		for i := range m.Host.Flows {
			if f := &m.Host.Flows[i]; f.Owner != socket.None && !f.Open && !f.Finished {
				crosses++
			}
		}
		for _, c := range m.Counters() {
			if c.Name == "cut" && c.Value != crosses {
				t.Errorf("%s, step %d: %d are cut, %d crosses", where, m.K, c.Value, crosses)
			}
		}
		most = max(most, crosses)
	})
	if most == 0 {
		t.Error("nothing is ever cut")
	}
}
