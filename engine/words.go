package engine

// Time is a moment or a span of simulated time in nanoseconds.
type Time = int64

// Units of simulated time.
const (
	Microsecond Time = 1_000
	Millisecond Time = 1_000_000
	Second      Time = 1_000_000_000
	Minute           = 60 * Second
)

// Never is later than any moment of any run.
const Never Time = 1<<63 - 1

// NodeID, LinkID, CallID and AttemptID index the engine's tables.
type (
	NodeID    uint16
	LinkID    uint16
	CallID    uint32
	AttemptID uint32
)

// None marks an absent call, attempt or list neighbour. Index 0 of the call and
// attempt tables is never handed out.
const None = 0

// Status is what became of a call or an attempt.
type Status uint8

// The ways a call can end. OK is the only success; Held means that a policy
// kept the question back on purpose (a lease or a negative answer), so no
// server was asked and none has failed.
const (
	Pending   Status = iota
	OK               // answered
	Failed           // answered with an error
	TimedOut         // nobody answered within the time-out
	Refused          // the server was full and said so at once
	Shed             // the server's admission policy turned it away
	Open             // the caller's circuit breaker was open
	Spent            // the retry budget allowed no further attempt
	Held             // kept back by a lease or by a cached negative answer
	Cancelled        // an outer policy gave up on it
	Unsolved         // the name did not resolve: traffic is shut off at the gate
	Reset            // the connection was reset: the process that owned it is gone
	Partial          // 379, Partial POST Replay: the server stops, and sends back the bytes that it has
	NStatus
)

var statusNames = [NStatus]string{
	"pending", "ok", "failed", "timed_out", "refused", "shed", "open", "spent", "held", "cancelled", "unsolved", "reset", "partial_post",
}

// String returns the status as it is written in traces and JSON.
func (s Status) String() string { return statusNames[s] }

// Why is the reason for which a call was made: its provenance. The gain of a
// feedback loop is the calls made for one reason per failure.
type Why uint8

// The reasons a call is made.
const (
	Fresh     Why = iota // work of the outside world
	ByCold               // the key had never been cached, or the cache was cleared
	ByExpiry             // the key's time to live was over
	ByInvalid            // the cached value was judged invalid
	ByDelete             // the key was missing because an error had deleted it
	ByRetry              // an earlier attempt had failed
	NWhy
)

var whyNames = [NWhy]string{"fresh", "cold", "expiry", "invalid", "deletion", "retry"}

// String returns the reason as it is written in traces and JSON.
func (w Why) String() string { return whyNames[w] }

// Kind says what travels over a link; a view gives each kind its own shape.
type Kind uint8

// The kinds of calls and messages.
const (
	KRequest Kind = iota // a user's request
	KRead                // a read from a cache
	KQuery               // a query to a database
	KWork                // work for a plain server
	KWrite               // one-way: put a value into a cache
	KDelete              // one-way: remove a key from a cache
	KSignal              // one-way: an operator's or a publisher's word
	KAnswer              // on the way back: a success
	KError               // on the way back: a failure
	KConnect             // opens a connection
	KPacket              // a datagram of a QUIC connection
	KPublish             // a message of a long-lived MQTT session
	KUpload              // a POST whose body takes long
	NKind
)

var kindNames = [NKind]string{
	"request", "read", "query", "work", "write", "delete", "signal", "answer", "error",
	"connect", "packet", "publish", "upload",
}

// String returns the kind as it is written in traces and JSON.
func (k Kind) String() string { return kindNames[k] }

// Flags of an Outcome.
const (
	// FlagInvalid: the value did not pass the verifier.
	FlagInvalid uint8 = 1 << iota
	// FlagStale: an old value was served in place of a fresh one.
	FlagStale
	// FlagKeep: the served old value is to stay cached for one more time to live.
	FlagKeep
	// FlagJoined: the outcome is another call's, shared.
	FlagJoined
	// FlagReason: a 379 carries the reason phrase that says what it means.
	FlagReason
)

// Outcome is how a call or an attempt ended: a status, what is special about
// the value, and the value itself (a version number; its meaning belongs to
// the two components that speak).
type Outcome struct {
	Status Status
	Flags  uint8
	_      uint16
	Value  uint32
}

// Good reports whether the call was answered with a value that is right.
func (o Outcome) Good() bool { return o.Status == OK && o.Flags&FlagInvalid == 0 }

// Ended is an outcome with a status and nothing else to say.
func Ended(s Status) Outcome { return Outcome{Status: s} }
