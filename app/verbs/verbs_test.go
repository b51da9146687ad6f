package verbs

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"stampede/app/scene"
	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/record"
)

func start(t *testing.T, name string) *Verbs {
	t.Helper()
	scn, ok := catalog.Scenario(name)
	if !ok {
		t.Fatalf("no scenario %s", name)
	}
	s, err := session.New(scn, session.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	v := &Verbs{Version: "test", Link: func() string { return "here" }, Resize: func(float64) error { return nil }}
	v.Use(s)
	picture := scene.New(scn, 1000, 470)
	v.Stage = func() *scene.Scene { return picture }
	return v
}

func TestEveryNamedVerbExists(t *testing.T) {
	c, q := Names()
	if len(c) != len(commands) || len(q) != len(questions) {
		t.Errorf("%d and %d names for %d commands and %d questions", len(c), len(q), len(commands), len(questions))
	}
	for _, name := range c {
		if commands[name] == nil {
			t.Errorf("no command %s", name)
		}
	}
	for _, name := range q {
		if questions[name] == nil {
			t.Errorf("no question %s", name)
		}
	}
}

func TestCall(t *testing.T) {
	v := start(t, "facebook-2010")
	for _, c := range []struct {
		verb string
		args []any
		then string // a question
		with []any
		want string // its answer, as JSON
	}{
		{"play", nil, "playing", nil, "true"},
		{"pause", nil, "playing", nil, "false"},
		{"step", []any{3.0}, "now", nil, "0.3"},
		{"seek", []any{1.5}, "now", nil, "1.5"},
		{"seek", []any{-4.0}, "now", nil, "0"},
		{"set", []any{"fix.timeout.after", "2s"}, "get", []any{"fix.timeout.after"}, `"2s"`},
		{"set", []any{"fix.retry.on", true}, "get", []any{"fix.retry.on"}, `"true"`},
		{"set", []any{"fix.retry.max_attempts", 5.0}, "get", []any{"fix.retry.max_attempts"}, `"5"`},
		{"strategy", []any{"leases", true}, "get", []any{"fix.lease.on"}, `"true"`},
		{"reset", []any{map[string]any{"seed": "42"}}, "seed", nil, "42"},
		{"reset", nil, "seed", nil, "42"},
		{"set", []any{"fix.timeout.after", "3s"}, "journal", nil, `[{"at":0,"path":"fix.timeout.after","value":"3s","verb":"set"}]`},
		{"pause", nil, "seeking", nil, "false"},
		{"pause", nil, "at", []any{1.0, 1.0}, "null"},
	} {
		if _, err := v.Call(c.verb, c.args...); err != nil {
			t.Errorf("%s(%v): %v", c.verb, c.args, err)
			continue
		}
		got, err := v.Call(c.then, c.with...)
		b, _ := json.Marshal(got)
		if err != nil || string(b) != c.want {
			t.Errorf("after %s(%v), %s is %s (%v), want %s", c.verb, c.args, c.then, b, err, c.want)
		}
	}
}

func TestCallRefuses(t *testing.T) {
	v := start(t, "facebook-2010")
	for _, c := range []struct {
		verb string
		args []any
		want string // in the error
	}{
		{"seek", nil, "seconds: found nothing, allowed a number"},
		{"seek", []any{map[string]any{}}, "seconds: found something else, allowed a number"},
		{"seek", []any{[]any{1.0}}, "seconds: found something else, allowed a number"},
		{"seek", []any{true}, "seconds: found true, allowed a number"},
		{"set", []any{"fix.timeout.after", nil}, "value: found nothing, allowed a text"},
		{"do", []any{"let_in", []any{}}, "argument: found something else, allowed a text"},
		{"reset", []any{map[string]any{"seed": []any{}}}, "seed: found something else, allowed a whole number"},
		{"explode", nil, "unknown verb"},
		{"set", []any{"fix.timeout.after"}, "value"},
		{"set", []any{1.0, 2.0}, "path"},
		{"set", []any{"no.such.path", "1"}, "no"},
		{"set", []any{"fix.timeout.after", "-1s"}, "allowed"},
		{"do", []any{"dance"}, "dance"},
		{"seek", []any{"soon"}, "a number"},
		{"step", []any{map[string]any{}}, "a number"},
		{"speed", []any{1000.0}, "found 1000, allowed a number from 0.1 to 100"},
		{"speed", []any{0.0}, "allowed a number from 0.1 to 100"},
		{"strategy", []any{"leases", "yes"}, "true or false"},
		{"reset", []any{map[string]any{"seed": -1.0}}, "a whole number"},
		{"series", []any{"none"}, "load"},
	} {
		_, err := v.Call(c.verb, c.args...)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s(%v): %v, want an error with %q", c.verb, c.args, err, c.want)
		}
	}
	v = start(t, "zero-downtime-release")
	if _, err := v.Call("do", "fail_host", "1.5"); err == nil || !strings.Contains(err.Error(), "allowed a whole number from 0 to 19") {
		t.Errorf("half a host fails: %v", err)
	}
	if _, err := v.Call("do", "fail_host", "2"); err != nil {
		t.Error(err)
	}
}

