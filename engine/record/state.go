package record

import "stampede/engine"

// State is how the system fares in one window.
type State uint8

// The live states.
const (
	Healthy    State = iota // the objective's share of good answers is reached
	Degraded                // it is not, but the system is not failing
	Failing                 // below the objective's failing share
	Recovering              // not yet healthy after failing, the trigger is over and the share rises
	NState
)

var stateNames = [NState]string{"healthy", "degraded", "failing", "recovering"}

// String returns the state as it is written in JSON and catalogue keys.
func (s State) String() string { return stateNames[s] }

// Ruling is the verdict of a run as of a moment.
type Ruling uint8

// The rulings.
const (
	RuledHealthy   Ruling = iota // never left healthy
	RuledRecovered               // healthy again for the objective's hold time
	RuledDegraded                // patience has passed without a hold, but it is not failing
	RuledStuck                   // patience has passed without a hold, and it is failing
	RuledUndecided               // the trigger or the patience lasts
	nRuling
)

var rulingNames = [nRuling]string{"healthy", "recovered", "degraded", "stuck", "undecided"}

// String returns the ruling as it is written in JSON and catalogue keys.
func (r Ruling) String() string { return rulingNames[r] }

// Verdict is what became of a run, as of a moment.
type Verdict struct {
	Ruling Ruling
	// After is the time from the trigger's end to the start of the hold, or, if
	// there was no trigger, from when healthy was left; 0 if it is not recovered.
	After engine.Time
	// At is when the ruling began to hold: the start of the hold, the moment
	// when patience had passed, or the moment when the system left healthy.
	At       engine.Time
	WasStuck bool // was stuck at some time before
	Again    bool // is recovered, as it had been since the trigger's end before it fell ill once more
	Alone    bool // is recovered from trouble that no trigger began
	Early    bool // is recovered, and was well before the trigger had ended
}

// Recovery is which kind of recovery it is, as in catalogue keys: "recovered",
// "again", "alone" or "early".
func (v Verdict) Recovery() string {
	switch {
	case v.Alone:
		return "alone"
	case v.Again:
		return "again"
	case v.Early:
		return "early"
	}
	return "recovered"
}

// Span is a stretch of time in one state.
type Span struct {
	From, To engine.Time
	State    State
}
