package catalog

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
	"stampede/engine/scenario"
	"stampede/engine/simtest"
)

// derived are tables that follow from fixed parameters and never change.
var derived = []reflect.Type{reflect.TypeFor[*dist.Zipf]()}

// small is a scenario at its smallest size, from a description that may be
// changed first.
func small(t *testing.T, name string, change func(*scenario.Scenario)) simtest.Build {
	t.Helper()
	return func(seed uint64) *engine.Sim {
		s, ok := Scenario(name)
		if !ok {
			t.Fatalf("no scenario %s", name)
		}
		if change != nil {
			change(s)
		}
		sim, err := New(s, Options{Seed: seed, Size: s.Size.Min})
		if err != nil {
			t.Fatal(err)
		}
		return sim
	}
}

// span is how far a scenario is run where the story's length would take long:
// well beyond its first trigger.
func span(s *scenario.Scenario) engine.Time {
	for _, e := range s.Script {
		i := slices.IndexFunc(s.Actions, func(a scenario.Action) bool { return a.Name == e.Do && a.Trigger != "" })
		if i >= 0 && e.At > 0 {
			return min(engine.Time(s.For), 3*engine.Time(e.At))
		}
	}
	return min(engine.Time(s.For), 60*engine.Second)
}

func TestScenariosKeepTheContract(t *testing.T) {
	for _, s := range Scenarios() {
		t.Run(s.Name, func(t *testing.T) {
			simtest.Contract(t, small(t, s.Name, nil), span(s))
		})
	}
}

// TestMemoryIsBounded leaves out what is meant to pile up: a run that is stuck.
func TestMemoryIsBounded(t *testing.T) {
	for _, s := range Scenarios() {
		if s.Name == "theory/metastable" {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			calm := small(t, s.Name, func(s *scenario.Scenario) { s.Script = nil })
			simtest.Bounded(t, calm, 30*engine.Second, 2)
		})
	}
}

// TestEveryKindIsSeen asks that each kind occurs in a built-in scenario, so that
// it is run by the tests that walk the scenarios.
func TestEveryKindIsSeen(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range Scenarios() {
		for _, c := range s.Components {
			seen[c.Kind] = true
			for _, p := range c.Policies {
				seen[p.Kind] = true
			}
		}
		for _, l := range s.Links {
			for _, p := range l.Policies {
				seen[p.Kind] = true
			}
		}
	}
	components, policies := Kinds{}.Allowed()
	for _, kind := range slices.Concat(components, policies) {
		if !seen[kind] {
			t.Errorf("no built-in scenario has a %s", kind)
		}
	}
}

func TestTables(t *testing.T) {
	names := map[string]bool{}
	entry := func(kind, help string) {
		if names[kind] {
			t.Errorf("%s is listed twice", kind)
		}
		names[kind] = true
		if help == "" || len(help) > 100 || strings.HasSuffix(help, ".") {
			t.Errorf("%s: want one line of help without a full stop, found %q", kind, help)
		}
	}
	for _, c := range Components {
		entry(c.Kind, c.Help)
		declared(t, c.Kind, c.New())
	}
	for _, p := range Policies {
		entry(p.Kind, p.Help)
		pol := p.New()
		declared(t, p.Kind, pol)
		_, door := pol.(engine.AdmissionPolicy)
		_, link := pol.(engine.CallPolicy)
		if door != (p.Seat == engine.OnAdmission) || link == door {
			t.Errorf("%s: its methods do not fit its seat", p.Kind)
		}
	}
	for _, s := range Scenarios() {
		entry(s.Name, s.Name)
	}
	if _, ok := Scenario("no such scenario"); ok {
		t.Error("an unknown name found a scenario")
	}
}

// declared holds the parameters of a kind to their declarations.
func declared(t *testing.T, kind string, p interface {
	Params(*param.Set)
	simtest.Stateful
},
) {
	t.Helper()
	if err := simtest.KindType(reflect.TypeOf(p).Elem(), derived...); err != nil {
		t.Errorf("%s: %v", kind, err)
	}
	set := engine.Declared(p)
	set.Reset()
	for _, d := range set.Params() {
		if d.Help == "" || strings.HasSuffix(d.Help, ".") {
			t.Errorf("%s.%s: want one line of help without a full stop, found %q", kind, d.Name, d.Help)
		}
		if !d.Bounded() && d.Type != param.Bool && d.Type != param.Choice {
			t.Errorf("%s.%s has no range", kind, d.Name)
		}
		text, _ := set.Get(d.Name)
		if text != d.Default {
			t.Errorf("%s.%s: the default is %s, a fresh one holds %s", kind, d.Name, d.Default, text)
		}
		if err := set.Set(d.Name, text); err != nil {
			t.Errorf("%s.%s: the default is not allowed: %v", kind, d.Name, err)
		}
	}
}

