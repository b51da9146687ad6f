package page

import (
	"strings"
	"testing"
	"time"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/catalog"
)

// listener plays a run as the page's pump does, and keeps what is announced.
type listener struct {
	p    *play
	now  time.Time
	news []string
}

func (l *listener) frame(wall time.Duration) {
	l.now = l.now.Add(wall)
	l.p.run.s.Pump(wall, 1<<30, nil)
	l.p.run.look()
	before := l.p.tell.news
	l.p.tell.speak(l.now)
	if l.p.tell.news != before {
		l.news = append(l.news, l.p.tell.news)
	}
}

// storm is a small system that gets stuck in a minute.
func storm(t *testing.T) *listener {
	t.Helper()
	return &listener{p: newPlay(i18n.Fallback, "theory/metastable"), now: time.Unix(1e9, 0)}
}

// What is announced over a run that goes from healthy to stuck is each change
// once, however many frames there are.
func TestAnnouncesEachChangeOnce(t *testing.T) {
	l := storm(t)
	s := l.p.run.s
	changes := map[string]int{}
	for _, e := range []string{session.EventState, session.EventVerdict, session.EventCaption} {
		s.On(e, func() { changes[e]++ })
	}
	s.SetSpeed(5)
	s.Play()
	for s.Playing() {
		l.frame(20 * time.Millisecond)
	}
	all := strings.Join(l.news, "\n")
	for _, words := range []string{": Failing.", "Verdict at 1:20: Stuck.", "The server stalls."} {
		if n := strings.Count(all, words); n != 1 {
			t.Errorf("%q is said %d times in\n%s", words, n, all)
		}
	}
	if most := changes[session.EventState] + changes[session.EventVerdict] + changes[session.EventCaption]; len(l.news) > most {
		t.Errorf("%d announcements for %d changes:\n%s", len(l.news), most, all)
	}
	for range 100 {
		l.frame(20 * time.Millisecond)
	}
	if n := len(l.news); strings.Join(l.news, "\n") != all {
		t.Errorf("at rest something more is said: %q", l.news[n-1])
	}
}

// At a hundred times the speed, what happens within a breath is told together,
// and the end is how things stand.
func TestAnnouncementsKeepTheirBreath(t *testing.T) {
	l := storm(t)
	s := l.p.run.s
	s.SetSpeed(100)
	s.Play()
	for s.Playing() {
		l.frame(20 * time.Millisecond)
	}
	for range 100 {
		l.frame(20 * time.Millisecond)
	}
	if n := len(l.news); n == 0 || n > 4 || !strings.Contains(l.news[n-1], "Stuck") {
		t.Errorf("in little more than a second: %q", l.news)
	}
}

// Going from event to event says what each is.
func TestEventsAreTold(t *testing.T) {
	l := storm(t)
	s := l.p.run.s
	var said []string
	for s.Now() < s.End() {
		s.NextEvent()
		for s.Seeking() {
			s.Pump(0, 1<<30, nil)
		}
		l.p.notes.refresh(l.now)
		said = append(said, l.p.notes.view.moment)
		l.frame(breath)
	}
	for i, words := range []string{"0:00 · the story goes on", "0:20 · Stall the server", "0:21 · now: Failing"} {
		if said[i] != words {
			t.Errorf("%d: %q, want %q", i, said[i], words)
		}
	}
	if last := said[len(said)-1]; last != "2:00 · the end of the run" {
		t.Errorf("at the end: %q", last)
	}
	all := strings.Join(l.news, "\n")
	for _, words := range []string{"verdict: Stuck", "0:20 · Stall the server The server stalls.", "the end of the run"} {
		if !strings.Contains(all, words) {
			t.Errorf("%q is not said in\n%s", words, all)
		}
	}
	s.Step(-1)
	if l.p.notes.refresh(l.now); l.p.notes.view.moment != "" {
		t.Errorf("elsewhere it still says %q", l.p.notes.view.moment)
	}
}

// A run that begins anew is no news, and what a key did is.
func TestAnnouncementsAfterReset(t *testing.T) {
	l := storm(t)
	l.p.listen(l.p.run.s)
	l.p.run.s.Seek(50 * engine.Second)
	for l.p.run.s.Seeking() {
		l.frame(breath)
	}
	l.frame(breath)
	l.news = nil
	k := &keys{run: l.p.run, say: l.p.tell.say}
	k.press(press{key: "r"})
	l.frame(breath)
	l.frame(breath)
	if len(l.news) != 1 || l.news[0] != "Started over with seed 2010." {
		t.Errorf("said: %q", l.news)
	}
}

// The stage in words has every component by name, and says which are overloaded.
func TestStageInWords(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		p := newPlay(i18n.Fallback, scn.Name)
		text := p.tell.look()
		for _, c := range scn.Components {
			name := p.run.Name(c.Name)
			if cards := len(p.run.scene.Layout().Nodes); cards == 0 {
				t.Fatalf("%s: nothing is on the stage", scn.Name)
			}
			if c.Name != "db" && !strings.Contains(text, name+": ") {
				t.Errorf("%s: no %s in %q", scn.Name, name, text)
			}
		}
		if strings.Contains(text, ": .") {
			t.Errorf("%s: somebody has nothing to say: %q", scn.Name, text)
		}
	}
	l := &listener{p: newPlay(i18n.Fallback, "facebook-2010"), now: time.Unix(1e9, 0)}
	l.p.run.s.Seek(50 * engine.Second)
	for l.p.run.s.Seeking() {
		l.frame(breath)
	}
	l.p.board.refresh()
	if text := l.p.tell.look(); !strings.Contains(text, "Database 1: overloaded") {
		t.Errorf("in the storm: %q", text)
	}
	l.p.board.run.s.Seek(0)
	l.frame(breath)
	l.p.board.refresh()
	if text := l.p.tell.look(); strings.Contains(text, "overloaded") {
		t.Errorf("at the start: %q", text)
	}
}
