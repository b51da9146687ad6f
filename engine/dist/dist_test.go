package dist

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// allLaws returns every kind with its usual shape and a mean of a second.
func allLaws() []Law {
	var list []Law
	for kind := range lawKinds {
		_, _, usual := ShapeRange(kind)
		list = append(list, Law{Kind: kind, Mean: int64(time.Second), Shape: usual})
	}
	return list
}

// pinned writes the first draws of everything, floats as their bits.
func pinned() []byte {
	var b bytes.Buffer
	b.WriteString("# The first draws of every sampler under seed 42. The js/wasm build must give the same.\n")
	line := func(name string, draw func(r *Stream) any) {
		r := NewStream(42, name, "pinned")
		fmt.Fprintf(&b, "%s:", name)
		for range 8 {
			fmt.Fprintf(&b, " %v", draw(&r))
		}
		// Many draws more, folded, reach the rare paths too.
		var h uint64
		for range 20000 {
			h = hashMore(h, fmt.Sprint(draw(&r)))
		}
		fmt.Fprintf(&b, " ... %016x\n", h)
	}
	hex := func(x float64) string { return fmt.Sprintf("%016x", math.Float64bits(x)) }
	line("uint64", func(r *Stream) any { return r.Uint64() })
	line("float64", func(r *Stream) any { return hex(r.Float64()) })
	line("int64n", func(r *Stream) any { return r.Int64N(1000) })
	line("exp", func(r *Stream) any { return hex(r.Exp()) })
	line("norm", func(r *Stream) any { return hex(r.Norm()) })
	line("keyed", func(r *Stream) any {
		k := Keyed(r.Uint64(), 3, 1000, 2)
		return k.Uint64()
	})
	for _, l := range allLaws() {
		line(LawNames[l.Kind], func(r *Stream) any { return l.Sample(r) })
	}
	z := NewZipf(1000, 0.8)
	line("zipf", func(r *Stream) any { return z.Rank(r) })
	e, err := NewEmpirical([]int64{10, 20, 400}, []float64{0.7, 0.2, 0.1})
	if err != nil {
		panic(err)
	}
	line("empirical", func(r *Stream) any { return e.Sample(r) })
	line("Exp(x)", func(r *Stream) any { return hex(Exp(1400*r.Float64() - 700)) })
	line("Log(x)", func(r *Stream) any { return hex(Log(r.Exp())) })
	line("Pow(x,y)", func(r *Stream) any { return hex(Pow(r.Exp(), r.Norm())) })
	return b.Bytes()
}

func TestPinned(t *testing.T) {
	const file = "testdata/pinned.txt"
	got := pinned()
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	g, w := strings.Split(string(got), "\n"), strings.Split(string(want), "\n")
	if len(g) != len(w) {
		t.Fatalf("%d lines, want %d", len(g), len(w))
	}
	for i := range g {
		if g[i] != w[i] {
			t.Errorf("got  %s\nwant %s", g[i], w[i])
		}
	}
}

// moments draws n samples and returns mean and variance with the standard
// error of each.
func moments(n int, draw func() float64) (mean, meanErr, variance, varianceErr float64) {
	xs := make([]float64, n)
	for i := range xs {
		xs[i] = draw()
		mean += xs[i]
	}
	mean /= float64(n)
	var m4 float64
	for _, x := range xs {
		d := (x - mean) * (x - mean)
		variance += d
		m4 += d * d
	}
	variance /= float64(n)
	m4 /= float64(n)
	return mean, math.Sqrt(variance / float64(n)), variance, math.Sqrt(max(0, m4-variance*variance) / float64(n))
}

// sigmas is the bound of every statistical test here, in standard errors.
const sigmas = 4.5

