package component

import (
	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// What a failed fetch means to the verifier.
const (
	errorInvalid uint8 = iota // the value is invalid: its key is deleted, as in 2010
	errorNothing              // nothing is known of the value: its key is left alone
)

var errorMeanings = []string{"invalid", "nothing"}

// WebHosts serve pages. Each reads its configuration through the cache; a
// verifier checks every value and replaces what is invalid or missing from the
// persistent store.
type WebHosts struct {
	engine.Base
	p struct {
		hosts    int64
		reads    int64
		alpha    float64
		queries  int64
		verifier bool
		meaning  uint8
		_        [6]uint8
	}
	s struct {
		free  uint32
		trial uint32 // hosts that try a new value
		cache engine.LinkID
		store engine.LinkID
		_     uint32
	}
	pages []page
	zipf  *dist.Zipf
}

// page is a request under way.
type page struct {
	req     uint64
	attempt engine.AttemptID
	next    uint32
	keys    [maxReads]uint32
	left    [maxReads]uint8 // queries of this key still to be answered
	failed  uint8           // keys whose fix has failed, one bit each
	wrong   uint8           // an invalid value was taken for good
	stale   uint8
	_       uint8
	inst    uint16
	_       uint16
	_       uint32
}

// Params declares the hosts' parameters.
func (s *WebHosts) Params(set *param.Set) {
	set.Int(&s.p.hosts, "hosts", 20, "web hosts", param.Range(1, 4096), param.Fixed())
	set.Int(&s.p.reads, "other_keys", 2, "keys that a request reads beside the pushed one; the same as the cache's", param.Range(0, maxReads-1), param.Fixed())
	set.Float(&s.p.alpha, "popularity", 1, "exponent of the Zipf law by which the other keys are read", param.Range(0, 3), param.Fixed())
	set.Bool(&s.p.verifier, "verifier", true, "check each value and repair an invalid one; off, an invalid value is served")
	set.Choice(&s.p.meaning, "error_means", "invalid", errorMeanings, "what a failed query says about the value: invalid deletes its key")
	set.Int(&s.p.queries, "queries_per_fix", 1, "databases that one repair queries; one error fails it", param.Range(1, 4))
}

// State names the parts of the state.
func (s *WebHosts) State(c *engine.Codec) {
	engine.Plain(c, &s.p)
	engine.Plain(c, &s.s)
	engine.Slice(c, &s.pages)
}

// Instances is the number of hosts.
func (s *WebHosts) Instances() int { return int(s.p.hosts) }

// Init finds cache and store. The hosts have run for a while: they remember a
// good value of every key, so each repair has an old value at hand.
func (s *WebHosts) Init(c *engine.Ctx) {
	s.s.cache, _ = c.LinkTo("cache")
	s.s.store, _ = c.LinkTo("store")
	s.pages = make([]page, 1)
	s.zipf = popularity(c, s.p.alpha)
}

const (
	hostDeletes = iota
	hostRepairs
	hostFailedRepairs
	hostWrong
)

// Counters names what the verifier did.
func (s *WebHosts) Counters() []string {
	return []string{"deletes", "repairs", "failed_repairs", "wrong_served"}
}

// Arrive reads the request's configuration.
func (s *WebHosts) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	t := s.newPage()
	canary := uint32(a.Inst) < s.s.trial
	p := &s.pages[t]
	p.req, p.attempt, p.inst = a.Req, id, a.Inst
	ask := engine.Ask{Req: a.Req, Task: t, Errand: engine.Errand{Link: s.s.cache, FromInst: a.Inst, Kind: engine.KRead, Why: engine.Fresh}}
	if canary {
		ask.Arg = canaryRead
	}
	c.Call(&ask)
}

func (s *WebHosts) newPage() uint32 {
	if t := s.s.free; t != 0 {
		s.s.free = s.pages[t].next
		p := &s.pages[t]
		p.left, p.failed, p.wrong, p.stale = [maxReads]uint8{}, 0, 0, 0
		return t
	}
	s.pages = append(s.pages, page{})
	return uint32(len(s.pages) - 1)
}

// Answered goes on with a page: after the cache's answer, after each fix.
func (s *WebHosts) Answered(c *engine.Ctx, l engine.LinkID, arg uint32, a engine.Answer) {
	if l == s.s.cache {
		s.verify(c, a, arg == canaryRead)
	} else {
		s.fixed(c, a)
	}
	s.settle(c, a.Task)
}

// verify judges each value that the cache gave and asks for repairs.
func (s *WebHosts) verify(c *engine.Ctx, a engine.Answer, canary bool) {
	if a.Out.Value&sawStates == 0 {
		return
	}
	t := a.Task
	s.pages[t].keys = readKeys(c, s.zipf, a.Req, s.p.reads, canary)
	for i := int64(0); i <= s.p.reads; i++ {
		v := a.Out.Value >> (sawBits * i) & 0xff
		state := v & 0xf
		if state == sawValid {
			continue
		}
		if state == sawInvalid && !s.p.verifier {
			s.pages[t].wrong = 1
			continue
		}
		if state == sawInvalid {
			s.complain(c, s.pages[t].keys[i])
		}
		s.pages[t].left[i] = uint8(s.p.queries)
	}
	// Marked first, asked second: an ask may be answered at once.
	want := s.pages[t].left
	for i := range want {
		why := engine.Why(a.Out.Value >> (sawBits * i) & 0xff >> 4)
		for q := uint8(0); q < want[i]; q++ {
			s.fix(c, t, i, q, why)
		}
	}
}

