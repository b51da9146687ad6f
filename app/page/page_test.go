package page

import (
	"bytes"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// markup is a component as it is prerendered.
func markup(t *testing.T, c app.Composer) string {
	t.Helper()
	e := app.NewTestEngine()
	if err := e.Load(c); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	var b bytes.Buffer
	app.PrintHTML(&b, c)
	return b.String()
}

func TestEveryPageRenders(t *testing.T) {
	for _, r := range Routes() {
		t.Run(r.Path, func(t *testing.T) {
			text := markup(t, r.New())
			if n := strings.Count(text, "<h1"); n != 1 {
				t.Errorf("%d first headings, want 1", n)
			}
			for _, missing := range missingKeys(text + r.Title() + r.Description()) {
				t.Errorf("no text for %s", missing)
			}
		})
	}
}

// missingKeys finds keys that no catalogue has in a text.
func missingKeys(text string) []string {
	var out []string
	for _, part := range strings.Split(text, "‹")[1:] {
		key, _, _ := strings.Cut(part, "›")
		out = append(out, key)
	}
	return out
}