// checkMoments compares mean and variance of n draws with what they should be.
// wantVar < 0 leaves the variance out.
func checkMoments(t *testing.T, name string, n int, wantMean, wantVar float64, draw func() float64) {
	t.Helper()
	mean, meanErr, variance, varErr := moments(n, draw)
	if math.Abs(mean-wantMean) > sigmas*meanErr+1e-12 {
		t.Errorf("%s: mean %v, want %v, standard error %v", name, mean, wantMean, meanErr)
	}
	if wantVar >= 0 && math.Abs(variance-wantVar) > sigmas*varErr+1e-12 {
		t.Errorf("%s: variance %v, want %v, standard error %v", name, variance, wantVar, varErr)
	}
}

func TestMomentsOfStreams(t *testing.T) {
	const n = 1_000_000
	r := NewStream(7, "moments", "test")
	checkMoments(t, "Float64", n, 0.5, 1./12, r.Float64)
	checkMoments(t, "Exp", n, 1, 1, r.Exp)
	checkMoments(t, "Norm", n, 0, 1, r.Norm)
	checkMoments(t, "Int64N", n, 499.5, (1e6-1)/12, func() float64 { return float64(r.Int64N(1000)) })
	var request uint64
	checkMoments(t, "Keyed", n, 1, 1, func() float64 {
		request++
		k := Keyed(7, 1, request, 0)
		return k.Exp()
	})
}

// TestMomentsOfLaws holds for several shapes that the mean is the mean and
// the variance the one that SCV states.
func TestMomentsOfLaws(t *testing.T) {
	list := append(allLaws(),
		Law{Uniform, 1e9, 0.5}, Law{Erlang, 1e9, 7.9}, Law{Bimodal, 1e9, 0.01}, Law{Normal, 1e9, 1}, Law{Normal, 1e9, 0.05},
		Law{Lognormal, 1e9, 0.3}, Law{Weibull, 1e9, 3}, Law{Weibull, 1e9, 1}, Law{Pareto, 1e9, 6})
	for _, l := range list {
		r := NewStream(11, LawNames[l.Kind], fmt.Sprint(l.Shape))
		want := l.SCV()
		if l.Kind == Pareto && l.Shape <= 4 {
			want = -1 // the fourth moment is infinite, so the variance has no standard error
		}
		checkMoments(t, fmt.Sprintf("%s %v", LawNames[l.Kind], l.Shape), 400_000, 1, want,
			func() float64 { return float64(l.Sample(&r)) / 1e9 })
	}
}

// TestTails compares the share of draws beyond points with the exact law.
func TestTails(t *testing.T) {
	const n = 2_000_000
	r := NewStream(13, "tails", "test")
	for _, c := range []struct {
		name string
		draw func() float64
		tail func(x float64) float64
	}{
		{"Exp", r.Exp, func(x float64) float64 { return math.Exp(-x) }},
		{"Norm", r.Norm, func(x float64) float64 { return math.Erfc(x/math.Sqrt2) / 2 }},
	} {
		points := []float64{0.01, 0.1, 0.5, 1, 2, 3, 3.654, 4, 7.7, 9}
		count := make([]float64, len(points))
		for range n {
			x := c.draw()
			for i, p := range points {
				if x > p {
					count[i]++
				}
			}
		}
		for i, p := range points {
			want := c.tail(p)
			if se := math.Sqrt(want * (1 - want) / n); math.Abs(count[i]/n-want) > sigmas*se+2./n {
				t.Errorf("%s: share above %v is %v, want %v, standard error %v", c.name, p, count[i]/n, want, se)
			}
		}
	}
}

func TestSCVOfKnownLaws(t *testing.T) {
	for _, c := range []struct {
		law  Law
		want float64
	}{
		{Law{Constant, 1, 0}, 0},
		{Law{Uniform, 1, 1}, 1. / 3},
		{Law{Exponential, 1, 0}, 1},
		{Law{Erlang, 1, 2}, 0.5},
		{Law{Bimodal, 1, 0}, 0},
		{Law{Bimodal, 1, 0.1}, 10.9/3.61 - 1},
		{Law{Normal, 1, 0.1}, 0.01},
		{Law{Lognormal, 1, 2}, 4},
		{Law{Weibull, 1, 1}, 1},
		{Law{Weibull, 1, 0.5}, 5},
		{Law{Pareto, 1, 3}, 1. / 3},
		{Law{Pareto, 1, 2}, math.Inf(1)},
		{Law{99, 1, 2}, 0},
	} {
		got := c.law.SCV()
		if got != c.want && !(math.Abs(got-c.want) < 1e-12) {
			t.Errorf("%+v: SCV %v, want %v", c.law, got, c.want)
		}
	}
}

