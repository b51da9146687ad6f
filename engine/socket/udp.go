package socket

import "slices"

// serverID is the id by which a process's n-th flow is known from then on.
func (p *Process) serverID(n int) ID {
	return ID{Host: p.Router.Host, Bit: p.Router.Bit, Number: uint16(n)}
}

// OpenFlow sends the Initial packet of a QUIC connection whose addresses and ports
// have this hash, and returns its number.
func (h *Host) OpenFlow(hash uint32) int {
	h.Flows = append(h.Flows, Flow{Hash: hash, Owner: None})
	n := len(h.Flows) - 1
	h.Send(n)
	return n
}

// Send sends a packet of a QUIC connection, its Initial as long as it is not open.
// The hash picks the socket anew for every packet.
func (h *Host) Send(flow int) Trip {
	t := Trip{Flow: flow, Slot: h.UDP.Pick(h.Flows[flow].Hash), Socket: None, Reader: None, Did: Drop}
	if t.Slot < 0 {
		h.Counts.Dropped++
	} else {
		t.Socket = int(h.UDP.At(t.Slot))
		t = h.deliver(t)
	}
	h.Trips = append(h.Trips, t)
	return t
}

// deliver brings a packet that is in a socket to the process that reads it.
func (h *Host) deliver(t Trip) Trip {
	t.Reader = h.reader(t.Socket)
	if t.Reader == None {
		s := &h.Sockets[t.Socket]
		if len(s.Unread) == ReceiveBuffer {
			h.Counts.Dropped++
			return t
		}
		s.Unread = append(s.Unread, t.Flow)
		t.Did = Unread
		return t
	}
	p := h.packet(t.Flow)
	t.Did = h.route(t.Flow, t.Reader, p)
	if t.Did == Forward {
		h.Counts.Forwarded++
		p.Forwarded = true
		t.Then = h.route(t.Flow, h.other(t.Reader), p)
	}
	return t
}

// packet is the next of a flow.
func (h *Host) packet(flow int) Packet {
	f := &h.Flows[flow]
	if !f.Open {
		// The client's own invention, which is of no host.
		return Packet{Header: Initial, To: ID{Host: ^uint16(0), Number: uint16(flow)}, Client: uint16(flow), Size: LeastInitial}
	}
	return Packet{Header: Short, To: f.ID, Client: uint16(flow), Size: LeastInitial}
}

// route lets one process decide on a packet, and keeps what follows from it.
func (h *Host) route(flow, process int, p Packet) Action {
	f := &h.Flows[flow]
	pr := &h.Processes[process]
	a := Route(p, &pr.Router)
	switch a {
	case Open:
		f.Open, f.Owner, f.ID = true, process, pr.serverID(flow)
		pr.Router.Table = append(pr.Router.Table, f.ID)
		h.Counts.Delivered++
	case Deliver:
		h.Counts.Delivered++
	case Reset:
		h.Counts.Misrouted++
		h.forget(flow)
	}
	return a
}

// FinishFlows lets up to n of the QUIC connections that a process has opened end
// by themselves, the oldest first, and returns how many.
func (h *Host) FinishFlows(process, n int) (got int) {
	for i := range h.Flows {
		if f := &h.Flows[i]; got < n && f.Open && f.Owner == process {
			h.forget(i)
			f.Finished = true
			got++
		}
	}
	return got
}

// forget closes a flow whose client has been told that there is no such
// connection.
func (h *Host) forget(flow int) {
	f := &h.Flows[flow]
	f.Open = false
	t := &h.Processes[f.Owner].Router.Table
	*t = slices.DeleteFunc(*t, func(id ID) bool { return id == f.ID })
}

// Read makes a process read its datagram sockets, and first what waits there.
func (h *Host) Read(process int) {
	h.Processes[process].Reading = true
	for i := range h.Sockets {
		s := &h.Sockets[i]
		if s.Kind != Datagram || len(s.Unread) == 0 || !h.Has(process, i) {
			continue
		}
		waiting := s.Unread
		s.Unread = nil
		for _, f := range waiting {
			h.Trips = append(h.Trips, h.deliver(Trip{Flow: f, Slot: h.UDP.Find(uint8(i)), Socket: i}))
		}
	}
}

// reader is the process that gets what comes in by a socket. When two read it at
// once either may get it; the model takes the newer.
func (h *Host) reader(socket int) int {
	for i := len(h.Processes) - 1; i >= 0; i-- {
		if h.Processes[i].Reading && h.Has(i, socket) {
			return i
		}
	}
	return None
}

// other is the process beside this one that runs.
func (h *Host) other(process int) int {
	for i := range h.Processes {
		if i != process && h.Processes[i].Alive {
			return i
		}
	}
	return None
}

// StartForwarding makes a process pass packets of connections that it does not
// know on to the other one, at an address local to the host that they have agreed
// on. It reports whether there is another.
func (h *Host) StartForwarding(process int) bool {
	if h.other(process) == None {
		return false
	}
	h.Processes[process].Router.Forward = true
	return true
}