// TestStateIsNamed changes every field of every component and policy in the
// middle of a run, and asks that the snapshot tells the difference.
func TestStateIsNamed(t *testing.T) {
	for _, s := range Scenarios() {
		parts := map[string]simtest.Stateful{}
		sim, err := s.Build(spy{parts}, Options{Seed: 1, Size: s.Size.Min})
		if err != nil {
			t.Fatal(err)
		}
		sim.RunUntil(span(s) / 2)
		for name, p := range parts {
			for _, path := range simtest.Unnamed(sim, p) {
				t.Errorf("%s: %s: %s is not named in State", s.Name, name, path)
			}
		}
	}
}

// spy makes what the catalogue makes and remembers one of each kind.
type spy struct{ parts map[string]simtest.Stateful }

func (s spy) Component(kind string) (engine.Component, bool) {
	c, ok := Kinds{}.Component(kind)
	s.parts[kind] = c
	return c, ok
}

func (s spy) Policy(kind string) (engine.Policy, engine.Seat, bool) {
	p, seat, ok := Kinds{}.Policy(kind)
	s.parts[kind] = p
	return p, seat, ok
}

func (s spy) Allowed() (components, policies []string) { return Kinds{}.Allowed() }

// seats are the places in the 2010 scenario where each policy sits.
func seats(t *testing.T) map[string]string {
	t.Helper()
	s, _ := Scenario("facebook-2010")
	at := map[string]string{}
	for _, c := range s.Components {
		for _, p := range c.Policies {
			at[p.Kind] = c.Name + "." + p.Name
		}
	}
	for _, l := range s.Links {
		for _, p := range l.Policies {
			at[p.Kind] = l.Name + "." + p.Name
		}
	}
	return at
}

// only leaves of all policies in a scenario the one of a kind, on or off, or
// none.
func only(kind string, on bool) func(*scenario.Scenario) {
	keep := func(ps []scenario.Policy) []scenario.Policy {
		ps = slices.DeleteFunc(ps, func(p scenario.Policy) bool { return p.Kind != kind })
		for i := range ps {
			ps[i].On = on
		}
		return ps
	}
	return func(s *scenario.Scenario) {
		for i := range s.Components {
			s.Components[i].Policies = keep(s.Components[i].Policies)
		}
		for i := range s.Links {
			s.Links[i].Policies = keep(s.Links[i].Policies)
		}
	}
}

// TestPoliciesKeepTheContract runs the worst of 2010 with each policy: alone,
// where off must equal absent, and with all others in the middle of the run.
func TestPoliciesKeepTheContract(t *testing.T) {
	const until = 30 * engine.Second
	absent := small(t, "facebook-2010", only("", false))(1)
	absent.RunUntil(until)
	for kind, path := range seats(t) {
		t.Run(kind, func(t *testing.T) {
			off := small(t, "facebook-2010", only(kind, false))(1)
			off.RunUntil(until)
			if off.Hash() != absent.Hash() {
				t.Errorf("a %s that is off is not as if it were absent", kind)
			}
			simtest.Contract(t, small(t, "facebook-2010", withTimeout(kind)), until)
			sim := small(t, "facebook-2010", nil)
			was, err := sim(1).Get(path + ".on")
			if err != nil {
				t.Fatal(err)
			}
			now := map[string]string{"true": "false", "false": "true"}[was]
			simtest.Toggle(t, sim, 22*engine.Second, path+".on", now)
		})
	}
}

// withTimeout switches on one policy and leaves the scenario's time-out, without
// which nothing fails.
func withTimeout(kind string) func(*scenario.Scenario) {
	return func(s *scenario.Scenario) {
		for i := range s.Links {
			for j := range s.Links[i].Policies {
				p := &s.Links[i].Policies[j]
				p.On = p.On || p.Kind == kind
			}
		}
		for i := range s.Components {
			for j := range s.Components[i].Policies {
				p := &s.Components[i].Policies[j]
				p.On = p.On || p.Kind == kind
			}
		}
	}
}

// TestStrategiesToggle sets each strategy of each scenario in the middle of a
// run to what it is not.
func TestStrategiesToggle(t *testing.T) {
	for _, s := range Scenarios() {
		for _, st := range s.Strategies {
			sim := small(t, s.Name, nil)
			for path, on := range st.On {
				if now, _ := sim(1).Get(path); now == on {
					on = st.Off[path]
				}
				simtest.Toggle(t, sim, 21*engine.Second, path, on)
			}
		}
	}
}

// TestScenariosAreCanonical asks that each built-in scenario reads, says its
// own name, and survives being written and read again.
func TestScenariosAreCanonical(t *testing.T) {
	for i, s := range Scenarios() {
		if s.Name != builtin[i] {
			t.Errorf("the file of %s names itself %s", builtin[i], s.Name)
		}
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := scenario.Parse(text)
		if err != nil {
			t.Errorf("%s, written again: %v", s.Name, err)
		} else if !reflect.DeepEqual(s, again) {
			t.Errorf("%s changes by being written and read", s.Name)
		}
	}
}
