package component

import "stampede/engine"

// A connection is known by one number all along its way: the node of its client,
// and which of the client's connections it is.
const slotBits = 20

func flowKey(node engine.NodeID, slot int) uint32 { return uint32(node)<<slotBits | uint32(slot) }

func flowSlot(key uint32) int { return int(key & (1<<slotBits - 1)) }

// The protocols of a client's connections.
const (
	protoTCP  uint8 = iota // requests over connections that are kept alive
	protoQUIC              // datagrams that carry a connection id
	protoMQTT              // sessions that are tunnelled to a broker
)

var protocols = []string{"tcp", "quic", "mqtt"}

// What is said of a connection with each of its calls and messages: which one of
// its slot it is, its protocol, and whether it is set up anew for a user who is
// connected already.
const (
	argProto = 8
	argAgain = 1 << 12
)

func flowArg(seq, proto uint8) uint32 { return uint32(seq) | uint32(proto)<<argProto }

func argSeq(arg uint32) uint8      { return uint8(arg) }
func argProtocol(arg uint32) uint8 { return uint8(arg>>argProto) & 0xf }

// Words about a connection, as flags of a message. Its key is the message's, its
// arg the value.
const (
	msgReset    uint8 = iota + 1 // it is reset
	msgClose                     // the client closes it
	msgSolicit                   // the tunnel's process drains: connect the user again
	msgBoot                      // it exists when the run begins
	msgUp                        // of a host: it is in
	msgDown                      // of a host: it is out
	msgOperate                   // of a rollout: a command to a tier; its key is its place among fleetVerbs
	msgReleased                  // of a tier: its release is done; its value is 1 when it was a roll-back
	msgHalted                    // of a tier: its release waits until somebody decides
	msgNoRoom                    // of a tier: there is no room for the release
)

// flow is what a tier knows of a connection.
type flow struct {
	host uint16
	seq  uint8
	held uint8 // 0 for none, else 1 and the slot of the process that owns it
}

// flows are the connections that end or pass at a tier, by client.
type flows struct {
	all [][]flow
	via []engine.LinkID // by client: the link over which its connections come
}

func (t *flows) state(c *engine.Codec) {
	engine.Slices(c, &t.all)
	engine.Slice(c, &t.via)
}

// at is the place of a connection.
func (t *flows) at(key uint32) *flow {
	n, slot := int(key>>slotBits), flowSlot(key)
	for len(t.all) <= n {
		t.all = append(t.all, nil)
		t.via = append(t.via, 0)
	}
	if slot >= len(t.all[n]) {
		t.all[n] = append(t.all[n], make([]flow, slot+1-len(t.all[n]))...)
	}
	return &t.all[n][slot]
}

// find is the place of a connection, nil when nothing has ever been there.
func (t *flows) find(key uint32) *flow {
	n, slot := int(key>>slotBits), flowSlot(key)
	if n >= len(t.all) || slot >= len(t.all[n]) {
		return nil
	}
	return &t.all[n][slot]
}
