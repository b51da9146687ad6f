package engine

import "stampede/engine/metric"

// NOwn bounds a component's own counters.
const NOwn = 24

// NodeTotals is what the kernel counts at a node from the start of the run.
type NodeTotals struct {
	Arrived   uint64 // attempts that came
	Answered  uint64 // attempts answered, to whomever
	Wasted    uint64 // services finished for nobody
	Refused   uint64 // turned away by a full queue
	Shed      uint64 // turned away by an admission policy
	Dropped   uint64 // lost silently by a full queue
	Cancelled uint64 // given up by the caller and so ended
	Here      int64  // attempts at the node now

	Queue, Busy int64 // now waiting, now in service

	Sojourn   int64 // sum over departed attempts of time spent here, ns
	ArrivalNs int64 // sum of arrival times of those now here, ns

	// The time integral of a count N is N(t)·t less the sum of the changes of N,
	// each times its moment. These are those sums; they may wrap around, which
	// does the difference no harm.
	queueMoments, busyMoments, hereMoments int64

	Wait metric.Histogram
	Own  [NOwn]uint64
}

// Areas returns the time integrals of the attempts waiting, in service and
// here, up to now, in nanoseconds.
func (t *NodeTotals) Areas(now Time) (queue, busy, here int64) {
	return t.Queue*now - t.queueMoments, t.Busy*now - t.busyMoments, t.Here*now - t.hereMoments
}

func (t *NodeTotals) occupy(now Time, queue, busy int64) {
	t.Queue += queue
	t.Busy += busy
	t.queueMoments += queue * now
	t.busyMoments += busy * now
}

func (t *NodeTotals) served(wait, _ Time, wasted bool) {
	t.Wait.Add(wait)
	if wasted {
		t.Wasted++
	}
}

func (t *NodeTotals) enter(now Time) {
	t.Arrived++
	t.Here++
	t.hereMoments += now
	t.ArrivalNs += now
}

func (t *NodeTotals) leave(now, arrived Time) {
	t.Here--
	t.hereMoments -= now
	t.ArrivalNs -= arrived
	t.Sojourn += now - arrived
}

// LinkTotals is what the kernel counts on a link from the start of the run.
type LinkTotals struct {
	Calls    uint64          // calls made
	Ended    [NStatus]uint64 // calls by how they ended
	Good     uint64          // ended OK, with a right value, within the deadline
	Wrong    uint64          // ended OK with an invalid value
	Stale    uint64          // ended OK with an old value
	Late     uint64          // ended OK after the deadline
	Live     int64           // calls not yet ended
	Attempts uint64
	Retries  uint64 // attempts but the first of each call
	Why      [NWhy]uint64
	LateBack uint64 // answers that came for nobody
	Messages uint64
	Latency  metric.Histogram // of calls that ended OK
}

// Failures is the number of calls that ended otherwise than OK.
func (t *LinkTotals) Failures() uint64 {
	var n uint64
	for s := OK + 1; s < NStatus; s++ {
		n += t.Ended[s]
	}
	return n
}