// TestSamplesStayInBounds takes every law to extremes of mean and shape.
func TestSamplesStayInBounds(t *testing.T) {
	shapes := []float64{math.Inf(-1), -1, 0, 0.001, 0.5, 1, 2, 50, 1e9, math.Inf(1), math.NaN()}
	r := NewStream(17, "bounds", "test")
	for kind := range lawKinds + 1 {
		for _, mean := range []int64{math.MinInt64, -1, 0, 1, 1e9, math.MaxInt64} {
			for _, shape := range shapes {
				l := Law{kind, mean, shape}
				for range 50 {
					x := l.Sample(&r)
					if x < 0 || mean <= 0 && x != 0 {
						t.Fatalf("%+v gave %d", l, x)
					}
				}
			}
		}
	}
}

func TestKeyedDependsOnAllKeys(t *testing.T) {
	seen := map[Stream]bool{}
	n := 0
	for seed := range uint64(8) {
		for component := range uint64(8) {
			for request := range uint64(64) {
				for attempt := range uint64(8) {
					seen[Keyed(seed, component, request, attempt)] = true
					n++
				}
			}
		}
	}
	if len(seen) != n {
		t.Errorf("%d different streams for %d keys", len(seen), n)
	}
}

// TestNeighboursAreUnrelated correlates the first draws of streams whose keys
// differ by one in one place.
func TestNeighboursAreUnrelated(t *testing.T) {
	const n = 100_000
	next := func(r Stream) float64 { return r.Float64() - 0.5 }
	for name, other := range map[string]func(i uint64) Stream{
		"seed":      func(i uint64) Stream { return Keyed(2, 1, i, 0) },
		"component": func(i uint64) Stream { return Keyed(1, 2, i, 0) },
		"request":   func(i uint64) Stream { return Keyed(1, 1, i+1, 0) },
		"attempt":   func(i uint64) Stream { return Keyed(1, 1, i, 1) },
	} {
		var sum float64
		for i := range uint64(n) {
			sum += next(Keyed(1, 1, i, 0)) * next(other(i))
		}
		// A product of two independent draws has the standard deviation 1/12.
		if se := 1. / 12 / math.Sqrt(n); math.Abs(sum/n) > sigmas*se {
			t.Errorf("neighbours by %s: covariance %v, standard error %v", name, sum/n, se)
		}
	}
}

func TestStreamIsAPlainValue(t *testing.T) {
	a := NewStream(1, "web", "arrivals")
	if a != NewStream(1, "web", "arrivals") {
		t.Error("the same names give different streams")
	}
	for _, b := range []Stream{NewStream(2, "web", "arrivals"), NewStream(1, "we", "barrivals"), NewStream(1, "arrivals", "web")} {
		if a == b {
			t.Error("different names give the same stream")
		}
	}
	a.Uint64()
	b := a
	if a.Uint64() != b.Uint64() || a != b {
		t.Error("a copy does not go on with the same draws")
	}
	if size := unsafe.Sizeof(a); size != 8 {
		t.Errorf("a Stream takes %d bytes", size)
	}
}

// TestHashString holds the published vectors of FNV-1a.
func TestHashString(t *testing.T) {
	for s, want := range map[string]uint64{"": 0xcbf29ce484222325, "a": 0xaf63dc4c8601ec8c, "foobar": 0x85944171f73967e8} {
		if got := HashString(s); got != want {
			t.Errorf("HashString(%q) = %x, want %x", s, got, want)
		}
	}
}

