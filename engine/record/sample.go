package record

import (
	"stampede/engine"
	"stampede/engine/metric"
)

// maxGauges bounds the gauges that are kept of a component.
const maxGauges = 18

// times summarises the durations of one window; counts and sums run from the
// start of the run.
type times struct {
	count              uint64
	sum                int64
	p50, p90, p99, max int64
}

func (t *times) take(total, window *metric.Histogram) {
	t.count, t.sum = total.Count, total.Sum
	t.p50, t.p90, t.p99 = window.Quantile(0.5), window.Quantile(0.9), window.Quantile(0.99)
	t.max = window.Max
}

// join makes t, the later of two windows, stand for both. The percentiles of
// both together are not known any more: the median becomes the mean weighted
// by counts, the others the larger.
func (t *times) join(early *times, before uint64) {
	n1, n2 := early.count-before, t.count-early.count
	switch {
	case n1 == 0:
		return
	case n2 == 0:
		t.p50, t.p90, t.p99, t.max = early.p50, early.p90, early.p99, early.max
		return
	}
	share := float64(n1) / float64(n1+n2)
	t.p50 += int64(float64(early.p50-t.p50) * share)
	t.p90, t.p99, t.max = max(t.p90, early.p90), max(t.p99, early.p99), max(t.max, early.max)
}

// linkSample is a link's totals at a boundary.
type linkSample struct {
	calls, good, wrong, stale, late       uint64
	attempts, retries, lateBack, messages uint64
	ended                                 [engine.NStatus]uint64
	why                                   [engine.NWhy]uint64
	live                                  int64
	latency                               times
}

func (s *linkSample) take(t *engine.LinkTotals, window *metric.Histogram) {
	s.calls, s.good, s.wrong, s.stale, s.late = t.Calls, t.Good, t.Wrong, t.Stale, t.Late
	s.attempts, s.retries, s.lateBack, s.messages = t.Attempts, t.Retries, t.LateBack, t.Messages
	s.ended, s.why, s.live = t.Ended, t.Why, t.Live
	s.latency.take(&t.Latency, window)
}

// endedAll is the number of calls that have ended in whatever way.
func (s *linkSample) endedAll() uint64 {
	var n uint64
	for _, x := range s.ended {
		n += x
	}
	return n
}

// nodeSample is a component's totals at a boundary.
type nodeSample struct {
	arrived, answered, wasted, refused uint64
	shed, dropped, cancelled           uint64
	queueArea, busyArea, hereArea      int64
	wait                               times
	own                                [engine.NOwn]uint64
	capacity, servers                  float64 // at the boundary
	gauges                             [maxGauges]float64
}

func (s *nodeSample) take(now engine.Time, t *engine.NodeTotals, window *metric.Histogram, g *engine.Gauges, names []string) {
	s.arrived, s.answered, s.wasted, s.refused = t.Arrived, t.Answered, t.Wasted, t.Refused
	s.shed, s.dropped, s.cancelled, s.own = t.Shed, t.Dropped, t.Cancelled, t.Own
	s.queueArea, s.busyArea, s.hereArea = t.Areas(now)
	s.wait.take(&t.Wait, window)
	s.capacity, s.servers = g.Value("capacity"), 0
	for i := range g.Instances {
		s.servers += float64(g.Instances[i].Servers)
	}
	for i := range g.Hosts {
		if h := &g.Hosts[i]; h.State != engine.HostStandby && h.State != engine.HostRestarting && h.State != engine.HostFailed {
			s.servers += float64(h.Servers)
		}
	}
	for i, name := range names {
		s.gauges[i] = g.Value(name)
	}
}
