// Package dist draws random numbers that are the same, to the bit, on every
// machine and in every build: small generators held by value, the laws of
// service and arrival times, tables, Zipf popularity, and the few functions
// of analysis they need in plain arithmetic.
//
// math.Exp and math.Pow are not used, as amd64 and js/wasm round them
// differently. A product that is added to something is written
// float64(a*b) + c, which forbids the fused operation that some processors
// would use. The tables are literals, checked by a test that computes them.
package dist

import "math/bits"

// Stream is a generator held by value: SplitMix64, a counter put through a
// finaliser (Steele, Lea, Flood 2014). Its one word of state is copied,
// compared and hashed like any number; a copy goes on with the same draws.
// The zero Stream is valid.
type Stream struct {
	State uint64
}

// gamma is the odd constant by which the counter of a Stream grows: 2^64
// divided by the golden ratio.
const gamma = 0x9e3779b97f4a7c15

// NewStream returns the stream of one purpose ("arrivals") of one named thing
// under a seed. Other names and purposes give unrelated streams, so adding
// one never shifts another's draws.
func NewStream(seed uint64, name, purpose string) Stream {
	h := hashMore(hashMore(HashString(name), "\x00"), purpose)
	return Stream{Mix(Mix(seed+gamma) ^ h)}
}

// Keyed returns the stream for what one attempt of one request demands of one
// component. It depends on nothing else: in two arms of a comparison the same
// request meets the same demands, whatever happened before.
func Keyed(seed, component, request, attempt uint64) Stream {
	return Stream{Mix(Mix(seed+component*gamma) + request*0xd1342543de82ef95 + attempt*0xaf251af3b0f025b5)}
}

// Mix is the finaliser of SplitMix64: a bijection whose output bits all
// depend on all input bits.
func Mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// HashString returns the 64-bit FNV-1a hash of s.
func HashString(s string) uint64 { return hashMore(0xcbf29ce484222325, s) }

func hashMore(h uint64, s string) uint64 {
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return h
}

// Uint64 returns 64 random bits.
func (r *Stream) Uint64() uint64 {
	r.State += gamma
	return Mix(r.State)
}

// Float64 returns a number in [0, 1), a multiple of 2^-53.
func (r *Stream) Float64() float64 {
	return float64(int64(r.Uint64()>>11)) * 0x1p-53
}

// Int64N returns a whole number in [0, n) from exactly one draw; no value is
// likelier than another by more than 2^-64. It panics when n is not positive.
func (r *Stream) Int64N(n int64) int64 {
	if n <= 0 {
		panic("dist: Int64N of a number that is not positive")
	}
	hi, _ := bits.Mul64(r.Uint64(), uint64(n))
	return int64(hi)
}
