package session_test

import (
	"fmt"
	"math"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

const (
	sec = engine.Second
	ms  = engine.Millisecond
)

func parse(t testing.TB, text string) *scenario.Scenario {
	t.Helper()
	scn, err := scenario.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return scn
}

func stormText(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile("testdata/storm.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func open(t testing.TB, scn *scenario.Scenario, seed uint64) *session.Session {
	t.Helper()
	s, err := session.New(scn, session.Options{Seed: seed})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func storm(t testing.TB) *session.Session { return open(t, parse(t, stormText(t)), 1) }

// settle lets a seek arrive.
func settle(t testing.TB, s *session.Session) {
	t.Helper()
	for i := 0; s.Seeking(); i++ {
		s.Pump(0, 1<<20, nil)
		if s.Err() != nil || i > 10_000 {
			t.Fatalf("the seek does not arrive: %v", s.Err())
		}
	}
}

// playTo lets the run come to a moment as a page would, frame by frame.
func playTo(t testing.TB, s *session.Session, at engine.Time) {
	t.Helper()
	s.Play()
	for s.Now() < at && s.Playing() {
		left := float64(at-s.Now()) / s.Speed()
		s.Pump(min(16*time.Millisecond, time.Duration(math.Ceil(left))), 1<<20, nil)
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
	}
	s.Pause()
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// headless is the hash of a run made without a session.
func headless(t testing.TB, scn *scenario.Scenario, seed uint64, journal []engine.Command, at engine.Time) string {
	t.Helper()
	sim, err := catalog.New(scn, catalog.Options{Seed: seed})
	must(t, err)
	must(t, sim.SetJournal(journal))
	sim.RunUntil(at)
	return fmt.Sprintf("%016x", sim.Hash())
}

// TestSameAsHeadless does a few things by the session and repeats its journal
// without one.
func TestSameAsHeadless(t *testing.T) {
	s := storm(t)
	must(t, s.Set("people.rate", "260"))
	playTo(t, s, 5*sec+123_456)
	must(t, s.SetStrategy("retry", false))
	playTo(t, s, 12*sec)
	must(t, s.Do("stall", "4"))
	must(t, s.SetStrategy("both", true))
	playTo(t, s, 40*sec)
	s.Seek(40 * sec)
	if got, want := s.Hash(), headless(t, s.Scenario(), 1, s.Journal(), s.Now()); got != want {
		t.Errorf("by the session %s, without %s", got, want)
	}
	if n := len(s.Journal()); n != 5 {
		t.Errorf("%d commands in the journal: %v", n, s.Journal())
	}
	for _, c := range s.Journal() {
		if c.At%ms != 0 {
			t.Errorf("%+v is not at a whole millisecond", c)
		}
	}
}

// TestPumpSlicesDoNotMatter cuts the same time into different frames, with
// budgets that stop in the middle of an instant.
func TestPumpSlicesDoNotMatter(t *testing.T) {
	var hashes []string
	for _, c := range []struct {
		wall   time.Duration
		budget uint64
		late   func() bool
	}{
		{250 * time.Millisecond, 1 << 30, nil},
		{7 * time.Millisecond, 100, nil},
		{16 * time.Millisecond, 1 << 20, func() func() bool {
			n := 0
			return func() bool { n++; return n%3 == 0 }
		}()},
	} {
		s := storm(t)
		s.Play()
		for s.Now() < 24*sec {
			s.Pump(c.wall, c.budget, c.late)
		}
		s.Pause()
		s.Seek(24 * sec)
		settle(t, s)
		must(t, s.Set("orders.retry.on", "false"))
		s.Step(100)
		settle(t, s)
		hashes = append(hashes, s.Hash())
	}
	if hashes[0] != hashes[1] || hashes[0] != hashes[2] {
		t.Errorf("hashes differ: %v", hashes)
	}
}

// TestSeekBackAndOn: what was recorded answers at once, as of the moment
// sought; going on leads where the uninterrupted run leads.
func TestSeekBackAndOn(t *testing.T) {
	s := storm(t)
	playTo(t, s, 80*sec)
	s.Seek(80 * sec)
	hash, spans := s.Hash(), slices.Clone(s.Spans())
	if s.State() != record.Failing || s.Verdict().Ruling != record.RuledStuck {
		t.Fatalf("at 80 s: %v, %+v", s.State(), s.Verdict())
	}
	s.Seek(10 * sec)
	if s.Now() != 10*sec || s.State() != record.Healthy || s.Verdict().Ruling != record.RuledHealthy {
		t.Errorf("at 10 s: now %d, %v, %+v", s.Now(), s.State(), s.Verdict())
	}
	if e := s.Explain(); e.State != record.Healthy || e.Finding != nil || len(e.Loops) != 0 {
		t.Errorf("at 10 s: %+v", e)
	}
	settle(t, s)
	if s.Sim().Now() != 10*sec {
		t.Errorf("arrived at %d", s.Sim().Now())
	}
	if s.Head() < 80*sec || !slices.Equal(s.Spans(), spans) {
		t.Error("the seek cost something that was recorded")
	}
	playTo(t, s, 80*sec)
	s.Seek(80 * sec)
	if s.Hash() != hash {
		t.Error("going on leads elsewhere")
	}
}

// TestFork acts in the past. What follows, its record included, is that of a
// fresh run with the same journal.
func TestFork(t *testing.T) {
	s := storm(t)
	playTo(t, s, 60*sec)
	s.Seek(30*sec + 250*ms)
	must(t, s.SetStrategy("both", false))
	if s.Head() != 30*sec+250*ms || s.Record().Head() != 30*sec || len(s.Branches()) != 1 {
		t.Fatalf("head %d, record to %d, %d branches", s.Head(), s.Record().Head(), len(s.Branches()))
	}
	playTo(t, s, 70*sec)
	fresh := storm(t)
	must(t, fresh.SetJournal(s.Journal()))
	playTo(t, fresh, 70*sec)
	s.Seek(70 * sec)
	fresh.Seek(70 * sec)
	if s.Hash() != fresh.Hash() {
		t.Error("the fork is not the run of its journal")
	}
	for _, name := range []string{"good_share", "p50", "p99", "attempts"} {
		a, errA := s.Record().Series(scenario.Line{Of: "orders", Metric: name})
		b, errB := fresh.Record().Series(scenario.Line{Of: "orders", Metric: name})
		if errA != nil || errB != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Errorf("%s of the fork differs from that of a fresh run", name)
		}
	}
	if !slices.Equal(s.Spans(), fresh.Spans()) || s.Verdict() != fresh.Verdict() {
		t.Errorf("judged %v, fresh %v", s.Verdict(), fresh.Verdict())
	}
	if !slices.ContainsFunc(s.Marks(), func(m session.Mark) bool { return m.Kind == session.MarkFork && m.At == 30*sec+250*ms }) {
		t.Error("no mark for the fork")
	}
}

// TestTakeOver: an action takes over from the script, a strategy does not.
func TestTakeOver(t *testing.T) {
	s := storm(t)
	playTo(t, s, 5*sec)
	must(t, s.SetStrategy("retry", false))
	if s.TakenOver() {
		t.Error("a strategy took over")
	}
	if c, ok := s.Caption(); !ok || c.Name != "calm" || c.Near != "shop" {
		t.Errorf("caption %+v", c)
	}
	must(t, s.Do("stall", "1"))
	if !s.TakenOver() {
		t.Error("an action did not take over")
	}
	if _, ok := s.Caption(); ok {
		t.Error("a caption is in force after the take-over")
	}
	must(t, s.Do("stall", ""))
	playTo(t, s, 30*sec)
	verbs := ""
	for _, c := range s.Journal() {
		verbs += c.Verb + " "
	}
	if verbs != "set take do do " {
		t.Errorf("journal: %s", verbs)
	}
	for _, m := range s.Marks() {
		if m.Script && m.At > 6*sec {
			t.Errorf("the script still has %+v", m)
		}
	}
	if s.Seek(2 * sec); s.TakenOver() {
		t.Error("taken over before it happened")
	}
}

// TestSetIsSeenAtOnce, also while time stands still; setting again before time
// passes replaces, and what changes nothing is not kept.
func TestSetIsSeenAtOnce(t *testing.T) {
	s := storm(t)
	for _, v := range []string{"100", "150", "200"} {
		must(t, s.Set("people.rate", v))
		if got, _ := s.Get("people.rate"); got != v {
			t.Errorf("set %s, got %s", v, got)
		}
	}
	must(t, s.Set("people.rate", "200"))
	if n := len(s.Journal()); n != 1 {
		t.Errorf("%d commands", n)
	}
	if !s.Strategy("both") {
		t.Error("both is on in the scenario")
	}
	must(t, s.SetStrategy("both", false))
	if s.Strategy("both") || s.Strategy("retry") {
		t.Error("both is off now")
	}
	for path, v := range map[string]string{"people.rate": "-1", "people.nothing": "1", "nobody.rate": "1"} {
		if s.Set(path, v) == nil {
			t.Errorf("%s = %s is taken", path, v)
		}
	}
	if s.Do("nothing", "") == nil || s.SetStrategy("nothing", true) == nil || len(s.Journal()) != 3 {
		t.Errorf("what is refused leaves traces: %v", s.Journal())
	}
}

// TestActingLeavesAGivenJournal: whoever acts before a given journal has run
// its course goes their own way.
func TestActingLeavesAGivenJournal(t *testing.T) {
	s := storm(t)
	given := []engine.Command{
		{At: 2 * sec, Verb: engine.CmdSet, Path: "people.rate", Value: "100"},
		{At: 8 * sec, Verb: engine.CmdSet, Path: "people.rate", Value: "50"},
	}
	must(t, s.SetJournal(given))
	if got, _ := s.Get("people.rate"); got != "280" {
		t.Errorf("what is to come at 2 s is told at 0: %s", got)
	}
	playTo(t, s, 5*sec)
	must(t, s.SetStrategy("retry", false))
	if j := s.Journal(); len(j) != 2 || j[1].Path != "orders.retry.on" || len(s.Branches()) != 1 {
		t.Errorf("journal %v, %d branches", j, len(s.Branches()))
	}
	playTo(t, s, 10*sec)
	if got, _ := s.Get("people.rate"); got != "100" {
		t.Errorf("rate %s", got)
	}
	if s.SetJournal(given) == nil {
		t.Error("a journal is taken in the middle of a run")
	}
}

func TestPlayStopsAtTheEnd(t *testing.T) {
	s := storm(t)
	s.SetSpeed(1000)
	if s.Speed() != 100 {
		t.Errorf("speed %v", s.Speed())
	}
	for s.Play(); s.Playing(); {
		s.Pump(time.Second, 1<<30, nil)
	}
	if s.Now() != 120*sec || s.End() != 120*sec {
		t.Fatalf("stopped at %d of %d", s.Now(), s.End())
	}
	s.Play()
	s.Pump(100*time.Millisecond, 1<<30, nil)
	if s.Now() != 130*sec || s.End() != 130*sec || !s.Playing() {
		t.Errorf("went on to %d of %d", s.Now(), s.End())
	}
	s.Seek(1 << 62)
	if settle(t, s); s.Now() != 130*sec {
		t.Errorf("a seek beyond the end came to %d", s.Now())
	}
}

func TestSteps(t *testing.T) {
	s := storm(t)
	s.Step(25)
	settle(t, s)
	h := s.Hash()
	s.Step(10)
	s.Step(-10)
	if settle(t, s); s.Now() != 2500*ms || s.Hash() != h {
		t.Errorf("at %d", s.Now())
	}
	if s.Step(-1000); s.Now() != 0 {
		t.Errorf("back beyond the start: %d", s.Now())
	}
}

// TestBehind: a page that is always late gets little done, and says so.
func TestBehind(t *testing.T) {
	s := storm(t)
	s.SetSpeed(100)
	s.Play()
	n := 0
	for range 60 {
		n = 0
		s.Pump(16*time.Millisecond, 1<<30, func() bool { n++; return n > 1 })
	}
	if behind, reached := s.Behind(); !behind || reached > 0.9 {
		t.Errorf("behind %v, reached %v", behind, reached)
	}
	s.SetSpeed(0.1)
	s.Pump(16*time.Millisecond, 1<<30, nil)
	if behind, _ := s.Behind(); behind {
		t.Error("still behind")
	}
}

// TestBusyInstantIsMadeGood: what a run could not follow in a few frames it follows in
// the frames after, a little faster than its speed, and no faster than that. What was
// dropped, or is not played any more, it does not.
func TestBusyInstantIsMadeGood(t *testing.T) {
	const frame, speed = 20 * time.Millisecond, 2
	s := storm(t)
	s.SetSpeed(speed)
	s.Play()
	busy := func() bool { return true }
	pass := func(n int, late func() bool) (longest engine.Time) {
		for range n {
			before := s.Now()
			s.Pump(frame, 1<<30, late)
			longest = max(longest, s.Now()-before)
		}
		return longest
	}
	pass(50, nil)
	pass(20, busy)
	if at := s.Now(); at != 2*sec {
		t.Fatalf("with no time to work the run has come from 2 s to %v", at)
	}
	const step = engine.Time(frame) * speed
	if longest := pass(200, nil); longest != step+step/4 {
		t.Errorf("it catches up by %v a frame, want %v", longest, step+step/4)
	}
	if at := s.Now(); at != 270*frame.Nanoseconds()*speed {
		t.Errorf("after 5.4 s it is at %v", at)
	}
	pass(20, busy)
	s.Pause()
	s.Play()
	if longest := pass(20, nil); longest != step {
		t.Errorf("after a pause a frame takes %v, want %v", longest, step)
	}
	s.Pump(time.Hour, 1<<30, nil)
	if longest := pass(20, nil); longest != step {
		t.Errorf("after an hour that nobody saw a frame takes %v, want %v", longest, step)
	}
}

func TestListeners(t *testing.T) {
	s := storm(t)
	heard := map[string]int{}
	for _, e := range []string{
		session.EventPlay, session.EventPause, session.EventState, session.EventVerdict, session.EventCommand,
		session.EventSeek, session.EventFork, session.EventCaption, session.EventReset,
	} {
		s.On(e, func() { heard[e]++ })
	}
	deaf := s.On(session.EventPlay, func() { t.Error("a listener that has left was told") })
	s.Off(deaf)
	playTo(t, s, 60*sec)
	s.Seek(10 * sec)
	settle(t, s)
	must(t, s.Do("stall", ""))
	must(t, s.Reset(2))
	for e, want := range map[string]int{"play": 1, "pause": 1, "command": 1, "seek": 1, "fork": 1, "reset": 1} {
		if heard[e] != want {
			t.Errorf("%s was told %d times, want %d", e, heard[e], want)
		}
	}
	if heard["state"] == 0 || heard["verdict"] == 0 || heard["caption"] == 0 {
		t.Errorf("heard %v", heard)
	}
	if s.Now() != 0 || s.Seed() != 2 || len(s.Journal()) != 0 || len(s.Marks()) != 4 {
		t.Errorf("after the reset: now %d, seed %d, %v", s.Now(), s.Seed(), s.Marks())
	}
}

// TestBoundedMemory runs far past the end.
func TestBoundedMemory(t *testing.T) {
	text := strings.Replace(stormText(t), `"rate": 280`, `"rate": 20`, 1)
	s := open(t, parse(t, text), 1)
	s.SetSpeed(100)
	for s.Now() < 3000*sec {
		s.Play()
		s.Pump(time.Second, 1<<40, nil)
	}
	if w := s.Record().Windows(); w > record.MaxWindows || s.Record().Width() != 2*sec {
		t.Errorf("%d windows of %d ms", w, s.Record().Width()/ms)
	}
	if s.Explain(); s.State() != record.Healthy {
		t.Errorf("state %v", s.State())
	}
	at := s.Now()
	h := s.Hash()
	s.Seek(7 * sec)
	settle(t, s)
	s.Seek(at)
	if settle(t, s); s.Hash() != h {
		t.Error("a far seek leads elsewhere")
	}
}

// faulty is a component that fails at its second second.
type faulty struct{ engine.Component }

func (f faulty) Timer(c *engine.Ctx, t engine.Timer) {
	if c.Now() > 2*sec {
		panic("out of order")
	}
	f.Component.Timer(c, t)
}

// TestEngineFailure: the run stops, and the rest of the page can go on.
func TestEngineFailure(t *testing.T) {
	scn := parse(t, stormText(t))
	s, err := session.NewWith(scn, session.Options{Seed: 1}, func(seed uint64) (*engine.Sim, error) {
		b := engine.NewBuilder(seed, 0)
		p, _ := catalog.Kinds{}.Component("population")
		q, _ := catalog.Kinds{}.Component("server")
		engine.Declared(p).Reset()
		engine.Declared(q).Reset()
		from, to := b.Node("people", "population", faulty{p}), b.Node("shop", "server", q)
		b.Link(engine.LinkSpec{Name: "orders", From: from, To: to})
		b.Actions([]engine.Action{{Name: "stall"}})
		return b.Build(nil)
	})
	must(t, err)
	told := false
	s.On(session.EventError, func() { told = true })
	s.Play()
	for range 100 {
		s.Pump(100*time.Millisecond, 1<<20, nil)
	}
	if s.Err() == nil || !told || s.Playing() || s.Set("people.rate", "1") == nil {
		t.Errorf("err %v, told %v, playing %v", s.Err(), told, s.Playing())
	}
	if s.Trace() == "" || !strings.Contains(s.Trace(), "faulty") {
		t.Errorf("where it failed is not told: %q", s.Trace())
	}
	before := s.Frame().Now
	s.Seek(0)
	if s.Frame().Now != before {
		t.Error("a failed run still moves")
	}
	if s.Record().Windows() != 4 || s.State() != record.Healthy || len(s.Explain().Sentences) == 0 {
		t.Error("what was recorded cannot be read any more")
	}
	if must(t, s.Reset(3)); s.Err() != nil {
		t.Error("a new run begins with the old error")
	}
}

// TestNewRefuses what cannot be built.
func TestNewRefuses(t *testing.T) {
	scn := parse(t, strings.Replace(stormText(t), `"kind": "server"`, `"kind": "teapot"`, 1))
	if _, err := session.New(scn, session.Options{}); err == nil {
		t.Error("a scenario with an unknown kind is taken")
	}
}

func keys(e *session.Explanation) []string {
	var out []string
	for _, m := range e.Sentences {
		text := m.Key
		for _, a := range m.Args {
			text += fmt.Sprintf(" %s/%d%s", a.Name, a.Kind, a.Of)
		}
		out = append(out, text)
	}
	return out
}

// TestExplain follows the storm: what is said comes from the run.
func TestExplain(t *testing.T) {
	s := storm(t)
	playTo(t, s, 15*sec)
	if got := s.Explain().Sentences; len(got) != 2 || got[0].Key != "explain.state.healthy" || got[1].Key != "explain.load.under" {
		t.Errorf("at 15 s: %+v", got)
	}
	playTo(t, s, 70*sec)
	for range 200 { // what is left of each frame finds the cause
		s.Pump(0, 1<<20, nil)
	}
	e := s.Explain()
	want := []string{"explain.state.stuck", "explain.load.over", "explain.loop", "explain.cause.two"}
	var got []string
	for _, m := range e.Sentences {
		got = append(got, m.Key)
	}
	if !slices.Equal(got, want) || len(e.Loops) != 1 || e.Loops[0].Cause != "retries" || e.Loops[0].Gain < 0.5 {
		t.Errorf("at 70 s: %v, loops %+v", got, e.Loops)
	}
	must(t, s.SetStrategy("retry", false))
	playTo(t, s, 72*sec)
	e = s.Explain()
	if len(e.Loops) != 0 || strings.Contains(strings.Join(keys(e), " "), "explain.loop") {
		t.Errorf("the loop is cut, but mentioned: %v", keys(e))
	}
	if last := e.Sentences[len(e.Sentences)-1]; last.Key != "explain.done.set" || last.Args[0].Text != "orders.retry.on" {
		t.Errorf("what was done is not said: %+v", last)
	}
}

// TestExplainKnowsNoNames renames everything: but for the names the text stays.
func TestExplainKnowsNoNames(t *testing.T) {
	s := storm(t)
	names := strings.NewReplacer(`"storm"`, `"quiet"`, `"retries"`, `"alpha"`, `"dead_work"`, `"beta"`,
		`"orders`, `"gamma`, `orders.`, `gamma.`, `"stall", "arg"`, `"delta", "arg"`, `"do": "stall"`, `"do": "delta"`)
	r := open(t, parse(t, names.Replace(stormText(t))), 1)
	for _, x := range []*session.Session{s, r} {
		playTo(t, x, 70*sec)
		for range 200 {
			x.Pump(0, 1<<20, nil)
		}
	}
	if a, b := keys(s.Explain()), keys(r.Explain()); !reflect.DeepEqual(a, b) {
		t.Errorf("renamed, the text changes:\n%v\n%v", a, b)
	}
}

// BenchmarkFrame is what a page asks in one frame of the worst of the storm.
func BenchmarkFrame(b *testing.B) {
	s := storm(b)
	playTo(b, s, 60*sec)
	s.SetSpeed(1)
	s.Play()
	b.ReportAllocs()
	for b.Loop() {
		if s.Now() > 100*sec {
			b.StopTimer()
			s.Seek(60 * sec)
			for s.Seeking() {
				s.Pump(0, 1<<20, nil)
			}
			b.StartTimer()
		}
		s.Pump(16*time.Millisecond, 20_000, nil)
		s.Frame()
		s.Explain()
		s.Marks()
	}
}
