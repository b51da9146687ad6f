package record

import (
	"stampede/engine"
	"stampede/engine/scenario"
)

// Recorder keeps what a run's totals were at the boundaries of its windows.
type Recorder struct {
	width engine.Time
}

// Series is one measured line: Values[i] is of the window that begins at
// Start + i*Width. A window in which there was nothing to measure (a share of
// no calls, a percentile of no answers) holds NaN.
type Series struct {
	Start, Width engine.Time
	Values       []float64
}

// Width is the width of the windows. It doubles when the record is full.
func (r *Recorder) Width() engine.Time { return r.width }

// Head is up to where has been recorded.
func (r *Recorder) Head() engine.Time { return 0 }

// Series measures a line over the whole record. An unknown place or metric is
// an error that lists what is allowed.
func (r *Recorder) Series(line scenario.Line) (Series, error) { return Series{}, nil }
