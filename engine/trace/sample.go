package trace

import (
	"math/bits"

	"stampede/engine"
	"stampede/engine/dist"
)

// PowerOfTwo rounds a sampling rate up to the power of two that engine.Sim's
// Sample uses for it; 0 stays 0 and samples nothing.
func PowerOfTwo(n uint64) uint64 {
	if n <= 1 || n > 1<<63 {
		return min(n, 1)
	}
	return 1 << bits.Len64(n-1)
}

// Sampled reports whether an occurrence belongs to one of the requests that a
// view draws when it draws one in rate, a power of two: the same requests whose
// legs a Frame holds. Commands and messages always count, at a rate above 0.
func Sampled(o *engine.Occurrence, rate uint64) bool {
	if rate == 0 {
		return false
	}
	if o.What == engine.Commanded || o.What == engine.Delivered {
		return true
	}
	return dist.Mix(o.Req)&(rate-1) == 0
}
