package record

import (
	"strings"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/scenario"
)

const sec = engine.Second

// course makes a record of one link with windows of a second, from the share
// of good answers in tenths for each window: '0' to '9', 'T' for all, '.' for
// a window in which nothing ended and '!' for one in which calls only waited.
func judged(shares string, trigs ...trigger) *Judge {
	r := &Recorder{width: sec, first: sec, limit: MaxWindows, n: 1, linkNames: []string{"l"}, links: make([]linkSample, 1)}
	var s linkSample
	for _, c := range shares {
		s.live = 0
		switch c {
		case '.':
		case '!':
			s.live = 5
		case 'T':
			s.good += 100
			s.ended[engine.OK] += 100
		default:
			s.good += 10 * uint64(c-'0')
			s.ended[engine.OK] += 100
		}
		r.links = append(r.links, s)
		r.n++
	}
	scn := &scenario.Scenario{Objective: &scenario.Objective{
		Links: []string{"l"}, Good: 0.95, Failing: 0.5,
		Hold: scenario.Duration(3 * time.Second), Patience: scenario.Duration(10 * time.Second),
	}}
	j := NewJudge(scn, r)
	j.triggers = trigs
	for w := range r.Windows() {
		j.judge(w)
	}
	return j
}

func (j *Judge) letters() string {
	var b strings.Builder
	for _, s := range j.states {
		b.WriteByte("HDFR"[s])
	}
	return b.String()
}

func TestJudgeStates(t *testing.T) {
	for _, c := range []struct {
		name, shares, want string
		trigs              []trigger
	}{
		{"all well", "TTTT", "HHHH", nil},
		{"between the bounds", "TT86TT", "HHDDHH", nil},
		{"below the failing share", "TT41TT", "HHFFHH", nil},
		{"nothing asked, nothing known", "TT..TT", "HHHHHH", nil},
		{"a quiet window keeps the share", "TT1..T", "HHFFFH", nil},
		{"waiting for a hold time without an end", "TT!!!!T", "HHHHFFH", nil},
		{"rising after failing", "TT0000000123456789T", "HHFFFFFFFFFRRRRRRRH", nil},
		{"rising while the trigger lasts", "TT000000012345678", "HHFFFFFFFFFFFDDDD", []trigger{{start: sec, end: engine.Never}}},
		{"rising, but never failing", "TT5556667778889", "HHDDDDDDDDDDDDD", nil},
		{"flat after failing", "TT00000000000006666666666666", "HHFFFFFFFFFFFFFRRRRRRRRRDDDD", nil},
	} {
		if got := judged(c.shares, c.trigs...).letters(); got != c.want {
			t.Errorf("%s: %s gives %s, want %s", c.name, c.shares, got, c.want)
		}
	}
}

func TestJudgeVerdict(t *testing.T) {
	calm := []trigger{{start: 2 * sec, end: 4 * sec}}
	for _, c := range []struct {
		name, shares string
		trigs        []trigger
		want         Verdict
	}{
		{"never left healthy", "TTTTTT", calm, Verdict{}},
		{"nothing recorded", "", nil, Verdict{}},
		{"trigger lasts", "TT00000000000000000", []trigger{{start: 2 * sec, end: engine.Never}}, Verdict{Ruling: RuledUndecided, At: 2 * sec}},
		{"patience lasts", "TT0000000000", calm, Verdict{Ruling: RuledUndecided, At: 2 * sec}},
		{"recovered", "TT000000TTTT", calm, Verdict{Ruling: RuledRecovered, At: 8 * sec, After: 4 * sec}},
		{"hold not complete", "TT000000TT", calm, Verdict{Ruling: RuledUndecided, At: 2 * sec}},
		{"well before the trigger ends", "TT0TTTTT", []trigger{{start: 2 * sec, end: 6 * sec}}, Verdict{Ruling: RuledRecovered, At: 3 * sec, Early: true}},
		{"stuck", "TT000000000000000", calm, Verdict{Ruling: RuledStuck, At: 14 * sec, WasStuck: true}},
		{"degraded", "TT777777777777777", calm, Verdict{Ruling: RuledDegraded, At: 14 * sec}},
		{"recovered after stuck", "TT00000000000000TTTT", calm, Verdict{Ruling: RuledRecovered, At: 16 * sec, After: 12 * sec, WasStuck: true}},
		{"recovered, ill again and recovered", "TT0000TTTT0TTTT", calm, Verdict{Ruling: RuledRecovered, At: 11 * sec, After: 7 * sec, Again: true}},
		{"recovered, a new trigger, recovered", "TT0000TTTT0TTTT", []trigger{{start: 2 * sec, end: 4 * sec}, {start: 10 * sec, end: 10*sec + 1}}, Verdict{Ruling: RuledRecovered, At: 11 * sec, After: sec - 1}},
		{"recovered without a trigger", "TT0000TTTT", nil, Verdict{Ruling: RuledRecovered, At: 6 * sec, After: 4 * sec, Alone: true}},
		{"ill again after a recovery", "TT0000TTTT0", calm, Verdict{Ruling: RuledUndecided, At: 10 * sec}},
		{"no trigger: patience from where healthy was left", "TT0000000000", nil, Verdict{Ruling: RuledStuck, At: 12 * sec, WasStuck: true}},
	} {
		j := judged(c.shares, c.trigs...)
		if got := j.Verdict(j.rec.Head()); got != c.want {
			t.Errorf("%s: got %+v, want %+v", c.name, got, c.want)
		}
	}
}

