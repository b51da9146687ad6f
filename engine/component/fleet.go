package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
	"stampede/engine/socket"
)

// fleetParams are the declared parameters of any tier of hosts.
type fleetParams struct {
	service   service
	hosts     int64
	servers   int64
	bound     int64
	backlog   int64
	handshake int64
	cold      float64
	overhead  float64
	abandoned uint8
	_         [7]uint8
}

// What becomes of work at a host whose caller has given up.
var hostAbandonments = []string{"dropped_at_turn", "served"}

func (p *fleetParams) params(s *param.Set, hosts int64) {
	s.Int(&p.hosts, "hosts", hosts, "hosts in service", param.Range(1, 1000), param.Fixed())
	s.Int(&p.servers, "servers", 4, "requests that a host's processors work on at once", param.Range(1, 1e6))
	p.service.params(s, 5*time.Millisecond)
	s.Int(&p.bound, "queue_bound", 0, "requests that may wait at one host; 0 for no bound", param.Range(0, 1e9))
	s.Int(&p.backlog, "backlog", 511, "new connections that may wait in a host's accept queue; further ones are dropped without a word", param.Range(1, 65535))
	s.Duration(&p.handshake, "handshake", 5*time.Millisecond, "processor time to set up a connection", param.RangeD(0, time.Minute))
	s.Choice(&p.abandoned, "abandoned", "dropped_at_turn", hostAbandonments, "what becomes of work whose caller has given up")
	s.Float(&p.cold, "cold", 1, "extra processor time of a request at the start of the warm-up, as a share", param.Range(0, 100))
	s.Float(&p.overhead, "overhead", 0.05, "extra processor time while two processes share a host, as a share", param.Range(0, 10))
}

// process is one generation of the program on a host. At most two are alive.
type process struct {
	alive bool
	bad   bool // its health checks fail
	_     [2]uint8
	open  int32  // connections that it has accepted
	work  int32  // requests that it has taken and not answered
	jobs  uint32 // the first of them
}

// host is one machine.
type host struct {
	since      engine.Time // when its state began
	queue      int64
	busy       int64
	head, tail uint32 // jobs that wait for a processor
	connects   uint32 // of them, those that set up connections
	gen        uint32 // of its timers
	proc       [2]process
	udp        socket.Group // who reads the UDP sockets of the virtual address
	state      engine.HostState
	cur        uint8 // the process that takes new work
	fresh      bool  // runs what is being released
	out        bool  // taken out by the balancer's health checks
	turn       bool  // its release is under way
	starting   bool  // a second process is coming up
	in         bool  // counted as in service
	on         bool  // counted as switched on
	_          [7]uint8
}

// Phases of a job.
const (
	jobFree uint8 = iota
	jobWaits
	jobRuns    // on a processor
	jobAway    // the next tier is asked
	jobUploads // its body comes in
)

// job is an attempt at a host, the property of the process that took it.
type job struct {
	at      engine.Time // when its phase began
	attempt engine.AttemptID
	prev    uint32 // in the host's queue
	next    uint32 // there, or in the list of free jobs
	bytes   uint32 // of a body: those received or handed on before this phase
	host    uint16
	gen     uint16
	slot    uint8
	phase   uint8
	tries   uint8 // replays
	kind    engine.Kind
}

// tenant is the component around a fleet.
type tenant interface {
	// run: the processors are done with a job.
	run(c *engine.Ctx, j uint32)
	// drain: a process takes no new work from now on.
	drain(c *engine.Ctx, h uint16, slot uint8)
	// end: a process is about to end, with what it owns.
	end(c *engine.Ctx, h uint16, slot uint8)
}

// fleet is hosts with processes, processors and a queue each, and their release.
type fleet struct {
	p     fleetParams
	r     releaseParams
	rel   release
	s     fleetState
	hosts []host // twice as many as are in service: blue and green
	jobs  []job
	kin   []knot // of jobs: those of one process
	seen  view
}

type fleetState struct {
	lost     int64       // host-nanoseconds not in service
	asOf     engine.Time // of lost
	free     uint32      // first free job
	_        uint32
	uploads  int64   // jobs whose bodies come in
	machines int64   // host-nanoseconds of machines beyond those in service
	in       int64   // hosts in service
	on       int64   // machines that are switched on, by their state
	demand   float64 // mean processor time of a job, of late, in nanoseconds
	fronted  bool    // a balancer in front checks the hosts' health
	led      bool    // a rollout has begun the release
	leader   engine.NodeID
	_        [4]uint8
}

