package page

import (
	"html"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"stampede/app/figure"
	"stampede/app/link"
	"stampede/app/view"
)

// A poster is whole without any script: the picture, the outcome of that very
// run, a button and a link.
func TestPosterIsPrerendered(t *testing.T) {
	e := newEmbed("en", "facebook-2010")
	text := markup(t, e)
	r := stillRun(e.l, e.scn)
	for _, want := range []string{
		"<svg ", `data-start="now"`, `target="_blank"`, `rel="noopener"`, "Run this outage",
		r.Session.Hash(), figure.Stamp(r), `fill="var(--ink-`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q", want)
		}
	}
	for _, s := range figure.Outcome(r) {
		if !strings.Contains(html.UnescapeString(text), strings.TrimSpace(s.Text)) {
			t.Errorf("the outcome lacks %q", s.Text)
		}
	}
	if name, _ := r.Ruling(); name != "stuck" {
		t.Errorf("the poster's moment is %q: %s", name, view.Plain(figure.Outcome(r)))
	}
	if strings.Contains(text, "masthead") {
		t.Error("there is a masthead")
	}
	if svg := posterOf("en", "facebook-2010"); !strings.Contains(svg, r.Session.Hash()) {
		t.Error("the picture is of another moment")
	}
}

func TestUnknownEmbedSaysSo(t *testing.T) {
	if text := markup(t, newEmbed("en", "atlantis")); !strings.Contains(text, "There is no scenario of this name") {
		t.Error(text)
	}
}

// The element and the frame go by the same keys when they say whether the poster
// in the page is of the run that is asked for, and the address has those keys.
func TestScriptsAgreeOnAnotherRun(t *testing.T) {
	var keys [2]string
	for i, name := range []string{"embed.js", "frame.js"} {
		b, err := os.ReadFile(filepath.Join("..", "..", "web", name))
		if err != nil {
			t.Fatal(err)
		}
		_, rest, _ := strings.Cut(string(b), "const moved = [")
		keys[i], _, _ = strings.Cut(rest, "]")
	}
	if keys[0] == "" || keys[0] != keys[1] {
		t.Fatalf("the element goes by %s, the frame by %s", keys[0], keys[1])
	}
	for _, key := range strings.Split(keys[0], ", ") {
		if key = strings.Trim(key, `"`); !slices.Contains(link.Keys(), key) {
			t.Errorf("an address has no key %q", key)
		}
	}
}
