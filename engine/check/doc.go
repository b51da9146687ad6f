// Package check holds the invariants that every run must keep, and watches a
// run for breaches of them. It takes no part in the run: a watched run has the
// hash of an unwatched one.
//
// The laws are those of a closed account. Every call and every attempt that
// was begun has ended once or is still under way; nothing happens before its
// cause; no machine serves more than it can; and the time averages agree with
// the times spent, exactly (Little's law).
package check
