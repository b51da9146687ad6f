package link

import "stampede/engine"

// What a link may hold. A run of many hours of clicking stays far below.
const (
	maxFragment = 1 << 16 // bytes of the fragment
	maxText     = 1 << 18 // bytes once inflated
	maxJournal  = 4096    // commands
	maxWord     = 200     // bytes of a name, path or value
	maxStep     = 999     // of a walk
	// maxTime bounds the moments of a run: a day.
	maxTime = 24 * 3600 * engine.Second
	// leastUntil bounds the length of a run that a query asks for: queries count in
	// milliseconds.
	leastUntil = engine.Millisecond
)
