package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

//go:embed *.json
var files embed.FS

// Fallback is the language that has every message.
const Fallback = "en"

// rules are how a language writes numbers and times, and which plural form a
// number takes.
type rules struct {
	decimal, thousands string
	ungrouped          int // numbers of so many digits stand without separator
	percent            string
	hour, minute       string
	second             string
	plural             func(x float64) string
}

func onePlural(x float64) string {
	if x == 1 {
		return "one"
	}
	return "other"
}

func frenchPlural(x float64) string {
	if x >= 0 && x < 2 {
		return "one"
	}
	return "other"
}

// russianPlural follows the last two digits of whole numbers.
func russianPlural(x float64) string {
	n := int64(x)
	switch last, two := n%10, n%100; {
	case float64(n) != x:
		return "other"
	case last == 1 && two != 11:
		return "one"
	case last >= 2 && last <= 4 && (two < 12 || two > 14):
		return "few"
	}
	return "many"
}

var languages = map[string]rules{
	"en": {".", ",", 3, "%", "h", "min", "s", onePlural},
	"es": {",", "\u202f", 4, nbsp + "%", "h", "min", "s", onePlural},
	"fr": {",", "\u202f", 3, "\u202f%", "h", "min", "s", frenchPlural},
	"ru": {",", nbsp, 4, nbsp + "%", "ч", "мин", "с", russianPlural},
}

// Locale is a language: its messages and its ways of writing numbers.
type Locale struct {
	Tag      string // BCP 47
	Dir      string // "ltr" or "rtl"
	rules    rules
	messages map[string][]part
	fallback *Locale
}

var loaded = map[string]*Locale{}

// For returns the locale for a BCP 47 tag or the name of a pseudo-locale, English
// for one that is not known. It is for the page's own goroutine.
func For(tag string) *Locale {
	base := tagOf(tag)
	if base == "" {
		base = Fallback
	}
	if l, ok := loaded[base]; ok {
		return l
	}
	l := &Locale{Tag: base, Dir: "ltr", rules: languages[base]}
	loaded[base] = l
	if base != Fallback {
		l.fallback = For(Fallback)
	}
	if transforms[base] != nil {
		if l.rules = l.fallback.rules; base == RTL {
			l.Dir = "rtl"
		}
		l.pretend(l.fallback.messages)
		return l
	}
	// A catalogue that does not parse is a mistake in the source, found by the
	// first test that loads it.
	if err := l.load(); err != nil {
		panic(err)
	}
	return l
}

// tagOf is the language or pseudo-locale that a tag names, "" for none.
func tagOf(tag string) string {
	tag = strings.ToLower(tag)
	if transforms[tag] != nil {
		return tag
	}
	base, _, _ := strings.Cut(tag, "-")
	if _, ok := languages[base]; ok {
		return base
	}
	return ""
}

// Complete lists the languages that have every message, English first. Only they
// have pages of their own.
func Complete() []string {
	list := []string{Fallback}
	for _, tag := range slices.Sorted(maps.Keys(languages)) {
		if l := For(tag); tag != Fallback && l.complete() {
			list = append(list, tag)
		}
	}
	return list
}

func (l *Locale) complete() bool {
	for key := range For(Fallback).messages {
		if _, ok := l.messages[key]; !ok {
			return false
		}
	}
	return true
}

// Choose is the first of the wishes (tags, in order of preference) that there is:
// a language that is complete, or a pseudo-locale. Without one it is other.
func Choose(other string, wishes ...string) *Locale {
	for _, w := range wishes {
		if tag := tagOf(w); tag != "" && (transforms[tag] != nil || For(tag).complete()) {
			return For(tag)
		}
	}
	return For(other)
}

// load reads the catalogue; a language without one has no message.
func (l *Locale) load() error {
	l.messages = map[string][]part{}
	b, err := files.ReadFile(l.Tag + ".json")
	if err != nil {
		return nil
	}
	var texts map[string]string
	if err := json.Unmarshal(b, &texts); err != nil {
		return fmt.Errorf("i18n: %s.json: %w", l.Tag, err)
	}
	for key, text := range texts {
		parts, err := parse(text)
		if err != nil {
			return fmt.Errorf("i18n: %s.json: %s: %w", l.Tag, key, err)
		}
		l.messages[key] = parts
	}
	return nil
}

// Has reports whether the language, or English, has a message.
func (l *Locale) Has(key string) bool {
	_, ok := l.find(key)
	return ok
}

func (l *Locale) find(key string) ([]part, bool) {
	for at := l; at != nil; at = at.fallback {
		if m, ok := at.messages[key]; ok {
			return m, true
		}
	}
	return nil, false
}
