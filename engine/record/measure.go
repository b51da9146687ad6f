package record

import (
	"slices"
	"strings"

	"stampede/engine"
)

// how says how the values of several places and windows make one.
type how uint8

const (
	perSecond how = iota // counts added up, by time
	ratio                // numerators and denominators added up
	level                // values added up over places, averaged over time
	largest              // the largest
)

// linkMeasure measures a link over a window from two samples: num by den, and
// by seconds for perSecond. largest and ratio measure nothing when den is 0.
type linkMeasure struct {
	name string
	how  how
	num  func(a, b *linkSample) float64
	den  func(a, b *linkSample) float64
}

func since(a, b uint64) float64 { return float64(b - a) }

func seconds(ns int64) float64 { return float64(ns) / float64(engine.Second) }

// linkMeasures says how each metric of a link is measured; names, units and
// meanings are in metric.Measures.
var linkMeasures = []linkMeasure{
	{"offered", perSecond, calls, nil},
	{"goodput", perSecond, func(a, b *linkSample) float64 { return since(a.good, b.good) }, nil},
	{"good_share", ratio, func(a, b *linkSample) float64 { return since(a.good, b.good) }, ended},
	{"served_share", ratio, func(a, b *linkSample) float64 { return since(a.good, b.good) }, calls},
	{"attempts", perSecond, attempts, nil},
	{"retries", perSecond, func(a, b *linkSample) float64 { return since(a.retries, b.retries) }, nil},
	{"amplification", ratio, attempts, calls},
	{"failures", perSecond, func(a, b *linkSample) float64 {
		return ended(a, b) - since(a.ended[engine.OK], b.ended[engine.OK])
	}, nil},
	failed("failed_error", engine.Failed),
	failed("failed_timed_out", engine.TimedOut),
	failed("failed_refused", engine.Refused),
	failed("failed_shed", engine.Shed),
	failed("failed_open", engine.Open),
	failed("failed_spent", engine.Spent),
	failed("failed_held", engine.Held),
	failed("failed_cancelled", engine.Cancelled),
	failed("failed_unsolved", engine.Unsolved),
	{"wrong", perSecond, func(a, b *linkSample) float64 { return since(a.wrong, b.wrong) }, nil},
	{"stale", perSecond, func(a, b *linkSample) float64 { return since(a.stale, b.stale) }, nil},
	{"late", perSecond, func(a, b *linkSample) float64 { return since(a.late, b.late) }, nil},
	{"late_answers", perSecond, func(a, b *linkSample) float64 { return since(a.lateBack, b.lateBack) }, nil},
	{"messages", perSecond, func(a, b *linkSample) float64 { return since(a.messages, b.messages) }, nil},
	because(engine.Fresh),
	because(engine.ByCold),
	because(engine.ByExpiry),
	because(engine.ByInvalid),
	because(engine.ByDelete),
	because(engine.ByRetry),
	{"live", level, func(_, b *linkSample) float64 { return float64(b.live) }, nil},
	{"mean", ratio, func(a, b *linkSample) float64 { return seconds(b.latency.sum - a.latency.sum) }, answers},
	{"p50", largest, func(_, b *linkSample) float64 { return seconds(b.latency.p50) }, answers},
	{"p90", largest, func(_, b *linkSample) float64 { return seconds(b.latency.p90) }, answers},
	{"p99", largest, func(_, b *linkSample) float64 { return seconds(b.latency.p99) }, answers},
	{"max", largest, func(_, b *linkSample) float64 { return seconds(b.latency.max) }, answers},
}

func calls(a, b *linkSample) float64    { return since(a.calls, b.calls) }
func attempts(a, b *linkSample) float64 { return since(a.attempts, b.attempts) }
func answers(a, b *linkSample) float64  { return since(a.latency.count, b.latency.count) }
func ended(a, b *linkSample) float64    { return since(a.endedAll(), b.endedAll()) }

func failed(name string, st engine.Status) linkMeasure {
	return linkMeasure{name, perSecond, func(a, b *linkSample) float64 { return since(a.ended[st], b.ended[st]) }, nil}
}

func because(w engine.Why) linkMeasure {
	return linkMeasure{whyMetric(w.String()), perSecond, func(a, b *linkSample) float64 { return since(a.why[w], b.why[w]) }, nil}
}

