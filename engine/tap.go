package engine

// What can occur in a run.
type What uint8

// The occurrences a Tap is told of.
const (
	CallMade What = iota
	CallEnded
	AttemptSent
	AttemptArrived
	AttemptAnswered
	AttemptAbandoned
	AttemptCancelled
	AttemptDropped
	AttemptHanded // to another node, by the one that it had reached
	Decided
	Delivered
	Commanded
)

var whatNames = [...]string{
	"call", "end", "send", "arrive", "answer", "abandon", "cancel", "drop", "hand_on", "decide", "message", "command",
}

// String returns the occurrence as it is written in traces.
func (w What) String() string { return whatNames[w] }

// Occurrence is one thing that happened, as a tap is told of it.
type Occurrence struct {
	At      Time
	Req     uint64
	Text    string // Commanded: the command; Decided: the policy
	What    What
	Kind    Kind
	Why     Why
	Status  Status
	Verb    Verb
	From    NodeID
	Node    NodeID
	Link    LinkID
	Call    CallID
	Attempt AttemptID
	Key     uint32
	No      uint16
	Inst    uint16
}

// Tap is told of everything that happens in a run and takes no part in it.
type Tap interface{ Occur(o Occurrence) }

func (s *Sim) occurCall(w What, id CallID, st Status) {
	c := &s.calls[id]
	s.tap.Occur(Occurrence{
		At: s.now, What: w, Req: c.Req, Kind: c.Kind, Why: c.Why, Status: st, From: c.From,
		Node: s.links[c.Link].to, Link: c.Link, Call: id, Key: c.Key, No: c.Attempts, Inst: c.FromInst,
	})
}

func (s *Sim) occurAttempt(w What, id AttemptID, st Status) {
	a := &s.attempts[id]
	s.tap.Occur(Occurrence{
		At: s.now, What: w, Req: a.Req, Kind: a.Kind, Why: a.Why, Status: st, From: s.links[a.Link].from,
		Node: a.To, Link: a.Link, Call: a.call, Attempt: id, Key: a.Key, No: a.No, Inst: a.Inst,
	})
}

func (s *Sim) occurDecision(st *seat, id CallID, d Decision) {
	c := &s.calls[id]
	s.tap.Occur(Occurrence{
		At: s.now, What: Decided, Text: st.name, Verb: d.Verb, Req: c.Req, Kind: c.Kind, Why: c.Why,
		Status: d.Out.Status, From: c.From, Node: s.links[c.Link].to, Link: c.Link, Call: id, Key: c.Key, No: c.Attempts, Inst: c.FromInst,
	})
}

func (s *Sim) occurMessage(n *node, m Message) {
	s.tap.Occur(Occurrence{At: s.now, What: Delivered, Kind: m.Kind, From: m.From, Node: n.ctx.node, Key: m.Key})
}
