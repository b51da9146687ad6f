package trace

import (
	"strconv"

	"stampede/engine"
)

// Request names a request by the node that made it and its number there, as in
// website-17; work that belongs to no request is "-".
func Request(sim *engine.Sim, req uint64) string {
	node, n := int(req>>48)-1, req&(1<<48-1)
	if node < 0 || node >= sim.NodeCount() {
		return "-"
	}
	return sim.NodeName(engine.NodeID(node)) + "-" + strconv.FormatUint(n, 10)
}

// Append adds the text of one occurrence to b, without a line break:
//
//	20.021000000 send    fix web/3 > db/0 query like_buttons-17 key 0 try 2 (retry)
//
// It is: the time in seconds; what occurred; over which link, from where and
// to which machine; what travels, for which request; the key; the number of
// the attempt; why the call was made; and for an end its outcome.
func Append(b []byte, sim *engine.Sim, o *engine.Occurrence) []byte {
	b = appendTime(b, o.At)
	b = append(b, ' ')
	b = appendPadded(b, o.What.String(), 7)
	switch o.What {
	case engine.Commanded:
		return append(append(b, ' '), o.Text...)
	case engine.Delivered:
		b = appendWay(b, sim.NodeName(o.From), sim.NodeName(o.Node))
		b = append(append(b, ' '), o.Kind.String()...)
		return appendNumber(b, " key ", uint64(o.Key))
	}
	b = append(append(b, ' '), sim.Link(o.Link).Name...)
	b = appendWay(b, sim.NodeName(o.From), sim.NodeName(o.Node))
	b = appendMachine(b, o)
	b = append(append(b, ' '), o.Kind.String()...)
	b = append(append(b, ' '), Request(sim, o.Req)...)
	b = appendNumber(b, " key ", uint64(o.Key))
	b = appendNumber(b, " try ", uint64(o.No))
	b = append(append(append(b, " ("...), o.Why.String()...), ')')
	return appendFate(b, o)
}

// appendMachine adds which of the callee's machines the attempt is at.
func appendMachine(b []byte, o *engine.Occurrence) []byte {
	switch o.What {
	case engine.CallMade, engine.CallEnded, engine.Decided:
		return b
	}
	return appendNumber(b, "/", uint64(o.Inst))
}

// appendFate adds what was decided or how it ended.
func appendFate(b []byte, o *engine.Occurrence) []byte {
	switch o.What {
	case engine.Decided:
		b = append(append(append(b, ' '), o.Text...), " says "...)
		b = append(b, verbNames[o.Verb]...)
		if o.Status != engine.Pending {
			b = append(append(b, ' '), o.Status.String()...)
		}
	case engine.CallEnded, engine.AttemptAnswered:
		b = append(append(b, ' '), o.Status.String()...)
	}
	return b
}

var verbNames = [...]string{
	engine.Pass: "pass", engine.Reject: "reject", engine.Join: "join", engine.Serve: "serve",
	engine.Keep: "keep", engine.Replace: "replace", engine.Again: "again",
}

func appendWay(b []byte, from, to string) []byte {
	b = append(append(b, ' '), from...)
	return append(append(b, " > "...), to...)
}

func appendNumber(b []byte, label string, n uint64) []byte {
	return strconv.AppendUint(append(b, label...), n, 10)
}

func appendPadded(b []byte, s string, width int) []byte {
	b = append(b, s...)
	for i := len(s); i < width; i++ {
		b = append(b, ' ')
	}
	return b
}

// appendTime writes a moment in seconds with nine decimals.
func appendTime(b []byte, at engine.Time) []byte {
	b = strconv.AppendInt(b, at/engine.Second, 10)
	b = append(b, '.')
	frac := at % engine.Second
	for unit := engine.Second / 10; unit > 0; unit /= 10 {
		b = append(b, byte('0'+frac/unit%10))
	}
	return b
}
