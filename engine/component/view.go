package component

import (
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
)

// view is what those who choose a host think of each: whether it passes its
// health checks, and whether it has said that it goes away.
type view struct {
	p struct {
		every int64
		fall  int64
		rise  int64
		flaps float64
	}
	draws dist.Stream
	all   []health
}

// health is what is thought of one host.
type health struct {
	up    bool
	going bool  // it has sent a GOAWAY
	run   uint8 // checks in a row that say otherwise
}

func (v *view) params(s *param.Set) {
	s.Duration(&v.p.every, "check_every", 2*time.Second, "time between health checks of a host", param.RangeD(10*time.Millisecond, time.Hour), param.Log())
	s.Int(&v.p.fall, "fall", 2, "failed checks in a row that take a host out", param.Range(1, 100))
	s.Int(&v.p.rise, "rise", 2, "passed checks in a row that bring it back", param.Range(1, 100))
	s.Float(&v.p.flaps, "check_flaps", 0, "share of the checks that fail by accident", param.Range(0, 1), param.Unit("share"))
}

func (v *view) state(c *engine.Codec) {
	engine.Plain(c, &v.p)
	engine.Plain(c, &v.draws)
	engine.Slice(c, &v.all)
}

// init begins with the hosts that are in service, and the checks of a fleet.
func (v *view) init(c *engine.Ctx, f *fleet) {
	v.begin(c, len(f.hosts), int(f.p.hosts))
	c.At(c.Now()+v.p.every, engine.Timer{Kind: timerSweep})
}

func (v *view) begin(c *engine.Ctx, n, up int) {
	v.draws = c.Stream("checks")
	v.all = make([]health, n)
	for i := range up {
		v.all[i].up = true
	}
}

// sweep checks every host of a fleet.
func (v *view) sweep(c *engine.Ctx, f *fleet, t engine.Timer) {
	if f.s.fronted {
		return
	}
	for i := range v.all {
		v.check(i, f.answers(uint16(i)) && !v.flap())
		f.judged(c, uint16(i), v.all[i].up)
	}
	c.At(c.Now()+v.p.every, t)
}

// flap draws whether a check fails by accident.
func (v *view) flap() bool { return v.p.flaps > 0 && v.draws.Float64() < v.p.flaps }

// goAway has those who choose a host know that it drains. Where a second process
// has taken over they need not.
func (f *fleet) goAway(h uint16) {
	if f.hosts[h].state != engine.HostHandover {
		f.seen.all[h].going = true
	}
}

// check takes the result of a check, and reports whether it changed anything.
func (v *view) check(i int, passed bool) bool {
	h := &v.all[i]
	if passed == h.up {
		h.run = 0
		return false
	}
	h.run++
	if passed && int64(h.run) < v.p.rise || !passed && int64(h.run) < v.p.fall {
		return false
	}
	*h = health{up: passed}
	return true
}

// most is how many places are tried before all hosts are looked at in turn.
const mostProbes = 32

// pick chooses a host by a hash: always the same while it is up, so that a host
// that goes away moves its own connections only. Those that have said that they go
// away are taken only when that is asked for.
func (v *view) pick(hash uint32, going bool) (uint16, bool) {
	n := uint64(len(v.all))
	k := 0
	for i := range uint64(mostProbes) {
		k = int(dist.Mix(uint64(hash)+i<<32) >> 32 * n >> 32)
		if v.takes(k, going) {
			return uint16(k), true
		}
	}
	for range v.all {
		if k++; k == len(v.all) {
			k = 0
		}
		if v.takes(k, going) {
			return uint16(k), true
		}
	}
	return 0, false
}

func (v *view) takes(k int, going bool) bool { return v.all[k].up && (going || !v.all[k].going) }
