package record

// Finding says which loops must go for a failing run to recover.
type Finding struct {
	// Alone is true when the run recovers with nothing changed.
	Alone bool
	// Sets lists the smallest sets of causes each of which suffices: single
	// causes or, when none does, pairs. Empty: no such set was found.
	Sets [][]string
	Done bool // false while trials are still to run
}
