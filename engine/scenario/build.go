package scenario

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"stampede/engine"
	"stampede/engine/param"
)

// Kinds makes components and policies by the names of their kinds; package
// catalog is the one that knows them all.
type Kinds interface {
	Component(kind string) (engine.Component, bool)
	Policy(kind string) (engine.Policy, engine.Seat, bool)
	// Allowed lists the kinds, for error messages.
	Allowed() (components, policies []string)
}

// DefaultSeed is the seed of a run for which nobody chose one: the same in the
// page and on the command line, so that both show the same run.
const DefaultSeed = 2010

// Options are what a run is given beside its scenario.
type Options struct {
	Seed uint64
	Size float64 // 0 for the scenario's default
}

var linkKinds = map[string]engine.Kind{
	"request": engine.KRequest, "read": engine.KRead, "query": engine.KQuery, "work": engine.KWork, "signal": engine.KSignal,
	"connect": engine.KConnect, "packet": engine.KPacket, "publish": engine.KPublish, "upload": engine.KUpload,
}

var routings = map[string]engine.Routing{"": engine.ByRequest, "request": engine.ByRequest, "key": engine.ByKey, "try": engine.ByTry}

// Build makes a run of a scenario, at time 0. Its errors are *Error with the
// JSON path of what is wrong.
func (s *Scenario) Build(k Kinds, opt Options) (*engine.Sim, error) {
	b, err := s.prepare(k, opt)
	if err != nil {
		return nil, err
	}
	return b.finish()
}

// builder is a scenario under construction.
type builder struct {
	s     *Scenario
	kinds Kinds
	size  float64
	eb    *engine.Builder
	nodes map[string]engine.NodeID
	comps map[string]engine.Component
	outs  map[string]int
}

func (s *Scenario) prepare(k Kinds, opt Options) (*builder, error) {
	if err := checkTitle(s.Name); err != nil {
		return nil, err
	}
	b := &builder{s: s, kinds: k, size: opt.Size, nodes: map[string]engine.NodeID{}, comps: map[string]engine.Component{}, outs: map[string]int{}}
	if b.size == 0 {
		b.size = s.Size.Default
	}
	if !(b.size >= s.Size.Min && b.size <= s.Size.Max) {
		return nil, &Error{"$.size", fmt.Sprint(b.size), fmt.Sprintf("a size from %v to %v", s.Size.Min, s.Size.Max)}
	}
	keys := s.Keys
	if slices.Contains(s.Size.Scales, "keys") {
		keys = int(b.scaleInt(int64(keys)))
	}
	if keys < 0 || keys > 1<<20 {
		return nil, &Error{"$.keys", fmt.Sprint(s.Keys), "0 to 1048576"}
	}
	if keys > 0 {
		keys++ // the pushed key's canary copy
	}
	b.eb = engine.NewBuilder(opt.Seed, keys)
	for i := range s.Components {
		if err := b.component(i); err != nil {
			return nil, err
		}
	}
	for i := range s.Links {
		if err := b.link(i); err != nil {
			return nil, err
		}
	}
	return b, b.actions()
}

func (b *builder) scaleInt(v int64) int64 { return max(1, int64(math.Round(float64(v)*b.size))) }

func (b *builder) component(i int) error {
	c := &b.s.Components[i]
	path := fmt.Sprintf("$.components[%d]", i)
	if err := checkName(path+".name", c.Name); err != nil {
		return err
	}
	if _, twice := b.nodes[c.Name]; twice {
		return &Error{path + ".name", strconv.Quote(c.Name), "a name that no other component has"}
	}
	comp, ok := b.kinds.Component(c.Kind)
	if !ok {
		allowed, _ := b.kinds.Allowed()
		return &Error{path + ".kind", strconv.Quote(c.Kind), strings.Join(allowed, ", ")}
	}
	set := engine.Declared(comp)
	set.Reset()
	if err := setAll(set, c.Params, path+".params"); err != nil {
		return err
	}
	if err := b.scale(set, c.Name); err != nil {
		return err
	}
	door, err := b.policies(c.Policies, path, engine.OnAdmission)
	if err != nil {
		return err
	}
	b.nodes[c.Name] = b.eb.Node(c.Name, c.Kind, comp, door...)
	b.comps[c.Name] = comp
	return nil
}

