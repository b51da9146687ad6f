package engine

import (
	"fmt"
	"sort"

	"stampede/engine/dist"
	"stampede/engine/param"
)

// Builder puts a run together: nodes, links, policies, actions and a script.
type Builder struct{ sim *Sim }

// PolicySpec seats a policy.
type PolicySpec struct {
	Name   string // unique in its stack
	Policy Policy
	On     bool
}

// LinkSpec describes a link.
type LinkSpec struct {
	Name     string
	Role     string // what the caller uses the link for; Ctx.LinkTo looks it up
	From, To NodeID
	Hop      Time // one way
	Routing  Routing
	Kind     Kind
	Deadline Time // an answer later than this is no good; 0 for none
	Stack    []PolicySpec
}

// Action is something an operator can do: commands to components, with an
// argument.
type Action struct {
	Name  string
	Arg   float64 // default
	Min   float64
	Max   float64
	Whole bool // the argument is a whole number
	Steps []ActionStep
}

// ActionStep is one component's part in an action.
type ActionStep struct {
	Node   NodeID
	Verb   string
	Arg    float64
	UseArg bool // take the action's argument instead of Arg
}

// NewBuilder starts a run with a seed and the number of distinct cached keys
// (0 where nothing is cached).
func NewBuilder(seed uint64, keys int) *Builder {
	return &Builder{sim: &Sim{
		seed: seed, keys: keys, trace: 0x6a09e667f3bcc909,
		agenda: newAgenda(), calls: make([]Call, 1), attempts: make([]Attempt, 1), messages: make([]message, 1),
	}}
}

// Node adds a component with its parameters set, and the policies at its door,
// outermost first.
func (b *Builder) Node(name, kind string, comp Component, door ...PolicySpec) NodeID {
	s := b.sim
	id := NodeID(len(s.nodes))
	s.nodes = append(s.nodes, node{name: name, kind: kind, hash: dist.HashString(name), comp: comp})
	for _, p := range door {
		st := newSeat(s, name, p)
		st.door = p.Policy.(AdmissionPolicy)
		s.nodes[id].door = append(s.nodes[id].door, st)
	}
	return id
}

func newSeat(s *Sim, place string, p PolicySpec) *seat {
	st := &seat{name: p.Name, hash: dist.HashString(seatName(place, p.Name)), on: p.On, policy: p.Policy}
	st.ctx = PolicyCtx{sim: s, seat: st}
	return st
}

// Link adds a link.
func (b *Builder) Link(l LinkSpec) LinkID {
	s := b.sim
	id := LinkID(len(s.links))
	k := link{
		id: id, name: l.Name, role: l.Role, from: l.From, to: l.To, hop: l.Hop,
		routing: l.Routing, kind: l.Kind, deadline: l.Deadline,
	}
	for i, p := range l.Stack {
		st := newSeat(s, l.Name, p)
		st.call = p.Policy.(CallPolicy)
		_, silent := p.Policy.(interface{ onlyAfter() })
		var deaf bool
		st.timed, deaf = p.Policy.(Delayer)
		st.asked, st.told = !silent, !deaf
		st.ctx.link, st.ctx.level = id, i
		k.stack = append(k.stack, st)
	}
	s.links = append(s.links, k)
	return id
}

// Actions sets what an operator can do.
func (b *Builder) Actions(a []Action) { b.sim.actions = a }

// Build checks the whole, initialises every component and policy and returns
// the run at time 0. The script's entries must be valid commands.
func (b *Builder) Build(script []Command) (*Sim, error) {
	s := b.sim
	for i := range s.nodes {
		s.nodes[i].ctx = Ctx{sim: s, node: NodeID(i)}
	}
	for i := range s.links {
		n := len(s.links[i].stack)
		if n > MaxLevels {
			return nil, fmt.Errorf("link %s: %d policies, at most %d", s.links[i].name, n, MaxLevels)
		}
		s.depth = max(s.depth, n-1) // the innermost is kept in the call
	}
	s.levels = make([]Level, s.depth*len(s.calls))
	sort.SliceStable(script, func(i, j int) bool { return script[i].Due() < script[j].Due() })
	for _, c := range script {
		if err := s.Check(c); err != nil {
			return nil, fmt.Errorf("script: %w", err)
		}
	}
	s.script = script
	for i := range s.links {
		for _, st := range s.links[i].stack {
			st.policy.Init(&st.ctx)
		}
	}
	for i := range s.nodes {
		n := &s.nodes[i]
		for _, st := range n.door {
			st.policy.Init(&st.ctx)
		}
		n.comp.Init(&n.ctx)
	}
	s.reread()
	return s, nil
}

// Declared returns the parameters of a component or policy as a fresh set,
// bound to its fields.
func Declared(p interface{ Params(*param.Set) }) *param.Set {
	set := param.NewSet()
	p.Params(set)
	return set
}
