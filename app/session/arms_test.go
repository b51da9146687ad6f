package session_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"stampede/app/session"
)

// shop is a scenario with a table whose first arm is the scenario as it stands.
func shop(t testing.TB) *session.Session {
	t.Helper()
	text, err := os.ReadFile("../../engine/scenario/testdata/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	return open(t, parse(t, string(text)), 7)
}

// pumpArms lets the arms run beside a run that takes all of every frame.
func pumpArms(t *testing.T, s *session.Session) {
	t.Helper()
	for i := 0; s.RunningArms(); i++ {
		s.Pump(0, 1, nil)
		if i > 10_000 {
			t.Fatal("the arms do not end")
		}
	}
	must(t, s.Trials().Err())
}

// The run's own numbers are those of the arm that changes nothing, at every moment
// that is shown.
func TestArmsBesideTheRun(t *testing.T) {
	s := shop(t)
	if s.Trials() != nil || s.RunningArms() {
		t.Fatal("arms are run before anybody asked")
	}
	s.RunArms()
	for s.Trials().Finished() < 1 {
		s.Pump(0, 1, nil)
	}
	s.RestArms()
	s.Pump(time.Second, 1<<20, nil)
	if n := s.Trials().Finished(); n != 1 || s.RunningArms() {
		t.Fatalf("%d arms run after the interruption, want 1", n)
	}
	told := 0
	s.On(session.EventTable, func() { told++ })
	s.RunArms()
	pumpArms(t, s)
	if s.Pump(0, 1, nil); told != 1 {
		t.Errorf("the end of the arms was told %d times", told)
	}
	s.Seek(s.End())
	settle(t, s)
	for _, at := range []int64{10 * sec, 33 * sec, 60 * sec} {
		s.Seek(at)
		settle(t, s)
		got, releases, as := s.Track().At(s.Now())
		want, wanted, asked := s.Trials().Arm(0).Track.At(s.Now())
		if !slices.Equal(got, want) || releases != wanted || as != asked || as != at || got[1] == 0 {
			t.Errorf("at %d s: %v as of %d ns, want %v as of %d ns", at/sec, got, as, want, asked)
		}
	}
	if s.Trials().Arm(0).Hash == s.Trials().Arm(1).Hash {
		t.Error("an arm changes nothing")
	}
}

// What people do changes the numbers of the run and not those of the arms, which
// are forgotten with the seed.
func TestArmsAreNotThoseOfTheReader(t *testing.T) {
	s := shop(t)
	s.RunArms()
	pumpArms(t, s)
	hash := s.Trials().Arm(0).Hash
	s.Seek(40 * sec)
	settle(t, s)
	before, _, _ := s.Track().At(s.Now())
	asked := before[1]
	s.Seek(20 * sec)
	settle(t, s)
	must(t, s.Set("visits.timeout.after", "20ms"))
	if s.Track().Head() > 20*sec {
		t.Errorf("the course that was left is kept up to %d ns", s.Track().Head())
	}
	s.Seek(40 * sec)
	settle(t, s)
	if after, _, _ := s.Track().At(s.Now()); after[1] <= asked {
		t.Errorf("%v attempts, had been %v", after[1], asked)
	}
	must(t, s.Reset(7))
	if s.Trials() == nil || s.Trials().Arm(0).Hash != hash || s.Track().Head() != 0 {
		t.Error("the same seed forgot its arms")
	}
	must(t, s.Reset(8))
	if s.Trials() != nil || s.RunningArms() {
		t.Error("another seed kept the arms")
	}
}

func TestArmsOfAScenarioWithoutATable(t *testing.T) {
	s := storm(t)
	s.RunArms()
	s.RestArms()
	if s.Track() != nil || s.Trials() != nil || s.RunningArms() {
		t.Error("there is a table")
	}
}
