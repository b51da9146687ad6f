package scenario

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"stampede/engine"
)

// The bounds of a scenario's own numbers.
const (
	LongestRun  = Duration(24 * 60 * engine.Minute)
	leastWindow = Duration(10 * engine.Millisecond)
	mostWindow  = Duration(engine.Minute)
	leastSpeed  = 0.1
	mostSpeed   = 100
)

// Check holds a scenario to everything that Parse cannot see: that each name
// it uses exists, that each value can be set, that each component has the
// links it relies on. It returns all faults found, in the order of the file;
// a scenario without faults builds at every size it allows.
//
// A scenario that cannot be put together at all gives that one fault.
func (s *Scenario) Check(k Kinds) []*Error {
	s.defaults()
	c := &checker{s: s}
	c.head()
	b, err := s.prepareAll(k)
	if err != nil {
		c.errs = append(c.errs, asError(err))
		return c.errs
	}
	c.b = b
	c.settings = settingsOf(b)
	c.components()
	c.links()
	if len(c.errs) > 0 {
		return c.errs // components may rely on their links when they start
	}
	sim, err := b.eb.Build(nil)
	if err != nil {
		return append(c.errs, asError(err))
	}
	c.metrics = metricsOf(sim)
	c.actions()
	c.script()
	c.strategies()
	c.series()
	c.objective()
	c.causes()
	c.table()
	c.story()
	c.walks()
	return c.errs
}

// checker collects the faults of one scenario.
type checker struct {
	s        *Scenario
	b        *builder
	settings settings
	metrics  map[string][]string // by component or link
	errs     []*Error
}

func (c *checker) fail(path, found, allowed string) {
	c.errs = append(c.errs, &Error{path, found, allowed})
}

// phrase is what was found in words; names found are quoted.
type phrase string

// want reports a fault unless ok.
func (c *checker) want(ok bool, path string, found any, allowed string) bool {
	if !ok {
		if name, ok := found.(string); ok {
			found = strconv.Quote(name)
		}
		c.fail(path, fmt.Sprint(found), allowed)
	}
	return ok
}

// name checks a name that texts and links refer to; seen holds those before.
func (c *checker) name(path, name string, seen *[]string) {
	if err := checkName(path, name); err != nil {
		c.errs = append(c.errs, asError(err))
		return
	}
	if c.want(!slices.Contains(*seen, name), path, name, "a name that no other here has") {
		*seen = append(*seen, name)
	}
}

func asError(err error) *Error {
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	return &Error{"$", err.Error(), "a scenario that can be built"}
}

// prepareAll puts the scenario together at its extreme sizes, to see that the
// scaled values are in range, and returns it at the default size.
func (s *Scenario) prepareAll(k Kinds) (*builder, error) {
	for _, size := range []float64{s.Size.Min, s.Size.Max} {
		if !(size > 0) {
			return nil, &Error{"$.size", fmt.Sprint(size), "sizes above 0"}
		}
		if _, err := s.prepare(k, Options{Size: size}); err != nil {
			return nil, err
		}
	}
	return s.prepare(k, Options{Size: s.Size.Default})
}

// head checks what concerns the whole.
func (c *checker) head() {
	s := c.s
	for _, part := range strings.Split(s.Name, "/") {
		if checkName("", part) != nil || strings.Count(s.Name, "/") > 1 {
			c.fail("$.name", strconv.Quote(s.Name), "1 to 40 of a-z, 0-9, _ and -, with at most one / between")
			break
		}
	}
	c.want(s.Version >= 1, "$.version", s.Version, "a whole number from 1")
	c.want(s.For > 0 && s.For <= LongestRun, "$.for", phrase(text(s.For)), "a duration up to "+text(LongestRun))
	c.want(s.Window >= leastWindow && s.Window <= mostWindow, "$.window", phrase(text(s.Window)), "a duration from "+text(leastWindow)+" to "+text(mostWindow))
	c.want(s.Speed >= leastSpeed && s.Speed <= mostSpeed, "$.speed", s.Speed, fmt.Sprintf("a number from %v to %v", leastSpeed, mostSpeed))
	for i, path := range s.Size.Scales {
		c.want(path == "keys" || strings.Count(path, ".") == 1, fmt.Sprintf("$.size.scales[%d]", i), path, "keys or component.parameter")
	}
}

// components checks places on the stage and what each component needs.
func (c *checker) components() {
	for i := range c.s.Components {
		k := &c.s.Components[i]
		path := fmt.Sprintf("$.components[%d]", i)
		c.place(path+".at", k.At)
		c.policyNames(path, k.Policies)
		c.needs(path, k)
	}
	for i, path := range c.s.Size.Scales {
		name, _, _ := strings.Cut(path, ".")
		_, known := c.settings.find(path)
		c.want(path == "keys" || known && c.isComponent(name), fmt.Sprintf("$.size.scales[%d]", i), path, c.settings.allowed(name))
	}
}

func (c *checker) place(path string, p Place) {
	for _, x := range []struct {
		name string
		v    float64
	}{{"x", p.X}, {"y", p.Y}, {"w", p.W}, {"h", p.H}} {
		c.want(x.v >= 0 && x.v <= 100, path+"."+x.name, x.v, "a number from 0 to 100")
	}
	c.want(p.W > 0 && p.H > 0, path, phrase(fmt.Sprintf("a size of %v by %v", p.W, p.H)), "a width and a height above 0")
	c.want(p.X+p.W <= 100 && p.Y+p.H <= 100, path, phrase(fmt.Sprintf("a far corner at %v, %v", p.X+p.W, p.Y+p.H)), "a corner within 100, 100")
}

