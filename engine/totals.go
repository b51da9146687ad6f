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

	Queue, Busy         int64 // now waiting, now in service
	QueueArea, BusyArea int64 // integral over time, ns
	AsOf                Time  // up to which the integrals go

	Sojourn   int64 // sum over departed attempts of time spent here, ns
	ArrivalNs int64 // sum of arrival times of those now here, ns
	HereArea  int64 // integral of Here, ns

	Wait metric.Histogram
	Own  [NOwn]uint64
}

func (t *NodeTotals) advance(now Time) {
	d := now - t.AsOf
	t.QueueArea += t.Queue * d
	t.BusyArea += t.Busy * d
	t.HereArea += t.Here * d
	t.AsOf = now
}

// Areas returns the time integrals of the attempts waiting, in service and
// here, up to now, in nanoseconds.
func (t *NodeTotals) Areas(now Time) (queue, busy, here int64) {
	d := now - t.AsOf
	return t.QueueArea + t.Queue*d, t.BusyArea + t.Busy*d, t.HereArea + t.Here*d
}

func (t *NodeTotals) occupy(now Time, queue, busy int64) {
	t.advance(now)
	t.Queue += queue
	t.Busy += busy
}

func (t *NodeTotals) served(wait, _ Time, wasted bool) {
	t.Wait.Add(wait)
	if wasted {
		t.Wasted++
	}
}

func (t *NodeTotals) enter(now Time) {
	t.advance(now)
	t.Arrived++
	t.Here++
	t.ArrivalNs += now
}

func (t *NodeTotals) leave(now, arrived Time) {
	t.advance(now)
	t.Here--
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
