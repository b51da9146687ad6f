package session

import (
	"cmp"
	"slices"
	"strings"

	"stampede/engine"
	"stampede/engine/record"
	"stampede/engine/scenario"
)

const (
	// recent is the time over which an explanation measures rates and gains.
	recent = 10 * engine.Second
	// A loop is at work when its calls are at least loopShare of the attempts
	// on its link, and loopGain for each failure.
	loopShare = 0.02
	loopGain  = 0.05
	// Traffic counts as shut off while less than openShare of it is let in.
	openShare = 0.9
	// Less than that is nobody: requests under way blur the share that is let in.
	nobody = 0.03
	// maxSentences bounds an explanation.
	maxSentences = 4
)

// explainer makes explanations from the scenario's data and the record alone:
// it knows no scenario and no component.
type explainer struct {
	out     Explanation
	memo    memo
	curves  bool
	offered *record.Curve
	cap     *record.Curve
	asked   *record.Curve // requests from outside
	turned  *record.Curve // those of them that find no way in
	loops   []loopMeter   // one for each of the scenario's causes
}

// memo is what an explanation depends on.
type memo struct {
	window, head engine.Time
	commands     int
	last         engine.Command
	tried        int
	done, valid  bool
	verdict      record.Verdict
}

// loopMeter measures one cause.
type loopMeter struct {
	ok    bool
	gauge record.Gauge
	all   *record.Curve // attempts on its link
}

// Explain says what goes on as of Now, as keys of the language catalogues with
// arguments. The value is valid until the next call.
func (s *Session) Explain() *Explanation {
	e := &s.words
	if !e.curves {
		e.prepare(s)
	}
	f := s.causes.at(s, s.Now())
	if s.State() == record.Healthy {
		f = nil
	}
	m := memo{
		window: s.Now() / s.rec.Width(), head: s.rec.Head(), commands: len(s.judge.Commands()),
		last: s.latest(), valid: true, verdict: s.Verdict(),
	}
	if f != nil {
		m.tried, m.done = f.Tried, f.Done
	}
	if m != e.memo {
		e.memo = m
		e.explain(s, f)
	}
	return &e.out
}

func (e *explainer) prepare(s *Session) {
	e.curves = true
	if o := s.scn.Objective; o != nil && o.Offered != "" && o.Capacity != "" {
		e.offered = curve(s.rec, o.Offered, "attempts")
		e.cap = curve(s.rec, o.Capacity, "capacity")
	}
	if o := s.scn.Objective; o != nil {
		from := strings.Join(o.Links, " ")
		e.asked, e.turned = curve(s.rec, from, "attempts"), curve(s.rec, from, "failed_unsolved")
	}
	for i := range s.scn.Causes {
		c := &s.scn.Causes[i]
		g, ok := record.NewGauge(s.rec, c)
		e.loops = append(e.loops, loopMeter{ok, g, curve(s.rec, c.Link, "attempts")})
	}
}

// curve is nil for what a scenario does not measure.
func curve(rec *record.Recorder, of, name string) *record.Curve {
	c, err := rec.Curve(scenario.Line{Of: of, Metric: name})
	if err != nil {
		return nil
	}
	return c
}

func (e *explainer) explain(s *Session, f *record.Finding) {
	e.out.State, e.out.Finding = s.State(), f
	e.out.Sentences, e.out.Loops = e.out.Sentences[:0], e.out.Loops[:0]
	e.say(s.stateSentence())
	if e.shut(s) {
		e.done(s)
		return
	}
	e.load(s, "explain.load.under", recent)
	e.findLoops(s)
	e.sustain(s, f)
	e.done(s)
}

// shut says that traffic is kept out, where that keeps the load below the
// capacity: no loop is worth a word then. What happened before the door was shut
// does not count, so this looks at the last moment only.
func (e *explainer) shut(s *Session) bool {
	if e.asked == nil || e.turned == nil || s.State() == record.Healthy {
		return false
	}
	now, moment := s.Now(), 2*s.rec.Width()
	asked, turned := e.asked.Over(now-moment, now), e.turned.Over(now-moment, now)
	if !(turned > (1-openShare)*asked) {
		return false
	}
	offered, capacity, ok := e.loadOver(now, moment)
	if !ok || offered > capacity {
		return false
	}
	m := Message{Key: "explain.shut.all"}
	if in := 1 - turned/asked; in >= nobody {
		m = Message{"explain.shut.part", []Arg{{Name: "in", Kind: ArgShare, Number: in}}}
	}
	e.say(m)
	e.load(s, "explain.load.rest", moment)
	return true
}

// loadOver is the load and the capacity in the span before now; ok is false
// where the scenario names none, or nothing has been measured.
func (e *explainer) loadOver(now, span engine.Time) (offered, capacity float64, ok bool) {
	if e.offered == nil || e.cap == nil {
		return 0, 0, false
	}
	offered, capacity = e.offered.Over(now-span, now), e.cap.Over(now-span, now)
	return offered, capacity, capacity > 0 && offered == offered
}

func (e *explainer) say(m Message) {
	if m.Key != "" && len(e.out.Sentences) < maxSentences {
		e.out.Sentences = append(e.out.Sentences, m)
	}
}

