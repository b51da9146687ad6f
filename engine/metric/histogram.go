package metric

import (
	"math"
	"math/bits"
)

// The buckets of a Histogram: each power of two is cut into 2^subBits equal
// parts, from 2^floorBits ns (1.024 us) to 2^ceilBits ns (73 minutes). Below
// the floor lie buckets as wide as those just above it.
const (
	subBits   = 4
	floorBits = 10
	ceilBits  = 42
	minShift  = floorBits - subBits // the first buckets are 64 ns wide

	// Buckets is the number of counters of a Histogram.
	Buckets = (ceilBits - floorBits + 1) << subBits
)

// Histogram counts durations in buckets that grow with the duration. What it
// says about a duration is off by at most 1/32 of it (32 ns below 1 us), up to
// 73 minutes; longer ones are counted as that, though Max stays exact.
//
// The zero Histogram is empty and ready. It is plain data: copy, compare and
// hash it as it is.
type Histogram struct {
	// Counts holds the number of durations by bucket. A counter stops at
	// 2^32-1: that is four hours of 300 000 like durations a second.
	Counts [Buckets]uint32
	Count  uint64 // how many were added
	Sum    int64  // their sum in ns; it stops at 292 years
	Max    int64  // the longest in ns
}

// Add counts a duration in nanoseconds; a negative one counts as 0.
func (h *Histogram) Add(ns int64) {
	ns = max(ns, 0)
	if c := &h.Counts[bucket(ns)]; *c != math.MaxUint32 {
		*c++
	}
	h.Count++
	h.Sum = saturate(h.Sum + ns)
	h.Max = max(h.Max, ns)
}

// saturate repairs the sum of two numbers that are not negative.
func saturate(sum int64) int64 {
	if sum < 0 {
		return math.MaxInt64
	}
	return sum
}

// bucket returns the bucket of a duration that is not negative. A duration
// shifted right until subBits+1 bits are left is, with the shift, its place.
func bucket(ns int64) uint {
	v := uint64(min(ns, 1<<ceilBits-1))
	shift := uint(bits.Len64(v|1<<floorBits) - subBits - 1)
	return (shift-minShift)<<subBits + uint(v>>(shift&63))
}

// Edge returns the shortest duration of bucket i, in nanoseconds; Edge(i+1) is
// where it ends.
func Edge(i int) int64 {
	octave := i >> subBits
	if octave == 0 {
		return int64(i) << minShift
	}
	return int64(i&(1<<subBits-1)|1<<subBits) << (octave - 1 + minShift)
}

// Quantile returns the duration, in nanoseconds, that a share q of the
// durations does not exceed (nearest rank), taken as the middle of its bucket:
// Quantile(0.99) is the 99th percentile. An empty histogram gives 0, q of 1
// and more the longest duration, q of 0 and less that of the first bucket.
func (h *Histogram) Quantile(q float64) int64 {
	if h.Count == 0 {
		return 0
	}
	if q >= 1 {
		return h.Max
	}
	rank := uint64(max(1, math.Ceil(q*float64(h.Count))))
	var seen uint64
	for i, c := range &h.Counts {
		seen += uint64(c)
		if seen >= rank {
			return min((Edge(i)+Edge(i+1))/2, h.Max)
		}
	}
	return h.Max
}

// Mean returns the mean duration in nanoseconds, rounded down; 0 when empty.
func (h *Histogram) Mean() int64 {
	if h.Count == 0 {
		return 0
	}
	return int64(uint64(h.Sum) / h.Count)
}

// Sub writes to out what was added to h since it was the same as prev: the
// histogram of a window, from two totals. As the longest of the window is not
// known exactly, out.Max is the end of its last bucket, or h.Max where that is
// less. out may be prev.
func (h *Histogram) Sub(prev, out *Histogram) {
	last := -1
	for i := range h.Counts {
		c := h.Counts[i] - prev.Counts[i]
		out.Counts[i] = c
		if c != 0 {
			last = i
		}
	}
	out.Count = h.Count - prev.Count
	out.Sum = h.Sum - prev.Sum
	switch {
	case last < 0:
		out.Max = 0
	case last == Buckets-1:
		out.Max = h.Max
	default:
		out.Max = min(Edge(last+1)-1, h.Max)
	}
}

// Merge adds everything that was added to other, as if it had been added here.
func (h *Histogram) Merge(other *Histogram) {
	for i, c := range &other.Counts {
		h.Counts[i] = uint32(min(uint64(h.Counts[i])+uint64(c), math.MaxUint32))
	}
	h.Count += other.Count
	h.Sum = saturate(h.Sum + other.Sum)
	h.Max = max(h.Max, other.Max)
}
