package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"unsafe"
)

// durations draws n durations spread evenly over the powers of two up to
// 2^42 ns.
func durations(n int) []int64 {
	r := rand.New(rand.NewPCG(5, 6))
	list := make([]int64, n)
	for i := range list {
		list[i] = int64(math.Exp2(42 * r.Float64()))
	}
	return list
}

func TestEdgesTileTheRange(t *testing.T) {
	if Edge(0) != 0 || Edge(Buckets) != 1<<ceilBits {
		t.Fatalf("buckets go from %d to %d", Edge(0), Edge(Buckets))
	}
	for i := range Buckets {
		lo, hi := Edge(i), Edge(i+1)
		if bucket(lo) != uint(i) || bucket(hi-1) != uint(i) {
			t.Fatalf("bucket %d is [%d, %d), but its ends lie in %d and %d", i, lo, hi, bucket(lo), bucket(hi-1))
		}
		if half := (hi - lo) / 2; half > 32 && half*32 > lo {
			t.Fatalf("bucket [%d, %d) is wider than 1/16 of its start", lo, hi)
		}
	}
}

// TestQuantileError compares every quantile with the sorted durations: it may
// be off by 1/32 of the true one, or by 32 ns.
func TestQuantileError(t *testing.T) {
	list := durations(20000)
	var h Histogram
	for _, d := range list {
		h.Add(d)
	}
	slices.Sort(list)
	for i, want := range list {
		q := (float64(i) + 0.5) / float64(len(list))
		if got := h.Quantile(q); math.Abs(float64(got-want)) > max(32, float64(want)/32) {
			t.Fatalf("quantile %v is %d, want %d", q, got, want)
		}
	}
	if got, want := h.Quantile(1), list[len(list)-1]; got != want {
		t.Errorf("the longest is %d, want %d", got, want)
	}
	var sum int64
	for _, d := range list {
		sum += d
	}
	if h.Mean() != sum/int64(len(list)) || h.Count != uint64(len(list)) {
		t.Errorf("mean %d of %d, want %d of %d", h.Mean(), h.Count, sum/int64(len(list)), len(list))
	}
}

func TestSmallHistograms(t *testing.T) {
	var h Histogram
	if h.Quantile(0.5) != 0 || h.Mean() != 0 || h.Max != 0 {
		t.Error("an empty histogram is not 0")
	}
	h.Add(-5)
	if h.Quantile(0.5) != 0 || h.Count != 1 || h.Sum != 0 {
		t.Errorf("a negative duration does not count as 0: %d", h.Quantile(0.5))
	}
	h.Add(1_000_000)
	for q, want := range map[float64]int64{-1: 0, 0: 0, 0.5: 0, 0.51: 1_000_000, 1: 1_000_000, 2: 1_000_000} {
		if got := h.Quantile(q); math.Abs(float64(got-want)) > 1_000_000/32 {
			t.Errorf("quantile %v of two is %d, want about %d", q, got, want)
		}
	}
}

func TestExtremesSaturate(t *testing.T) {
	var h Histogram
	h.Add(math.MaxInt64)
	h.Add(math.MaxInt64)
	if h.Sum != math.MaxInt64 || h.Max != math.MaxInt64 || h.Counts[Buckets-1] != 2 {
		t.Errorf("sum %d, max %d, last bucket %d", h.Sum, h.Max, h.Counts[Buckets-1])
	}
	h.Counts[0] = math.MaxUint32
	h.Add(0)
	if h.Counts[0] != math.MaxUint32 {
		t.Errorf("a full counter became %d", h.Counts[0])
	}
}

func TestSubGivesTheWindow(t *testing.T) {
	list := durations(4000)
	var total, prev, window, out Histogram
	for i, d := range list {
		if i == 1500 {
			prev = total
		}
		total.Add(d)
		if i >= 1500 {
			window.Add(d)
		}
	}
	total.Sub(&prev, &out)
	if out.Counts != window.Counts || out.Count != window.Count || out.Sum != window.Sum {
		t.Error("the difference is not what the window added")
	}
	if out.Max < window.Max || float64(out.Max) > float64(window.Max)*17/16 {
		t.Errorf("longest of the window %d, want %d", out.Max, window.Max)
	}
	prev.Merge(&out)
	if prev.Counts != total.Counts || prev.Count != total.Count || prev.Sum != total.Sum {
		t.Error("adding the window again does not give the total")
	}
	total.Sub(&total, &total)
	if total != (Histogram{}) {
		t.Error("a histogram less itself is not empty")
	}
}

// TestHistogramIsPlainData holds that its bytes can be saved and hashed as
// they are: no byte of it is padding.
func TestHistogramIsPlainData(t *testing.T) {
	var h Histogram
	fields := unsafe.Sizeof(h.Counts) + unsafe.Sizeof(h.Count) + unsafe.Sizeof(h.Sum) + unsafe.Sizeof(h.Max)
	if got := unsafe.Sizeof(h); got != fields {
		t.Errorf("a Histogram takes %d bytes, its fields %d", got, fields)
	}
}

func TestAddDoesNotAllocate(t *testing.T) {
	var h Histogram
	if n := testing.AllocsPerRun(100, func() { h.Add(12345) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkAdd(b *testing.B) {
	list := durations(4096)
	var h Histogram
	i := 0
	for b.Loop() {
		h.Add(list[i&4095])
		i++
	}
	if h.Count == 0 {
		b.Error("nothing was counted")
	}
}

func BenchmarkQuantile(b *testing.B) {
	var h Histogram
	for _, d := range durations(4096) {
		h.Add(d)
	}
	for b.Loop() {
		h.Quantile(0.99)
	}
}
