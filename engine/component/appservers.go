package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// AppServers is a tier of application servers: they answer short requests, and
// take bodies that come in slowly. A server that stops gives back the bodies that
// are not complete, or fails them.
type AppServers struct {
	engine.Base
	fleet fleet
	p     struct {
		mean   int64
		shape  float64
		rate   float64
		random float64
		law    uint8
		give   bool
		_      [6]uint8
	}
}

// Params declares the servers' parameters.
func (s *AppServers) Params(set *param.Set) {
	s.fleet.params(set, 30)
	set.Duration(&s.p.mean, "upload_mean", 20*time.Second, "mean time in which the body of an upload comes in", param.RangeD(time.Millisecond, time.Hour), param.Log())
	set.Choice(&s.p.law, "upload_law", dist.LawNames[dist.Exponential], dist.LawNames, "how that time varies")
	set.Float(&s.p.shape, "upload_shape", 2.5, "shape of the law", param.Range(0.05, 100))
	set.Float(&s.p.rate, "upload_rate", 50e3, "bytes a second of an upload", param.Unit("B/s"), param.Range(1, 1e7), param.Log())
	set.Bool(&s.p.give, "give_back", true, "a server that stops answers an incomplete POST with 379 and the bytes that it has (Partial POST Replay); off, with an error")
	set.Float(&s.p.random, "random_379", 0, "share of the short requests that are answered with 379 by mistake, without the reason phrase", param.Range(0, 1), param.Unit("share"))
}

// State names the parts of the state.
func (s *AppServers) State(c *engine.Codec) {
	s.fleet.state(c)
	engine.Plain(c, &s.p)
}

// Instances is the number of hosts in service.
func (s *AppServers) Instances() int { return int(s.fleet.p.hosts) }

// Init starts the hosts.
func (s *AppServers) Init(c *engine.Ctx) { s.fleet.init(c) }

const (
	apUploads   = iota + flOther // uploads that came
	apComplete                   // uploads whose body is complete
	apDisrupted                  // uploads whose server stopped before that
	apGiven                      // of them, given back
	apGivenB                     // their bytes
	apResumedB                   // bytes with which replayed uploads came
	apCompleteB                  // bytes of complete bodies
	apRandom                     // answers with 379 by mistake
	apAgain                      // uploads that the proxies make again from where they had it: no replays
	apLostB                      // bytes of disrupted uploads that were not given back: they have to be sent again
)

// Counters names what became of uploads.
func (s *AppServers) Counters() []string {
	return append(append([]string{}, fleetCounters...),
		"uploads", "uploads_complete", "uploads_disrupted", "given_back", "given_back_bytes", "resumed_bytes", "complete_bytes", "random_379s", "uploads_again", "lost_bytes")
}

