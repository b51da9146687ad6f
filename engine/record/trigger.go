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
	if c.Verb != engine.CmdDo {
		return ""
	}
	i := slices.IndexFunc(scn.Actions, func(a scenario.Action) bool { return a.Name == c.Path })
	if i < 0 {
		return ""
	}
	return scn.Actions[i].Trigger
}

// trigger is one trouble from outside. An end without a start is a trigger
// over at once, and so is a start in a scenario that knows no end.
type trigger struct{ start, end engine.Time } // end is Never while it lasts

func triggers(list []trigger, scn *scenario.Scenario, cmds []engine.Command) []trigger {
	ends := slices.ContainsFunc(scn.Actions, func(a scenario.Action) bool { return a.Trigger == TriggerEnd })
	for _, c := range cmds {
		due := c.Due()
		n := len(list)
		open := n > 0 && list[n-1].end == engine.Never
		switch TriggerOf(scn, c) {
		case TriggerStart:
			switch {
			case !ends:
				list = append(list, trigger{due, due})
			case !open:
				list = append(list, trigger{due, engine.Never})
			}
		case TriggerEnd:
			if open {
				list[n-1].end = due
			} else {
				list = append(list, trigger{due, due})
			}
		}
	}
	return list
}
