package dist

import "testing"

func BenchmarkUint64(b *testing.B) {
	r := NewStream(1, "bench", "uint64")
	var sum uint64
	for b.Loop() {
		sum += r.Uint64()
	}
	keep = float64(sum)
}

func BenchmarkFloat64(b *testing.B) {
	r := NewStream(1, "bench", "float64")
	var sum float64
	for b.Loop() {
		sum += r.Float64()
	}
	keep = sum
}

func BenchmarkExp(b *testing.B) {
	r := NewStream(1, "bench", "exp")
	var sum float64
	for b.Loop() {
		sum += r.Exp()
	}
	keep = sum
}

func BenchmarkNorm(b *testing.B) {
	r := NewStream(1, "bench", "norm")
	var sum float64
	for b.Loop() {
		sum += r.Norm()
	}
	keep = sum
}

// BenchmarkKeyedExp is what a request's exponential demand costs.
func BenchmarkKeyedExp(b *testing.B) {
	var sum float64
	var i uint64
	for b.Loop() {
		i++
		r := Keyed(1, 2, i, 0)
		sum += r.Exp()
	}
	keep = sum
}

func BenchmarkLaw(b *testing.B) {
	for _, l := range allLaws() {
		b.Run(LawNames[l.Kind], func(b *testing.B) {
			r := NewStream(1, "bench", "law")
			var sum int64
			for b.Loop() {
				sum += l.Sample(&r)
			}
			keep = float64(sum)
		})
	}
}

func BenchmarkZipf(b *testing.B) {
	z := NewZipf(10000, 0.8)
	r := NewStream(1, "bench", "zipf")
	var sum int
	for b.Loop() {
		sum += z.Rank(&r)
	}
	keep = float64(sum)
}

// keep takes results, so that the work is not optimised away.
var keep float64
