package i18n

import (
	"strconv"
	"strings"
)

// Arg is a named argument of a message.
type Arg struct {
	Name    string
	text    string
	number  float64
	numeric bool
}

// Text is an argument that is a text.
func Text(name, value string) Arg { return Arg{Name: name, text: value} }

// Num is an argument that is a number; the message says how it is written.
func Num(name string, value float64) Arg { return Arg{Name: name, number: value, numeric: true} }

// Span is a piece of a text that is emphasised throughout or not at all.
type Span struct {
	Text   string
	Strong bool
}

// mark encloses what a message emphasises.
const mark = "**"

// T writes a message with its arguments, without emphasis.
func (l *Locale) T(key string, args ...Arg) string {
	return strings.ReplaceAll(l.text(key, args), mark, "")
}

// Rich writes a message in pieces, so that emphasis can be shown.
func (l *Locale) Rich(key string, args ...Arg) []Span {
	var spans []Span
	for i, s := range strings.Split(l.text(key, args), mark) {
		if s != "" {
			spans = append(spans, Span{Text: s, Strong: i%2 == 1})
		}
	}
	return spans
}

// Or writes a message, or the given text when there is none.
func (l *Locale) Or(key, text string, args ...Arg) string {
	if l.Has(key) {
		return l.T(key, args...)
	}
	return text
}

// First writes the first of the messages that exists. When none does, it shows
// the last key.
func (l *Locale) First(keys ...string) string {
	for _, k := range keys[:len(keys)-1] {
		if l.Has(k) {
			return l.T(k)
		}
	}
	return l.T(keys[len(keys)-1])
}

func (l *Locale) text(key string, args []Arg) string {
	parts, ok := l.find(key)
	if !ok {
		return "‹" + key + "›"
	}
	var b strings.Builder
	l.compose(&b, parts, args)
	return b.String()
}

func (l *Locale) compose(b *strings.Builder, parts []part, args []Arg) {
	for _, p := range parts {
		if p.name == "" {
			b.WriteString(p.text)
			continue
		}
		a, ok := named(args, p.name)
		switch {
		case !ok:
			b.WriteString("‹" + p.name + "›")
		case p.choices != nil:
			counted := append([]Arg{{Name: hash, number: a.number, numeric: a.numeric}}, args...)
			l.compose(b, p.branch(l, a), counted)
		case a.numeric:
			b.WriteString(l.write(a.number, p.format))
		default:
			b.WriteString(a.text)
		}
	}
}

// branch is the text for the argument's value. A branch for one number, as in =0,
// stands before that of its plural.
func (p part) branch(l *Locale, a Arg) []part {
	word, exact := a.text, ""
	if p.format == "plural" {
		word = l.rules.plural(a.number)
		exact = "=" + strconv.FormatFloat(a.number, 'f', -1, 64)
	}
	var other []part
	for _, c := range p.choices {
		if c.word == exact || c.word == word {
			return c.parts
		}
		if c.word == "other" {
			other = c.parts
		}
	}
	return other
}

func named(args []Arg, name string) (Arg, bool) {
	for _, a := range args {
		if a.Name == name {
			return a, true
		}
	}
	return Arg{}, false
}
