// Package record measures a run from outside: totals sampled at window
// boundaries, the series that charts show, the live state and the verdict, and
// the cause of a failure found by trying copies of the run.
//
// It only reads; a run with a Recorder and one without have the same hash.
package record
