package scene

import (
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
}

// LookOf tells how a kind of call is drawn: for legends.
func LookOf(k engine.Kind) Look { return looks[k] }

// KindsOf lists the kinds of marks that the links of a scenario can carry.
func KindsOf(sc *scenario.Scenario) []engine.Kind {
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