// scale turns true-size parameters into those of the run's size.
func (b *builder) scale(set *param.Set, name string) error {
	for _, path := range b.s.Size.Scales {
		comp, p, ok := strings.Cut(path, ".")
		if !ok || comp != name {
			continue
		}
		d, found := set.Lookup(p)
		text, _ := set.Get(p)
		v, err := strconv.ParseFloat(text, 64)
		if !found || err != nil {
			return &Error{"$.size.scales", strconv.Quote(path), "a numeric parameter"}
		}
		scaled := strconv.FormatFloat(v*b.size, 'g', -1, 64)
		if d.Type == param.Int {
			scaled = strconv.FormatInt(b.scaleInt(int64(v)), 10)
		}
		if err := set.Set(p, scaled); err != nil {
			return &Error{"$.size.scales", strconv.Quote(path), err.Error()}
		}
	}
	return nil
}

func setAll(set *param.Set, params map[string]json.RawMessage, path string) error {
	for _, n := range slices.Sorted(maps.Keys(params)) {
		if _, ok := set.Lookup(n); !ok {
			return &Error{path + "." + n, "an unknown parameter", declared(set)}
		}
		if err := set.SetJSON(n, params[n]); err != nil {
			e := &Error{path + "." + n, string(params[n]), err.Error()}
			if pe, ok := err.(*param.Error); ok {
				e.Found, e.Allowed = pe.Found, pe.Allowed
			}
			return e
		}
	}
	return nil
}

func declared(set *param.Set) string {
	var names []string
	for _, p := range set.Params() {
		names = append(names, p.Name)
	}
	return strings.Join(names, ", ")
}

func (b *builder) policies(ps []Policy, path string, door engine.Seat) ([]engine.PolicySpec, error) {
	var out []engine.PolicySpec
	for i := range ps {
		p := &ps[i]
		at := fmt.Sprintf("%s.policies[%d]", path, i)
		pol, seat, ok := b.kinds.Policy(p.Kind)
		_, allowed := b.kinds.Allowed()
		if !ok {
			return nil, &Error{at + ".kind", strconv.Quote(p.Kind), strings.Join(allowed, ", ")}
		}
		if (seat == engine.OnAdmission) != (door == engine.OnAdmission) {
			return nil, &Error{at + ".kind", strconv.Quote(p.Kind), "a policy that sits here: links carry call and lookup policies, components admission policies"}
		}
		if slices.ContainsFunc(out, func(o engine.PolicySpec) bool { return o.Name == p.Name }) {
			return nil, &Error{at + ".name", strconv.Quote(p.Name), "a name that no other policy here has"}
		}
		set := engine.Declared(pol)
		set.Reset()
		if err := setAll(set, p.Params, at+".params"); err != nil {
			return nil, err
		}
		out = append(out, engine.PolicySpec{Name: p.Name, Policy: pol, On: p.On})
	}
	return out, nil
}

