package scenario

import (
	"errors"
	"slices"
	"strings"

	"stampede/engine"
	"stampede/engine/metric"
	"stampede/engine/param"
)

// Setting is a parameter of a scenario by its path: "component.parameter",
// "component.policy.parameter" or "link.policy.parameter". Every policy has,
// besides its own, the switch "on".
type Setting struct {
	Path string
	param.Param
}

type settings []Setting

// Settings lists all parameters of a scenario, in the order of the file.
func (s *Scenario) Settings(k Kinds) ([]Setting, error) {
	b, err := s.prepare(k, Options{Size: s.Size.Default})
	if err != nil {
		return nil, err
	}
	return settingsOf(b), nil
}

func settingsOf(b *builder) settings {
	var list settings
	for i := range b.s.Components {
		c := &b.s.Components[i]
		list = list.add(c.Name, engine.Declared(b.comps[c.Name]))
		list = list.seats(b, c.Name, c.Policies)
	}
	for i := range b.s.Links {
		list = list.seats(b, b.s.Links[i].Name, b.s.Links[i].Policies)
	}
	return list
}

func (l settings) add(prefix string, set *param.Set) settings {
	for _, p := range set.Params() {
		l = append(l, Setting{prefix + "." + p.Name, p})
	}
	return l
}

func (l settings) seats(b *builder, place string, ps []Policy) settings {
	for i := range ps {
		pol, _, _ := b.kinds.Policy(ps[i].Kind)
		at := place + "." + ps[i].Name
		l = append(l, Setting{at + ".on", param.Param{Name: "on", Type: param.Bool, Default: "false", Help: "whether it is asked"}})
		l = l.add(at, engine.Declared(pol))
	}
	return l
}

func (l settings) find(path string) (param.Param, bool) {
	for i := range l {
		if l[i].Path == path {
			return l[i].Param, true
		}
	}
	return param.Param{}, false
}

// allowed names what could stand in a path that is not known: the parameters
// of its place or, when that is wrong too, the places.
func (l settings) allowed(place string) string {
	var paths, places []string
	for i := range l {
		at, _, _ := strings.Cut(l[i].Path, ".")
		if at == place {
			paths = append(paths, l[i].Path)
		}
		if !slices.Contains(places, at) {
			places = append(places, at)
		}
	}
	if len(paths) > 0 {
		return strings.Join(paths, ", ")
	}
	return "a parameter of " + strings.Join(places, ", ")
}

// set checks one setting: that there is such a parameter, that it can change
// during a run, and that it takes the value.
func (c *checker) set(path, valuePath, name, value string) {
	p, ok := c.param(path, name)
	if !ok {
		return
	}
	_, err := p.Canonical(value)
	var bad *param.Error
	if errors.As(err, &bad) {
		c.fail(valuePath, bad.Found, bad.Allowed)
	}
}

// param finds a parameter that can change during a run.
func (c *checker) param(path, name string) (param.Param, bool) {
	p, ok := c.settings.find(name)
	if !ok {
		place, _, _ := strings.Cut(name, ".")
		return p, c.want(false, path, name, c.settings.allowed(place))
	}
	return p, c.want(!p.Fixed, path, name, "a parameter that can change during a run")
}

// metricsOf lists the metrics of every component and link of a run, with the
// components' own counters and gauges.
func metricsOf(sim *engine.Sim) map[string][]string {
	all := map[string][]string{}
	var f engine.Frame
	sim.Frame(&f)
	for i := range f.Nodes {
		var names []string
		counters := countersOf(sim.Component(engine.NodeID(i)))
		for _, m := range metric.Measures {
			if m.On == metric.OnNode && (m.Name != "hit_ratio" || slices.Contains(counters, "hits")) {
				names = append(names, m.Name)
			}
		}
		names = append(names, counters...)
		for _, g := range f.Nodes[i].Gauges.Values {
			names = append(names, g.Name)
		}
		all[f.Nodes[i].Name] = names
	}
	for i := range sim.LinkCount() {
		name := sim.Link(engine.LinkID(i)).Name
		for _, m := range metric.Measures {
			if m.On == metric.OnLink {
				all[name] = append(all[name], m.Name)
			}
		}
	}
	return all
}

func countersOf(c engine.Component) []string {
	if k, ok := c.(engine.Counted); ok {
		return k.Counters()
	}
	return nil
}

// Several reports whether the strategy's parameters belong to more than one
// component or link, so that their names alone do not tell them apart.
func (s *Strategy) Several() bool {
	first := ""
	for _, path := range s.Params {
		place, _, _ := strings.Cut(path, ".")
		if first != "" && place != first {
			return true
		}
		first = place
	}
	return false
}

// Loops reports whether a cause of the scenario is a loop whose gain can be told: its
// calls and the failures that make them are counted.
func (s *Scenario) Loops() bool {
	return slices.ContainsFunc(s.Causes, func(c Cause) bool { return c.Per != "" })
}

// Loaded reports whether the objective says what the load is, and what it goes to.
func (s *Scenario) Loaded() bool {
	return s.Objective != nil && s.Objective.Offered != "" && s.Objective.Capacity != ""
}

// Tiers are the components that have a load and a capacity, from the users inwards.
func (s *Scenario) Tiers() []Tier {
	if !s.Loaded() {
		return nil
	}
	return append([]Tier{{s.Objective.Offered, s.Objective.Capacity}}, s.Objective.Tiers...)
}
