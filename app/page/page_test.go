package page

import (
	"bytes"
	"net/url"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/engine/catalog"
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

func TestCardShowsItsFace(t *testing.T) {
	p := newPlay("en", "facebook-2010")
	var c *card
	for _, x := range p.board.cards {
		if x.run.scn.Components[x.node].Name == "cache" {
			c = x
		}
	}
	e := app.NewTestEngine()
	if err := e.Load(c); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	if err := app.Match(app.Text("Cache"), c, 0, 0, 0, 0); err != nil {
		t.Error(err)
	}
	c.face.Value = "hit 7%"
	c.redraw()
	e.ConsumeAll()
	if err := app.Match(app.Text("hit 7%"), c, 0, 0, 1, 0); err != nil {
		t.Error(err)
	}
}

// A card that is in the page follows the layout: it is changed, not replaced.
func TestCardsStay(t *testing.T) {
	p := newPlay("en", "facebook-2010")
	before := append([]*card(nil), p.board.cards...)
	p.board.onSized(400, 900)
	if len(p.board.cards) != len(before) {
		t.Fatalf("%d cards, before %d", len(p.board.cards), len(before))
	}
	for i, c := range p.board.cards {
		if c != before[i] {
			t.Errorf("card %d was replaced", i)
		}
	}
	if w := p.board.cards[0].at.W; w < 200 {
		t.Errorf("the first card is %v thousandths wide on a narrow stage", w)
	}
}

func TestUnknownScenarioSaysSo(t *testing.T) {
	text := markup(t, newPlay("en", "atlantis"))
	if !strings.Contains(text, "There is no scenario of this name") {
		t.Error(text)
	}
}

func TestWishes(t *testing.T) {
	scn, _ := catalog.Scenario("facebook-2010")
	for _, c := range []struct {
		query string
		seed  uint64
		size  float64
	}{
		{"", defaultSeed, 0},
		{"seed=7&size=0.02", 7, 0.02},
		{"seed=-7&size=9", defaultSeed, 1},
		{"seed=x&size=x", defaultSeed, 0},
		{"size=0", defaultSeed, 0.001},
	} {
		q, _ := url.ParseQuery(c.query)
		w := wishesOf(q)
		if w.seed(scn) != c.seed || w.size(scn) != c.size {
			t.Errorf("%q: seed %d size %v, want %d %v", c.query, w.seed(scn), w.size(scn), c.seed, c.size)
		}
	}
}