// Arrive gives a request to a host.
func (s *AppServers) Arrive(c *engine.Ctx, id engine.AttemptID) {
	a := c.Attempt(id)
	h, ok := s.fleet.seen.pick(place(c, uint32(a.Req), a.Req<<16+uint64(a.No)+uint64(a.Arg)<<40), !s.fleet.r.goaway)
	if !ok {
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	x := &s.fleet.hosts[h]
	if !x.proc[x.cur].alive {
		c.Count(flNobody, 1)
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	if a.Kind == engine.KUpload {
		c.Count(apUploads, 1)
		c.Count(apResumedB, uint64(a.Arg))
		if a.No > 1 {
			c.Count(apAgain, 1)
		}
	}
	s.fleet.take(c, id, h, x.cur)
}

// run answers a short request, and takes the body of an upload.
func (s *AppServers) run(c *engine.Ctx, n uint32) {
	j := &s.fleet.jobs[n]
	a := c.Attempt(j.attempt)
	if j.kind != engine.KUpload {
		out := engine.Ended(engine.OK)
		if s.p.random > 0 {
			if r := c.Draws(^a.Req, a.No); r.Float64() < s.p.random {
				c.Count(apRandom, 1)
				out = engine.Ended(engine.Partial)
			}
		}
		s.fleet.reply(c, n, out)
		return
	}
	j.phase, j.at, j.bytes = jobUploads, c.Now(), a.Arg
	s.fleet.s.uploads++
	left := int64(s.body(c, a)) - int64(a.Arg)
	d := int64(float64(max(0, left)) / s.p.rate * float64(engine.Second))
	c.At(c.Now()+d, engine.Timer{Kind: timerUpload, ID: n, Gen: uint32(j.gen)})
}

// body is how long an upload's body is, in bytes: the same on every server that
// it is sent to.
func (s *AppServers) body(c *engine.Ctx, a *engine.Attempt) uint32 {
	r := c.Draws(a.Req^uint64(a.Key)<<40, 0)
	d := dist.Law{Kind: s.p.law, Mean: s.p.mean, Shape: s.p.shape}.Sample(&r)
	return uint32(min(float64(d)/float64(engine.Second)*s.p.rate, 1<<31))
}

// received is how much of a body has come in.
func (s *AppServers) received(c *engine.Ctx, j *job) uint32 {
	came := float64(c.Now()-j.at) / float64(engine.Second) * s.p.rate
	return min(j.bytes+uint32(came), s.body(c, c.Attempt(j.attempt)))
}

// Timer goes on with hosts and jobs, and ends uploads.
func (s *AppServers) Timer(c *engine.Ctx, t engine.Timer) {
	if t.Kind != timerUpload {
		s.fleet.timer(c, t, s)
		return
	}
	j := &s.fleet.jobs[t.ID]
	if j.phase != jobUploads || uint32(j.gen) != t.Gen {
		return
	}
	c.Count(apComplete, 1)
	c.Count(apCompleteB, uint64(s.body(c, c.Attempt(j.attempt))))
	s.fleet.reply(c, t.ID, engine.Ended(engine.OK))
}

// drain has callers send nothing new.
func (s *AppServers) drain(_ *engine.Ctx, h uint16, _ uint8) { s.fleet.goAway(h) }

// end gives the bodies that are not complete back, or fails them.
func (s *AppServers) end(c *engine.Ctx, h uint16, slot uint8) {
	s.fleet.each(h, slot, func(n uint32, j *job) {
		if j.kind == engine.KUpload {
			s.disrupt(c, n)
		}
	})
}

// disrupt ends an upload that is not complete.
func (s *AppServers) disrupt(c *engine.Ctx, n uint32) {
	f := &s.fleet
	j := &f.jobs[n]
	a := c.Attempt(j.attempt)
	has := a.Arg
	switch j.phase {
	case jobWaits:
		f.unqueue(c, n, &f.hosts[j.host])
	case jobRuns:
		f.leaveCPU(c, j.host)
	case jobUploads:
		has = s.received(c, j)
	}
	c.Count(apDisrupted, 1)
	if !s.p.give || a.Abandoned {
		c.Count(apLostB, uint64(has-a.Arg))
		f.reply(c, n, engine.Ended(engine.Failed))
		return
	}
	c.Count(apGiven, 1)
	c.Count(apGivenB, uint64(has))
	f.reply(c, n, engine.Outcome{Status: engine.Partial, Flags: engine.FlagReason, Value: has})
}

// Message is a rollout's command.
func (s *AppServers) Message(c *engine.Ctx, m engine.Message) { s.fleet.operated(c, m, s) }

// Changed follows new parameters.
func (s *AppServers) Changed(c *engine.Ctx) { s.fleet.changed(c) }

// Verbs are the commands that Do knows.
func (s *AppServers) Verbs() []string { return fleetVerbs }

// Do carries out an operator's command on the release.
func (s *AppServers) Do(c *engine.Ctx, verb string, arg float64) error {
	if !s.fleet.do(c, verb, arg, s) {
		return s.Base.Do(c, verb, arg)
	}
	return nil
}

// Gauges reports the hosts and the uploads under way.
func (s *AppServers) Gauges(c *engine.Ctx, g *engine.Gauges) {
	s.fleet.gauges(c, g)
	g.Set("uploading", float64(s.fleet.s.uploads))
}
