package socket

import "slices"

// LeastInitial is the least size of a client's Initial packet, in bytes; a
// smaller one is no way to open a connection.
const LeastInitial = 1200

// Header is what can be told of a QUIC packet before it is decrypted.
type Header uint8

// The kinds of packets. All but Short have long headers.
const (
	Initial   Header = iota // opens a connection; its connection id is the client's invention
	EarlyData               // 0-RTT, which may overtake the Initial that it belongs to
	Handshake               // any other with a long header
	Short                   // of a connection that is established
)

var headerNames = [...]string{"initial", "early_data", "handshake", "short"}

// String names it.
func (h Header) String() string { return headerNames[h] }

// ID is a QUIC connection id as a server chooses it. It tells any host and any
// process whose connection it is.
type ID struct {
	Host   uint16
	Bit    uint8 // of the process: it flips at each restart, so that two generations can be told apart, and no more
	Number uint16
}

// Packet is a datagram that has come in.
type Packet struct {
	Header    Header
	To        ID     // destination connection id
	Client    uint16 // stands for the client's address and port
	Size      int    // bytes
	Forwarded bool   // another process of this host has passed it on
}

// Pair is a connection that is being opened: its packets still carry the id that
// the client has made up.
type Pair struct {
	Client uint16
	To     ID
}

// Router is what a process knows when a packet comes in.
type Router struct {
	Host    uint16
	Bit     uint8
	Forward bool   // there is another process to pass packets on to
	Table   []ID   // of its established connections
	Opening []Pair // of its connections that are being opened
}

// Action is what a process does with a packet.
type Action uint8

// The actions. Unread is that of no process: the packet waits in the socket.
const (
	Deliver Action = iota // to the connection
	Buffer                // until the Initial that it belongs to arrives
	Open                  // a new connection
	Drop                  // without a word
	Reset                 // drop, and tell the client that there is no such connection
	Forward               // to the other process of this host
	Unread
)

var actionNames = [...]string{"deliver", "buffer", "open", "drop", "reset", "forward", "unread"}

// String names it.
func (a Action) String() string { return actionNames[a] }

// Route decides what the process r does with a packet. It is the whole rule by
// which two processes share the packets of one address: a packet of a connection
// that is unknown here is passed on once, and only when its id says that the other
// process has made it.
func Route(p Packet, r *Router) Action {
	switch {
	case slices.Contains(r.Table, p.To):
		return Deliver
	case p.Header != Short && slices.Contains(r.Opening, Pair{p.Client, p.To}):
		return Deliver
	case p.Header == EarlyData:
		return Buffer
	case p.Header == Initial && p.Size >= LeastInitial:
		return Open
	case p.Header == Initial:
		return Drop
	case p.To.Host != r.Host, p.To.Bit == r.Bit:
		return Reset // another host's, or one of ours that is gone
	case !r.Forward, p.Forwarded:
		return Reset // at most one hop, so that no packet goes round
	}
	return Forward
}
