package session

import (
	"cmp"
	"math"
	"slices"

	"stampede/engine"
	"stampede/engine/record"
)

const (
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
	out    Explanation
	memo   memo
	curves bool
	meters meters
	loops  []loopMeter // one for each of the scenario's causes
	now    reading     // what the sentences are about
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
	e.meters = newMeters(s)
	for i := range s.scn.Causes {
		c := &s.scn.Causes[i]
		g, ok := record.NewGauge(s.rec, c)
		e.loops = append(e.loops, loopMeter{ok, g, curve(s.rec, c.Link, "attempts")})
	}
}

func (e *explainer) explain(s *Session, f *record.Finding) {
	e.now = e.meters.read(s)
	e.out.State, e.out.Finding, e.out.Better = e.now.state, f, e.now.better()
	e.out.Sentences, e.out.Loops = e.out.Sentences[:0], e.out.Loops[:0]
	e.say(e.stateSentence(s))
	if e.shut(s) {
		e.done(s)
		return
	}
	e.load(s, "explain.load.under")
	e.findLoops(s)
	e.sustain(s, f)
	e.done(s)
}

// shut says that traffic is kept out, where that keeps the load below the
// capacity: no loop is worth a word then.
func (e *explainer) shut(s *Session) bool {
	r := &e.now
	if !e.meters.doorKept || r.state == record.Healthy {
		return false
	}
	asked, turned := e.meters.asked.Over(r.from, r.to), e.meters.turned.Over(r.from, r.to)
	if !(turned > (1-openShare)*asked) || !r.load || r.over() {
		return false
	}
	m := Message{Key: "explain.shut.all"}
	if in := 1 - turned/asked; in >= nobody {
		m = Message{"explain.shut.part", []Arg{{Name: "in", Kind: ArgShare, Number: in}}}
	}
	e.say(m)
	e.load(s, "explain.load.rest")
	return true
}

func (e *explainer) say(m Message) {
	if m.Key != "" && len(e.out.Sentences) < maxSentences {
		e.out.Sentences = append(e.out.Sentences, m)
	}
}

// stateSentence says how the system fares. It claims nothing that the load
// speaks against.
func (e *explainer) stateSentence(s *Session) Message {
	r, v := &e.now, s.Verdict()
	m := Message{Key: "explain.state." + r.state.String(), Args: []Arg{{Name: "share", Kind: ArgShare, Number: r.share}}}
	switch {
	case r.state == record.Healthy && r.over():
		m.Key = "explain.state.loaded"
	case r.state == record.Healthy && r.draining():
		m.Key = "explain.state.draining"
		m.Args = append(m.Args, Arg{Name: "waiting", Kind: ArgCount, Number: math.Round(r.waiting)})
	case r.state == record.Healthy && v.Ruling == record.RuledRecovered:
		m.Key = "explain.state." + v.Recovery()
		m.Args = append(m.Args, span("after", v.After))
	case r.state == record.Recovering && !r.better():
		m.Key = "explain.state.rising"
	case r.state == record.Failing && v.Ruling == record.RuledStuck:
		m.Key = "explain.state.stuck"
		if over, ok := s.judge.TriggerOver(s.Now()); ok {
			m.Args = append(m.Args, span("since", s.Now()-over))
			break
		}
		m.Args = append(m.Args, span("since", s.Now()-v.At))
	}
	return m
}

func span(name string, t engine.Time) Arg {
	return Arg{Name: name, Kind: ArgTime, Number: float64(t) / float64(engine.Second)}
}

// load says whether more is asked than can be served; under is the sentence for
// when it is not.
func (e *explainer) load(s *Session, under string) {
	r := &e.now
	if !r.load {
		return
	}
	key := under
	switch {
	case r.over() && r.falling():
		key = "explain.load.falls"
	case r.over():
		key = "explain.load.over"
	case r.tight():
		key = "explain.load.tight"
	}
	t := &e.meters.tiers[r.tier]
	e.say(Message{key, []Arg{
		{Name: "link", Kind: ArgName, Of: "link", Text: t.Offered},
		{Name: "server", Kind: ArgName, Of: "component", Text: t.Capacity},
		{Name: "offered", Kind: ArgRate, Number: r.offered},
		{Name: "capacity", Kind: ArgRate, Number: r.capacity},
		{Name: "waiting", Kind: ArgCount, Number: math.Round(r.waiting)},
		{Name: "ratio", Kind: ArgRatio, Number: r.offered / r.capacity},
	}})
}

// findLoops measures the loops that are at work: not cut, and with calls that
// count.
func (e *explainer) findLoops(s *Session) {
	r := &e.now
	if r.state == record.Healthy && !r.over() {
		return
	}
	for i := range e.loops {
		l, c := &e.loops[i], &s.scn.Causes[i]
		if !l.ok || l.all == nil || s.holds(c.Set) {
			continue
		}
		gain, rate := l.gauge.Over(r.from, r.to)
		if gain >= loopGain && rate >= loopShare*l.all.Over(r.from, r.to) {
			e.out.Loops = append(e.out.Loops, Loop{c.Name, gain, rate})
		}
	}
	slices.SortStableFunc(e.out.Loops, func(a, b Loop) int { return cmp.Compare(b.Rate, a.Rate) })
}

// sustain names the strongest loop, and what would have to go for the system
// to recover. A loop that alone sustains the failure gets one sentence.
func (e *explainer) sustain(s *Session, f *record.Finding) {
	// While it comes back there is nothing that keeps it down.
	known := f != nil && f.Done && !e.out.Better
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
