// Package control makes a form control from a declared parameter: a switch, a
// slider, a number, a duration or a menu, with its label, its value with the
// unit, its help, a mark when it was changed and a button that takes the change
// back. Nothing here knows which parameters there are.
package control

import (
	"strings"

	"stampede/engine/param"
)

// Setter takes what people choose. A refusal comes back as an error, whose text
// says what is allowed.
type Setter interface {
	Set(path, text string) error
}

// kind is the form of a control.
type kind uint8

const (
	toggle kind = iota
	slider      // a range input
	number      // a number input: the range is too wide to slide over
	span        // a text input for a duration without a range
	menu
)

// stops is the number of positions of a slider over a logarithmic range, and
// the most that a linear one may have.
const stops = 1000

// form chooses the control of a parameter.
func form(p param.Param) kind {
	switch p.Type {
	case param.Bool:
		return toggle
	case param.Choice:
		return menu
	}
	switch {
	case p.Bounded() && (p.Log || p.Type == param.Duration && p.Min > 0):
		return slider
	case p.Bounded() && (p.Step > 0 || p.Type == param.Float || p.Max-p.Min <= stops) && p.Max-p.Min <= stops*step(p):
		return slider
	case p.Type == param.Duration && p.Bounded():
		return slider
	case p.Type == param.Duration:
		return span
	}
	return number
}

// step is the grain of a linear control.
func step(p param.Param) float64 {
	switch {
	case p.Step > 0:
		return p.Step
	case p.Type == param.Float && p.Bounded():
		return niceStep((p.Max - p.Min) / 100)
	}
	return 1
}

// id is the field's as an element.
func (f *Field) id() string {
	at := "p-" + strings.ReplaceAll(f.Path, ".", "-")
	if f.At != "" {
		at += "-at-" + f.At
	}
	return at
}
