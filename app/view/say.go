package view

import (
	"math"
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/record"
)

// Sentence is one sentence of an explanation.
type Sentence struct {
	Spans []i18n.Span
	// Calm sentences say what a person did and what helps: their emphasis is no
	// alarm.
	Calm bool
}

// grave are the sentences whose emphasis has the colour of the state.
var grave = []string{"explain.load.over", "explain.load.falls", "explain.load.tight", "explain.loop", "explain.loop.sustains", "explain.cause.none"}

// well are the sentences by which all is well: more than can be said while a release
// is stopped half-way.
var well = []string{"explain.state.healthy", "explain.state.recovered", "explain.state.again", "explain.state.alone", "explain.state.early"}

// Sentences says what goes on.
func (r *Run) Sentences() []Sentence {
	held := r.Held()
	var out []Sentence
	for i, m := range r.Session.Explain().Sentences {
		if len(held) > 0 && slices.Contains(well, m.Key) {
			m.Key = "explain.state.held"
		}
		if out = append(out, r.sentence(m)); i == 0 {
			out = append(out, held...)
		}
	}
	if f := r.Figures(); len(f) > 0 {
		out = append(out, Sentence{Spans: f, Calm: true})
	}
	return out
}

// Figures says the numbers by which the incident is known, as this run computes
// them; nothing for a scenario that names none, while the first is 0, and where the
// run was not looked at at this moment.
func (r *Run) Figures() []i18n.Span {
	st := r.Scenario.Story
	if st == nil || len(st.Figures) == 0 || abs(r.Frame.Now-r.Session.Now()) > r.Session.Record().Width() {
		return nil
	}
	args := make([]i18n.Arg, len(st.Figures))
	for i, f := range st.Figures {
		x := steady(r.value(f.Of, f.Metric))
		if i == 0 && x == 0 {
			return nil
		}
		args[i] = i18n.Num(f.Metric, x)
	}
	// What the table counts may be told beside them, and is told as the table has it.
	return r.Locale.Rich("figures."+r.Scenario.Name, append(r.counted(r.Session.Now()), args...)...)
}

func abs(t engine.Time) engine.Time { return max(t, -t) }

// value is what components report, added up: as it is now, or, of what is only
// counted, over the last windows.
func (r *Run) value(of, metric string) float64 {
	sum, reported := 0.0, false
	for i := range r.Frame.Nodes {
		n := &r.Frame.Nodes[i]
		if !slices.Contains(strings.Fields(of), n.Name) {
			continue
		}
		for _, g := range n.Gauges.Values {
			if g.Name == metric {
				sum, reported = sum+g.Value, true
			}
		}
	}
	if !reported {
		sum, _ = r.measured(of, metric)
	}
	return sum
}

// steady rounds what grows all the time down to what can be read meanwhile:
// hundredths of a share, tens and then sixties of anything else.
func steady(x float64) float64 {
	switch {
	case x <= 1:
		return math.Floor(100*x) / 100
	case x < 120:
		return 10 * math.Floor(x/10)
	}
	return 60 * math.Floor(x/60)
}

// Own writes a message in the scenario's own words, where it has some.
func (r *Run) Own(key string) string { return r.Locale.T(r.own(key)) }

func (r *Run) sentence(m session.Message) Sentence {
	if r.Session.Now() == 0 && strings.HasPrefix(m.Key, "explain.state.") {
		m = session.Message{Key: "explain.state.none"}
	}
	s := Sentence{Calm: !slices.Contains(grave, m.Key) && !strings.HasPrefix(m.Key, "explain.state.")}
	if strings.HasPrefix(m.Key, "explain.done.") {
		s.Spans = r.deed(m)
	} else {
		s.Spans = r.Locale.Rich(r.own(m.Key), r.args(m.Args)...)
	}
	return s
}

// own is the key of the scenario's own sentence in place of the one for all, where
// it has one: what is served need not be requests.
func (r *Run) own(key string) string {
	first, rest, _ := strings.Cut(key, ".")
	if k := first + "." + r.Scenario.Name + "." + rest; r.Locale.Has(k) {
		return k
	}
	return key
}