// TestJudgeAsOf asks for moments before the head: what came later has no say.
func TestJudgeAsOf(t *testing.T) {
	j := judged("TT00000000000000TTTT", trigger{start: 2 * sec, end: 4 * sec})
	for at, want := range map[engine.Time]Ruling{
		sec: RuledHealthy, 5 * sec: RuledUndecided, 15 * sec: RuledStuck, 18 * sec: RuledStuck, 19 * sec: RuledRecovered,
	} {
		if got := j.Verdict(at).Ruling; got != want {
			t.Errorf("at %d s: got %v, want %v", at/sec, got, want)
		}
	}
	if got := j.State(5*sec + sec/2); got != Failing {
		t.Errorf("state at 5.5 s: got %v", got)
	}
	// While it may be a hold, nothing else is ruled on the way.
	j = judged("TT0000000000000077TTTTTTTT", trigger{start: 2 * sec, end: 4 * sec})
	for at := 20 * sec; at <= j.rec.Head(); at += sec {
		if got := j.Verdict(at).Ruling; got != RuledStuck && got != RuledRecovered {
			t.Errorf("at %d s, well again: got %v", at/sec, got)
		}
	}
	j = judged("TT00000000000000TTTT", trigger{start: 2 * sec, end: 4 * sec})
	want := []Span{{0, 2 * sec, Healthy}, {2 * sec, 16 * sec, Failing}, {16 * sec, 20 * sec, Healthy}}
	if got := j.Spans(); len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("spans: got %v, want %v", got, want)
	}
}

func TestEffective(t *testing.T) {
	do := func(at engine.Time, name string) engine.Command {
		return engine.Command{At: at, Verb: engine.CmdDo, Path: name}
	}
	script := []engine.Command{do(1*sec, "a"), do(2*sec, "b"), do(3*sec, "c")}
	journal := []engine.Command{do(1*sec, "x"), {At: 2 * sec, Verb: engine.CmdTakeOver}, do(2*sec, "y")}
	got := ""
	for _, c := range Effective(nil, script, journal) {
		got += c.Verb + c.Path + " "
	}
	if want := "doa dox dob take doy "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestTriggers(t *testing.T) {
	scn := &scenario.Scenario{Actions: []scenario.Action{{Name: "break", Trigger: TriggerStart}, {Name: "mend", Trigger: TriggerEnd}}}
	do := func(at engine.Time, name string) engine.Command {
		return engine.Command{At: at, Verb: engine.CmdDo, Path: name}
	}
	cmds := []engine.Command{do(1, "mend"), do(sec, "break"), do(2*sec, "break"), do(3*sec, "mend"), do(4*sec, "break")}
	got := triggers(nil, scn, cmds)
	const ms = engine.Millisecond
	want := []trigger{{start: ms, end: ms}, {start: sec, end: 3 * sec}, {start: 4 * sec, end: engine.Never}}
	if len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %v, want %v", got, want)
	}
	scn.Actions = scn.Actions[:1]
	if got := triggers(nil, scn, cmds); len(got) != 3 || got[0] != (trigger{start: sec, end: sec}) {
		t.Errorf("where nothing ends a trigger it is over at once: got %v", got)
	}
}
