package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/param"
)

// Strategies of a release.
const (
	stopStart   uint8 = iota // the process ends, and another one starts
	rolling                  // the same, after the host has drained
	blueGreen                // as many machines again take over all at once
	reusePort                // a second process beside the first, with sockets of its own
	descriptors              // a second process that is handed the sockets
	takeover                 // the same, and it forwards the packets that are not its own
)

var releaseStrategies = []string{"stop_start", "rolling", "blue_green", "hot_restart_reuseport", "hot_restart_descriptors", "socket_takeover"}

// releaseParams are the declared parameters of a release.
type releaseParams struct {
	batch    float64
	drain    int64
	restart  int64
	warm     int64
	strategy uint8
	second   bool
	migrate  bool
	routing  bool
	goaway   bool
	_        [3]uint8
}

func (p *releaseParams) params(s *param.Set) {
	s.Choice(&p.strategy, "strategy", "rolling", releaseStrategies, "how a host gets its new program")
	s.Float(&p.batch, "batch", 0.2, "share of the hosts that are released at the same time", param.Range(0.001, 1), param.Unit("share"), param.Step(0.05))
	s.Duration(&p.drain, "drain", 5*time.Minute, "time that a process which takes no new work has to finish what it has", param.RangeD(0, 2*time.Hour))
	s.Duration(&p.restart, "restart", 20*time.Second, "time until a new process can serve", param.RangeD(0, time.Hour))
	s.Duration(&p.warm, "warm", 20*time.Second, "time until the caches of a new process are warm", param.RangeD(0, time.Hour))
	s.Bool(&p.second, "second_process", true, "a host has room for two processes at once")
	s.Bool(&p.migrate, "migrate_requests", false, "the kernel moves connections that wait at a closed listener to another one (net.ipv4.tcp_migrate_req)")
	s.Bool(&p.routing, "user_space_routing", true, "with socket takeover: packets of the old process's connections are forwarded to it")
	s.Bool(&p.goaway, "goaway", true, "a process that drains tells its callers to send no new requests over their connections (GOAWAY)")
}

// beside reports whether with a strategy the new process starts beside the old one.
func beside(strategy uint8) bool { return strategy >= reusePort }

// What hosts are to run.
const (
	newProgram uint8 = iota
	badProgram       // a new one that does not pass its checks
	oldProgram       // of before the release: it is rolled back
	asBefore         // no other than is being released
)

// release is the course of a release over the hosts. What is released and how may
// change while it is under way: each batch is done as it was said when it began.
type release struct {
	began   engine.Time
	ended   engine.Time
	next    int32 // host of the live half whose turn is next
	left    int32 // hosts of this batch that are not done
	live    int32 // first host of the half in service
	_       int32
	what    uint8 // is being released
	then    uint8 // what the next batch begins to release, over all hosts
	how     uint8 // strategy of the batch under way
	active  bool
	paused  bool
	halted  bool // it paused itself, as the new process does not pass its checks
	refused bool // there is no room for a second process
	_       uint8
}

// Steps of a host, each after a while.
const (
	stepDrained uint8 = iota // the time to drain is over
	stepStarted              // the new process can serve
	stepWarm                 // its caches are warm
	stepReady                // the second process can serve
	stepDone                 // the first process has had its time
)

func (f *fleet) after(c *engine.Ctx, h uint16, d engine.Time, step uint8) {
	x := &f.hosts[h]
	x.gen++
	c.At(c.Now()+d, engine.Timer{Kind: timerHost, ID: uint32(h), Gen: x.gen, Arg: uint32(step)})
}

// order has a program released: by a release that begins, or by the one that is
// under way.
func (f *fleet) order(c *engine.Ctx, what uint8, of tenant) {
	r := &f.rel
	if !r.active {
		f.begin(c, what, of)
		return
	}
	if what != r.what && f.awaits() {
		f.dismiss(c, of)
	}
	if what != r.what || r.then != asBefore {
		r.then = what
	}
	f.resume(c, of)
}

