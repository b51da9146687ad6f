package scenario_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/check"
	"stampede/engine/param"
	"stampede/engine/scenario"
)

// FuzzParse asks that any bytes give a scenario or an error with a JSON path,
// and what was read can be written and read again.
func FuzzParse(f *testing.F) {
	for _, s := range catalog.Scenarios() {
		text, err := json.Marshal(s)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{
		"", "null", "[]", "{}", `{"name":1}`, `{"name":"x","for":"1s","components":[],"links":[]}`,
		`{"name":"x","for":"-1s","components":[{}],"links":[{}]}`, `{"unknown":true}`, `{"name":"` + strings.Repeat("x", 300) + `"}`,
		`{"name":"x","for":"1s","components":[{"name":"a","kind":"server","at":{"x":1,"y":1,"w":1,"h":1},"params":{"servers":1e99}}],"links":[]}`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		s, err := scenario.Parse(text)
		if err != nil {
			where(t, err)
			return
		}
		again, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := scenario.Parse(again); err != nil {
			t.Errorf("what was read cannot be read again: %v\n%s", err, again)
		}
		if _, err := s.Build(catalog.Kinds{}, scenario.Options{}); err != nil {
			where(t, err)
		}
	})
}

// where asks that an error says where it is and what is allowed there.
func where(t *testing.T, err error) {
	t.Helper()
	var e *scenario.Error
	if !errors.As(err, &e) || !strings.HasPrefix(e.Path, "$") || e.Found == "" || e.Allowed == "" {
		t.Errorf("an error without its place: %v", err)
	}
}

// FuzzCommands throws commands at the built-in scenarios, drawn from a seed:
// parameters anywhere in their ranges, switches, actions. Whatever is done, no
// invariant may break.
func FuzzCommands(f *testing.F) {
	for seed := range uint64(12) {
		f.Add(seed, seed, uint8(10))
	}
	f.Fuzz(func(t *testing.T, seed, which uint64, commands uint8) {
		all := catalog.Scenarios()
		s := all[which%uint64(len(all))]
		sim, err := catalog.New(s, catalog.Options{Seed: seed, Size: s.Size.Min})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(seed, which))
		settings := paths(s)
		for range commands % 32 {
			c := command(r, s, settings)
			if err := sim.Insert(c); err != nil && !fixed(sim, c.Path) {
				t.Fatalf("%+v: %v", c, err)
			}
		}
		// Bounded in events, as a command may ask for a million a second.
		const until, most = 40 * engine.Second, 100_000
		w := check.Watch(sim)
		for n := 0; n < most && !sim.RunSome(until, 1); n++ {
			w.Stepped()
		}
		w.Audit()
		for _, v := range w.Violations() {
			t.Errorf("%s, seed %d: %v", s.Name, seed, v)
		}
		if t.Failed() {
			t.Logf("%+v", sim.Journal())
		}
	})
}

// setting is a parameter that can be set while a scenario runs.
type setting struct {
	path string
	p    param.Param
}

// paths lists the settings of a scenario; the switches of policies are a Bool.
func paths(s *scenario.Scenario) []setting {
	var out []setting
	add := func(path string, p interface{ Params(*param.Set) }) {
		for _, d := range engine.Declared(p).Params() {
			out = append(out, setting{path + "." + d.Name, d})
		}
	}
	seated := func(place string, ps []scenario.Policy) {
		for _, p := range ps {
			pol, _, _ := catalog.Kinds{}.Policy(p.Kind)
			add(place+"."+p.Name, pol)
			out = append(out, setting{place + "." + p.Name + ".on", param.Param{Type: param.Bool}})
		}
	}
	for _, c := range s.Components {
		comp, _ := catalog.Kinds{}.Component(c.Kind)
		add(c.Name, comp)
		seated(c.Name, c.Policies)
	}
	for _, l := range s.Links {
		seated(l.Name, l.Policies)
	}
	return out
}

