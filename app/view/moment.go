package view

import (
	"strings"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/engine/record"
)

// Moment says what happens at the moment that the run was moved to from event
// to event; "" when it is elsewhere.
func (r *Run) Moment() string {
	m, ok := r.Session.Moment()
	if !ok {
		return ""
	}
	what := r.Done(&m)
	if len(m.Marks) > 0 && len(what) == 0 {
		what = append(what, r.Locale.T("moment.caption"))
	}
	what = append(what, r.Turned(&m)...)
	return r.Locale.T("moment.at", i18n.Num("now", Seconds(m.At)), i18n.Text("what", strings.Join(what, " · ")))
}

// Done says what was done at a moment that matters, by people or by the script.
func (r *Run) Done(m *session.Moment) []string {
	return r.Labels(m.Marks)
}

// Turned says what became of the run at a moment that matters: a new live state,
// a verdict, its beginning or end.
func (r *Run) Turned(m *session.Moment) (what []string) {
	if m.State != m.Before {
		what = append(what, r.Locale.T("moment.state", i18n.Text("state", r.Locale.T("state."+m.State.String()))))
	}
	if m.Ruling != record.RuledUndecided {
		what = append(what, r.Locale.T("moment.verdict", i18n.Text("verdict", r.Locale.T("verdict."+m.Ruling.String()))))
	}
	switch {
	case m.Start:
		what = append(what, r.Locale.T("moment.start"))
	case m.End:
		what = append(what, r.Locale.T("moment.end"))
	}
	return what
}

// News is what is told about a run to those who do not see it.
type News struct {
	state   string
	ruling  record.Ruling
	caption session.Caption
}

// News is how things stand.
func (r *Run) News() News {
	n := News{state: r.State(), ruling: r.Session.Verdict().Ruling}
	if c, ok := r.Session.Caption(); ok {
		n.caption = c
	}
	return n
}

// Since says what is different from what was told before: a new live state, a
// verdict, the next part of the story. It is "" when there is nothing to say.
func (r *Run) Since(before News) string {
	now := r.News()
	var say []string
	ruled := now.ruling != before.ruling && now.ruling != record.RuledUndecided && now.ruling != record.RuledHealthy
	at := i18n.Num("now", Seconds(r.Session.Now()))
	if now.state != before.state && !(ruled && now.state == now.ruling.String()) {
		say = append(say, r.Locale.T("state.announce", i18n.Text("state", r.Locale.T("state."+now.state)), at))
	}
	if ruled {
		say = append(say, r.Locale.T("verdict.announce", i18n.Text("verdict", r.Locale.T("verdict."+now.ruling.String())), at))
	}
	if now.caption.Name != before.caption.Name && now.caption.Name != "" {
		say = append(say, r.Caption(now.caption.Name, now.caption.At))
	}
	return strings.Join(say, " ")
}

// AtEnd reports whether the run stands at its end, so that playing begins it
// again.
func AtEnd(s *session.Session) bool { return !s.Playing() && !s.Seeking() && s.Now() >= s.End() }