// begin starts a release, where there is a host for it and room.
func (f *fleet) begin(c *engine.Ctx, what uint8, of tenant) {
	r := &f.rel
	if f.noRoom() {
		return
	}
	if what != oldProgram {
		for i := range f.hosts {
			f.hosts[i].fresh = false
		}
	}
	r.what, r.then, r.next, r.left = what, asBefore, 0, 0
	if !f.due() {
		f.report(c, msgReleased, what == oldProgram)
		return
	}
	c.Count(flReleases, 1)
	r.began, r.active = c.Now(), true
	f.batch(c, of)
}

// noRoom reports, and notes, whether the strategy wants a second process where
// there is no room for one.
func (f *fleet) noRoom() bool {
	f.rel.refused = beside(f.r.strategy) && !f.r.second
	return f.rel.refused
}

// due goes on to the next host whose turn it is, and reports whether there is one:
// one with the other program, or with a bad one when that is not what is released.
func (f *fleet) due() bool {
	r := &f.rel
	for ; r.next < int32(f.p.hosts); r.next++ {
		x := &f.hosts[r.live+r.next]
		other := x.fresh == (r.what == oldProgram)
		if x.state != engine.HostFailed && (other || r.what != badProgram && x.proc[x.cur].bad) {
			return true
		}
	}
	return false
}

// batch takes the next hosts, or ends the release.
func (f *fleet) batch(c *engine.Ctx, of tenant) {
	r := &f.rel
	if !r.active || r.paused || r.left > 0 {
		return
	}
	if r.then != asBefore {
		r.what, r.then, r.next = r.then, asBefore, 0
	}
	switch {
	case !f.due():
		r.active, r.ended = false, c.Now()
		f.report(c, msgReleased, r.what == oldProgram)
		return
	case f.noRoom():
		r.paused = true
		f.report(c, msgHalted, false)
		return
	}
	r.how = f.r.strategy
	if r.how == blueGreen {
		f.green(c)
		return
	}
	n := float64(f.p.hosts) * f.r.batch
	room := int32(n)
	if float64(room) < n {
		room++
	}
	for ; r.left < room && f.due(); r.next++ {
		h := uint16(r.live + r.next)
		f.hosts[h].turn = true
		r.left++
		f.enter(c, h, of)
	}
}

// enter begins the release of one host.
func (f *fleet) enter(c *engine.Ctx, h uint16, of tenant) {
	x := &f.hosts[h]
	switch how := f.rel.how; {
	case how == stopStart || x.proc[x.cur].bad && !beside(how):
		f.stop(c, h, of)
	case beside(how):
		x.starting = true
		f.after(c, h, f.r.restart, stepReady)
	default: // rolling
		f.become(c, h, engine.HostDraining)
		of.drain(c, h, x.cur)
		f.after(c, h, f.r.drain, stepDrained)
	}
}

// stop ends a host's process, and starts another.
func (f *fleet) stop(c *engine.Ctx, h uint16, of tenant) {
	f.become(c, h, engine.HostRestarting)
	f.kill(c, h, f.hosts[h].cur, of)
	f.after(c, h, f.r.restart, stepStarted)
}

// step goes on with a host.
func (f *fleet) step(c *engine.Ctx, h uint16, step uint8, of tenant) {
	x := &f.hosts[h]
	switch step {
	case stepDrained:
		if f.ours(h) {
			f.stop(c, h, of)
			return
		}
		f.become(c, h, engine.HostStandby) // the half that is not in service any more
		f.kill(c, h, x.cur, of)
		f.released(c, h, of)
	case stepStarted:
		f.up(c, h, 1-x.cur)
		f.become(c, h, engine.HostWarming)
		f.after(c, h, f.r.warm, stepWarm)
		if f.ours(h) {
			f.released(c, h, of)
		}
	case stepWarm:
		if x.state == engine.HostWarming {
			f.become(c, h, engine.HostServing)
		}
		if !f.ours(h) {
			f.flip(c, of)
		}
	case stepReady:
		f.handover(c, h, of)
	case stepDone:
		f.kill(c, h, 1-x.cur, of)
		f.become(c, h, engine.HostServing)
		f.released(c, h, of)
	}
}