// fixed reports whether a path is of a parameter that no command may change.
func fixed(sim *engine.Sim, path string) bool {
	place, name, _ := strings.Cut(path, ".")
	id, ok := sim.NodeByName(place)
	if !ok {
		return false
	}
	p, ok := engine.Declared(sim.Component(id)).Lookup(name)
	return ok && p.Fixed
}

// command draws a command that is allowed.
func command(r *rand.Rand, s *scenario.Scenario, settings []setting) engine.Command {
	at := r.Int64N(20) * engine.Second
	if len(s.Actions) > 0 && r.IntN(3) == 0 {
		a := s.Actions[r.IntN(len(s.Actions))]
		c := engine.Command{At: at, Verb: engine.CmdDo, Path: a.Name}
		if a.Arg != nil {
			x := a.Arg.Min + r.Float64()*(a.Arg.Max-a.Arg.Min)
			if a.Arg.Whole {
				x = math.Floor(x)
			}
			c.Value = fmt.Sprint(x)
		}
		return c
	}
	x := settings[r.IntN(len(settings))]
	return engine.Command{At: at, Verb: engine.CmdSet, Path: x.path, Value: value(r, x.p)}
}

// value draws a value, small ones as often as large ones.
func value(r *rand.Rand, p param.Param) string {
	switch p.Type {
	case param.Bool:
		return strconv.FormatBool(r.IntN(2) == 0)
	case param.Choice:
		return p.Choices[r.IntN(len(p.Choices))]
	}
	x := r.Float64()
	return p.Text(p.Min + (p.Max-p.Min)*x*x*x*x*x*x)
}

// TestSmallCasesExhaustively runs every combination of what decides a server's
// fate, on a system that is overloaded for a while and then left alone. All must
// keep the invariants, and once nobody asks any more nothing may be left: each
// call has ended, however it was answered.
func TestSmallCasesExhaustively(t *testing.T) {
	s, _ := catalog.Scenario("theory/metastable")
	n := 0
	for _, discipline := range []string{"fifo", "lifo", "processor_sharing"} {
		for _, abandoned := range []string{"cancelled", "dropped_at_turn", "served"} {
			for _, full := range []string{"drops", "refuses"} {
				for _, bound := range []string{"0", "1", "20"} {
					for _, on := range []string{"", "retry", "retry budget", "shedding", "retry budget shedding"} {
						set := map[string]string{
							"server.discipline": discipline, "server.abandoned": abandoned, "server.full": full, "server.queue_bound": bound,
							"callers.rate": "400", "requests.timeout.after": "100ms",
							"requests.retry.on":  strconv.FormatBool(strings.Contains(on, "retry")),
							"requests.budget.on": strconv.FormatBool(strings.Contains(on, "budget")),
							"server.shedding.on": strconv.FormatBool(strings.Contains(on, "shedding")),
						}
						n++
						drains(t, s, set)
					}
				}
			}
		}
	}
	if n != 3*3*2*3*5 {
		t.Errorf("%d cases", n)
	}
}

func drains(t *testing.T, s *scenario.Scenario, set map[string]string) {
	t.Helper()
	s.Script = nil
	sim, err := catalog.New(s, catalog.Options{Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, 0, len(set))
	for path := range set {
		names = append(names, path)
	}
	slices.Sort(names)
	for _, path := range names {
		if err := sim.SetNow(path, set[path]); err != nil {
			t.Fatal(err)
		}
	}
	if err := sim.Insert(engine.Command{At: engine.Second, Verb: engine.CmdSet, Path: "callers.rate", Value: "0"}); err != nil {
		t.Fatal(err)
	}
	for _, v := range check.Run(sim, 10*engine.Second) {
		t.Errorf("%v: %v", set, v)
	}
	if calls, attempts := sim.Live(); calls != 0 || attempts != 0 {
		t.Errorf("%v: %d calls and %d attempts are left", set, calls, attempts)
	}
}
