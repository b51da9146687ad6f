package view

import (
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/app/verbs"
	"stampede/engine/scenario"
)

// Name is what a component is called: by the scenario's catalogue, else by the
// kind of component.
func (r *Run) Name(node string) string {
	for i := range r.Scenario.Components {
		if c := &r.Scenario.Components[i]; c.Name == node {
			return r.Locale.First(append(Keys(r.Scenario.Name, "node", node), "kind."+c.Kind)...)
		}
	}
	return node
}

// Word is the text for something that the scenario names; part says which one,
// where there are several.
func (r *Run) Word(what, name string, part ...string) string {
	return r.Locale.First(Keys(r.Scenario.Name, what, name, part...)...)
}

// Keys are the keys of a text, best first: the scenario's own, that of its
// family (the part of its name before a slash), and that of all scenarios.
func Keys(scenario, what, name string, part ...string) []string {
	rest := name
	for _, p := range part {
		rest += "." + p
	}
	keys := []string{what + "." + scenario + "." + rest}
	if family, _, ok := strings.Cut(scenario, "/"); ok {
		keys = append(keys, what+"."+family+"."+rest)
	}
	return append(keys, what+"."+rest)
}

// About is one of the texts on a scenario as a whole: its "name", "title",
// "line" and so on.
func About(l *i18n.Locale, scenario, part string) string {
	family, _, _ := strings.Cut(scenario, "/")
	return l.First("scenario."+scenario+"."+part, "scenario."+family+"."+part)
}

// Called is what people call something that the scenario names. Of is a
// session.Arg's.
func (r *Run) Called(of, name string) string {
	switch of {
	case "component":
		return r.Name(name)
	case "link":
		return r.Locale.First(append(Keys(r.Scenario.Name, "link", name), "link."+r.linkKind(name))...)
	case "cause":
		return r.Word("cause", name)
	case "action":
		return r.Word("action", name, "name")
	case "strategy":
		return r.strategy(name)
	case "param":
		return r.ParamName(name)
	}
	return name
}

// strategy is what a strategy is called away from its group: with the group where
// another one has the same name.
func (r *Run) strategy(name string) string {
	word, group, alike := r.Word("strategy", name, "name"), "", false
	for i := range r.Scenario.Strategies {
		st := &r.Scenario.Strategies[i]
		if st.Name == name {
			group = st.Group
		} else if r.Word("strategy", st.Name, "name") == word {
			alike = true
		}
	}
	if !alike {
		return word
	}
	return r.Locale.T("strategy.within", i18n.Text("name", word), i18n.Text("group", r.Word("group", group, "short")))
}

func (r *Run) linkKind(name string) string {
	for i := range r.Scenario.Links {
		if r.Scenario.Links[i].Name == name {
			return r.Scenario.Links[i].Kind
		}
	}
	return name
}

// ParamName is the label of a parameter, with the component that it belongs to.
func (r *Run) ParamName(path string) string {
	p, ok := verbs.Param(r.Session, path)
	if !ok {
		return path
	}
	label := ParamLabel(r.Locale, p)
	if place, _, _ := strings.Cut(path, "."); r.isComponent(place) {
		return r.Name(place) + ": " + label
	}
	return label
}

// PlaceOf is what the component or link of a parameter is called.
func (r *Run) PlaceOf(path string) string {
	place, _, _ := strings.Cut(path, ".")
	if r.isComponent(place) {
		return r.Name(place)
	}
	return r.Called("link", place)
}

func (r *Run) isComponent(name string) bool {
	return slices.ContainsFunc(r.Scenario.Components, func(c scenario.Component) bool { return c.Name == name })
}
