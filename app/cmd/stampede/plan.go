package main

import (
	"flag"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// plan is which run to make: the flags that run and hash share.
type plan struct {
	scn     *scenario.Scenario
	seed    uint64
	size    float64
	until   time.Duration
	takeOff bool
	orders  []order
	flags   *flag.FlagSet
	link    string           // the run is that of a link
	linked  []engine.Command // its journal
	atStart bool             // the link is to the beginning of its run
}

// given reports whether a flag was among the words.
func (p *plan) given(name string) (yes bool) {
	p.flags.Visit(func(f *flag.Flag) { yes = yes || f.Name == name })
	return yes
}

// order is one flag that makes journal entries, kept in the order given until
// the scenario is known.
type order struct {
	flag, text string
}

// seed is a flag that says what is allowed.
type seed uint64

// String is the seed as it is written.
func (s *seed) String() string { return strconv.FormatUint(uint64(*s), 10) }

// Set reads it.
func (s *seed) Set(text string) error {
	n, err := strconv.ParseUint(text, 0, 64)
	if err != nil {
		return fmt.Errorf("allowed a whole number from 0 to %d", uint64(math.MaxUint64))
	}
	*s = seed(n)
	return nil
}

// courseFlags declares the flags of a plan in which nobody acts.
func courseFlags(f *flag.FlagSet) *plan {
	p := &plan{flags: f}
	p.seed = scenario.DefaultSeed
	f.Var((*seed)(&p.seed), "seed", "`number` that the run's chance comes from")
	f.Float64Var(&p.size, "size", 0, "`share` of the true size; the scenario's own by default")
	f.DurationVar(&p.until, "for", 0, "`duration` of the run; events at its end are not handled; the scenario's own by default")
	return p
}

// planFlags declares the flags of a plan.
func planFlags(f *flag.FlagSet) *plan {
	p := courseFlags(f)
	f.BoolVar(&p.takeOff, "take-over", false, "cancel the script from the first --do on, or from the start without one; else the script goes on beside --do")
	f.StringVar(&p.link, "link", "", "`address` of a page, or its part from #r on: the run up to the link's moment, in place of a scenario")
	for name, help := range map[string]string{
		"set":      "`path=value`: set a parameter before the run begins",
		"strategy": "`name=on|off`: switch a strategy of the scenario before the run begins",
		"at":       "`time=path=value`, or time=strategy=on|off: set or switch it during the run, as in 40s=fix.retry.on=true",
		"do":       "`time=action[:argument]`: carry out an action, as in 30s=let_in:0.1",
	} {
		f.Func(name, help, func(text string) error {
			p.orders = append(p.orders, order{name, text})
			return nil
		})
	}
	return p
}

// words reads the words of a subcommand that takes a scenario or a link.
func (p *plan) words(args []string) (what string, status int, ok bool) {
	meanings := func() []string {
		if p.given("link") {
			return nil
		}
		return []string{"SCENARIO|FILE"}
	}
	names, status, ok := parseEither(p.flags, args, meanings, "SCENARIO|FILE")
	if ok && len(names) > 0 {
		what = names[0]
	}
	return what, status, ok
}

// prepare loads the scenario and completes the plan. It returns the run at
// time 0 with its journal, or nil when something is wrong with the words.
func (p *plan) prepare(what string, stderr io.Writer) *engine.Sim {
	if p.given("link") {
		if !p.follow(stderr) {
			return nil
		}
	} else if p.scn = load(what, stderr); p.scn == nil {
		return nil
	}
	if p.size == 0 && !p.given("size") {
		p.size = p.scn.Size.Default
	}
	if p.until == 0 && !p.given("for") {
		p.until = time.Duration(p.scn.For)
	}
	sim, err := p.make()
	if err != nil {
		fmt.Fprintln(stderr, "stampede:", err)
		return nil
	}
	return sim
}

// make builds the run anew, at time 0 and with its journal.
func (p *plan) make() (*engine.Sim, error) {
	if p.until <= 0 {
		return nil, fmt.Errorf("--for: found %v, allowed a duration above 0", p.until)
	}
	if longest := time.Duration(scenario.LongestRun); p.until > longest {
		return nil, fmt.Errorf("--for: found %v, allowed a duration up to %v", p.until, longest)
	}
	if !(p.size > 0) {
		return nil, fmt.Errorf("--size: found %v, allowed a share above 0", p.size)
	}
	sim, err := catalog.New(p.scn, catalog.Options{Seed: p.seed, Size: p.size})
	if err != nil {
		return nil, err
	}
	if err := sim.SetJournal(p.linked); err != nil {
		return nil, fmt.Errorf("--link: %w", err)
	}
	journal, err := p.journal()
	if err != nil {
		return nil, err
	}
	for i := range journal {
		c := &journal[i]
		if now, ok := atStart(sim, c.Path); ok && c.At == 0 && c.Verb == engine.CmdSet && now == c.Value {
			continue // as on the page, setting what is set is no action
		}
		if err := sim.Insert(c.Command); err != nil {
			return nil, fmt.Errorf("--%s %s: %w", c.flag, c.text, err)
		}
	}
	return sim, nil
}

// atStart is the value of a parameter once the journal's entries of the start
// have taken effect; ok is false for an unknown one.
func atStart(sim *engine.Sim, path string) (string, bool) {
	v, err := sim.Get(path)
	if err != nil {
		return "", false
	}
	for _, c := range sim.Journal() {
		if c.At == 0 && c.Verb == engine.CmdSet && c.Path == path {
			v = c.Value
		}
	}
	return v, true
}

// entry is a command with the flag that asked for it.
type entry struct {
	engine.Command
	order
}

// journal turns the flags into commands, the take-over before all others of
// its moment.
func (p *plan) journal() ([]entry, error) {
	var list []entry
	for _, o := range p.orders {
		cmds, err := p.commands(o)
		if err != nil {
			return nil, fmt.Errorf("--%s %s: %w", o.flag, o.text, err)
		}
		for _, c := range cmds {
			list = append(list, entry{c, o})
		}
	}
	if p.takeOff {
		at := engine.Never
		for i := range list {
			if list[i].Verb == engine.CmdDo {
				at = min(at, list[i].At)
			}
		}
		if at == engine.Never {
			at = 0
		}
		off := entry{engine.Command{At: at, Verb: engine.CmdTakeOver}, order{flag: "take-over"}}
		list = slices.Insert(list, 0, off)
	}
	return list, nil
}

// commands reads one flag.
func (p *plan) commands(o order) ([]engine.Command, error) {
	text, at := o.text, time.Duration(0)
	if o.flag == "at" || o.flag == "do" {
		when, rest, ok := strings.Cut(text, "=")
		var err error
		if at, err = time.ParseDuration(when); !ok || err != nil || at < 0 {
			return nil, fmt.Errorf("found %q, allowed a time such as 30s, then =", when)
		}
		text = rest
	}
	if o.flag == "do" {
		action, arg, _ := strings.Cut(text, ":")
		return []engine.Command{{At: int64(at), Verb: engine.CmdDo, Path: action, Value: arg}}, nil
	}
	name, value, ok := strings.Cut(text, "=")
	if !ok {
		return nil, fmt.Errorf("found %q, allowed a name, = and a value", text)
	}
	if o.flag == "set" || o.flag == "at" && strings.Contains(name, ".") {
		return []engine.Command{{At: int64(at), Verb: engine.CmdSet, Path: name, Value: value}}, nil
	}
	return p.strategy(int64(at), name, value)
}

// strategy is the settings of a strategy as commands of one moment, in the
// order in which the page makes them.
func (p *plan) strategy(at engine.Time, name, value string) ([]engine.Command, error) {
	var names []string
	for i := range p.scn.Strategies {
		names = append(names, p.scn.Strategies[i].Name)
	}
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("found %q, allowed one of %s", name, strings.Join(names, ", "))
	}
	settings := p.scn.Strategies[i].On
	switch value {
	case "on":
	case "off":
		settings = p.scn.Strategies[i].Off
	default:
		return nil, fmt.Errorf("found %s, allowed on or off", strconv.Quote(value))
	}
	var cmds []engine.Command
	for _, path := range slices.Sorted(maps.Keys(settings)) {
		cmds = append(cmds, engine.Command{At: at, Verb: engine.CmdSet, Path: path, Value: settings[path]})
	}
	return cmds, nil
}