func (f *fleet) params(s *param.Set, hosts int64) {
	f.p.params(s, hosts)
	f.r.params(s)
	f.seen.params(s)
}

func (f *fleet) state(c *engine.Codec) {
	engine.Plain(c, &f.p)
	engine.Plain(c, &f.r)
	engine.Plain(c, &f.rel)
	engine.Plain(c, &f.s)
	engine.Slice(c, &f.hosts)
	engine.Slice(c, &f.jobs)
	engine.Slice(c, &f.kin)
	f.seen.state(c)
}

// Own counters of a fleet; those of the component around follow.
const (
	flOpened       = iota // connections accepted
	flReset               // connections reset, as their process ended
	flQueuedLost          // connections that waited to be accepted, and were lost
	flSynDropped          // connections dropped, as the accept queue was full
	flRequestReset        // requests under way that ended with their process
	flNobody              // requests for a host on which nobody listened
	flCPU                 // microseconds of processor time
	flHandshakeCPU        // of them, for setting up connections
	flExtraCPU            // of them, as the host was cold or had two processes
	flReleases            // releases begun
	flReleased            // hosts released
	flOther               // first of the component around
)

var fleetCounters = []string{
	"opened", "resets", "queued_lost", "syns_dropped", "requests_reset", "nobody_listened",
	"cpu", "handshake_cpu", "extra_cpu", "releases", "hosts_released",
}

// Timers of a fleet.
const (
	timerCPU uint8 = iota
	timerHost
	timerSweep
	timerUpload
)

func (f *fleet) init(c *engine.Ctx) {
	f.hosts = make([]host, 2*f.p.hosts)
	f.jobs, f.kin = make([]job, 1), make([]knot, 1)
	f.seen.init(c, f)
	f.s.demand = float64(f.p.service.mean)
	for i := range f.hosts {
		f.hosts[i].state = engine.HostStandby
		if i < int(f.p.hosts) {
			f.up(c, uint16(i), 0)
			f.hosts[i].state = engine.HostServing
		}
		f.tally(uint16(i))
	}
}

// up makes a process of a host serve.
func (f *fleet) up(c *engine.Ctx, h uint16, slot uint8) {
	x := &f.hosts[h]
	x.cur = slot
	x.proc[slot] = process{alive: true, bad: f.rel.what == badProgram && x.turn}
	x.since = c.Now()
	for range socketsPerProcess {
		x.udp.Add(slot)
	}
	f.seen.all[h].going = false
	f.tally(h)
}

// socketsPerProcess is how many UDP sockets a process binds, one per thread.
const socketsPerProcess = 4

func (f *fleet) timer(c *engine.Ctx, t engine.Timer, of tenant) {
	switch t.Kind {
	case timerCPU:
		if j := &f.jobs[t.ID]; j.phase == jobRuns && uint32(j.gen) == t.Gen {
			h := j.host
			f.leaveCPU(c, h)
			f.fill(c, h)
			of.run(c, t.ID)
		}
	case timerHost:
		if f.hosts[t.ID].gen == t.Gen {
			f.step(c, uint16(t.ID), uint8(t.Arg), of)
		}
	case timerSweep:
		f.seen.sweep(c, f, t)
	}
}

// mostJobs is how many jobs a tier can have: a call that is made for one names it by
// so many bits.
const mostJobs = 1 << slotBits

// crowded reports whether there is no room for one more.
func (f *fleet) crowded() bool { return f.s.free == engine.None && len(f.jobs) >= mostJobs }

// take gives an attempt to a process of a host: it waits for a processor.
func (f *fleet) take(c *engine.Ctx, id engine.AttemptID, h uint16, slot uint8) {
	x := &f.hosts[h]
	a := c.Attempt(id)
	kind := a.Kind
	if kind == engine.KConnect && int64(x.connects) >= f.p.backlog {
		c.Count(flSynDropped, 1)
		c.Drop(id)
		return
	}
	if f.p.bound > 0 && x.queue >= f.p.bound || f.crowded() {
		c.Totals().Refused++
		c.Reply(id, engine.Ended(engine.Refused))
		return
	}
	if c.Guarded() {
		if st := c.Admit(f.load(x, h, a)); st != engine.OK {
			c.Totals().Shed++
			c.Reply(id, engine.Ended(st))
			return
		}
	}
	n := f.newJob()
	j := &f.jobs[n]
	j.at, j.attempt, j.host, j.slot, j.phase, j.kind = c.Now(), id, h, slot, jobWaits, kind
	j.bytes, j.tries = 0, 0
	a.Pos, a.Inst = n, h
	x.proc[slot].work++
	tie(f.kin, &x.proc[slot].jobs, n)
	f.enqueue(c, n, x)
	f.fill(c, h)
}

