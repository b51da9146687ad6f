package param

import (
	"fmt"
	"strings"
)

// Error says which parameter refused a value, what was found and what is
// allowed instead.
type Error struct {
	Name    string // the parameter
	Found   string // the text that was refused, or the unknown name
	Allowed string // a phrase: "a whole number from 1 to 10"
}

// Error returns the three parts in one sentence.
func (e *Error) Error() string {
	return fmt.Sprintf("%s: found %s, allowed is %s", e.Name, e.Found, e.Allowed)
}

// refuse builds the error for a value of p that is not allowed.
func (p Param) refuse(found string) error {
	return &Error{Name: p.Name, Found: found, Allowed: p.Allowed()}
}

// Allowed returns a phrase that says which values p takes.
func (p Param) Allowed() string {
	var b strings.Builder
	switch p.Type {
	case Bool:
		return "true or false"
	case Choice:
		return "one of " + strings.Join(p.Choices, ", ")
	case Int:
		b.WriteString("a whole number")
	case Float:
		b.WriteString("a number")
	case Duration:
		b.WriteString("a duration such as 10ms or 1m30s")
	}
	if p.Bounded() {
		b.WriteString(" from " + p.Text(p.Min) + " to " + p.Text(p.Max))
	}
	if p.Unit != "" {
		b.WriteString(" (" + p.Unit + ")")
	}
	return b.String()
}
