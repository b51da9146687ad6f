package engine

import "reflect"

// Made is the number of events that have been made.
func (s *Sim) Made() uint64 { return s.agenda.seq }

// StateTypes are the kernel's types that pass a Codec.
var StateTypes = []reflect.Type{
	reflect.TypeFor[event](), reflect.TypeFor[Call](), reflect.TypeFor[Level](), reflect.TypeFor[Attempt](),
	reflect.TypeFor[message](), reflect.TypeFor[NodeTotals](), reflect.TypeFor[LinkTotals](),
	reflect.TypeFor[SeatTotals](), reflect.TypeFor[Leg](), reflect.TypeFor[Outcome](),
}
