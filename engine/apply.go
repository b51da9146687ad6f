package engine

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"stampede/engine/param"
)

// onParam is the switch that every seated policy has.
const onParam = "on"

// target is what a parameter path leads to.
type target struct {
	node *node
	seat *seat
	set  *param.Set
	name string
}

// find resolves "component.param", "component.policy.param" or
// "link.policy.param".
func (s *Sim) find(path string) (target, error) {
	place, rest, ok := strings.Cut(path, ".")
	if !ok {
		return target{}, fmt.Errorf("path %q: want component.parameter or link.policy.parameter", path)
	}
	policy, name, inSeat := strings.Cut(rest, ".")
	for i := range s.nodes {
		n := &s.nodes[i]
		if n.name != place {
			continue
		}
		if inSeat {
			return findSeat(n.door, path, policy, name)
		}
		return target{node: n, set: declared(&n.set, n.comp), name: rest}, nil
	}
	for i := range s.links {
		if s.links[i].name == place && inSeat {
			return findSeat(s.links[i].stack, path, policy, name)
		}
	}
	return target{}, fmt.Errorf("path %q: no component or link is named %q", path, place)
}

// declared is what a part of the run declares, which is asked for once: a page looks at
// many parameters again and again.
func declared(kept **param.Set, p interface{ Params(*param.Set) }) *param.Set {
	if *kept == nil {
		*kept = Declared(p)
	}
	return *kept
}

func findSeat(seats []*seat, path, policy, name string) (target, error) {
	for _, st := range seats {
		if st.name == policy {
			return target{seat: st, set: declared(&st.set, st.policy), name: name}, nil
		}
	}
	return target{}, fmt.Errorf("path %q: no policy %q there", path, policy)
}

func (t target) isSwitch() bool { return t.seat != nil && t.name == onParam }

// Get returns the canonical text of a parameter.
func (s *Sim) Get(path string) (string, error) {
	t, err := s.find(path)
	if err != nil {
		return "", err
	}
	if t.isSwitch() {
		return strconv.FormatBool(t.seat.on), nil
	}
	v, ok := t.set.Get(t.name)
	if !ok {
		return "", fmt.Errorf("path %q: no parameter %q", path, t.name)
	}
	return v, nil
}

// SetNow sets a parameter at once, outside the journal: for setting up a run
// and for what-if copies.
func (s *Sim) SetNow(path, value string) error {
	t, err := s.find(path)
	if err != nil {
		return err
	}
	if t.isSwitch() {
		on, err := strconv.ParseBool(value)
		if err != nil {
			return fmt.Errorf("path %q: found %q, allowed true or false", path, value)
		}
		t.seat.on = on
		s.reread()
		return nil
	}
	if err := t.change(path, value); err != nil {
		return err
	}
	if t.node != nil {
		t.node.comp.Changed(&t.node.ctx)
	}
	s.reread()
	return nil
}

// change sets a parameter that may be changed once the run is built.
func (t target) change(path, value string) error {
	if p, ok := t.set.Lookup(t.name); ok && p.Fixed {
		return fmt.Errorf("path %q: found a change, allowed only in the scenario: it shapes the run from its start", path)
	}
	if err := t.set.Set(t.name, value); err != nil {
		return fmt.Errorf("path %q: %w", path, err)
	}
	return nil
}

// checkSet reports whether a value could be set, leaving everything as it is.
func (s *Sim) checkSet(path, value string) error {
	old, err := s.Get(path)
	if err != nil {
		return err
	}
	t, err := s.find(path)
	if err != nil {
		return err
	}
	if t.isSwitch() {
		if _, err := strconv.ParseBool(value); err != nil {
			return fmt.Errorf("path %q: found %q, allowed true or false", path, value)
		}
		return nil
	}
	if p, ok := t.set.Lookup(t.name); ok && p.Fixed {
		return fmt.Errorf("path %q: a fixed parameter shapes the run from its start and cannot be changed", path)
	}
	if err := t.change(path, value); err != nil {
		return err
	}
	return t.set.Set(t.name, old)
}

// Check reports whether a command is valid for this scenario.
func (s *Sim) Check(c Command) error {
	switch c.Verb {
	case CmdSet:
		return s.checkSet(c.Path, c.Value)
	case CmdDo:
		_, _, err := s.action(c.Path, c.Value)
		return err
	case CmdTakeOver:
		return nil
	}
	return fmt.Errorf("command %q: allowed %s, %s, %s", c.Verb, CmdSet, CmdDo, CmdTakeOver)
}

// Takes reports whether a number may be the argument.
func (a *Action) Takes(v float64) bool {
	return v >= a.Min && v <= a.Max && (!a.Whole || v == math.Trunc(v))
}

// Allowed says which numbers may be the argument.
func (a *Action) Allowed() string {
	kind := "number"
	if a.Whole {
		kind = "whole number"
	}
	return fmt.Sprintf("a %s from %v to %v", kind, a.Min, a.Max)
}

func (s *Sim) action(name, value string) (*Action, float64, error) {
	for i := range s.actions {
		a := &s.actions[i]
		if a.Name != name {
			continue
		}
		if value == "" {
			return a, a.Arg, nil
		}
		v, err := strconv.ParseFloat(value, 64)
		if err != nil || !a.Takes(v) {
			return nil, 0, fmt.Errorf("action %s: found %q, allowed %s", name, value, a.Allowed())
		}
		return a, v, nil
	}
	return nil, 0, fmt.Errorf("no action is named %q", name)
}

func (s *Sim) apply(c Command) error {
	switch c.Verb {
	case CmdSet:
		return s.SetNow(c.Path, c.Value)
	case CmdDo:
		a, v, err := s.action(c.Path, c.Value)
		if err != nil {
			return err
		}
		for _, st := range a.Steps {
			arg := st.Arg
			if st.UseArg {
				arg = v
			}
			n := &s.nodes[st.Node]
			if err := n.comp.Do(&n.ctx, st.Verb, arg); err != nil {
				return err
			}
		}
	case CmdTakeOver:
		s.scriptOff = true
	}
	return nil
}
