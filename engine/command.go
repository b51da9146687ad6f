package engine

// Command is something a person or the script does, at a time. Commands are
// plain data: a run's journal is a list of them.
type Command struct {
	At     Time   // rounded up to a whole millisecond when it takes effect
	Verb   string // Set, Do, or TakeOver
	Path   string // Set: a parameter; Do: an action of the scenario
	Value  string // Set: the new value; Do: the argument, empty for its default
	Script bool   // part of the scenario's script, not of the journal
	// Response marks what the operators of the script do in answer to the
	// trouble. It is left out once a person has set a parameter: what would have
	// held is not to be mixed up with what they did because nothing had.
	Response bool
}

// The verbs of a Command.
const (
	CmdSet      = "set"  // set a parameter
	CmdDo       = "do"   // carry out an action
	CmdTakeOver = "take" // cancel what the script still has to come
)

// Due is the moment at which a command takes effect: its time rounded up to a
// whole millisecond.
func (c Command) Due() Time { return (c.At + Millisecond - 1) / Millisecond * Millisecond }
