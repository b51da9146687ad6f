package record

import (
	"slices"

	"stampede/engine"
	"stampede/engine/scenario"
)

// The values of an action's Trigger.
const (
	TriggerStart = "start"
	TriggerEnd   = "end"
)

// Effective appends to list the commands of a run in the order in which they
// take effect: the script's as far as nothing cancels them, and the journal's.
func Effective(list []engine.Command, script, journal []engine.Command) []engine.Command {
	off, answerOff := first(journal, engine.CmdTakeOver), first(journal, engine.CmdSet)
	for len(script)+len(journal) > 0 {
		// At the same moment the script goes first, also before its take-over.
		if len(script) > 0 && (len(journal) == 0 || script[0].Due() <= journal[0].Due()) {
			if due := script[0].Due(); due <= off && (!script[0].Response || due <= answerOff) {
				list = append(list, script[0])
			}
			script = script[1:]
			continue
		}
		list = append(list, journal[0])
		journal = journal[1:]
	}
	return list
}

// first is when the first command of a kind takes effect, Never when none does.
func first(journal []engine.Command, verb string) engine.Time {
	for _, c := range journal {
		if c.Verb == verb {
			return c.Due()
		}
	}
	return engine.Never
}

// TriggerOf says whether a command starts or ends the trouble's trigger; ""
// when neither.
func TriggerOf(scn *scenario.Scenario, c engine.Command) string {
	if a := actionOf(scn, c); a != nil {
		return a.Trigger
	}
	return ""
}

func actionOf(scn *scenario.Scenario, c engine.Command) *scenario.Action {
	i := slices.IndexFunc(scn.Actions, func(a scenario.Action) bool { return a.Name == c.Path })
	if i < 0 || c.Verb != engine.CmdDo {
		return nil
	}
	return &scn.Actions[i]
}

// trigger is one trouble from outside. An end without a start is a trigger
// over at once, and so is a start in a scenario that knows no end. One that lasts
// as long as something in the run does has an end that the record tells.
type trigger struct {
	start, end engine.Time // end is Never while it lasts
	lasts      *scenario.Figure
}

func triggers(list []trigger, scn *scenario.Scenario, cmds []engine.Command) []trigger {
	ends := slices.ContainsFunc(scn.Actions, func(a scenario.Action) bool { return a.Trigger == TriggerEnd })
	for _, c := range cmds {
		a := actionOf(scn, c)
		if a == nil {
			continue
		}
		due := c.Due()
		n := len(list)
		open := n > 0 && list[n-1].end == engine.Never && list[n-1].lasts == nil
		switch a.Trigger {
		case TriggerStart:
			switch {
			case a.Lasts != nil:
				list = append(list, trigger{due, engine.Never, a.Lasts})
			case !ends:
				list = append(list, trigger{due, due, nil})
			case !open:
				list = append(list, trigger{due, engine.Never, nil})
			}
		case TriggerEnd:
			if open {
				list[n-1].end = due
			} else {
				list = append(list, trigger{due, due, nil})
			}
		}
	}
	return list
}

// ending is what has been found out about the end of a trigger that lasts as long as
// something in the run does.
type ending struct {
	curve *Curve
	w     int // windows up to it have been looked at
	end   engine.Time
}

// ended is when the i-th trigger has ended, Never when it had not by a moment.
func (j *Judge) ended(i int, before engine.Time) engine.Time {
	t := &j.triggers[i]
	if t.lasts == nil {
		if t.end >= before {
			return engine.Never
		}
		return t.end
	}
	e := j.endings[i]
	if e == nil {
		curve, err := j.rec.Curve(scenario.Line{Of: t.lasts.Of, Metric: t.lasts.Metric})
		if err != nil {
			return t.start // building a run checks that there is such a value
		}
		e = &ending{curve: curve, w: max(0, int((t.start-j.rec.start)/j.rec.width)), end: engine.Never}
		j.endings[i] = e
	}
	for ; e.end == engine.Never && e.w < j.rec.Windows() && j.end(e.w) <= before; e.w++ {
		if e.curve.over(e.w, e.w+1) <= 0 {
			e.end = j.end(e.w)
		}
	}
	if e.end > before {
		return engine.Never
	}
	return e.end
}
