package link_test

import (
	"errors"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stampede/app/link"
	"stampede/app/session"
	"stampede/app/verbs"
	"stampede/app/version"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/param"
	"stampede/engine/scenario"
)

const storm = "facebook-2010"

func begin(t *testing.T, name string, seed uint64) *session.Session {
	t.Helper()
	scn, ok := catalog.Scenario(name)
	if !ok {
		t.Fatalf("no scenario %s", name)
	}
	s, err := session.New(scn, session.Options{Seed: seed, Size: scn.Size.Min})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func travel(t *testing.T, s *session.Session, at engine.Time) {
	t.Helper()
	s.Seek(at)
	if err := link.Arrive(s); err != nil {
		t.Fatal(err)
	}
}

func hash(t *testing.T, r link.Run) string {
	t.Helper()
	h, err := r.Hash()
	if err != nil {
		t.Fatalf("%+v: %v", r, err)
	}
	return h
}

func parse(t *testing.T, fragment string) link.Run {
	t.Helper()
	r, err := link.Parse(fragment)
	if err != nil {
		t.Fatalf("%s: %v", fragment, err)
	}
	return r
}

func open(t *testing.T, r link.Run) *session.Session {
	t.Helper()
	s, notes, err := link.Open(r)
	if err != nil || len(notes) > 0 {
		t.Fatalf("%+v: %v, %v", r, notes, err)
	}
	if err := link.Arrive(s); err != nil {
		t.Fatal(err)
	}
	return s
}

// same opens the link of a session and expects the run that the session is at.
func same(t *testing.T, s *session.Session) {
	t.Helper()
	r := link.Of(s)
	fragment := hash(t, r)
	back := parse(t, "#"+fragment)
	if !reflect.DeepEqual(back, r) && (len(back.Journal) > 0 || len(r.Journal) > 0) {
		t.Errorf("read %+v, written %+v", back, r)
	}
	again := open(t, back)
	if again.Now() != s.Now() || again.Hash() != s.Hash() || again.End() != s.End() || again.Speed() != s.Speed() {
		t.Errorf("%s opens at %d with hash %s, end %d, speed %v; want %d, %s, %d, %v", fragment,
			again.Now(), again.Hash(), again.End(), again.Speed(), s.Now(), s.Hash(), s.End(), s.Speed())
	}
	if h := hash(t, link.Of(again)); h != fragment {
		t.Errorf("the link of what was opened is %s, want %s", h, fragment)
	}
}

// White space behind a link is no part of it, in whatever form a browser or a mail
// brings it along; that within it is.
func TestSpaceBehind(t *testing.T) {
	want := link.Of(begin(t, storm, 7))
	h := hash(t, want)
	for _, behind := range []string{" ", "\n", "%20", "%20%0A", "%09 \u00a0", ".%20", "%20).%0d"} {
		if got := parse(t, "#"+h+behind); !sameText(t, got, want) {
			t.Errorf("with %q behind it: %+v", behind, got)
		}
	}
	for _, odd := range []string{h[:9] + "%20" + h[9:], h + "%20A", h + "%2"} {
		if _, err := link.Parse(odd); err == nil {
			t.Errorf("%q is a link", odd)
		}
	}
}

func sameText(t *testing.T, a, b link.Run) bool {
	t.Helper()
	return hash(t, a) == hash(t, b)
}

// The law: scenario, version, seed and journal are the run. People who switch
// strategies in the middle, act, go back and act again leave a link that has it.
func TestLinkIsTheRun(t *testing.T) {
	s := begin(t, storm, 7)
	same(t, s)
	travel(t, s, 40*engine.Second)
	same(t, s)
	try := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	try(s.SetStrategy("leases", true))
	travel(t, s, 61500*engine.Millisecond+1)
	try(s.Do("let_in", "0.1"))
	s.SetSpeed(3)
	same(t, s)
	travel(t, s, 100*engine.Second)
	same(t, s)
	travel(t, s, 50*engine.Second) // what was done at 61.5 s lies ahead
	same(t, s)
	try(s.Set("fix.timeout.after", "2s")) // and now it does not
	travel(t, s, 70*engine.Second)
	same(t, s)
	s.Play()
	for s.Now() < 70200*engine.Millisecond {
		s.Pump(16*1e6+7, 1000, nil)
	}
	same(t, s) // between two milliseconds
}

// A link of a run that is on its way says where it goes.
func TestLinkOfASeek(t *testing.T) {
	s := begin(t, storm, 7)
	s.Seek(200 * engine.Second)
	if !s.Seeking() {
		t.Fatal("it is there already")
	}
	if at := link.Of(s).At; at != 200*engine.Second {
		t.Errorf("at %d", at)
	}
}

// arbitrary makes a journal of commands that a scenario takes.
func arbitrary(s *session.Session, r *rand.Rand) []engine.Command {
	scn := s.Scenario()
	var out []engine.Command
	at := engine.Time(0)
	for range r.IntN(40) {
		at += engine.Time(r.IntN(3)*r.IntN(4000)) * engine.Millisecond
		switch k := r.IntN(12); {
		case k == 0:
			out = append(out, engine.Command{At: at, Verb: engine.CmdTakeOver})
		case k < 4 && len(scn.Actions) > 0:
			a := scn.Actions[r.IntN(len(scn.Actions))]
			c := engine.Command{At: at, Verb: engine.CmdDo, Path: a.Name}
			if a.Arg != nil && r.IntN(2) == 0 {
				c.Value = link.Number(a.Arg.Min + r.Float64()*(a.Arg.Max-a.Arg.Min))
			}
			out = append(out, c)
		default:
			if c, ok := setting(s, r); ok {
				c.At = at
				out = append(out, c)
			}
		}
	}
	return out
}

// setting makes a change of a parameter.
func setting(s *session.Session, r *rand.Rand) (engine.Command, bool) {
	paths := verbs.Paths(s)
	path := paths[r.IntN(len(paths))]
	p, ok := verbs.Param(s, path)
	if !ok {
		return engine.Command{}, false
	}
	value := p.Default
	switch {
	case p.Type == param.Bool:
		value = []string{"true", "false", "1", "F"}[r.IntN(4)]
	case p.Type == param.Choice:
		value = p.Choices[r.IntN(len(p.Choices))]
	case p.Bounded():
		value = p.Text(p.Min)
	}
	c := engine.Command{Verb: engine.CmdSet, Path: path, Value: value}
	return c, s.Sim().Check(c) == nil
}

// Whatever people do comes back as it was, in every scenario, and has one link.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, scn := range catalog.Scenarios() {
		s := begin(t, scn.Name, 1)
		seen := map[string]int{}
		for i := range 60 {
			run := link.Run{
				Scenario: scn.Name, Version: version.Number, Seed: r.Uint64(), Size: float64(r.IntN(2)) * r.Float64(),
				At: r.Int64N(int64(scn.For)), Until: engine.Time(scn.For) * engine.Time(r.IntN(3)), Journal: arbitrary(s, r),
				View: link.View{Speed: float64(r.IntN(2)) * (0.1 + r.Float64())},
			}
			fragment := hash(t, run)
			back := parse(t, fragment)
			if len(run.Journal) == 0 {
				run.Journal, back.Journal = nil, nil
			}
			if !reflect.DeepEqual(back, run) {
				t.Fatalf("%s: read %+v\nwritten %+v", fragment, back, run)
			}
			if again := hash(t, back); again != fragment {
				t.Errorf("%s is written again as %s", fragment, again)
			}
			seen[fragment] = i
		}
		if len(seen) != 60 {
			t.Errorf("%s: %d links for 60 runs", scn.Name, len(seen))
		}
	}
}

