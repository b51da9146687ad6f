package verbs

import (
	"strings"

	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/param"
	"stampede/engine/scenario"
)

// On is the switch that every policy has beside its own parameters.
const On = "on"

// Param finds the declaration of a parameter by its path:
// "component.parameter", "component.policy.parameter" or
// "link.policy.parameter".
func Param(s *session.Session, path string) (param.Param, bool) {
	place, rest, ok := strings.Cut(path, ".")
	if !ok {
		return param.Param{}, false
	}
	policy, name, seated := strings.Cut(rest, ".")
	if seated {
		return seatParam(s.Scenario(), place, policy, name)
	}
	id, ok := s.Sim().NodeByName(place)
	if !ok {
		return param.Param{}, false
	}
	return engine.Declared(s.Sim().Component(id)).Lookup(rest)
}

func seatParam(scn *scenario.Scenario, place, policy, name string) (param.Param, bool) {
	for _, p := range policiesAt(scn, place) {
		if p.Name != policy && (p.Name != "" || p.Kind != policy) {
			continue
		}
		if name == On {
			return param.Param{Name: On, Type: param.Bool, Default: "false"}, true
		}
		for _, d := range policyParams(p.Kind) {
			if d.Name == name {
				return d, true
			}
		}
	}
	return param.Param{}, false
}

func policiesAt(scn *scenario.Scenario, place string) []scenario.Policy {
	for i := range scn.Components {
		if scn.Components[i].Name == place {
			return scn.Components[i].Policies
		}
	}
	for i := range scn.Links {
		if scn.Links[i].Name == place {
			return scn.Links[i].Policies
		}
	}
	return nil
}

// policyParams are the parameters that a kind of policy declares.
func policyParams(kind string) []param.Param {
	p, _, ok := catalog.Kinds{}.Policy(kind)
	if !ok {
		return nil
	}
	return engine.Declared(p).Params()
}
