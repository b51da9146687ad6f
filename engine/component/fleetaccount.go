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
		}
	}
	return nil
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

// recount counts the jobs of each process and of each host's queue and processors.
func (f *fleet) recount() error {
	work := make([][2]int32, len(f.hosts))
	waits, runs := make([]int64, len(f.hosts)), make([]int64, len(f.hosts))
	for n := range f.jobs {
		j := &f.jobs[n]
		if j.phase == jobFree {
			continue
		}
		work[j.host][j.slot]++
		switch j.phase {
		case jobWaits:
			waits[j.host]++
		case jobRuns:
			runs[j.host]++
		}
	}
	for h := range f.hosts {
		x := &f.hosts[h]
		if waits[h] != x.queue || runs[h] != x.busy || x.busy > f.p.servers {
			return fmt.Errorf("host %d: %d wait and %d run, %d and %d by its own count, on %d processors", h, waits[h], runs[h], x.queue, x.busy, f.p.servers)
		}
		for slot, p := range x.proc {
			if n := work[h][slot]; n != p.work || n > 0 && !p.alive {
				return fmt.Errorf("host %d: %d requests of process %d, %d by its own count, alive: %v", h, n, slot, p.work, p.alive)
			}
			if bound := x.udp.Find(uint8(slot)) >= 0; bound && !p.alive {
				return fmt.Errorf("host %d: process %d has ended and still reads a socket", h, slot)
			}
		}
	}
	return nil
}
