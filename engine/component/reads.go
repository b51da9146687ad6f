package component

import (
	"stampede/engine"
	"stampede/engine/dist"
)

// maxReads bounds the keys that one request reads.
const maxReads = 4

// The pushed key is the one that every request reads. Its last neighbour in
// the key space is its canary copy, which only canary hosts read.
const pushedKey = 0

// readKeys gives the keys that a request reads: the pushed key first, then
// others by popularity. The reader and the cache both ask, and get the same.
func readKeys(c *engine.Ctx, z *dist.Zipf, req uint64, n int64, canary bool) (keys [maxReads]uint32) {
	r := dist.Keyed(c.Seed(), popularityPlace, req, 0)
	if canary {
		keys[0] = canaryKey(c)
	}
	for i := int64(1); i <= n; i++ {
		keys[i] = 1 + uint32(z.Rank(&r))
	}
	return keys
}

// popularityPlace keys the draws of what a request reads.
var popularityPlace = dist.HashString("popularity")

func canaryKey(c *engine.Ctx) uint32 { return uint32(c.Keys()) - 1 }

// canaryRead is the Arg of a read by a host on which a new value is tried.
const canaryRead = 1

// popularity is the law by which requests choose the other keys.
func popularity(c *engine.Ctx, alpha float64) *dist.Zipf {
	return c.Zipf(max(1, c.Keys()-2), alpha)
}

// What the cache says of one key, one byte for each key of a read.
const (
	sawValid   = 0
	sawInvalid = 1
	sawMissing = 2
	sawBits    = 8
	sawStates  = 0x0f0f0f0f // of all keys of a read; 0 when all are valid
)

// saw packs a state and the reason for it.
func saw(state uint32, why engine.Why) uint32 { return state | uint32(why)<<4 }
