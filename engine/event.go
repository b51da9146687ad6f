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

// event is one entry of the agenda, ordered by (At, Seq). It is a plain value
// of 32 bytes; what it means is decided by a switch on kind.
type event struct {
	at    Time
	seq   uint64
	id    uint32 // call, attempt or message; a component's own argument
	gen   uint32 // the generation it was made for; a mismatch drops it
	node  NodeID
	kind  uint8
	level uint8  // policy level, or a component's own timer kind
	arg   uint32 // a component's own payload
}

func (e *event) before(at Time, seq uint64) bool {
	return e.at < at || (e.at == at && e.seq < seq)
}
