package view

import (
	"slices"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/verbs"
)

// Label is the text of an event on the timeline; "" for one that needs none.
func (r *Run) Label(m session.Mark) string {
	switch m.Kind {
	case session.MarkDo:
		return r.Called("action", m.Key)
	case session.MarkSet:
		if said := r.scripted(m); said != "" {
			return said
		}
		return r.SettingLabel(m.Key, m.Arg)
	case session.MarkTake, session.MarkFork, session.MarkHold:
		return r.Locale.T("ribbon.event." + string(m.Kind))
	}
	return ""
}

// scripted is what a setting of the script stands for, where the scenario has words
// for it under the name of its caption: "done.SCENARIO.CAPTION".
func (r *Run) scripted(m session.Mark) string {
	if !m.Script {
		return ""
	}
	for i := range r.Scenario.Script {
		e := &r.Scenario.Script[i]
		if key := "done." + r.Scenario.Name + "." + e.Caption; e.Set == m.Key && e.Value == m.Arg && r.Locale.Has(key) {
			return r.Locale.T(key)
		}
	}
	return ""
}

// Labels are the texts of what was done at one moment, each once.
func (r *Run) Labels(list []session.Mark) (labels []string) {
	for _, m := range list {
		if label := r.Label(m); label != "" && !slices.Contains(labels, label) {
			labels = append(labels, label)
		}
	}
	return labels
}

// SettingLabel says what a setting did: switched a strategy, or set a parameter. A
// value that ends several strategies, whichever it was, is told as a value.
func (r *Run) SettingLabel(path, value string) string {
	off, ends := "", 0
	for i := range r.Scenario.Strategies {
		st := &r.Scenario.Strategies[i]
		if v, ok := st.On[path]; ok && v == value {
			return r.Locale.T("ribbon.event.on", i18n.Text("name", r.Called("strategy", st.Name)))
		}
		if v, ok := st.Off[path]; ok && v == value {
			off = st.Name
			ends++
		}
	}
	if ends == 1 {
		return r.Locale.T("ribbon.event.off", i18n.Text("name", r.Called("strategy", off)))
	}
	if p, ok := verbs.Param(r.Session, path); ok {
		value = ParamValue(r.Locale, p, value)
	}
	return r.Locale.T("ribbon.event.set", i18n.Text("name", r.ParamName(path)), i18n.Text("value", value))
}
