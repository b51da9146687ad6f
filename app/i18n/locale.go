package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
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
	rules    rules
	messages map[string][]part
	fallback *Locale
}

var loaded = map[string]*Locale{}

// For returns the locale for a BCP 47 tag, English for one that is not known.
// It is for the page's own goroutine.
func For(tag string) *Locale {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	if _, ok := languages[base]; !ok {
		base = Fallback
	}
	if l, ok := loaded[base]; ok {
		return l
	}
	l := &Locale{Tag: base, rules: languages[base]}
	loaded[base] = l
	if base != Fallback {
		l.fallback = For(Fallback)
	}
	// A catalogue that does not parse is a mistake in the source, found by the
	// first test that loads it.
	if err := l.load(); err != nil {
		panic(err)
	}
	return l
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
