package socket

import "slices"

// MaxProcesses is how many generations can run on a host at once: the bit in
// their connection ids tells two apart.
const MaxProcesses = 2

// None stands for no process and no socket.
const None = -1

// DefaultSomaxconn is Linux's bound on every listener's backlog.
const DefaultSomaxconn = 4096

// ReceiveBuffer is how many datagrams that nobody reads a socket keeps.
const ReceiveBuffer = 8

// Process is one generation of the server on a host.
type Process struct {
	Alive     bool
	Accepting bool // takes connections out of the queues of its listeners
	Reading   bool // reads its datagram sockets
	Draining  bool // takes no new work and fails health checks
	Confirmed bool // has told the one before that it serves
	Router    Router
}

// Kind is the kind of a socket.
type Kind uint8

// The kinds of sockets.
const (
	Listener Kind = iota // TCP, listening
	Datagram             // UDP
	Unix                 // the channel by which descriptors are handed over, listening
)

var kindNames = [...]string{"tcp", "udp", "unix"}

// String names it.
func (k Kind) String() string { return kindNames[k] }

// Socket is an open file description. Several descriptors, of several processes,
// may refer to it; whoever has one sees the same queues, and it closes when the
// last of them is closed.
type Socket struct {
	Kind     Kind
	Open     bool
	Backlog  int   // of a Listener: the smaller of what was asked for and somaxconn
	HalfOpen []int // of a Listener: connections whose handshake is not finished
	Queue    []int // of a Listener: connections that nobody has accepted yet, oldest first
	Unread   []int // of a Datagram socket: flows whose packets nobody has read yet, oldest first
}

// room reports whether the accept queue takes one more. Linux compares with
// "more than the backlog", so the queue holds one more than that.
func (s *Socket) room() bool { return len(s.Queue) <= s.Backlog }

// Descriptor is a process's reference to a Socket.
type Descriptor struct {
	Process  int
	Socket   int
	Received bool // came over the channel, and was not opened here
}

// ConnState is what has become of a TCP connection.
type ConnState uint8

// The states of a connection.
const (
	HalfOpen    ConnState = iota // the handshake is not finished
	Queued                       // established, waits to be accepted
	Accepted                     // a process has it
	Finished                     // ended by itself
	ConnReset                    // cut: the process that had accepted it is gone
	Lost                         // cut before anyone had accepted it: its listener is gone
	Unanswered                   // its SYN was dropped without a word; the client will try again
	NoListener                   // refused: nobody listens
	NConnStates = NoListener + 1
)

var connNames = [NConnStates]string{"half_open", "queued", "accepted", "finished", "reset", "lost", "unanswered", "refused"}

// String names it.
func (s ConnState) String() string { return connNames[s] }

// Conn is a TCP connection.
type Conn struct {
	Hash   uint32 // of its addresses and ports
	State  ConnState
	Socket int // the listener that its SYN has gone to
	Owner  int // process that has accepted it
}

// Flow is a QUIC connection.
type Flow struct {
	Hash     uint32 // of its addresses and ports
	Owner    int    // process that has opened it
	Open     bool
	Finished bool // it ended by itself; one that is neither open nor finished, but has an owner, was cut
	ID       ID   // the server's, once it is open
}

// Trip is the way of one packet.
type Trip struct {
	Flow   int
	Slot   int    // of the group
	Socket int    // that it came in by
	Reader int    // process that read it
	Did    Action // of the reader
	Then   Action // of the other process, when Did is Forward
}

// Health is the answer to a health check.
type Health struct {
	Asked bool
	By    int // process that answered
	Good  bool
}

// Counts are totals since the host began.
type Counts struct {
	Lost       int // connections cut before anyone had accepted them
	Reset      int // connections cut whose process went
	Unanswered int // SYNs dropped without a word
	Refused    int // connections to where nobody listens
	Migrated   int // connections that moved to another listener when theirs closed
	Misrouted  int // packets that reached a process that could do nothing but reset
	Forwarded  int // packets that the other process passed on
	Delivered  int // packets that reached their connection
	Dropped    int // packets lost with a socket or for want of room
}

