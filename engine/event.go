package engine

// What an event asks the kernel to do.
const (
	evArrive  uint8 = iota // an attempt reaches the callee
	evReturn               // an answer reaches the caller
	evTimer                // a policy's timer at a level of a call
	evResume               // a call goes on at a level after a pause
	evNode                 // a component's own timer
	evMessage              // a one-way message reaches its node
)

// event is one entry of the agenda, ordered by (at, seq). It has four words, so
// that the compiler moves it in registers: a larger struct is moved by a call,
// which in WebAssembly costs more than all else that is done with an event.
type event struct {
	at  Time
	seq uint64
	who uint64 // id and gen
	how uint64 // arg, node, kind and level
}

func (e *event) before(at Time, seq uint64) bool {
	return e.at < at || (e.at == at && e.seq < seq)
}

// pair packs id (call, attempt, message, or a component's own) and the
// generation it was made for; a mismatch drops the event.
func pair(id, gen uint32) uint64 { return uint64(id) | uint64(gen)<<32 }

// manner packs a component's own payload, the node, what is asked, and the
// policy level or the component's own kind of timer.
func manner(kind, level uint8, node NodeID, arg uint32) uint64 {
	return uint64(arg) | uint64(node)<<32 | uint64(kind)<<48 | uint64(level)<<56
}

func (e *event) id() uint32   { return uint32(e.who) }
func (e *event) gen() uint32  { return uint32(e.who >> 32) }
func (e *event) arg() uint32  { return uint32(e.how) }
func (e *event) node() NodeID { return NodeID(e.how >> 32) }
func (e *event) kind() uint8  { return uint8(e.how >> 48) }
func (e *event) level() uint8 { return uint8(e.how >> 56) }