func (b *builder) link(i int) error {
	l := &b.s.Links[i]
	path := fmt.Sprintf("$.links[%d]", i)
	if err := checkName(path+".name", l.Name); err != nil {
		return err
	}
	from, ok := b.nodes[l.From]
	if !ok {
		return &Error{path + ".from", strconv.Quote(l.From), "the name of a component"}
	}
	to, ok := b.nodes[l.To]
	if !ok {
		return &Error{path + ".to", strconv.Quote(l.To), "the name of a component"}
	}
	kind, ok := linkKinds[l.Kind]
	if !ok {
		return &Error{path + ".kind", strconv.Quote(l.Kind), "request, read, query, work or signal"}
	}
	routing, ok := routings[l.Route]
	if !ok {
		return &Error{path + ".route", strconv.Quote(l.Route), "request, key or try"}
	}
	if len(l.Policies) > engine.MaxLevels {
		return &Error{path + ".policies", fmt.Sprint(len(l.Policies)), fmt.Sprintf("at most %d", engine.MaxLevels)}
	}
	stack, err := b.policies(l.Policies, path, engine.OnCall)
	if err != nil {
		return err
	}
	for j := range b.s.Links[:i] {
		if b.s.Links[j].Name == l.Name {
			return &Error{path + ".name", strconv.Quote(l.Name), "a name that no other link has"}
		}
	}
	if _, taken := b.nodes[l.Name]; taken {
		return &Error{path + ".name", strconv.Quote(l.Name), "a name that no component has"}
	}
	b.outs[l.From]++
	b.eb.Link(engine.LinkSpec{
		Name: l.Name, Role: l.Role, From: from, To: to, Hop: int64(l.Hop), Routing: routing, Kind: kind,
		Deadline: int64(l.Deadline), Stack: stack,
	})
	return nil
}

func (b *builder) actions() error {
	var out []engine.Action
	for i := range b.s.Actions {
		a := &b.s.Actions[i]
		path := fmt.Sprintf("$.actions[%d]", i)
		if err := checkName(path+".name", a.Name); err != nil {
			return err
		}
		ea := a.Arg.action()
		ea.Name = a.Name
		for j, st := range a.Steps {
			node, ok := b.nodes[st.To]
			if !ok {
				return &Error{fmt.Sprintf("%s.steps[%d].to", path, j), strconv.Quote(st.To), "the name of a component"}
			}
			es := engine.ActionStep{Node: node, Verb: st.Verb, UseArg: st.Arg == nil}
			if st.Arg != nil {
				es.Arg = *st.Arg
			}
			out := engine.Verbs(b.comps[st.To])
			if !slices.Contains(out, st.Verb) {
				return &Error{fmt.Sprintf("%s.steps[%d].verb", path, j), strconv.Quote(st.Verb), strings.Join(out, ", ")}
			}
			ea.Steps = append(ea.Steps, es)
		}
		out = append(out, ea)
	}
	b.eb.Actions(out)
	return nil
}

// action is one that takes the argument, and none where it is nil.
func (g *Arg) action() engine.Action {
	if g == nil {
		return engine.Action{}
	}
	return engine.Action{Arg: g.Default, Min: g.Min, Max: g.Max, Whole: g.Whole}
}

// checkTitle checks a scenario's own name, which may have parts, as in
// theory/mm1.
func checkTitle(name string) error {
	for _, part := range strings.Split(name, "/") {
		if checkName("", part) != nil || len(name) > 40 {
			return &Error{"$.name", strconv.Quote(name), "1 to 40 of a-z, 0-9, _ and -, in parts separated by /"}
		}
	}
	return nil
}

func checkName(path, name string) error {
	ok := name != "" && len(name) <= 40
	for _, r := range name {
		ok = ok && (r == '_' || r == '-' || r >= 'a' && r <= 'z' || r >= '0' && r <= '9')
	}
	if !ok {
		return &Error{path, strconv.Quote(name), "1 to 40 of a-z, 0-9, _ and -"}
	}
	return nil
}

func (b *builder) finish() (*engine.Sim, error) {
	var script []engine.Command
	for _, e := range b.s.Script {
		c := engine.Command{At: int64(e.At), Script: true, Response: e.Response}
		switch {
		case e.Do != "":
			c.Verb, c.Path, c.Value = engine.CmdDo, e.Do, e.Arg
		case e.Set != "":
			c.Verb, c.Path, c.Value = engine.CmdSet, e.Set, e.Value
		default:
			continue
		}
		script = append(script, c)
	}
	sim, err := b.eb.Build(script)
	if err != nil {
		return nil, &Error{"$.script", err.Error(), "actions and parameters of this scenario"}
	}
	return sim, nil
}
