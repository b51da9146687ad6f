package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/record"
)

// next goes from event to event to the end of the run.
func next(t *testing.T, s *session.Session) (all []session.Moment) {
	t.Helper()
	for s.Now() < s.End() && len(all) < 100 {
		s.NextEvent()
		settle(t, s)
		m, ok := s.Moment()
		if !ok || m.At != s.Now() {
			t.Fatalf("at %d the moment is %+v, %v", s.Now(), m, ok)
		}
		all = append(all, m)
	}
	return all
}

func times(list []session.Moment) (at []engine.Time) {
	for _, m := range list {
		at = append(at, m.At)
	}
	return at
}

// TestNextEvent visits the script's entries, the changes of state and the
// verdict, and says what each is; a recorded run has the same ones.
func TestNextEvent(t *testing.T) {
	s := storm(t)
	first := next(t, s)
	at := times(first)
	if !slices.IsSorted(at) || at[len(at)-1] != s.End() || !first[len(first)-1].End {
		t.Errorf("moments: %v", at)
	}
	for _, want := range []engine.Time{1 * ms, 20*sec + ms, 60*sec + ms} {
		i := slices.Index(at, want)
		if i < 0 || len(first[i].Marks) == 0 {
			t.Errorf("%d is not among %v, with what was done", want, at)
		}
	}
	for i, sp := range s.Spans()[1:] {
		k := slices.Index(at, sp.From+s.Record().Width())
		if k < 0 || first[k].State != sp.State || first[k].Before != s.Spans()[i].State {
			t.Errorf("the change to %v at %d is not among %v", sp.State, sp.From, at)
		}
	}
	if !slices.ContainsFunc(first, func(m session.Moment) bool { return m.Ruling == record.RuledStuck }) {
		t.Error("the verdict is not among them")
	}
	hash := s.Hash()
	s.Seek(0)
	settle(t, s)
	if again := next(t, s); !slices.Equal(times(again), at) || s.Hash() != hash {
		t.Errorf("recorded, the moments are %v, want %v", times(again), at)
	}
	if _, ok := s.Moment(); !ok {
		t.Error("at the end there is nothing to say")
	}
	if s.Step(-1); len(at) > 0 {
		if _, ok := s.Moment(); ok {
			t.Error("elsewhere, the moment is still told")
		}
	}
}

// TestPreviousEvent is the way back.
func TestPreviousEvent(t *testing.T) {
	s := storm(t)
	want := times(next(t, s))
	slices.Reverse(want)
	want = append(want[1:], 0)
	var got []engine.Time
	for s.Now() > 0 && len(got) < 100 {
		s.PreviousEvent()
		settle(t, s)
		got = append(got, s.Now())
	}
	if !slices.Equal(got, want) {
		t.Errorf("back over %v, want %v", got, want)
	}
	if m, ok := s.Moment(); !ok || !m.Start {
		t.Errorf("at the beginning: %+v", m)
	}
}

// TestNextEventRunsOn: what lies beyond the record is found by running on, in
// bounded pieces, also when the run stands far behind its head.
func TestNextEventRunsOn(t *testing.T) {
	whole := storm(t)
	at := times(next(t, whole))
	s := storm(t)
	playTo(t, s, 20*sec+600*ms)
	head := s.Head()
	s.Seek(10 * sec)
	settle(t, s)
	i := slices.IndexFunc(at, func(x engine.Time) bool { return x > head })
	if i < 0 || i+1 >= len(at) {
		t.Fatalf("nothing after %d in %v", head, at)
	}
	for s.Now() < head {
		s.NextEvent()
		if s.SeekingEvent() && s.Playing() {
			t.Error("it plays while it is on its way")
		}
		settle(t, s)
	}
	if s.Now() != at[i] {
		t.Errorf("came to %d, want %d", s.Now(), at[i])
	}
	s.NextEvent()
	for n := 0; s.SeekingEvent(); n++ {
		before := s.Sim().Events()
		s.Pump(16*time.Millisecond, 1000, nil)
		if done := s.Sim().Events() - before; done > 2000 {
			t.Fatalf("%d events in one piece", done)
		}
	}
	if s.Now() != at[i+1] {
		t.Errorf("then to %d, want %d", s.Now(), at[i+1])
	}
}

