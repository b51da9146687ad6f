package scene

import (
	"slices"

	"stampede/engine"
	"stampede/engine/scenario"
)

// Look is how a kind of call is drawn.
type Look struct {
	Glyph Glyph
	Ink   Ink
	Size  float32 // CSS pixels on a stage of ordinary size
}

var looks = [engine.NKind]Look{
	engine.KRequest: {Dot, InkRequest, 8},
	engine.KRead:    {Dot, InkRead, 7},
	engine.KQuery:   {Diamond, InkQuery, 10},
	engine.KWork:    {Bar, InkWork, 9},
	engine.KWrite:   {Triangle, InkWrite, 9},
	engine.KDelete:  {Square, InkDelete, 9},
	engine.KSignal:  {Star, InkSignal, 13},
	engine.KAnswer:  {Ring, InkAnswer, 8},
	engine.KError:   {Cross, InkError, 9},

	engine.KConnect: {Square, InkWrite, 9},
	engine.KPacket:  {Diamond, InkRead, 8},
	engine.KPublish: {Triangle, InkSignal, 9},
	engine.KUpload:  {Bar, InkQuery, 10},
}

// again is how a call that is made once more is drawn, whatever its kind.
var again = Look{Twin, InkDelete, 11}

// look is how a leg is drawn.
func look(g *engine.Leg) *Look {
	if g.Why == engine.ByRetry && g.Kind != engine.KAnswer && g.Kind != engine.KError {
		return &again
	}
	return &looks[g.Kind]
}

// LookOf tells how a kind of call is drawn: for legends.
func LookOf(k engine.Kind) Look { return looks[k] }

// Entry is an entry of a legend.
type Entry struct {
	Name string // the kind, or "retry"
	Look
}

// LegendOf lists the marks that the links of a scenario can carry; retries tells
// whether calls are made again.
func LegendOf(sc *scenario.Scenario, retries bool) (out []Entry) {
	for _, k := range kindsOf(sc) {
		out = append(out, Entry{k.String(), looks[k]})
	}
	if retries {
		out = append(out, Entry{engine.ByRetry.String(), again})
	}
	return out
}

// retried tells whether calls on a link are made again when the run begins.
func retried(k *scenario.Link) bool {
	return slices.ContainsFunc(k.Policies, func(p scenario.Policy) bool { return p.Kind == RetryPolicy && p.On })
}

// RetryPolicy is the kind of policy that makes calls again.
const RetryPolicy = "retry"

// kindsOf lists the kinds of marks that the links of a scenario can carry.
func kindsOf(sc *scenario.Scenario) []engine.Kind {
	used := [engine.NKind]bool{}
	for i := range sc.Links {
		k := &sc.Links[i]
		if k.Hidden {
			continue
		}
		for kind := range engine.NKind {
			if kind.String() == k.Kind {
				used[kind] = true
			}
		}
		used[engine.KAnswer], used[engine.KError] = true, true
		if k.Kind == engine.KRead.String() {
			used[engine.KWrite], used[engine.KDelete] = true, true
		}
	}
	var out []engine.Kind
	for kind, u := range used {
		if u {
			out = append(out, engine.Kind(kind))
		}
	}
	return out
}