// Host is a machine whose processes share an address. The zero value has neither
// processes nor sockets and Linux's defaults, with somaxconn at DefaultSomaxconn.
type Host struct {
	Somaxconn   int  // 0 is DefaultSomaxconn
	Migrate     bool // net.ipv4.tcp_migrate_req: off by default
	Processes   []Process
	Sockets     []Socket
	Descriptors []Descriptor
	Conns       []Conn
	Flows       []Flow
	TCP, UDP    Group // slots hold indices of Sockets
	Channel     int   // socket of the channel, plus one; 0 when there is none
	Connected   int   // process at its other end, plus one; 0 when there is none
	Trips       []Trip
	Health      Health
	Counts      Counts
}

// Clone returns a copy that shares no memory with h.
func (h *Host) Clone() Host {
	c := *h
	c.Processes = slices.Clone(h.Processes)
	for i := range c.Processes {
		r := &c.Processes[i].Router
		r.Table, r.Opening = slices.Clone(r.Table), slices.Clone(r.Opening)
	}
	c.Sockets = slices.Clone(h.Sockets)
	for i := range c.Sockets {
		s := &c.Sockets[i]
		s.HalfOpen, s.Queue, s.Unread = slices.Clone(s.HalfOpen), slices.Clone(s.Queue), slices.Clone(s.Unread)
	}
	c.Descriptors, c.Conns = slices.Clone(h.Descriptors), slices.Clone(h.Conns)
	c.Flows, c.Trips = slices.Clone(h.Flows), slices.Clone(h.Trips)
	return c
}

// Start starts a process and returns its number. It is the generation, counted
// from 0; the bit of its connection ids flips with each. At most MaxProcesses may
// be alive: it returns None when there are.
func (h *Host) Start() int {
	alive := 0
	for i := range h.Processes {
		if h.Processes[i].Alive {
			alive++
		}
	}
	if alive == MaxProcesses {
		return None
	}
	n := len(h.Processes)
	h.Processes = append(h.Processes, Process{Alive: true, Router: Router{Bit: uint8(n & 1)}})
	return n
}

// Alive reports whether there is such a process, and it runs.
func (h *Host) Alive(process int) bool {
	return process >= 0 && process < len(h.Processes) && h.Processes[process].Alive
}

// Has reports whether a process has a descriptor of a socket.
func (h *Host) Has(process, socket int) bool {
	return slices.ContainsFunc(h.Descriptors, func(d Descriptor) bool { return d.Process == process && d.Socket == socket })
}

// References returns how many descriptors refer to a socket.
func (h *Host) References(socket int) (n int) {
	for _, d := range h.Descriptors {
		if d.Socket == socket {
			n++
		}
	}
	return n
}

// open makes a socket and gives a process its descriptor.
func (h *Host) open(process int, s Socket) int {
	s.Open = true
	h.Sockets = append(h.Sockets, s)
	n := len(h.Sockets) - 1
	h.Descriptors = append(h.Descriptors, Descriptor{Process: process, Socket: n})
	return n
}

// Listen opens a TCP socket at the shared address with SO_REUSEPORT and listens.
// The process begins to accept.
func (h *Host) Listen(process, backlog int) int {
	somaxconn := h.Somaxconn
	if somaxconn == 0 {
		somaxconn = DefaultSomaxconn
	}
	n := h.open(process, Socket{Kind: Listener, Backlog: min(backlog, somaxconn)})
	h.TCP.Add(uint8(n))
	h.Processes[process].Accepting = true
	return n
}

// Bind opens a UDP socket at the shared address with SO_REUSEPORT. The process
// begins to read.
func (h *Host) Bind(process int) int {
	n := h.open(process, Socket{Kind: Datagram})
	h.UDP.Add(uint8(n))
	h.Read(process)
	return n
}

// OpenChannel makes the process listen at the path by which descriptors are
// handed over.
func (h *Host) OpenChannel(process int) int {
	n := h.open(process, Socket{Kind: Unix})
	h.Channel = n + 1
	return n
}