// The verbs that go from event to event.
func TestEvents(t *testing.T) {
	v := start(t, "theory/metastable")
	for _, c := range []struct {
		verb string
		now  float64
	}{{"next", 0.001}, {"next", 20.001}, {"previous", 0.001}, {"previous", 0}} {
		if _, err := v.Call(c.verb); err != nil {
			t.Fatal(err)
		}
		for v.Session().Seeking() {
			v.Session().Pump(0, 1<<20, nil)
		}
		if now, _ := v.Call("now"); now != c.now {
			t.Errorf("%s leads to %v s, want %v", c.verb, now, c.now)
		}
	}
}

// At the end of the run, play begins the same one again.
func TestPlayAtTheEndBeginsAgain(t *testing.T) {
	v := start(t, "theory/metastable")
	if _, err := v.Call("strategy", "retry", false); err != nil {
		t.Fatal(err)
	}
	end := func() string {
		for v.Seek(seconds(v.Session().End())); v.Session().Seeking(); {
			v.Session().Pump(0, 1<<20, nil)
		}
		return v.Session().Hash()
	}
	hash := end()
	if err := v.Play(); err != nil || v.Session().Now() != 0 || !v.Session().Playing() || len(v.Session().Journal()) != 1 {
		t.Errorf("at %v, playing %v, journal %v, %v", v.Session().Now(), v.Session().Playing(), v.Session().Journal(), err)
	}
	if end() != hash {
		t.Error("it is another run")
	}
}

// Every answer is plain data, for every scenario.
func TestAnswersAreJSON(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		v := start(t, scn.Name)
		if _, err := v.Call("step", 20.0); err != nil {
			t.Fatal(err)
		}
		for _, q := range []string{"scenario", "params", "actions", "journal", "metrics", "verdict", "state", "hash", "link", "dots"} {
			got, err := v.Call(q)
			if err != nil {
				t.Errorf("%s: %s: %v", scn.Name, q, err)
			}
			if _, err := json.Marshal(got); err != nil {
				t.Errorf("%s: %s is no plain data: %v", scn.Name, q, err)
			}
		}
		for _, s := range scn.Series {
			if _, err := v.Call("series", s.Name); err != nil {
				t.Errorf("%s: series %s: %v", scn.Name, s.Name, err)
			}
		}
		for _, path := range Paths(v.Session()) {
			if _, ok := Param(v.Session(), path); !ok {
				t.Errorf("%s: %s is not declared", scn.Name, path)
			}
			if _, err := v.Session().Get(path); err != nil {
				t.Errorf("%s: %s: %v", scn.Name, path, err)
			}
		}
	}
}

// A mark that is listed can be pointed at, and its trip is one of the frame.
func TestDotsAreTripsOfTheFrame(t *testing.T) {
	v := start(t, "facebook-2010")
	s := v.Session()
	s.Sample(1)
	if _, err := v.Call("step", 20.0); err != nil {
		t.Fatal(err)
	}
	frame := s.Frame()
	trips := map[string]int{}
	for i := range frame.Legs {
		g := &frame.Legs[i]
		trips[s.Sim().Link(g.Link).Name+" "+s.Sim().NodeName(g.From)+" "+g.Kind.String()]++
	}
	var p scene.Picture
	v.Stage().Observe(frame)
	v.Stage().Picture(frame, float64(s.Sim().Now()), 1, &p)
	all, err := v.Call("dots")
	if err != nil {
		t.Fatal(err)
	}
	dots := all.([]any)
	if len(dots) < 20 {
		t.Fatalf("%d dots", len(dots))
	}
	for _, d := range dots {
		dot := d.(map[string]any)
		if name := dot["link"].(string) + " " + dot["from"].(string) + " " + dot["kind"].(string); trips[name] == 0 {
			t.Errorf("no trip of the frame is a %s", name)
		}
		if near, err := v.Call("at", dot["x"], dot["y"]); err != nil || near == nil {
			t.Errorf("nothing at %v (%v)", dot, err)
		}
		if now := seconds(s.Now()); dot["sent"].(float64) > now || dot["due"].(float64) < dot["sent"].(float64) {
			t.Errorf("at %v s the dot is %v", now, dot)
		}
	}
}

func TestWithoutStageThereAreNoDots(t *testing.T) {
	v := start(t, "facebook-2010")
	v.Stage = nil
	for _, verb := range []string{"dots", "at"} {
		if _, err := v.Call(verb, 1.0, 1.0); err == nil {
			t.Errorf("%s answers", verb)
		}
	}
}

// The metrics are those of a recording of the same run, made without a session.
func TestMetricsAreTheReport(t *testing.T) {
	const until = 30 * engine.Second
	v := start(t, "facebook-2010")
	s := v.Session()
	for v.Seek(seconds(until)); s.Seeking(); {
		s.Pump(0, 1<<20, nil)
	}
	got, err := v.Call("metrics")
	if err != nil {
		t.Fatal(err)
	}
	scn := *s.Scenario()
	scn.Series = nil
	sim, err := catalog.New(&scn, catalog.Options{Seed: 1, Size: s.Size()})
	if err != nil {
		t.Fatal(err)
	}
	rec := record.New(sim, engine.Time(scn.Window))
	for sim.Now() < until {
		rec.Run(sim, rec.Next(sim.Now()), 1<<30)
	}
	r, err := record.NewReport(&scn, sim, rec, record.Identity{Version: "test", Size: s.Size()})
	if err != nil {
		t.Fatal(err)
	}
	want, _ := plain(r)
	delete(want.(map[string]any), "series")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("metrics are\n%v\nwant\n%v", got, want)
	}
}