// ours reports whether a host belongs to the half in service.
func (f *fleet) ours(h uint16) bool {
	return int64(h) >= int64(f.rel.live) && int64(h) < int64(f.rel.live)+f.p.hosts
}

// handover lets the second process of a host take the new work. With sockets of
// its own, what waits at the first one's listener is lost, unless the kernel
// moves it.
func (f *fleet) handover(c *engine.Ctx, h uint16, of tenant) {
	x := &f.hosts[h]
	old := x.cur
	f.settle(c.Now())
	x.starting = false
	if f.rel.how == reusePort {
		if !f.r.migrate {
			f.loseQueued(c, h, old)
		}
		f.up(c, h, 1-old)
	} else {
		for i := range x.udp.Len() { // the same sockets, with another reader
			x.udp.Set(i, 1-old)
		}
		x.cur = 1 - old
		x.proc[x.cur] = process{alive: true, bad: f.rel.what == badProgram}
		f.tally(h)
	}
	f.inherit(c, h, old)
	f.become(c, h, engine.HostHandover)
	of.drain(c, h, old)
	f.after(c, h, f.r.drain, stepDone)
}

// loseQueued resets the connections that wait to be accepted by a process.
func (f *fleet) loseQueued(c *engine.Ctx, h uint16, slot uint8) {
	if f.hosts[h].connects == 0 {
		return
	}
	f.each(h, slot, func(n uint32, j *job) {
		if j.phase == jobWaits && j.kind == engine.KConnect {
			f.abort(c, n, engine.Reset)
		}
	})
}

// inherit gives the connections that wait to be accepted to the new process.
func (f *fleet) inherit(c *engine.Ctx, h uint16, old uint8) {
	x := &f.hosts[h]
	from, to := &x.proc[old], &x.proc[1-old]
	for n := x.head; n != engine.None; n = f.jobs[n].next {
		if j := &f.jobs[n]; j.kind == engine.KConnect && j.slot == old {
			j.slot = 1 - old
			from.work--
			untie(f.kin, &from.jobs, n)
			to.work++
			tie(f.kin, &to.jobs, n)
		}
	}
}

// released takes a host off the batch. A batch whose hosts do not pass their
// checks is the last one until somebody decides.
func (f *fleet) released(c *engine.Ctx, h uint16, of tenant) {
	x := &f.hosts[h]
	if !x.turn {
		return
	}
	x.turn = false
	x.fresh = f.rel.what != oldProgram
	c.Count(flReleased, 1)
	f.rel.left--
	if x.proc[x.cur].bad && x.state != engine.HostStandby && f.rel.then == asBefore {
		f.halt(c)
	}
	f.batch(c, of)
}

// green starts the half that is not in service.
func (f *fleet) green(c *engine.Ctx) {
	r := &f.rel
	for i := range int32(f.p.hosts) {
		h := uint16(int32(f.p.hosts) - r.live + i)
		f.become(c, h, engine.HostRestarting)
		f.hosts[h].turn = true
		r.left++
		f.after(c, h, f.r.restart, stepStarted)
	}
	r.next = int32(f.p.hosts)
}