// TestMixIsSplitMix64 holds the published first outputs for the seed 1234567.
func TestMixIsSplitMix64(t *testing.T) {
	r := Stream{1234567}
	got := []uint64{r.Uint64(), r.Uint64(), r.Uint64()}
	if want := []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestInt64NPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	var r Stream
	r.Int64N(0)
}

// TestZipf adds up what the alias table gives each rank, which must be its
// share, and then draws.
func TestZipf(t *testing.T) {
	for _, c := range []struct {
		n     int
		alpha float64
	}{{1, 1}, {2, 0}, {10, 0.8}, {1000, 1}, {100000, 1.2}} {
		z := NewZipf(c.n, c.alpha)
		got := make([]float64, z.Len())
		for i, k := range z.keep {
			p := float64(k) / 0x1p64
			got[i] += p / float64(c.n)
			got[z.alias[i]] += (1 - p) / float64(c.n)
		}
		var sum float64
		for i := range got {
			sum += z.Share(i)
			if math.Abs(got[i]-z.Share(i)) > 1e-10 {
				t.Fatalf("n = %d, alpha = %v: rank %d is drawn with chance %v, want %v", c.n, c.alpha, i, got[i], z.Share(i))
			}
		}
		if math.Abs(sum-1) > 1e-12 {
			t.Errorf("n = %d, alpha = %v: shares sum to %v", c.n, c.alpha, sum)
		}
	}
	z := NewZipf(100, 0.8)
	r := NewStream(19, "zipf", "test")
	want := z.Share(0)
	checkMoments(t, "rank 0", 500_000, want, want*(1-want), func() float64 {
		if z.Rank(&r) == 0 {
			return 1
		}
		return 0
	})
	if z.Share(-1) != 0 || z.Share(100) != 0 {
		t.Error("ranks outside of the table have a share")
	}
}

func TestEmpirical(t *testing.T) {
	e, err := NewEmpirical([]int64{1, 5, 100}, []float64{6, 0, 4})
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(e.Mean()-40.6) > 1e-12 || math.Abs(e.SCV()-(4000.6/(40.6*40.6)-1)) > 1e-12 {
		t.Errorf("mean %v, scv %v", e.Mean(), e.SCV())
	}
	r := NewStream(23, "empirical", "test")
	checkMoments(t, "empirical", 500_000, e.Mean(), e.SCV()*e.Mean()*e.Mean(), func() float64 {
		x := e.Sample(&r)
		if x == 5 {
			t.Fatal("drew a value of weight 0")
		}
		return float64(x)
	})
	for _, c := range []struct {
		values  []int64
		weights []float64
	}{
		{nil, nil},
		{[]int64{1}, []float64{1, 2}},
		{[]int64{-1}, []float64{1}},
		{[]int64{1}, []float64{0}},
		{[]int64{1}, []float64{-1}},
		{[]int64{1}, []float64{math.NaN()}},
		{[]int64{1}, []float64{math.Inf(1)}},
	} {
		if _, err := NewEmpirical(c.values, c.weights); err == nil {
			t.Errorf("%v with weights %v was accepted", c.values, c.weights)
		}
	}
}

func TestLawNamesMatchKinds(t *testing.T) {
	if len(LawNames) != int(lawKinds) || LawNames[Pareto] != "pareto" || LawNames[Erlang] != "erlang" {
		t.Errorf("names %v do not match the %d kinds", LawNames, lawKinds)
	}
	if lo, hi, usual := ShapeRange(lawKinds); lo != 0 || hi != 0 || usual != 0 {
		t.Error("an unknown kind has a shape")
	}
}

// TestHotPathDoesNotAllocate covers what is drawn for every request.
func TestHotPathDoesNotAllocate(t *testing.T) {
	laws, z := allLaws(), NewZipf(100, 1)
	var sink int64
	n := testing.AllocsPerRun(100, func() {
		k := Keyed(1, 2, 3, 4)
		for _, l := range laws {
			sink += l.Sample(&k)
		}
		sink += int64(z.Rank(&k))
	})
	if n != 0 {
		t.Errorf("%v allocations", n)
	}
}