// whyMetric is the metric that counts attempts made for a reason.
func whyMetric(why string) string { return "why_" + why }

// nodeMeasure is the same for a component; ns is the width of the window.
type nodeMeasure struct {
	name string
	how  how
	num  func(a, b *nodeSample, ns float64) float64
	den  func(a, b *nodeSample, ns float64) float64
}

var nodeMeasures = []nodeMeasure{
	{"arrived", perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.arrived, b.arrived) }, nil},
	{"answered", perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.answered, b.answered) }, nil},
	{"wasted", perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.wasted, b.wasted) }, nil},
	{"refused", perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.refused, b.refused) }, nil},
	{"shed", perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.shed, b.shed) }, nil},
	{"dropped", perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.dropped, b.dropped) }, nil},
	{"cancelled", perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.cancelled, b.cancelled) }, nil},
	{"queue", level, func(a, b *nodeSample, ns float64) float64 { return float64(b.queueArea-a.queueArea) / ns }, nil},
	{"busy", level, busy, nil},
	{"here", level, func(a, b *nodeSample, ns float64) float64 { return float64(b.hereArea-a.hereArea) / ns }, nil},
	// Under processor sharing more may be in service than there are servers.
	{
		"utilisation", ratio, func(a, b *nodeSample, ns float64) float64 { return min(b.servers, busy(a, b, ns)) },
		func(_, b *nodeSample, _ float64) float64 { return b.servers },
	},
	{"capacity", level, func(_, b *nodeSample, _ float64) float64 { return b.capacity }, nil},
	{"wait_mean", ratio, func(a, b *nodeSample, _ float64) float64 { return seconds(b.wait.sum - a.wait.sum) }, services},
	{"wait_p50", largest, func(_, b *nodeSample, _ float64) float64 { return seconds(b.wait.p50) }, services},
	{"wait_p99", largest, func(_, b *nodeSample, _ float64) float64 { return seconds(b.wait.p99) }, services},
}

func busy(a, b *nodeSample, ns float64) float64 { return float64(b.busyArea-a.busyArea) / ns }

func services(a, b *nodeSample, _ float64) float64 { return since(a.wait.count, b.wait.count) }

// hitRatio is the measure that exists only for components that count hits and
// misses: "hits" over "hits", "invalid_hits" and all that begin with "misses".
const hitRatio = "hit_ratio"

// nodeMeasure finds how a component's metric is measured.
func (in *nodeInfo) measure(name string) (nodeMeasure, bool) {
	for _, m := range nodeMeasures {
		if m.name == name {
			return m, true
		}
	}
	if name == hitRatio {
		return in.hitRatio()
	}
	for i, c := range in.counters {
		if c == name {
			return nodeMeasure{name, perSecond, func(a, b *nodeSample, _ float64) float64 { return since(a.own[i], b.own[i]) }, nil}, true
		}
	}
	for i, g := range in.gauges {
		if g == name {
			return nodeMeasure{name, level, func(_, b *nodeSample, _ float64) float64 { return b.gauges[i] }, nil}, true
		}
	}
	return nodeMeasure{}, false
}

func (in *nodeInfo) hitRatio() (nodeMeasure, bool) {
	var looks []int
	hits := -1
	for i, c := range in.counters {
		if c == "hits" {
			hits = i
		}
		if c == "hits" || c == "invalid_hits" || strings.HasPrefix(c, "misses") {
			looks = append(looks, i)
		}
	}
	if hits < 0 {
		return nodeMeasure{}, false
	}
	return nodeMeasure{
		hitRatio, ratio, func(a, b *nodeSample, _ float64) float64 { return since(a.own[hits], b.own[hits]) },
		func(a, b *nodeSample, _ float64) (n float64) {
			for _, i := range looks {
				n += since(a.own[i], b.own[i])
			}
			return n
		},
	}, true
}

// metrics lists the names that measure knows.
func (in *nodeInfo) metrics() []string {
	var names []string
	for _, m := range nodeMeasures {
		names = append(names, m.name)
	}
	if _, ok := in.hitRatio(); ok {
		names = append(names, hitRatio)
	}
	for _, list := range [][]string{in.counters, in.gauges} {
		for _, n := range list {
			if !slices.Contains(names, n) {
				names = append(names, n)
			}
		}
	}
	return names
}