func (c *checker) policyNames(path string, ps []Policy) {
	for i := range ps {
		if err := checkName(fmt.Sprintf("%s.policies[%d].name", path, i), ps[i].Name); err != nil {
			c.errs = append(c.errs, asError(err))
		}
	}
}

// needs holds the links that leave a component to what it relies on.
func (c *checker) needs(path string, k *Component) {
	n := engine.NeedsOf(c.b.comps[k.Name])
	c.want(n.Keys == 0 || c.leastKeys() >= n.Keys, "$.keys", c.s.Keys, fmt.Sprintf("at least %d at every size, for the %s %s", n.Keys, k.Kind, k.Name))
	roles := map[string]int{}
	for i := range c.s.Links {
		l := &c.s.Links[i]
		if l.From != k.Name {
			continue
		}
		at := fmt.Sprintf("$.links[%d]", i)
		roles[l.Role]++
		if n.One {
			continue
		}
		switch known := append(slices.Clone(n.Roles), n.May...); {
		case len(known) == 0:
			c.fail(at+".from", strconv.Quote(l.From), "a component that makes calls; a "+k.Kind+" makes none")
		case !slices.Contains(known, l.Role):
			c.fail(at+".role", strconv.Quote(l.Role), oneOf(known))
		case roles[l.Role] > 1:
			c.fail(at+".role", strconv.Quote(l.Role), "a role that no other link of "+k.Name+" has")
		}
	}
	if n.One {
		c.want(c.b.outs[k.Name] == 1, path, phrase(fmt.Sprintf("%d links that leave %s", c.b.outs[k.Name], k.Name)), "exactly one, for a "+k.Kind)
	}
	if n.Back != "" {
		c.back(path, k, n.Back)
	}
	for _, r := range n.Roles {
		c.want(roles[r] > 0, path, phrase("no link of the role "+r+" that leaves "+k.Name), "one for each of "+strings.Join(n.Roles, ", "))
	}
}

// back holds a component that serves one caller only to that caller.
func (c *checker) back(path string, k *Component, role string) {
	var callers []string
	told := ""
	for i := range c.s.Links {
		l := &c.s.Links[i]
		if l.To == k.Name && l.Kind != "signal" {
			callers = append(callers, l.From)
		}
		if l.From == k.Name && l.Role == role {
			told = l.To
		}
	}
	c.want(len(callers) == 1, path, phrase(fmt.Sprintf("%d links with calls to %s", len(callers), k.Name)), "exactly one, for a "+k.Kind)
	c.want(told == "" || len(callers) != 1 || told == callers[0], path, phrase("a link of the role "+role+" to "+told), "one to the caller, "+strings.Join(callers, ", "))
}

// leastKeys is the number of keys at the smallest size.
func (c *checker) leastKeys() int {
	if c.s.Keys == 0 || !slices.Contains(c.s.Size.Scales, "keys") {
		return c.s.Keys
	}
	small := builder{size: c.s.Size.Min}
	return int(small.scaleInt(int64(c.s.Keys)))
}

// links checks what Build does not: lookup policies need keys, and calls must
// not go round at one instant for ever.
func (c *checker) links() {
	for i := range c.s.Links {
		l := &c.s.Links[i]
		path := fmt.Sprintf("$.links[%d]", i)
		c.policyNames(path, l.Policies)
		for j := range l.Policies {
			_, seat, _ := c.b.kinds.Policy(l.Policies[j].Kind)
			c.want(seat != engine.OnLookup || c.s.Keys > 0, fmt.Sprintf("%s.policies[%d].kind", path, j), l.Policies[j].Kind, "a policy that needs no cached keys; the scenario has none")
		}
		c.want(l.Hop > 0 || l.Kind == "signal" || !c.leadsBack(l.To, l.From, nil), path+".hop", phrase(text(l.Hop)), "a duration above 0, as the links lead round from "+l.From+" to itself")
	}
}

// leadsBack reports whether calls can go on from one component to another
// without any time passing.
func (c *checker) leadsBack(from, to string, seen []string) bool {
	if from == to {
		return true
	}
	seen = append(seen, from)
	for i := range c.s.Links {
		l := &c.s.Links[i]
		if l.From == from && l.Hop == 0 && l.Kind != "signal" && !slices.Contains(seen, l.To) && c.leadsBack(l.To, to, seen) {
			return true
		}
	}
	return false
}

func (c *checker) isComponent(name string) bool {
	_, ok := c.b.nodes[name]
	return ok
}

func (c *checker) componentNames() []string {
	var names []string
	for i := range c.s.Components {
		names = append(names, c.s.Components[i].Name)
	}
	return names
}

// linkNames are those of the links that carry calls.
//
//go:noinline
func (c *checker) linkNames() []string {
	var names []string
	for i := range c.s.Links {
		if c.s.Links[i].Kind != "signal" {
			names = append(names, c.s.Links[i].Name)
		}
	}
	return names
}

func oneOf(names []string) string {
	if len(names) == 0 {
		return "nothing: there is none"
	}
	return strings.Join(names, ", ")
}
