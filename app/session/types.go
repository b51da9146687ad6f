package session

import (
	"stampede/engine"
	"stampede/engine/record"
)

// Options say which run of a scenario to make.
type Options struct {
	Seed  uint64
	Size  float64     // 0 for the scenario's default
	Until engine.Time // length of the run; 0 for the scenario's
}

// Factory builds the run of a seed, at time 0 and with an empty journal.
type Factory func(seed uint64) (*engine.Sim, error)

// The events that On listens to.
const (
	EventPlay    = "play"    // playing began
	EventPause   = "pause"   // playing ended
	EventState   = "state"   // the live state changed
	EventVerdict = "verdict" // the verdict changed
	EventCommand = "command" // somebody acted
	EventSeek    = "seek"    // a seek has arrived
	EventFork    = "fork"    // somebody acted in the past
	EventCaption = "caption" // another caption is in force
	EventReset   = "reset"   // the run began anew
	EventTable   = "table"   // the arms of the table are at their end
	EventError   = "error"   // the engine failed; see Err
)

// MarkKind says what a mark on the timeline stands for. Its text is part of
// catalogue keys.
type MarkKind string

// The kinds of marks.
const (
	MarkDo      MarkKind = "do"      // an action; Key is its name
	MarkSet     MarkKind = "set"     // a parameter was set; Key is its path
	MarkTake    MarkKind = "take"    // somebody took over from the script
	MarkCaption MarkKind = "caption" // a caption of the story; Key is its name
	MarkFork    MarkKind = "fork"    // somebody acted in the past here
	MarkHold    MarkKind = "hold"    // the hold that the verdict speaks of began
)

// Mark is one event on the timeline.
type Mark struct {
	At     engine.Time
	Kind   MarkKind
	Key    string // an action's or a caption's name, a parameter's path
	Arg    string // an action's argument or a parameter's value, "" for none
	Near   string // for a caption: the component it belongs near
	Script bool   // of the scenario, not of a person
	Ahead  bool   // lies at or after Now
	// Trigger is "start" or "end" when the action starts or ends the trouble's
	// trigger.
	Trigger string
}

// Caption is a text of the story in force.
type Caption struct {
	Name string // key in the language catalogue
	Near string // component, "" for none
	At   engine.Time
}

// ArgKind says how an argument of a message is to be written.
type ArgKind uint8

// The kinds of arguments.
const (
	ArgName  ArgKind = iota // Text names something; Of says what
	ArgCount                // Number, a plain number
	ArgRate                 // Number, per second
	ArgShare                // Number, a share in [0, 1]
	ArgRatio                // Number, a ratio such as a gain
	ArgTime                 // Number, a span in seconds
	ArgText                 // Text, to be written as it is
)

// Arg is one argument of a Message.
type Arg struct {
	Name   string // by which the text refers to it
	Kind   ArgKind
	Of     string // ArgName: "component", "link", "cause", "action", "param", "strategy"
	Text   string
	Number float64
}

// Message is a sentence as a key of the language catalogues, with arguments.
type Message struct {
	Key  string
	Args []Arg
}

// Loop is a feedback loop at work.
type Loop struct {
	Cause string  // name among the scenario's causes
	Gain  float64 // calls made for its reason per failure
	Rate  float64 // calls made for its reason, 1/s
}

// Explanation says what goes on as of Now.
type Explanation struct {
	State     record.State
	Sentences []Message // at most four
	Loops     []Loop    // those at work, strongest first
	// Better is true while it is healthy, or recovers and the load does not
	// speak against it.
	Better  bool
	Finding *record.Finding
}