// flip gives the traffic to the other half once all of it is warm and passes its
// checks, and drains the one that had it.
func (f *fleet) flip(c *engine.Ctx, of tenant) {
	n := int32(f.p.hosts)
	other := n - f.rel.live
	bad := false
	for i := range n {
		x := &f.hosts[other+i]
		if x.state != engine.HostServing {
			return
		}
		bad = bad || x.proc[x.cur].bad
	}
	if bad {
		f.halt(c)
	}
	if f.rel.paused {
		return
	}
	old := f.rel.live
	f.settle(c.Now())
	f.rel.live = other
	for i := range n {
		h := uint16(other + i)
		f.hosts[h].fresh, f.hosts[h].turn = f.rel.what != oldProgram, false
		f.tally(h)
		d := uint16(old + i)
		f.hosts[d].turn = true
		f.become(c, d, engine.HostDraining)
		of.drain(c, d, f.hosts[d].cur)
		f.after(c, d, f.r.drain, stepDrained)
	}
}

// awaits reports whether the half that is to take over has not yet.
func (f *fleet) awaits() bool {
	x := &f.hosts[int32(f.p.hosts)-f.rel.live]
	return f.rel.active && f.rel.how == blueGreen && x.turn && x.state != engine.HostDraining
}

// resume goes on with a release that was paused.
func (f *fleet) resume(c *engine.Ctx, of tenant) {
	f.rel.paused, f.rel.halted = false, false
	if f.awaits() {
		f.flip(c, of)
	}
	f.batch(c, of)
}

// dismiss stops the half that was to take over and has not.
func (f *fleet) dismiss(c *engine.Ctx, of tenant) {
	n := int32(f.p.hosts)
	for i := range n {
		h := uint16(n - f.rel.live + i)
		x := &f.hosts[h]
		x.gen++
		x.turn = false
		f.rel.left--
		f.become(c, h, engine.HostStandby)
		f.kill(c, h, x.cur, of)
	}
}

// fail breaks a host of the half in service.
func (f *fleet) fail(c *engine.Ctx, i int64, of tenant) {
	h := uint16(int64(f.rel.live) + min(max(i, 0), f.p.hosts-1))
	x := &f.hosts[h]
	x.gen++
	x.starting = false
	f.become(c, h, engine.HostFailed)
	f.kill(c, h, 0, of)
	f.kill(c, h, 1, of)
	if x.turn {
		f.released(c, h, of)
	}
}

// repair starts the broken hosts.
func (f *fleet) repair(c *engine.Ctx) {
	for h := range f.hosts {
		if f.hosts[h].state == engine.HostFailed {
			f.become(c, uint16(h), engine.HostRestarting)
			f.after(c, uint16(h), f.r.restart, stepStarted)
		}
	}
}

var fleetVerbs = []string{"release", "pause", "bad_binary", "roll_back", "fail_host", "repair"}

// do carries out an operator's command.
func (f *fleet) do(c *engine.Ctx, verb string, arg float64, of tenant) bool {
	switch verb {
	case "release":
		f.order(c, newProgram, of)
	case "bad_binary":
		f.order(c, badProgram, of)
	case "pause":
		f.rel.paused = arg != 0 && f.rel.active
		if arg == 0 {
			f.resume(c, of)
		}
	case "roll_back":
		f.order(c, oldProgram, of)
	case "fail_host":
		f.fail(c, int64(arg), of)
	case "repair":
		f.repair(c)
	default:
		return false
	}
	return true
}

func (r *release) gauges(now engine.Time, f *fleet, g *engine.Gauges) {
	fresh := 0
	for i := range f.p.hosts {
		if f.hosts[int64(r.live)+i].fresh {
			fresh++
		}
	}
	took := r.ended - r.began
	if r.active {
		took = now - r.began
	}
	g.Set("progress", float64(fresh)/float64(f.p.hosts))
	g.Set("releasing", boolean(r.active))
	g.Set("under_way", float64(r.left))
	g.Set("release_time", seconds(max(0, took)))
	g.Set("paused", boolean(r.paused))
	g.Set("halted", boolean(r.halted))
	g.Set("no_room", boolean(r.refused))
}

// changed follows new parameters.
func (f *fleet) changed(c *engine.Ctx) {
	for h := range f.hosts {
		f.fill(c, uint16(h))
	}
}
