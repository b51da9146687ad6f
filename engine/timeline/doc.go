// Package timeline keeps checkpoints of a run, so that any moment of it can be
// visited again, exactly: a seek loads the nearest earlier checkpoint and lets
// the run, which is deterministic, come to the moment by itself. Whoever acts
// in the past forks the run; what lay ahead is kept as a branch's journal.
package timeline
