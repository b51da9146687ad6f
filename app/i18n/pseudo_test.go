package i18n

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// arguments collects the names of a message's arguments.
func arguments(parts []part, names map[string]part) {
	for _, p := range parts {
		if p.name != "" && p.name != hash {
			names[p.name] = p
		}
		for _, c := range p.choices {
			arguments(c.parts, names)
		}
	}
}

// sample is a value for each argument of a message.
func sample(parts []part, number float64) []Arg {
	names := map[string]part{}
	arguments(parts, names)
	var args []Arg
	for name, p := range names {
		if p.format == "" || p.format == "select" {
			args = append(args, Text(name, "value of "+name))
		} else {
			args = append(args, Num(name, number))
		}
	}
	return args
}

// Every pseudo-locale formats every message, with the same arguments and the same
// emphasis as English.
func TestPseudoLocalesKeepMessages(t *testing.T) {
	en := For(Fallback)
	for _, tag := range Pseudo {
		l := For(tag)
		if len(l.messages) != len(en.messages) {
			t.Errorf("%s has %d messages, English %d", tag, len(l.messages), len(en.messages))
		}
		for key, parts := range en.messages {
			for _, number := range []float64{1, 2} {
				args := sample(parts, number)
				plain, odd := en.Rich(key, args...), l.Rich(key, args...)
				if strong(plain) != strong(odd) {
					t.Errorf("%s: %s has other emphasis: %v", tag, key, odd)
				}
				text := l.T(key, args...)
				for _, a := range args {
					// A text is chosen from, or it is shown.
					if !a.numeric && strings.Contains(en.T(key, args...), a.text) && !strings.Contains(text, a.text) {
						t.Errorf("%s: %s lost %s: %q", tag, key, a.Name, text)
					}
				}
				if strings.Contains(text, "‹") {
					t.Errorf("%s: %s asks for what English does not: %q", tag, key, text)
				}
			}
		}
	}
}

func strong(spans []Span) (n int) {
	for _, s := range spans {
		if s.Strong {
			n++
		}
	}
	return n
}

func TestPseudoLocales(t *testing.T) {
	if got := For(XSS).T("state.healthy"); got != `<b>"'&<script>Healthy` {
		t.Errorf("%s: %q", XSS, got)
	}
	if got := For(RTL).T("home.foot"); !strings.HasPrefix(got, override) || strings.Count(got, override) != strings.Count(got, " ")+1 {
		t.Errorf("%s: %q", RTL, got)
	}
	if For(RTL).Dir != "rtl" || For(Long).Dir != "ltr" || For(Fallback).Dir != "ltr" {
		t.Error("directions")
	}
	plain, long := 0, 0
	for key := range For(Fallback).messages {
		plain += utf8.RuneCountInString(For(Fallback).T(key))
		long += utf8.RuneCountInString(For(Long).T(key))
	}
	if ratio := float64(long) / float64(plain); ratio < 1.3 || ratio > 1.45 {
		t.Errorf("%s is %.2f times as long", Long, ratio)
	}
}

func TestChoose(t *testing.T) {
	for _, c := range []struct {
		wishes []string
		want   string
	}{
		{nil, "en"},
		{[]string{"tlh", "x-rtl"}, "x-rtl"},
		{[]string{"X-LONG"}, "x-long"},
		{[]string{"x-nothing"}, "en"},
		{[]string{"en-GB", "x-rtl"}, "en"},
		{[]string{"", "javascript:"}, "en"},
	} {
		if got := Choose(Fallback, c.wishes...).Tag; got != c.want {
			t.Errorf("Choose(%q) = %s, want %s", c.wishes, got, c.want)
		}
	}
}

// A language without all messages is not offered.
func TestOnlyCompleteLanguagesAreOffered(t *testing.T) {
	for _, tag := range Complete() {
		if !For(tag).complete() {
			t.Errorf("%s lacks messages", tag)
		}
	}
	half := &Locale{Tag: "half", messages: map[string][]part{"site.name": nil}}
	if half.complete() {
		t.Error("one message is all")
	}
}
