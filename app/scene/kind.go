package scene

import "stampede/engine"

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
