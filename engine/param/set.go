package param

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// Set is a list of declared parameters, each bound to a variable. Declaring
// binds and writes nothing; Reset writes the defaults.
type Set struct {
	entries []entry
}

// entry is a declaration with its variable: exactly one pointer is set.
type entry struct {
	Param
	def value
	b   *bool
	i   *int64
	f   *float64
	c   *uint8
}

// NewSet returns an empty set.
func NewSet() *Set { return &Set{} }

// Bool declares a switch. Like all declarations it panics when the name is
// malformed or taken, or when default, range and type do not fit together.
func (s *Set) Bool(p *bool, name string, def bool, help string, opts ...Option) {
	var v value
	if def {
		v.i = 1
	}
	s.add(entry{Param: Param{Name: name, Type: Bool, Help: help}, def: v, b: p}, opts)
}

// Int declares a whole number.
func (s *Set) Int(p *int64, name string, def int64, help string, opts ...Option) {
	s.add(entry{Param: Param{Name: name, Type: Int, Help: help}, def: value{i: def}, i: p}, opts)
}

// Float declares a finite number.
func (s *Set) Float(p *float64, name string, def float64, help string, opts ...Option) {
	s.add(entry{Param: Param{Name: name, Type: Float, Help: help}, def: value{f: def}, f: p}, opts)
}

// Duration declares a duration; the variable holds nanoseconds.
func (s *Set) Duration(p *int64, name string, def time.Duration, help string, opts ...Option) {
	s.add(entry{Param: Param{Name: name, Type: Duration, Help: help}, def: value{i: int64(def)}, i: p}, opts)
}

// Choice declares a pick from a list of names; the variable holds the index.
func (s *Set) Choice(p *uint8, name, def string, choices []string, help string, opts ...Option) {
	e := entry{Param: Param{Name: name, Type: Choice, Choices: choices, Help: help}, c: p}
	i, err := e.index(def)
	if err != nil {
		panic("param: " + name + ": the default " + strconv.Quote(def) + " is not among the choices")
	}
	e.def.i = i
	s.add(e, opts)
}

func (s *Set) add(e entry, opts []Option) {
	for _, o := range opts {
		o(&e.Param)
	}
	e.check()
	if _, out := e.clamp(e.def); out || math.IsNaN(e.def.f) || math.IsInf(e.def.f, 0) {
		panic("param: " + e.Name + ": the default " + e.format(e.def) + " is not " + e.Allowed())
	}
	if s.find(e.Name) != nil {
		panic("param: " + e.Name + " is declared twice")
	}
	e.Default = e.format(e.def)
	s.entries = append(s.entries, e)
}

// find returns the entry called name, or nil. Sets are small: a scan is
// faster than a map and keeps the declared order.
func (s *Set) find(name string) *entry {
	for i := range s.entries {
		if s.entries[i].Name == name {
			return &s.entries[i]
		}
	}
	return nil
}

func (e *entry) read() value {
	switch e.Type {
	case Bool:
		if *e.b {
			return value{i: 1}
		}
		return value{}
	case Float:
		return value{f: *e.f}
	case Choice:
		return value{i: int64(*e.c)}
	}
	return value{i: *e.i}
}

func (e *entry) write(v value) {
	switch e.Type {
	case Bool:
		*e.b = v.i != 0
	case Float:
		*e.f = v.f
	case Choice:
		*e.c = uint8(v.i)
	default:
		*e.i = v.i
	}
}

// Reset writes every default to its variable.
func (s *Set) Reset() {
	for i := range s.entries {
		s.entries[i].write(s.entries[i].def)
	}
}

// Params returns the declarations in declared order.
func (s *Set) Params() []Param {
	list := make([]Param, len(s.entries))
	for i := range s.entries {
		list[i] = s.entries[i].Param
	}
	return list
}

// Lookup returns the declaration called name.
func (s *Set) Lookup(name string) (Param, bool) {
	if e := s.find(name); e != nil {
		return e.Param, true
	}
	return Param{}, false
}

// Get returns the canonical text of the current value of name.
func (s *Set) Get(name string) (text string, ok bool) {
	e := s.find(name)
	if e == nil {
		return "", false
	}
	return e.format(e.read()), true
}

// Set gives name the value written in text. When the text does not parse, is
// out of range or no choice, the variable keeps its value and the error is an
// *Error.
func (s *Set) Set(name, text string) error {
	e, err := s.lookup(name)
	if err != nil {
		return err
	}
	v, _, err := e.parse(text)
	if err != nil {
		return err
	}
	return e.set(v, strconv.Quote(text))
}

// SetClamped is Set for links, which may be older than the range: a number
// out of range is moved to the nearest allowed one, and clamped says so.
func (s *Set) SetClamped(name, text string) (clamped bool, err error) {
	e, err := s.lookup(name)
	if err != nil {
		return false, err
	}
	v, over, err := e.parse(text)
	if err != nil && (!over || !e.Bounded()) {
		return false, err
	}
	v, clamped = e.clamp(v)
	e.write(v)
	return clamped, nil
}

func (s *Set) lookup(name string) (*entry, error) {
	if e := s.find(name); e != nil {
		return e, nil
	}
	names := make([]string, len(s.entries))
	for i := range s.entries {
		names[i] = s.entries[i].Name
	}
	allowed := "no parameter at all"
	if len(names) > 0 {
		allowed = "one of " + strings.Join(names, ", ")
	}
	return nil, &Error{Name: name, Found: "an unknown parameter", Allowed: allowed}
}

// set writes v unless it is out of range.
func (e *entry) set(v value, found string) error {
	if _, out := e.clamp(v); out {
		return e.refuse(found)
	}
	e.write(v)
	return nil
}