// enqueue puts a job at the end of its host's queue.
func (f *fleet) enqueue(c *engine.Ctx, n uint32, x *host) {
	j := &f.jobs[n]
	j.prev, j.next = x.tail, engine.None
	if x.tail == engine.None {
		x.head = n
	} else {
		f.jobs[x.tail].next = n
	}
	x.tail = n
	x.queue++
	if j.kind == engine.KConnect {
		x.connects++
	}
	c.Occupy(1, 0)
}

// unqueue takes a job out of its host's queue.
func (f *fleet) unqueue(c *engine.Ctx, n uint32, x *host) {
	j := &f.jobs[n]
	if j.prev == engine.None {
		x.head = j.next
	} else {
		f.jobs[j.prev].next = j.next
	}
	if j.next == engine.None {
		x.tail = j.prev
	} else {
		f.jobs[j.next].prev = j.prev
	}
	x.queue--
	if j.kind == engine.KConnect {
		x.connects--
	}
	c.Occupy(-1, 0)
}

func (f *fleet) load(x *host, h uint16, a *engine.Attempt) engine.Load {
	return engine.Load{
		Queue: x.queue, Busy: x.busy, Servers: f.p.servers, Inst: h, Why: a.Why,
		Wait: (x.queue + max(0, x.busy-f.p.servers+1)) * f.p.service.mean / f.p.servers,
	}
}

func (f *fleet) newJob() uint32 {
	if n := f.s.free; n != engine.None {
		f.s.free = f.jobs[n].next
		return n
	}
	f.jobs, f.kin = append(f.jobs, job{}), append(f.kin, knot{})
	return uint32(len(f.jobs) - 1)
}

// over frees a job whose attempt has been answered.
func (f *fleet) over(c *engine.Ctx, n uint32) {
	j := &f.jobs[n]
	p := &f.hosts[j.host].proc[j.slot]
	p.work--
	untie(f.kin, &p.jobs, n)
	if j.phase == jobUploads {
		f.s.uploads--
	}
	j.gen++
	j.phase = jobFree
	j.next = f.s.free
	f.s.free = n
	c.Leave()
}

// reply answers a job's attempt.
func (f *fleet) reply(c *engine.Ctx, n uint32, out engine.Outcome) {
	id := f.jobs[n].attempt
	f.over(c, n)
	c.Reply(id, out)
}

// fill starts jobs that wait while the host has free processors. What nobody
// waits for any more is dropped when its turn comes, unless it is to be served.
func (f *fleet) fill(c *engine.Ctx, h uint16) {
	x := &f.hosts[h]
	for x.busy < f.p.servers && x.queue > 0 {
		n := x.head
		f.unqueue(c, n, x)
		if id := f.jobs[n].attempt; f.p.abandoned == 0 && c.Attempt(id).Abandoned {
			f.over(c, n)
			c.Cancel(id)
			continue
		}
		f.start(c, n, x)
	}
}

func (f *fleet) start(c *engine.Ctx, n uint32, x *host) {
	j := &f.jobs[n]
	a := c.Attempt(j.attempt)
	x.busy++
	c.Occupy(0, 1)
	a.StartedAt = c.Now()
	d := f.p.handshake
	if j.kind != engine.KConnect {
		d = f.p.service.draw(c, a.Req^uint64(a.Key)<<40, a.No)
		if a.No > 1 && j.kind != engine.KPacket && j.kind != engine.KPublish || a.Key == 0 && c.Target(a.Link) != c.ID() {
			d += f.p.handshake // it comes over a connection of its own
			c.Count(flHandshakeCPU, uint64(f.p.handshake/engine.Microsecond))
		}
	} else {
		c.Count(flHandshakeCPU, uint64(d/engine.Microsecond))
	}
	extra := int64(float64(d) * f.slowed(x, c.Now()))
	c.Count(flExtraCPU, uint64(extra/engine.Microsecond))
	d += extra
	c.Count(flCPU, uint64(d/engine.Microsecond))
	c.Served(c.Now()-j.at, d, a.Abandoned)
	f.s.demand += (float64(d) - f.s.demand) / lately
	j.phase, j.at = jobRuns, c.Now()
	c.At(c.Now()+d, engine.Timer{Kind: timerCPU, ID: n, Gen: uint32(j.gen)})
}

