package stage

import (
	"time"

	"stampede/app/control"
)

// What makes painting too slow: the median over a window of frames, so that one
// hiccup (a garbage collection, another tab) decides nothing.
const (
	slowFrame   = 40 * time.Millisecond // less than 25 frames a second
	meterWindow = 30                    // frames
	meterSkip   = 10                    // frames that compile shaders and fill caches
	pauseFrame  = 250 * time.Millisecond
)

// meter judges the time that frames take.
type meter struct {
	skipped int
	frames  []time.Duration
}

// add takes the time one frame took and tells whether painting is too slow.
// Times above pauseFrame come from tabs that were hidden, and are left out.
func (m *meter) add(d time.Duration) (slow bool) {
	if d > pauseFrame {
		return false
	}
	if m.skipped < meterSkip {
		m.skipped++
		return false
	}
	m.frames = append(m.frames, d)
	if len(m.frames) < meterWindow {
		return false
	}
	control.InOrder(m.frames)
	median := m.frames[len(m.frames)/2]
	m.frames = m.frames[:0]
	return median > slowFrame
}

// reset forgets all frames, after something changed that they depend on.
func (m *meter) reset() { *m = meter{frames: m.frames[:0]} }
