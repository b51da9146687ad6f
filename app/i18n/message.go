package i18n

import (
	"fmt"
	"strings"
)

// part is a piece of a parsed message: plain text, or an argument with the way
// it is written.
type part struct {
	text    string // plain text, when name is empty
	name    string
	format  string
	choices []choice // of plural and select
}

// choice is one branch of a plural or select.
type choice struct {
	word  string
	parts []part
}

// hash stands for the counted number inside a plural's branch.
const hash = "#"

// parse reads a message.
func parse(text string) ([]part, error) {
	p := parser{rest: text}
	parts, err := p.parts(false)
	if err == nil && p.rest != "" {
		err = fmt.Errorf("unexpected %q", p.rest)
	}
	if err != nil {
		return nil, fmt.Errorf("message %q: %w", text, err)
	}
	return parts, nil
}

type parser struct{ rest string }

// parts reads up to the closing brace that belongs to the caller, or the end.
// In a plural's branch the hash sign stands for the number.
func (p *parser) parts(counted bool) ([]part, error) {
	stops := "{}"
	if counted {
		stops += hash
	}
	var list []part
	for p.rest != "" {
		i := strings.IndexAny(p.rest, stops)
		if i < 0 {
			i = len(p.rest)
		}
		if i > 0 {
			list = append(list, part{text: p.rest[:i]})
			p.rest = p.rest[i:]
			continue
		}
		switch p.rest[0] {
		case '}':
			return list, nil
		case '#':
			list = append(list, part{name: hash})
			p.rest = p.rest[1:]
		default:
			a, err := p.argument()
			if err != nil {
				return nil, err
			}
			list = append(list, a)
		}
	}
	return list, nil
}

// argument reads one argument in braces.
func (p *parser) argument() (part, error) {
	var a part
	p.rest = p.rest[1:]
	a.name = p.word()
	if a.name == "" {
		return a, fmt.Errorf("an argument without a name before %q", p.rest)
	}
	if p.take(',') {
		a.format = p.word()
		if a.format == "plural" || a.format == "select" {
			if !p.take(',') {
				return a, fmt.Errorf("%s of %s has no branches", a.format, a.name)
			}
			if err := p.branches(&a); err != nil {
				return a, err
			}
		} else if !known(a.format) {
			return a, fmt.Errorf("%s: unknown format %q", a.name, a.format)
		}
	}
	if !p.take('}') {
		return a, fmt.Errorf("%s: no closing brace", a.name)
	}
	return a, nil
}

func (p *parser) branches(a *part) error {
	other := false
	for {
		word := p.word()
		if word == "" {
			break
		}
		if !p.take('{') {
			return fmt.Errorf("branch %s of %s has no text", word, a.name)
		}
		parts, err := p.parts(a.format == "plural")
		if err != nil {
			return err
		}
		if !p.take('}') {
			return fmt.Errorf("branch %s of %s has no end", word, a.name)
		}
		a.choices = append(a.choices, choice{word, parts})
		other = other || word == "other"
	}
	if !other {
		return fmt.Errorf("%s of %s lacks the branch other", a.format, a.name)
	}
	return nil
}

// word reads a name, and the blanks around it.
func (p *parser) word() string {
	p.rest = strings.TrimLeft(p.rest, " ")
	i := strings.IndexAny(p.rest, " ,{}")
	if i < 0 {
		i = len(p.rest)
	}
	w := p.rest[:i]
	p.rest = strings.TrimLeft(p.rest[i:], " ")
	return w
}

func (p *parser) take(c byte) bool {
	p.rest = strings.TrimLeft(p.rest, " ")
	if p.rest == "" || p.rest[0] != c {
		return false
	}
	p.rest = p.rest[1:]
	// Blanks after a branch's opening brace are part of its text.
	if c != '{' && c != '}' {
		p.rest = strings.TrimLeft(p.rest, " ")
	}
	return true
}
