package page

import (
	"net/url"
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/engine/catalog"
)

// Values of an address that are not used as they are written are named on the page;
// keys of others, and values that are, are not.
func TestOddValuesOfTheAddressAreNamed(t *testing.T) {
	scn, _ := catalog.Scenario("facebook-2010")
	for query, names := range map[string][]string{
		"t=-5":                               {"t=-5"},
		"t=abc&speed=1000":                   {"speed=1000", "t=abc"},
		"size=0":                             {"size=0"},
		"seed=99999999999999999999":          {"seed=99999999999999999999"},
		"t=5&speed=2&utm_source=mail&paused": nil,
	} {
		values, err := url.ParseQuery(query)
		if err != nil {
			t.Fatal(err)
		}
		_, notes := link.ParseQuery(values, scn)
		n := &linked{l: i18n.For(i18n.Fallback)}
		n.asked(notes)
		text := strings.Join(n.text, " ")
		if said := strings.Contains(text, "not used"); said != (names != nil) || strings.Contains(text, "utm") || strings.Contains(text, "‹") {
			t.Errorf("%s: %q", query, text)
		}
		for _, name := range names {
			if !strings.Contains(text, name) {
				t.Errorf("%s: no %s in %q", query, name, text)
			}
		}
		if len(n.details) != len(names) {
			t.Errorf("%s: details %q", query, n.details)
		}
	}
}