// lately is over how many jobs, about, their mean processor time is taken: what a tier
// can answer a second depends on what it is asked. A request over a connection of its
// own takes more than one over a connection that is there, and a connect less.
const lately = 1000

// slowed is how much more processor time than usual a request takes, as a share:
// with cold caches, and beside a second process.
func (f *fleet) slowed(x *host, now engine.Time) float64 {
	switch {
	case x.state == engine.HostWarming && f.r.warm > 0:
		return f.p.cold * max(0, 1-float64(now-x.since)/float64(f.r.warm))
	case x.starting || x.state == engine.HostHandover:
		return f.p.overhead
	}
	return 0
}

func (f *fleet) leaveCPU(c *engine.Ctx, h uint16) {
	f.hosts[h].busy--
	c.Occupy(0, -1)
}

// kill ends a process at once, with all that it has not answered. Who is told so,
// and calls again at once, finds nobody.
func (f *fleet) kill(c *engine.Ctx, h uint16, slot uint8, of tenant) {
	p := &f.hosts[h].proc[slot]
	if !p.alive {
		return
	}
	p.alive = false
	of.end(c, h, slot)
	f.each(h, slot, func(n uint32, _ *job) { f.abort(c, n, engine.Reset) })
	f.unbind(h, slot)
	f.fill(c, h)
}

// each hands the jobs of a process to a function, in the order of their numbers. It
// may end any of them: when the next one is gone, it begins again.
func (f *fleet) each(h uint16, slot uint8, do func(n uint32, j *job)) {
	first := &f.hosts[h].proc[slot].jobs
	straighten(f.kin, first)
	for n := *first; n != engine.None; {
		next := f.kin[n].next
		do(n, &f.jobs[n])
		if j := &f.jobs[next]; next != engine.None && (j.phase == jobFree || j.host != h || j.slot != slot) {
			next = *first
		}
		n = next
	}
}

// abort ends a job with its process.
func (f *fleet) abort(c *engine.Ctx, n uint32, st engine.Status) {
	j := &f.jobs[n]
	switch j.phase {
	case jobWaits:
		f.unqueue(c, n, &f.hosts[j.host])
	case jobRuns:
		f.leaveCPU(c, j.host)
	}
	if j.kind == engine.KConnect && j.phase == jobWaits {
		c.Count(flQueuedLost, 1)
	} else {
		c.Count(flRequestReset, 1)
	}
	f.reply(c, n, engine.Ended(st))
}

// unbind closes a process's UDP sockets.
func (f *fleet) unbind(h uint16, slot uint8) {
	g := &f.hosts[h].udp
	for i := 0; i < g.Len(); {
		if g.At(i) == slot {
			g.Remove(i)
			continue
		}
		i++
	}
}

// answers reports whether a host would pass a health check.
func (f *fleet) answers(h uint16) bool {
	x := &f.hosts[h]
	p := &x.proc[x.cur]
	switch x.state {
	case engine.HostDraining:
		// Callers go on using the connections that they have, until they are told.
		return !f.s.fronted && !f.r.goaway && f.ours(h)
	case engine.HostServing, engine.HostHandover, engine.HostWarming:
		return p.alive && !p.bad && f.ours(h)
	}
	return false
}

// judged takes the balancer's word on whether a host passes its checks.
func (f *fleet) judged(c *engine.Ctx, h uint16, up bool) {
	if x := &f.hosts[h]; x.out == up {
		f.settle(c.Now())
		x.out = !up
		f.tally(h)
	}
}

// serves reports whether a host is in service: it takes new work.
func (x *host) serves() bool {
	switch x.state {
	case engine.HostServing, engine.HostHandover, engine.HostWarming:
		return !x.out && !x.proc[x.cur].bad
	}
	return false
}