// deed says what a person did last, as the ribbon does, and how long ago.
func (r *Run) deed(m session.Message) []i18n.Span {
	ago := ""
	for _, a := range m.Args {
		if a.Name == "ago" {
			ago = r.ago(a.Number)
		}
	}
	return r.Locale.Rich(m.Key, i18n.Text("what", strings.Join(r.Labels(r.latest()), ", ")), i18n.Text("ago", ago))
}

// latest is what people did last, all that took effect at one moment.
func (r *Run) latest() (list []session.Mark) {
	for _, c := range r.Session.Judge().Commands() {
		if c.Script || c.Verb == engine.CmdTakeOver || c.Due() >= r.Session.Now() {
			continue
		}
		if len(list) > 0 && list[0].At != c.Due() {
			list = list[:0]
		}
		list = append(list, session.Mark{At: c.Due(), Kind: session.MarkKind(c.Verb), Key: c.Path, Arg: c.Value})
	}
	return list
}

// Ruling is the verdict and its text; "" while there is none, and while there
// was no trouble to judge. Of a verdict that what goes on seems to leave behind,
// the text says what is still to be seen, and the name is that of a recovery.
func (r *Run) Ruling() (name string, text []i18n.Span) {
	d, o := r.Session.Verdict(), r.Scenario.Objective
	if o == nil || d.Ruling == record.RuledUndecided || d.Ruling == record.RuledHealthy {
		return "", nil
	}
	name = d.Ruling.String()
	key := name
	args := []i18n.Arg{i18n.Text("after", r.lasting(Seconds(d.After))), i18n.Num("good", o.Good)}
	switch {
	case d.Ruling == record.RuledRecovered:
		key = d.Recovery()
	case r.Session.Explain().Better:
		was := record.RuledDegraded
		if d.WasStuck {
			was = record.RuledStuck
		}
		name, key = record.Recovering.String(), "rising."+was.String()
		if left, ok := r.Session.HoldLeft(); ok {
			key = "holding." + was.String()
			args = append(args, i18n.Text("left", r.lasting(math.Ceil(Seconds(left)))))
		}
		args = append(args, i18n.Text("hold", r.lasting(Seconds(engine.Time(o.Hold)))))
	}
	return name, r.Locale.Rich(r.own("verdict.text."+key), args...)
}

// Cause says what must go for the run to recover; "" while that is not known,
// and while it recovers.
func (r *Run) Cause() string {
	x := r.Session.Explain()
	f := x.Finding
	if x.Better || f == nil || !f.Done || len(f.Sets) == 0 {
		return ""
	}
	var names []string
	for _, n := range f.Sets[0] {
		names = append(names, r.Called("cause", n))
	}
	return r.Locale.T("verdict.cause", i18n.Text("cause", strings.Join(names, " + ")))
}

// args turns the arguments of a session's message into those of a text.
func (r *Run) args(list []session.Arg) []i18n.Arg {
	out := make([]i18n.Arg, len(list))
	for i, a := range list {
		switch a.Kind {
		case session.ArgName:
			out[i] = i18n.Text(a.Name, r.Called(a.Of, a.Text))
		case session.ArgText:
			out[i] = i18n.Text(a.Name, a.Text)
		case session.ArgTime:
			out[i] = i18n.Text(a.Name, r.lasting(a.Number))
		case session.ArgRatio:
			out[i] = i18n.Num(a.Name, Hundredths(a.Number))
		default:
			out[i] = i18n.Num(a.Name, a.Number)
		}
	}
	return out
}

// Hundredths rounds a ratio as it is written, so that what is written as 1 is
// one.
func Hundredths(x float64) float64 { return math.Round(x*100) / 100 }

// ago says how long ago something happened, in whole seconds.
func (r *Run) ago(span float64) string {
	if span < 1 {
		return r.Locale.T("time.now")
	}
	return r.Locale.T("time.ago", i18n.Num("x", math.Floor(span)))
}

// lasting writes a span in seconds; what is shorter than one has no number.
func (r *Run) lasting(span float64) string {
	if span < 1 {
		return r.Locale.T("time.moment")
	}
	return r.Locale.Time(math.Floor(span))
}

// Plain is a text without its emphasis.
func Plain(list []i18n.Span) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s.Text)
	}
	return b.String()
}
