package page

import (
	"strings"
	"testing"

	"stampede/app/i18n"
)

func TestIn(t *testing.T) {
	for _, c := range []struct{ lang, path, want string }{
		{"en", "/", "/"},
		{"en", "/play/x?t=2", "/play/x/?t=2"},
		{"x-rtl", "/", "/?locale=x-rtl"},
		{"x-rtl", "/play/x?t=2#a", "/play/x/?locale=x-rtl&t=2#a"},
	} {
		if got := In(i18n.For(c.lang), c.path); got != c.want {
			t.Errorf("In(%s, %s) = %s, want %s", c.lang, c.path, got, c.want)
		}
	}
}

// Pages are there in every complete language, and link to pages of the same.
func TestRoutesInEveryLanguage(t *testing.T) {
	for _, r := range Routes() {
		if want := prefixOf(r.Lang); !strings.HasPrefix(r.Path, want) {
			t.Errorf("route %s of language %s", r.Path, r.Lang)
		}
	}
	if n := len(RoutesIn(i18n.For(i18n.Fallback))) * len(i18n.Complete()); len(Routes()) != n {
		t.Errorf("%d routes, want %d", len(Routes()), n)
	}
}

func TestUnknownAddressSaysSo(t *testing.T) {
	text := markup(t, newMissing())
	for _, want := range []string{"There is no such page", "/play/facebook-2010/", "/teach/"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
}
