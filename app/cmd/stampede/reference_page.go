package main

import "bytes"

// pageVerb is a verb of window.stampede as the reference page shows it.
type pageVerb struct{ name, args, help string }

// pageCommands and pageQuestions are the verbs in the order of verbs.Names.
var (
	pageCommands = []pageVerb{
		{"set", "path, value", "set a parameter from now on"},
		{"do", "action, argument", "carry out an action; its default argument without one"},
		{"play", "", "let time pass; at the end of the run the same one, actions and all, begins again"},
		{"pause", "", "stop time"},
		{"step", "n", "pause, and move n steps of 100 ms, back when negative; 1 without a number"},
		{"next", "", "pause, and move to the next moment that matters: a command, a caption, another live state, a verdict, or the end; `seeking` until it is found"},
		{"previous", "", "pause, and move to the moment that mattered before this one"},
		{"seek", "seconds", "move to a moment of the run; `seeking` until it is there, then an event `seek`"},
		{"speed", "x", "simulated seconds per second, 0.1 to 100; what lies outside is refused"},
		{"reset", "{seed}", "begin anew with a seed, the same one without one"},
		{"size", "share", "begin anew with another share of the true size"},
		{"strategy", "name, on", "switch a strategy of the scenario: all its settings at one instant"},
		{"compare", "on", "run the arms of the scenario's table beside the run, true without an argument; false interrupts them. An event `table` when all are at their end"},
	}
	pageQuestions = []pageVerb{
		{"scenario", "", "the scenario, as in its file"},
		{"params", "", "all parameters: `path`, `type`, `unit`, `default`, `value`, `min`, `max`, `choices`, `help`, `fixed`"},
		{"get", "path", "the value of a parameter, as text"},
		{"actions", "", "the actions: `name`, `grave`, and `arg` where they take one"},
		{"journal", "", "what people have done: `at` (s), `verb`, `path`, `value`"},
		{"now", "", "the moment shown, in seconds"},
		{"playing", "", "whether time passes"},
		{"seeking", "", "whether the run is on its way to another moment"},
		{"seed", "", "the seed"},
		{"metrics", "", "the object of `run --json` for the run up to now, without `series` and without the verdict's `cause`"},
		{"series", "name", "one entry of `series` in the same object"},
		{"table", "", "the scenario's table as far as it has been run: the object of `compare --json`, with the run up to now as `mine`; null without one"},
		{"verdict", "", "`verdict` in the same object; `cause` once the trials have ended"},
		{"state", "", "the live state"},
		{"hash", "", "the run hash"},
		{"link", "", "the address of the run at this moment, with all that was done in it, see app/link/FORMAT.md"},
		{"dots", "", "the marks on the stage: `x`, `y` (CSS pixels of the stage), `request`, `attempt`, `kind`, `why`, `link`, `from`, `from_machine`, `to`, `to_machine`, `sent`, `due` (s), by the names of `run --trace`"},
		{"at", "x, y", "the mark within 12 CSS pixels of a point of the stage, or null"},
	}
)

const referencePageHead = `
## In the page: window.stampede

Buttons, keys and scripts use the same verbs. ` + "`window.stampede`" + ` is there before the program is: wait with
` + "`await stampede.ready`" + `, which gives the object once a run is shown. ` + "`stampede.version`" + ` is the program's. A verb that is
refused gives back an ` + "`Error`" + ` and does nothing. ` + "`stampede.on(event, fn)`" + ` calls fn with ` + "`{at, state}`" + ` after each
` + "`play`, `pause`, `state`, `verdict`, `command`, `seek`, `fork`, `caption`, `table`, `reset` or `error`" + `, and gives back a function
that ends that.

`

// writePage documents the verbs of the page.
func writePage(b *bytes.Buffer) {
	b.WriteString(referencePageHead)
	for _, t := range []struct {
		head string
		list []pageVerb
	}{
		{"command", pageCommands},
		{"question", pageQuestions},
	} {
		b.WriteString("| " + t.head + " | what it does |\n| --- | --- |\n")
		for _, v := range t.list {
			row(b, code(v.name+"("+v.args+")"), v.help)
		}
		b.WriteString("\n")
	}
	b.Truncate(b.Len() - 1)
}