// Journals that were opened are those that were written, hash for hash.
func TestRandomJournalsOpenAsTheyRan(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 6 {
		s := begin(t, storm, r.Uint64())
		if err := s.SetJournal(arbitrary(s, r)); err != nil {
			t.Fatal(err)
		}
		travel(t, s, engine.Time(r.IntN(20_000))*engine.Millisecond)
		same(t, s)
	}
}

// An ordinary run, with thirty switches and ten actions, fits every mail and
// every chat.
func TestOrdinaryLinksAreShort(t *testing.T) {
	s := begin(t, storm, 123456789)
	scn := s.Scenario()
	for i := range 40 {
		travel(t, s, engine.Time(i)*4*engine.Second+engine.Time(i*i*37)*engine.Millisecond)
		var err error
		if i%4 == 3 {
			a := &scn.Actions[i/4%len(scn.Actions)]
			arg := ""
			if a.Arg != nil {
				arg = link.Number(a.Arg.Min + (a.Arg.Max-a.Arg.Min)*float64(i%10)/10)
			}
			err = s.Do(a.Name, arg)
		} else {
			st := &scn.Strategies[i%len(scn.Strategies)]
			err = s.SetStrategy(st.Name, !s.Strategy(st.Name))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if h := hash(t, link.Of(s)); len(h) > 1500 {
		t.Errorf("%d commands are %d characters", len(s.Journal()), len(h))
	} else {
		t.Logf("%d commands are %d characters", len(s.Journal()), len(h))
	}
	if h := hash(t, link.Of(begin(t, storm, scenario.DefaultSeed))); len(h) > 80 {
		t.Errorf("the beginning of a run is %d characters: %s", len(h), h)
	}
}

// What a link cannot hold is refused when it is written, not when it is read.
func TestHashRefuses(t *testing.T) {
	long := strings.Repeat("x", 201)
	for name, c := range map[string]struct {
		run  link.Run
		kind link.Kind
	}{
		"no scenario": {link.Run{Version: "1"}, link.Unreadable},
		"no version":  {link.Run{Scenario: storm}, link.Unreadable},
		"spaces":      {link.Run{Scenario: "a b", Version: "1"}, link.Unreadable},
		"line":        {link.Run{Scenario: "a\nb", Version: "1"}, link.Unreadable},
		"before":      {link.Run{Scenario: storm, Version: "1", At: -1}, link.TooLarge},
		"late":        {link.Run{Scenario: storm, Version: "1", At: 90000 * engine.Second}, link.TooLarge},
		"size":        {link.Run{Scenario: storm, Version: "1", Size: -1}, link.Unreadable},
		"verb":        {with(engine.Command{Verb: "go"}), link.Unreadable},
		"path":        {with(engine.Command{Verb: engine.CmdSet, Path: "a b"}), link.Unreadable},
		"value":       {with(engine.Command{Verb: engine.CmdSet, Path: "a", Value: long}), link.TooLarge},
		"order":       {with(engine.Command{At: 2, Verb: engine.CmdTakeOver}, engine.Command{Verb: engine.CmdTakeOver}), link.Unreadable},
		"many":        {with(slices.Repeat([]engine.Command{{Verb: engine.CmdTakeOver}}, 5000)...), link.TooLarge},
	} {
		_, err := c.run.Hash()
		var e *link.Error
		if !errors.As(err, &e) || e.Kind != c.kind {
			t.Errorf("%s: %v, want an error of kind %s", name, err, c.kind)
		}
	}
}

func with(journal ...engine.Command) link.Run {
	return link.Run{Scenario: storm, Version: version.Number, Seed: 1, Journal: journal}
}

// Values may be any text: they come back to the byte.
func TestOddValues(t *testing.T) {
	for _, v := range []string{"", " ", `"`, `"x"`, "a b  ", "\n", "\x00\xff", "ü", `\`, "1 set a b"} {
		r := with(engine.Command{At: engine.Second, Verb: engine.CmdSet, Path: "a.b", Value: v})
		if got := parse(t, hash(t, r)).Journal[0].Value; got != v {
			t.Errorf("%q comes back as %q", v, got)
		}
	}
}
