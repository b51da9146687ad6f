package page

import (
	"strings"

	"stampede/app/control"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/verbs"
)

// args turns the arguments of a session's message into those of a text.
func (r *run) args(list []session.Arg) []i18n.Arg {
	out := make([]i18n.Arg, len(list))
	for i, a := range list {
		switch a.Kind {
		case session.ArgName:
			out[i] = i18n.Text(a.Name, r.called(a.Of, a.Text))
		case session.ArgText:
			out[i] = i18n.Text(a.Name, a.Text)
		case session.ArgTime:
			out[i] = i18n.Text(a.Name, r.lasting(a.Number))
		case session.ArgRatio:
			out[i] = i18n.Num(a.Name, shown(a.Number))
		default:
			out[i] = i18n.Num(a.Name, a.Number)
		}
	}
	return out
}

// called is what people call something that the scenario names.
func (r *run) called(of, name string) string {
	switch of {
	case "component":
		return r.name(name)
	case "link":
		return r.l.First(append(wordKeys(r.scn.Name, "link", name), "link."+r.linkKind(name))...)
	case "cause":
		return r.word("cause", name)
	case "action":
		return r.word("action", name, "name")
	case "strategy":
		return r.word("strategy", name, "name")
	case "param":
		return r.paramName(name)
	}
	return name
}

func (r *run) linkKind(name string) string {
	for i := range r.scn.Links {
		if r.scn.Links[i].Name == name {
			return r.scn.Links[i].Kind
		}
	}
	return name
}

// paramName is the label of a parameter, with the component that it belongs to.
func (r *run) paramName(path string) string {
	p, ok := verbs.Param(r.s, path)
	if !ok {
		return path
	}
	place, _, _ := strings.Cut(path, ".")
	for i := range r.scn.Components {
		if r.scn.Components[i].Name == place {
			return r.name(place) + ": " + control.Label(r.l, p)
		}
	}
	return control.Label(r.l, p)
}

// markLabel is the text of an event on the timeline; "" for one that needs none.
func (r *run) markLabel(m session.Mark) string {
	switch m.Kind {
	case session.MarkDo:
		return r.called("action", m.Key)
	case session.MarkSet:
		return r.settingLabel(m.Key, m.Arg)
	case session.MarkTake, session.MarkFork, session.MarkHold:
		return r.l.T("ribbon.event." + string(m.Kind))
	}
	return ""
}

// settingLabel says what a setting did: switched a strategy, or set a parameter.
func (r *run) settingLabel(path, value string) string {
	for i := range r.scn.Strategies {
		st := &r.scn.Strategies[i]
		name := i18n.Text("name", r.called("strategy", st.Name))
		if v, ok := st.On[path]; ok && v == value {
			return r.l.T("ribbon.event.on", name)
		}
		if v, ok := st.Off[path]; ok && v == value {
			return r.l.T("ribbon.event.off", name)
		}
	}
	p, ok := verbs.Param(r.s, path)
	if ok {
		value = control.Show(r.l, p, value)
	}
	return r.l.T("ribbon.event.set", i18n.Text("name", r.paramName(path)), i18n.Text("value", value))
}