// TestMomentsOfCaptions: one that is not in force makes no moment.
func TestMomentsOfCaptions(t *testing.T) {
	text := stormText(t)
	const with = `"caption": "calm"`
	if !strings.Contains(text, with) {
		t.Fatalf("no %s in the scenario", with)
	}
	// Never met: nobody offers a thousand million requests a second.
	never := strings.Replace(text, with, with+`, "if": {"of": "orders", "metric": "attempts", "above": 1e9}`, 1)
	s, control := open(t, parse(t, never), 1), storm(t)
	for range 2 { // not recorded, and recorded
		got, all := times(next(t, s)), times(next(t, control))
		if len(got) != len(all)-1 || slices.Contains(got, 1*ms) {
			t.Errorf("moments %v, with the caption %v", got, all)
		}
		s.Seek(0)
		settle(t, s)
		control.Seek(0)
		settle(t, control)
	}
}

// TestStepBackIsExact: from any moment, in the middle of things and with
// something just done, a step forward and one back is where it was.
func TestStepBackIsExact(t *testing.T) {
	s := storm(t)
	s.Play()
	for s.Now() < 21*sec {
		s.Pump(7*time.Millisecond, 300, nil) // stops in the middle of instants
	}
	s.Pause()
	at, hash := s.Now(), s.Hash()
	s.Step(1)
	settle(t, s)
	if s.Now() != at+session.Quantum {
		t.Errorf("a step leads from %d to %d", at, s.Now())
	}
	on := s.Hash()
	for range 3 {
		s.Step(-1)
		settle(t, s)
		if s.Now() != at || s.Hash() != hash {
			t.Fatalf("back at %d with another hash, from %d", s.Now(), at)
		}
		s.Step(1)
		settle(t, s)
		if s.Hash() != on {
			t.Fatal("forward again it is another run")
		}
	}
	must(t, s.SetStrategy("retry", false))
	at, hash = s.Now(), s.Hash()
	s.Step(1)
	s.Step(-1)
	settle(t, s)
	if s.Now() != at || s.Hash() != hash || len(s.Journal()) != 1 {
		t.Errorf("with something just done: at %d, journal %v", s.Now(), s.Journal())
	}
}

// TestBehindIsCalm: one late frame is no reason to speak; a lasting lag is,
// and what is said does not flicker while the run is nearly fast enough.
func TestBehindIsCalm(t *testing.T) {
	s := storm(t)
	s.Play()
	const frame = 16 * time.Millisecond
	onTime := func(n int) {
		for range n {
			s.Pump(frame, 1<<30, nil)
		}
	}
	onTime(30)
	s.Pump(200*time.Millisecond, 1, nil) // a hiccup that got nothing done
	onTime(1)
	if behind, reached := s.Behind(); reached < 0.7 || reached >= 1 {
		t.Errorf("after a hiccup: behind %v, reached %v", behind, reached)
	}
	onTime(200)
	if behind, _ := s.Behind(); behind {
		t.Error("long after a hiccup it is still behind")
	}
	// Frames that come twice as rarely as the run may follow.
	for range 20 {
		s.Pump(500*time.Millisecond, 1<<30, nil)
	}
	if behind, reached := s.Behind(); !behind || reached < 0.4 || reached > 0.6 {
		t.Errorf("half of the time is not followed: behind %v, reached %v", behind, reached)
	}
	changes, last := 0, true
	for range 400 {
		onTime(1)
		if behind, _ := s.Behind(); behind != last {
			changes, last = changes+1, behind
		}
	}
	if changes != 1 || last {
		t.Errorf("%d changes of the word, in the end %v", changes, last)
	}
}
