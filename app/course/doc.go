// Package course tells the whole course of a run in words and tables: how it
// ended, the phases of its live state with what happened in each and what kept it
// going, and the numbers. It is what page and command have for archives, for
// search and for those who do not see the stage. It is plain Go: it knows neither
// browser nor markup but for the plain text that Text writes.
package course

import (
	"stampede/app/chart"
	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine"
)

// Course is a run in words, in the language of whoever reads it.
type Course struct {
	Outcome []i18n.Span // what became of it: the verdict, and how things stand at the end
	Cause   string      // what would have had to go; "" while that is not known
	Phases  []Phase
	// Numbers has a row for each phase; Series has the charts' lines at round
	// moments and at every event. A table without rows has nothing to say.
	Numbers, Series chart.Table
	Stamp           string // by what the run can be had again
}

// Phase is a stretch of one live state, but for short spells of others.
type Phase struct {
	State    string // as in the keys of the catalogue: "healthy", "failing" and so on
	Title    string
	Spells   string // what of other states lasted too short to be a phase; "" for nothing
	From, To engine.Time
	Events   []Event
}

// Event is a moment that matters, and how things stood until the next one.
type Event struct {
	At    engine.Time
	When  string   // the moment as on a clock
	What  []string // what was done, and what turned
	Story []string // what the story says about it
	// AsOf is the moment just before the next event; Sentences is what goes on as
	// of then.
	AsOf      string
	Sentences []view.Sentence
}