// fix queries one database for the true value of a key.
func (s *WebHosts) fix(c *engine.Ctx, t uint32, i int, q uint8, why engine.Why) {
	p := &s.pages[t]
	c.Count(hostRepairs, 1)
	c.Call(&engine.Ask{
		Req: p.req, Task: t, Errand: engine.Errand{
			Link: s.s.store, Key: p.keys[i], Arg: uint32(q),
			FromInst: p.inst, Kind: engine.KQuery, Why: why, Flags: engine.FlagStale,
		},
	})
}

// fixed takes the outcome of one query.
func (s *WebHosts) fixed(c *engine.Ctx, a engine.Answer) {
	p := &s.pages[a.Task]
	i := p.index(a.Key)
	p.left[i]--
	if !a.Out.Good() {
		first := p.failed&(1<<i) == 0
		p.failed |= 1 << i
		s.failed(c, a, first)
		return
	}
	if a.Out.Flags&engine.FlagStale != 0 {
		p.stale = 1
	}
	if p.left[i] > 0 || p.failed&(1<<i) != 0 || a.Out.Flags&engine.FlagJoined != 0 {
		return
	}
	if keep := a.Out.Flags & engine.FlagKeep; keep != 0 || a.Out.Flags&engine.FlagStale == 0 {
		s.write(c, p, a.Key, a.Out.Value, keep)
	}
}

// failed is the verifier's answer to a query that did not bring a good value.
func (s *WebHosts) failed(c *engine.Ctx, a engine.Answer, first bool) {
	p := &s.pages[a.Task]
	if !first || a.Out.Flags&engine.FlagJoined != 0 {
		return
	}
	c.Count(hostFailedRepairs, 1)
	switch {
	case a.Out.Status == engine.OK:
		s.complain(c, a.Key)
		if !s.p.verifier {
			p.failed &^= 1 << p.index(a.Key)
			p.wrong = 1
		}
		s.write(c, p, a.Key, a.Out.Value, engine.FlagInvalid)
	case s.p.meaning == errorInvalid && s.p.verifier && a.Out.Status != engine.Held:
		c.Count(hostDeletes, 1)
		c.Send(s.s.cache, engine.Message{Kind: engine.KDelete, Key: a.Key}, p.req, p.inst)
	}
}

func (s *WebHosts) write(c *engine.Ctx, p *page, key, version uint32, flags uint8) {
	c.Send(s.s.cache, engine.Message{Kind: engine.KWrite, Key: key, Value: version, Flags: flags}, p.req, p.inst)
}

// complain tells the publisher that a value on trial is no good.
func (s *WebHosts) complain(c *engine.Ctx, key uint32) {
	if s.s.trial == 0 || key != canaryKey(c) {
		return
	}
	if l, ok := c.LinkTo("complaint"); ok {
		c.Send(l, engine.Message{Kind: engine.KSignal, Key: key}, 0, 0)
	}
}

func (p *page) index(key uint32) int {
	for i := range p.keys {
		if p.keys[i] == key && p.left[i] > 0 {
			return i
		}
	}
	return 0
}

// settle answers the page once nothing is left to wait for.
func (s *WebHosts) settle(c *engine.Ctx, t uint32) {
	p := &s.pages[t]
	if p.left != [maxReads]uint8{} || p.attempt == engine.None {
		return
	}
	out := engine.Ended(engine.OK)
	if p.failed != 0 {
		out.Status = engine.Failed
	} else if p.wrong != 0 {
		out.Flags |= engine.FlagInvalid
		c.Count(hostWrong, 1)
	}
	if p.stale != 0 {
		out.Flags |= engine.FlagStale
	}
	id := p.attempt
	p.attempt, p.next = engine.None, s.s.free
	s.s.free = t
	c.Reply(id, out)
}

// Message is the publisher's word: which share of the hosts tries a new value.
func (s *WebHosts) Message(_ *engine.Ctx, m engine.Message) {
	s.s.trial = 0
	if m.Value > 0 {
		s.s.trial = max(1, uint32(uint64(m.Value)*uint64(s.p.hosts)/trialUnit))
	}
}

// Gauges reports the hosts.
func (s *WebHosts) Gauges(c *engine.Ctx, g *engine.Gauges) {
	g.Set("hosts", float64(s.p.hosts))
	g.Set("waiting", float64(c.Totals().Here))
	g.Set("on_trial", float64(s.s.trial))
	if s.p.verifier {
		g.Set("verifier", 1)
	}
	if s.p.meaning == errorInvalid {
		g.Set("error_is_invalid", 1)
	}
}