// ConnectChannel connects a process to it, and reports whether somebody listens.
func (h *Host) ConnectChannel(process int) bool {
	if h.Channel == 0 {
		return false
	}
	h.Connected = process + 1
	return true
}

// Pass sends descriptors of all TCP listeners and UDP sockets of a process to the
// other end of the channel (SCM_RIGHTS). The receiver gets descriptors of its own
// for the same open file descriptions: no group changes, and no queue. Accepted
// connections stay behind. It returns how many went over.
func (h *Host) Pass(process int) (n int) {
	if h.Channel == 0 || h.Connected == 0 || !h.Has(process, h.Channel-1) {
		return 0
	}
	for _, d := range slices.Clone(h.Descriptors) {
		to := h.Connected - 1
		if d.Process == process && h.Sockets[d.Socket].Kind != Unix && !h.Has(to, d.Socket) {
			h.Descriptors = append(h.Descriptors, Descriptor{Process: to, Socket: d.Socket, Received: true})
			n++
		}
	}
	return n
}

// Serve makes a process accept and read on all that it has descriptors of.
func (h *Host) Serve(process int) {
	h.Processes[process].Accepting = true
	h.Read(process)
}

// StopAccepting makes a process leave new connections to others, fail health
// checks, and finish what it has. Its descriptors stay open.
func (h *Host) StopAccepting(process int) {
	p := &h.Processes[process]
	p.Accepting, p.Draining = false, true
}

// StopReading makes a process leave all datagrams to others.
func (h *Host) StopReading(process int) { h.Processes[process].Reading = false }

// Close closes a process's descriptors of one kind of socket. What goes with the
// last descriptor of a socket is said at Socket.
func (h *Host) Close(process int, k Kind) {
	switch p := &h.Processes[process]; k {
	case Listener:
		p.Accepting = false
	case Datagram:
		p.Reading = false
	}
	h.drop(process, func(other Kind) bool { return other == k })
}

// Exit ends a process: the kernel closes all its descriptors, and the connections
// that it still had are reset.
func (h *Host) Exit(process int) {
	p := &h.Processes[process]
	p.Alive, p.Accepting, p.Reading, p.Draining = false, false, false, false
	p.Router.Table, p.Router.Opening = nil, nil
	h.drop(process, func(Kind) bool { return true })
	if h.Connected == process+1 {
		h.Connected = 0
	}
	for i := range h.Processes {
		h.Processes[i].Router.Forward = false
	}
	for i := range h.Conns {
		if c := &h.Conns[i]; c.State == Accepted && c.Owner == process {
			c.State = ConnReset
			h.Counts.Reset++
		}
	}
	for i := range h.Flows {
		if f := &h.Flows[i]; f.Open && f.Owner == process {
			f.Open = false
			h.Counts.Reset++
		}
	}
}

// drop closes a process's descriptors of some kinds of sockets.
func (h *Host) drop(process int, kinds func(Kind) bool) {
	for i := 0; i < len(h.Descriptors); {
		d := h.Descriptors[i]
		if d.Process != process || !kinds(h.Sockets[d.Socket].Kind) {
			i++
			continue
		}
		h.Descriptors = slices.Delete(h.Descriptors, i, i+1)
		if h.References(d.Socket) == 0 {
			h.close(d.Socket)
		}
	}
}

// close closes a socket whose last descriptor is gone: it leaves its group, and
// what waits in it is lost, or moves where the kernel is told to.
func (h *Host) close(n int) {
	s := &h.Sockets[n]
	s.Open = false
	switch s.Kind {
	case Listener:
		h.TCP.Remove(h.TCP.Find(uint8(n)))
		h.abort(s)
	case Datagram:
		h.UDP.Remove(h.UDP.Find(uint8(n)))
		h.Counts.Dropped += len(s.Unread)
		s.Unread = nil
	case Unix:
		h.Channel, h.Connected = 0, 0
	}
}
