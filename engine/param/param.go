// Package param lets a component or policy declare its parameters once, in
// the manner of flag.FlagSet: a call such as
//
//	s.Int(&p.MaxAttempts, "max_attempts", 3, "total tries, the first included", param.Range(1, 10))
//
// binds a variable and states its type, range, unit, default and help. The
// page's control, validation, the forms used in links, JSON and command lines,
// the JSON Schema and the reference page all come from that one declaration.
//
// A Set holds pointers, so it is rebuilt whenever it is needed and never kept
// in the state of a run.
package param

import (
	"fmt"
	"math"
	"strconv"
)

// Type says what values a parameter takes.
type Type uint8

// The types of parameters.
const (
	Bool     Type = iota // true or false
	Int                  // a whole number, 64 bits
	Float                // a finite number
	Duration             // whole nanoseconds, written like 250ms or 1m30s
	Choice               // one of a list of names, bound as its index
)

var typeNames = [...]string{"bool", "int", "float", "duration", "choice"}

// String returns the lower-case name of t, as the reference page shows it.
func (t Type) String() string {
	if int(t) < len(typeNames) {
		return typeNames[t]
	}
	return "type(" + strconv.Itoa(int(t)) + ")"
}

// Param describes one parameter. It is a copy, but for the list of choices,
// which is shared and must not be changed.
type Param struct {
	Name string
	Type Type
	Unit string // "1/s", "share", ...; empty for plain numbers and for types that carry their own
	// Default is the canonical text of the default value.
	Default string
	// Min and Max are the inclusive range, nanoseconds for a Duration. Equal
	// values mean that no range was declared.
	Min, Max float64
	// Step is the grain of the control, nanoseconds for a Duration; 0 leaves
	// it to the control. Values between steps are valid.
	Step    float64
	Log     bool     // whether the control should be logarithmic
	Choices []string // the names of a Choice, in menu order
	Help    string
	// Fixed parameters are set before a run and cannot be changed during it.
	Fixed bool
}

// Bounded reports whether a range was declared.
func (p Param) Bounded() bool { return p.Min != p.Max }

// An Option adds to the declaration of a parameter.
type Option func(*Param)

// Unit states the unit of a number, such as "1/s" or "share".
func Unit(u string) Option { return func(p *Param) { p.Unit = u } }

// Log asks for a logarithmic control; the range must then be positive.
func Log() Option { return func(p *Param) { p.Log = true } }

// limit is the largest float64 below 2^63: every whole float64 up to it
// converts to int64 without loss.
const limit = 1<<63 - 1<<10

// check panics when the declaration contradicts itself. That is a mistake in
// the source, found by the first test that builds the set.
func (p *Param) check() {
	fail := func(format string, args ...any) {
		panic("param: " + p.Name + ": " + fmt.Sprintf(format, args...))
	}
	if !validName(p.Name) {
		fail("the name %q is not lower_case", p.Name)
	}
	numeric := p.Type == Int || p.Type == Float || p.Type == Duration
	if !numeric && (p.Bounded() || p.Step != 0 || p.Log) {
		fail("a %v takes no range, step or log", p.Type)
	}
	for _, x := range []float64{p.Min, p.Max, p.Step} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			fail("range and step must be finite")
		}
		if p.Type != Float && (x != math.Trunc(x) || math.Abs(x) > limit) {
			fail("%v is not a whole number of 64 bits", x)
		}
	}
	switch {
	case p.Min > p.Max:
		fail("the range is empty: %v to %v", p.Min, p.Max)
	case p.Step < 0:
		fail("negative step %v", p.Step)
	case p.Log && p.Min <= 0:
		fail("a logarithmic control needs a positive range")
	}
	if p.Type == Choice {
		p.checkChoices(fail)
	}
}

func (p *Param) checkChoices(fail func(string, ...any)) {
	if len(p.Choices) == 0 || len(p.Choices) > math.MaxUint8+1 {
		fail("%d choices", len(p.Choices))
	}
	for i, c := range p.Choices {
		if c == "" {
			fail("choice %d is empty", i)
		}
		for _, d := range p.Choices[:i] {
			if c == d {
				fail("choice %q is given twice", c)
			}
		}
	}
}

// validName reports whether name can stand in a path, a link and a command
// line without quoting.
func validName(name string) bool {
	for i := range len(name) {
		c := name[i]
		letter := 'a' <= c && c <= 'z'
		if !letter && (i == 0 || c != '_' && (c < '0' || c > '9')) {
			return false
		}
	}
	return name != ""
}
