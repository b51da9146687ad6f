package socket

// SYN sends the first packet of a connection whose addresses and ports have this
// hash, and returns its number. The hash picks the listener; when its accept queue
// is full, or as many handshakes as its backlog are going on, the packet is dropped
// without a word (SYN cookies, by which Linux still answers in the second case, are
// left out).
func (h *Host) SYN(hash uint32) int {
	c := Conn{Hash: hash, Owner: None, Socket: None}
	if slot := h.TCP.Pick(hash); slot < 0 {
		c.State = NoListener
		h.Counts.Refused++
	} else {
		c.Socket = int(h.TCP.At(slot))
		s := &h.Sockets[c.Socket]
		if s.room() && len(s.HalfOpen) < max(1, s.Backlog) {
			s.HalfOpen = append(s.HalfOpen, len(h.Conns))
		} else {
			c.State = Unanswered
			h.Counts.Unanswered++
		}
	}
	h.Conns = append(h.Conns, c)
	return len(h.Conns) - 1
}

// ACK sends the packet that finishes a handshake. The connection waits in the
// accept queue from then on; when that is full, Linux forgets the packet, and the
// client believes in a connection that the server has not.
func (h *Host) ACK(conn int) {
	c := &h.Conns[conn]
	if c.State != HalfOpen {
		return
	}
	s := &h.Sockets[c.Socket]
	if !s.room() {
		return
	}
	s.HalfOpen = without(s.HalfOpen, conn)
	s.Queue = append(s.Queue, conn)
	c.State = Queued
}

// Connect does both.
func (h *Host) Connect(hash uint32) int {
	n := h.SYN(hash)
	h.ACK(n)
	return n
}

// Accept takes up to n connections out of the queues of the listeners that a
// process has descriptors of, the listeners in turn, and returns how many.
func (h *Host) Accept(process, n int) (got int) {
	for got < n && h.Processes[process].Accepting {
		before := got
		for i := range h.Sockets {
			s := &h.Sockets[i]
			if got == n || s.Kind != Listener || len(s.Queue) == 0 || !h.Has(process, i) {
				continue
			}
			c := &h.Conns[s.Queue[0]]
			s.Queue = s.Queue[1:]
			c.State, c.Owner = Accepted, process
			got++
		}
		if got == before {
			break
		}
	}
	return got
}

// Finish lets up to n of the connections that a process has accepted end by
// themselves, the oldest first, and returns how many.
func (h *Host) Finish(process, n int) (got int) {
	for i := range h.Conns {
		if c := &h.Conns[i]; got < n && c.State == Accepted && c.Owner == process {
			c.State = Finished
			got++
		}
	}
	return got
}

// Check sends a health check, which is a connection like any other: the hash
// picks a listener, and a process that accepts from it answers, the newest when
// several do. One that drains says so.
func (h *Host) Check(hash uint32) Health {
	h.Health = Health{Asked: true, By: None}
	slot := h.TCP.Pick(hash)
	if slot < 0 {
		return h.Health
	}
	for i := range h.Processes {
		if p := &h.Processes[i]; p.Accepting && h.Has(i, int(h.TCP.At(slot))) {
			h.Health.By, h.Health.Good = i, !p.Draining
		}
	}
	return h.Health
}

// abort ends what waits at a listener that is closed: it is lost, unless the
// kernel is told to move it (tcp_migrate_req) and its hash finds another listener.
func (h *Host) abort(s *Socket) {
	waiting, half := s.Queue, s.HalfOpen
	s.Queue, s.HalfOpen = nil, nil
	for _, n := range waiting {
		h.abortOne(n, func(to *Socket) { to.Queue = append(to.Queue, n) })
	}
	for _, n := range half {
		h.abortOne(n, func(to *Socket) { to.HalfOpen = append(to.HalfOpen, n) })
	}
}

func (h *Host) abortOne(n int, move func(to *Socket)) {
	c := &h.Conns[n]
	if slot := h.TCP.Pick(c.Hash); h.Migrate && slot >= 0 {
		if to := &h.Sockets[h.TCP.At(slot)]; to.room() {
			c.Socket = int(h.TCP.At(slot))
			move(to)
			h.Counts.Migrated++
			return
		}
	}
	c.State = Lost
	h.Counts.Lost++
}

// without returns list without x, in place.
func without(list []int, x int) []int {
	for i, y := range list {
		if y == x {
			return append(list[:i], list[i+1:]...)
		}
	}
	return list
}