// stateSentence says how the system fares.
func (s *Session) stateSentence() Message {
	now := s.Now()
	v, st := s.Verdict(), s.State()
	m := Message{Key: "explain.state." + st.String(), Args: []Arg{{Name: "share", Kind: ArgShare, Number: s.judge.Share(now)}}}
	switch {
	case st == record.Healthy && v.Ruling == record.RuledRecovered:
		m.Key = "explain.state." + v.Recovery()
		m.Args = append(m.Args, span("after", v.After))
	case st == record.Failing && v.Ruling == record.RuledStuck:
		m.Key = "explain.state.stuck"
		if over, ok := s.judge.TriggerOver(now); ok {
			m.Args = append(m.Args, span("since", now-over))
			break
		}
		m.Args = append(m.Args, span("since", now-v.At))
	}
	return m
}

func span(name string, t engine.Time) Arg {
	return Arg{Name: name, Kind: ArgTime, Number: float64(t) / float64(engine.Second)}
}

// load says whether more is asked than could be served in the span before now;
// under is the sentence for when it is not.
func (e *explainer) load(s *Session, under string, span engine.Time) {
	offered, capacity, ok := e.loadOver(s.Now(), span)
	if !ok {
		return
	}
	key := under
	if offered > capacity {
		key = "explain.load.over"
	}
	o := s.scn.Objective
	e.say(Message{key, []Arg{
		{Name: "link", Kind: ArgName, Of: "link", Text: o.Offered},
		{Name: "server", Kind: ArgName, Of: "component", Text: o.Capacity},
		{Name: "offered", Kind: ArgRate, Number: offered},
		{Name: "capacity", Kind: ArgRate, Number: capacity},
		{Name: "ratio", Kind: ArgRatio, Number: offered / capacity},
	}})
}

// findLoops measures the loops that are at work: not cut, and with calls that
// count.
func (e *explainer) findLoops(s *Session) {
	if e.out.State == record.Healthy {
		return
	}
	now := s.Now()
	for i := range e.loops {
		l, c := &e.loops[i], &s.scn.Causes[i]
		if !l.ok || l.all == nil || s.holds(c.Set) {
			continue
		}
		gain, rate := l.gauge.Over(now-recent, now)
		if gain >= loopGain && rate >= loopShare*l.all.Over(now-recent, now) {
			e.out.Loops = append(e.out.Loops, Loop{c.Name, gain, rate})
		}
	}
	slices.SortStableFunc(e.out.Loops, func(a, b Loop) int { return cmp.Compare(b.Rate, a.Rate) })
}

// sustain names the strongest loop, and what would have to go for the system
// to recover. A loop that alone sustains the failure gets one sentence.
func (e *explainer) sustain(s *Session, f *record.Finding) {
	known := f != nil && f.Done
	var loop *Loop
	if len(e.out.Loops) > 0 {
		loop = &e.out.Loops[0]
		if i := e.sufficient(f); known && i >= 0 {
			loop = &e.out.Loops[i]
		}
		key := "explain.loop"
		if known && e.sufficient(f) >= 0 {
			key, known = "explain.loop.sustains", false
		}
		e.say(Message{key, []Arg{
			{Name: "cause", Kind: ArgName, Of: "cause", Text: loop.Cause},
			{Name: "gain", Kind: ArgRatio, Number: loop.Gain},
			{Name: "rate", Kind: ArgRate, Number: loop.Rate},
		}})
	}
	if known {
		e.say(s.findingSentence(f))
	}
}

// sufficient is the loop at work whose end alone lets the system recover, -1
// when there is none.
func (e *explainer) sufficient(f *record.Finding) int {
	if f == nil {
		return -1
	}
	return slices.IndexFunc(e.out.Loops, func(l Loop) bool {
		return slices.ContainsFunc(f.Sets, func(set []string) bool { return len(set) == 1 && set[0] == l.Cause })
	})
}

func (s *Session) findingSentence(f *record.Finding) Message {
	switch {
	case f.Alone:
		return Message{Key: "explain.cause.alone"}
	case len(f.Sets) == 0 && f.Tried > 1:
		return Message{Key: "explain.cause.none"}
	case len(f.Sets) == 0:
		return Message{}
	}
	set := f.Sets[0]
	m := Message{Key: "explain.cause.one", Args: []Arg{{Name: "cause", Kind: ArgName, Of: "cause", Text: set[0]}}}
	if len(set) > 1 {
		m.Key = "explain.cause.two"
		m.Args = append(m.Args, Arg{Name: "other", Kind: ArgName, Of: "cause", Text: set[1]})
	}
	return m
}

// latest is the last command of a person that has taken effect, or the zero
// command.
func (s *Session) latest() engine.Command {
	now := s.Now()
	for _, c := range slices.Backward(s.judge.Commands()) {
		if !c.Script && c.Verb != engine.CmdTakeOver && c.Due() < now {
			return c
		}
	}
	return engine.Command{}
}

// done says what a person did last, and how long ago.
func (e *explainer) done(s *Session) {
	c := s.latest()
	if c.Verb == "" {
		return
	}
	m := Message{Key: "explain.done." + c.Verb, Args: []Arg{
		{Name: "what", Kind: ArgName, Of: "action", Text: c.Path},
		{Name: "value", Kind: ArgText, Text: c.Value},
		span("ago", s.Now()-c.Due()),
	}}
	if c.Verb == engine.CmdSet {
		m.Args[0].Of = "param"
	}
	e.say(m)
}
