package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// Cache holds the configuration values that the web hosts share. It answers
// reads of several keys at once and takes writes and deletions as they come.
type Cache struct {
	engine.Base
	p struct {
		ttl   int64
		reads int64
		alpha float64
	}
	entries []entry
	zipf    *dist.Zipf // immutable: derived from parameters that cannot change
}

// entry is one cached key.
type entry struct {
	until   engine.Time
	version uint32
	state   engine.CellState
	why     engine.Why // why it is missing
	_       uint16
}

// Params declares the cache's parameters.
func (s *Cache) Params(set *param.Set) {
	set.Duration(&s.p.ttl, "ttl", 30*time.Second, "time to live of a value, from its fill", param.RangeD(10*time.Millisecond, 24*time.Hour), param.Log())
	set.Int(&s.p.reads, "other_keys", 2, "keys that a request reads beside the pushed one", param.Range(0, maxReads-1), param.Fixed())
	set.Float(&s.p.alpha, "popularity", 1, "exponent of the Zipf law by which the other keys are read", param.Range(0, 3), param.Fixed())
}

// State names the parts of the state.
func (s *Cache) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Slice(c, &s.entries)
}

// Init fills the cache with valid values whose ages are spread evenly, as after
// a long healthy time.
func (s *Cache) Init(c *engine.Ctx) {
	s.zipf = popularity(c, s.p.alpha)
	s.entries = make([]entry, c.Keys())
	for i := range s.entries {
		r := c.Draws(uint64(i), 0)
		s.entries[i] = entry{until: int64(r.Float64() * float64(s.p.ttl)), version: 1, state: engine.CellValid}
	}
}

// Counters names what a read of a key met.
func (s *Cache) Counters() []string {
	return []string{"hits", "invalid_hits", "misses_cold", "misses_expiry", "misses_deletion", "deletions", "writes"}
}

const (
	cacheHits = iota
	cacheInvalid
	cacheCold
	cacheExpired
	cacheDeleted
	cacheDeletions
	cacheWrites
)

// Arrive answers a read: what each of its keys is like.
func (s *Cache) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	canary := a.Arg == canaryRead
	keys := readKeys(c, s.zipf, a.Req, s.p.reads, canary)
	var v uint32
	for i := int64(0); i <= s.p.reads; i++ {
		v |= s.look(c, keys[i]) << (sawBits * i)
	}
	c.Reply(id, engine.Outcome{Status: engine.OK, Value: v})
}

func (s *Cache) look(c *engine.Ctx, key uint32) uint32 {
	e := &s.entries[key]
	if e.state != engine.CellMissing && c.Now() >= e.until {
		e.state, e.why = engine.CellMissing, engine.ByExpiry
	}
	switch e.state {
	case engine.CellValid:
		c.Count(cacheHits, 1)
		return saw(sawValid, engine.Fresh)
	case engine.CellInvalid:
		c.Count(cacheInvalid, 1)
		return saw(sawInvalid, engine.ByInvalid)
	}
	switch e.why {
	case engine.ByDelete:
		c.Count(cacheDeleted, 1)
	case engine.ByExpiry:
		c.Count(cacheExpired, 1)
	default:
		c.Count(cacheCold, 1)
	}
	return saw(sawMissing, e.why)
}

// Message takes writes, deletions and the publisher's word. A write older than
// what is cached is ignored, unless it keeps an old value for one more time to
// live; a deletion asks for no version, as in 2010.
func (s *Cache) Message(c *engine.Ctx, m engine.Message) {
	e := &s.entries[m.Key]
	if m.Kind == engine.KDelete {
		c.Count(cacheDeletions, 1)
		e.state, e.why = engine.CellMissing, engine.ByDelete
		return
	}
	if m.Value < e.version && m.Flags&engine.FlagKeep == 0 {
		return
	}
	c.Count(cacheWrites, 1)
	e.version, e.until, e.state = max(e.version, m.Value), c.Now()+s.p.ttl, engine.CellValid
	if m.Flags&engine.FlagInvalid != 0 {
		e.state = engine.CellInvalid
	}
}

// Verbs are the commands that Do knows.
func (s *Cache) Verbs() []string { return []string{"corrupt", "clear"} }

// Do knows "corrupt" (the cached copy of the pushed key goes bad) and "clear".
func (s *Cache) Do(c *engine.Ctx, verb string, arg float64) error {
	switch verb {
	case "corrupt":
		s.entries[pushedKey].state = engine.CellInvalid
	case "clear":
		for i := range s.entries {
			s.entries[i].state, s.entries[i].why = engine.CellMissing, engine.ByCold
		}
	default:
		return s.Base.Do(c, verb, arg)
	}
	return nil
}

// shownCells is how many of the most popular keys a view is shown.
const shownCells = 60

// Gauges reports the most popular keys, the pushed one first.
func (s *Cache) Gauges(c *engine.Ctx, g *engine.Gauges) {
	for i := 0; i < min(shownCells, len(s.entries)-1); i++ {
		e := &s.entries[i]
		st := e.state
		if c.Now() >= e.until {
			st = engine.CellMissing
		}
		g.Cells = append(g.Cells, st)
	}
	g.Set("keys", float64(len(s.entries)-1))
}