// become changes a host's state, and goes on with the account of lost capacity.
func (f *fleet) become(c *engine.Ctx, h uint16, st engine.HostState) {
	f.settle(c.Now())
	x := &f.hosts[h]
	x.state, x.since = st, c.Now()
	f.tally(h)
}

// settle brings the account of lost capacity up to now, before it changes.
func (f *fleet) settle(now engine.Time) {
	if now > f.s.asOf {
		f.s.lost, f.s.machines = f.account(now)
		f.s.asOf = now
	}
}

// account is how many host-nanoseconds were not in service, and those of machines
// beyond the ones that are.
func (f *fleet) account(now engine.Time) (lost, machines int64) {
	d := now - f.s.asOf
	in, on := f.inService()
	return f.s.lost + max(0, f.p.hosts-in)*d, f.s.machines + max(0, on-f.p.hosts)*d
}

// inService is how many hosts take new work, and how many machines are switched on.
func (f *fleet) inService() (in, on int64) {
	if f.r.strategy == blueGreen {
		return f.s.in, int64(len(f.hosts))
	}
	return f.s.in, f.s.on
}

// tally counts a host anew, after a change of what it does.
func (f *fleet) tally(h uint16) {
	x := &f.hosts[h]
	in, on := x.serves() && f.ours(h), x.state != engine.HostStandby
	f.s.in += int64(boolByte(in)) - int64(boolByte(x.in))
	f.s.on += int64(boolByte(on)) - int64(boolByte(x.on))
	x.in, x.on = in, on
}

// place hashes what identifies a connection or a request. Each tier hashes in its own
// way: with one hash for all, the connections of a host at one tier would all go to
// the same host of the next (the polarisation that networks know).
func place(c *engine.Ctx, key uint32, more uint64) uint32 {
	return uint32(dist.Mix(dist.Mix(uint64(c.ID())+1)+uint64(key)*0x9e3779b97f4a7c15+more) >> 32)
}

func (f *fleet) gauges(c *engine.Ctx, g *engine.Gauges) {
	in, on := f.inService()
	lost, more := f.account(c.Now())
	n := float64(f.p.hosts)
	var queue, busy, open, draining, beside, able int64
	both := f.r.strategy == blueGreen || on > f.p.hosts
	for i := range f.hosts {
		x := &f.hosts[i]
		queue += x.queue
		busy += x.busy
		open += int64(x.proc[0].open + x.proc[1].open)
		ours := f.ours(uint16(i))
		if x.state == engine.HostDraining && ours {
			draining++
		}
		if ours && x.proc[x.cur].alive && (x.serving() || f.lingers(x)) {
			able++
		}
		if x.starting || x.state == engine.HostHandover {
			beside++
		}
		if !both && x.state == engine.HostStandby {
			continue
		}
		st := x.state
		if (x.out || x.proc[x.cur].bad) && x.serving() {
			st = engine.HostOut
		}
		g.Hosts = append(g.Hosts, engine.Host{
			State: st, Fresh: x.fresh, Busy: x.busy, Servers: f.p.servers, Queue: x.queue,
			Open: int64(x.proc[x.cur].open), Old: int64(x.proc[1-x.cur].open),
		})
	}
	g.Set("in_service", float64(in)/n)
	g.Set("connections", float64(open))
	g.Set("utilisation", min(1, float64(busy)/(max(1, float64(in))*float64(f.p.servers))))
	g.Set("queue", float64(queue))
	g.Set("capacity", float64(able)*float64(f.p.servers)*float64(engine.Second)/f.s.demand)
	g.Set("draining", float64(draining))
	g.Set("beside", float64(beside))
	g.Set("machines", float64(on))
	g.Set("capacity_lost", float64(lost)/float64(engine.Minute)/n)
	g.Set("machines_added", float64(more)/float64(engine.Minute)/n)
	f.rel.gauges(c.Now(), f, g)
}

// lingers reports whether a host drains, and goes on with what comes over the
// connections that it has: its callers do not take them elsewhere.
func (f *fleet) lingers(x *host) bool {
	return x.state == engine.HostDraining && (f.s.fronted || !f.r.goaway)
}

// serving reports whether a host would be in service but for its health checks.
func (x *host) serving() bool {
	return x.state == engine.HostServing || x.state == engine.HostHandover || x.state == engine.HostWarming
}
