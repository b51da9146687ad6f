//go:build !page

package component

import (
	"fmt"

	"stampede/engine"
)

// Account holds the proxies to what they own: each connection and each request
// belongs to one process that is alive, and each is counted once.
func (s *Proxies) Account(c *engine.Ctx, full bool) error {
	own := c.Totals().Own
	if own[pxReplayed] > own[pxGivenBack] {
		return fmt.Errorf("%d bytes were sent to another server, %d were given back", own[pxReplayed], own[pxGivenBack])
	}
	if !full {
		return nil
	}
	if err := s.fleet.recount(); err != nil {
		return err
	}
	open := make([][2]int32, len(s.fleet.hosts))
	for n := range s.flows.all {
		for k := range s.flows.all[n] {
			if x := &s.flows.all[n][k]; x.held > 0 {
				open[x.host][x.held-1]++
			}
		}
	}
	for h := range s.fleet.hosts {
		for slot, p := range s.fleet.hosts[h].proc {
			if n := open[h][slot]; n != p.open || n > 0 && !p.alive {
				return fmt.Errorf("host %d: %d connections of process %d, %d by its own count, alive: %v", h, n, slot, p.open, p.alive)
			}
			if n := s.flows.count(uint16(h), uint8(slot)); n != p.open {
				return fmt.Errorf("host %d: %d connections of process %d, %d in its chains", h, p.open, slot, n)
			}
		}
	}
	return nil
}

// count is how many connections are in a process's chains that are its own.
func (t *owners) count(h uint16, slot uint8) (own int32) {
	for n := range t.first {
		if len(t.first[n]) == 0 {
			continue
		}
		for i := t.first[n][owner(h, slot)]; i != 0; i = t.kin[n][i].next {
			if f := &t.all[n][i-1]; f.host == h && f.held == 1+slot {
				own++
			}
		}
	}
	return own
}

// Account holds the servers to the bodies that they take: what they gave back is
// part of what was disrupted.
func (s *AppServers) Account(c *engine.Ctx, full bool) error {
	own := c.Totals().Own
	if own[apComplete]+own[apDisrupted] > own[apUploads] || own[apGiven] > own[apDisrupted] {
		return fmt.Errorf("of %d uploads %d are complete and %d were disrupted, %d of them given back",
			own[apUploads], own[apComplete], own[apDisrupted], own[apGiven])
	}
	if !full {
		return nil
	}
	return s.fleet.recount()
}

// counted is what a look at all jobs says of a host.
type counted struct {
	work        [2]int32
	waits, runs int64
	connects    uint32
}

// recount counts the jobs of each process and of each host's queue and processors.
func (f *fleet) recount() error {
	hosts := make([]counted, len(f.hosts))
	uploads := int64(0)
	for n := range f.jobs {
		j := &f.jobs[n]
		x := &hosts[j.host]
		switch j.phase {
		case jobFree:
			continue
		case jobWaits:
			x.waits++
			x.connects += uint32(boolByte(j.kind == engine.KConnect))
		case jobRuns:
			x.runs++
		case jobUploads:
			uploads++
		}
		x.work[j.slot]++
	}
	if uploads != f.s.uploads {
		return fmt.Errorf("%d bodies come in, %d by the fleet's own count", uploads, f.s.uploads)
	}
	for h := range hosts {
		if err := f.recheck(uint16(h), &hosts[h]); err != nil {
			return err
		}
	}
	return f.recountService()
}

// recheck holds a host to what was counted.
func (f *fleet) recheck(h uint16, n *counted) error {
	x := &f.hosts[h]
	if n.waits != x.queue || n.runs != x.busy || x.busy > f.p.servers || n.connects != x.connects {
		return fmt.Errorf("host %d: %d wait, %d of them to connect, and %d run; %d, %d and %d by its own count, on %d processors",
			h, n.waits, n.connects, n.runs, x.queue, x.connects, x.busy, f.p.servers)
	}
	for slot, p := range x.proc {
		if n := n.work[slot]; n != p.work || n > 0 && !p.alive {
			return fmt.Errorf("host %d: %d requests of process %d, %d by its own count, alive: %v", h, n, slot, p.work, p.alive)
		}
		for i := p.jobs; i != 0; i = f.kin[i].next {
			if j := &f.jobs[i]; j.phase == jobFree || j.host != h || int(j.slot) != slot {
				return fmt.Errorf("host %d: job %d is in the chain of process %d, and not its own", h, i, slot)
			}
			p.work--
		}
		if p.work != 0 {
			return fmt.Errorf("host %d: of the requests of process %d %d are not in its chain", h, slot, p.work)
		}
		if bound := x.udp.Find(uint8(slot)) >= 0; bound && !p.alive {
			return fmt.Errorf("host %d: process %d has ended and still reads a socket", h, slot)
		}
	}
	return nil
}

// recountService counts the hosts in service, and the machines that are on.
func (f *fleet) recountService() error {
	in, on := int64(0), int64(0)
	for h := range f.hosts {
		x := &f.hosts[h]
		in += int64(boolByte(x.serves() && f.ours(uint16(h))))
		on += int64(boolByte(x.state != engine.HostStandby))
	}
	if in != f.s.in || on != f.s.on {
		return fmt.Errorf("%d hosts are in service and %d are on, %d and %d by the fleet's own count", in, on, f.s.in, f.s.on)
	}
	return nil
}

// Account holds the brokers to the number of their sessions.
func (s *Brokers) Account(_ *engine.Ctx, full bool) error {
	if !full {
		return nil
	}
	held := int64(0)
	for n := range s.sessions.all {
		for k := range s.sessions.all[n] {
			held += int64(s.sessions.all[n][k].held)
		}
	}
	if held != s.held {
		return fmt.Errorf("%d sessions, %d by the brokers' own count", held, s.held)
	}
	return nil
}
