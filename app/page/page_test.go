package page

import (
	"bytes"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/engine"
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

// idOf finds the ids of elements.
var idOf = regexp.MustCompile(`<[^>]* id="([^"]*)"`)

func TestEveryPageRenders(t *testing.T) {
	for _, r := range Routes() {
		t.Run(r.Path, func(t *testing.T) {
			text := markup(t, r.New())
			if n := strings.Count(text, "<h1"); n != 1 {
				t.Errorf("%d first headings, want 1", n)
			}
			ids := map[string]bool{}
			for _, m := range idOf.FindAllStringSubmatch(text, -1) {
				if ids[m[1]] {
					t.Errorf("two elements are %q", m[1])
				}
				ids[m[1]] = true
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

func TestWished(t *testing.T) {
	scn, _ := catalog.Scenario("facebook-2010")
	for _, c := range []struct {
		query string
		seed  uint64
		size  float64
		at    engine.Time
		speed float64
	}{
		{"", defaultSeed, scn.Size.Default, 0, scn.Speed},
		{"seed=7&size=0.02", 7, 0.02, 0, scn.Speed},
		{"seed=-7&size=9&speed=4", defaultSeed, 1, 0, 4},
		{"seed=x&size=x&t=x&speed=x", defaultSeed, scn.Size.Default, 0, scn.Speed},
		{"size=0&t=0.5", defaultSeed, 0.001, engine.Second / 2, scn.Speed},
	} {
		values, _ := url.ParseQuery(c.query)
		q, _ := link.ParseQuery(values, scn)
		s, err := wished(q, scn)
		if err != nil {
			t.Errorf("%q: %v", c.query, err)
			continue
		}
		if s.Seed() != c.seed || s.Size() != c.size || s.Target() != c.at || s.Speed() != c.speed {
			t.Errorf("%q: seed %d size %v at %d speed %v, want %+v", c.query, s.Seed(), s.Size(), s.Target(), s.Speed(), c)
		}
	}
}

func TestMoved(t *testing.T) {
	for _, c := range []struct{ path, scenario, want string }{
		{"/play/facebook-2010/", "facebook-2010", "/play/theory/mm1/"},
		{"/a b/play/facebook-2010", "facebook-2010", "/a%20b/play/theory/mm1"},
		{"/es/play/facebook-2010.html", "facebook-2010", "/es/play/theory/mm1.html"},
		{"/facebook-2010/embed/facebook-2010/index.html", "facebook-2010", "/facebook-2010/embed/theory/mm1/index.html"},
		{"/play/theory/mmc/", "theory/mmc", "/play/theory/mm1/"},
		{"/learn/keys/", "facebook-2010", "/learn/keys/"},
		{"/", "facebook-2010", "/"},
	} {
		if got := moved(&url.URL{Path: c.path}, c.scenario, "theory/mm1").String(); got != c.want {
			t.Errorf("%s with another scenario is %s, want %s", c.path, got, c.want)
		}
	}
}

func TestUnsaid(t *testing.T) {
	for search, want := range map[string]string{
		"": "", "?": "", "?seed=1": "", "?seed=1&size=2&t=3&until=4&speed=5": "",
		"?painter=2d&seed=1&paused": "?painter=2d&paused", "?theme=dark&x=a%20b": "?theme=dark&x=a%20b", "?seeds=1": "?seeds=1",
	} {
		if got := unsaid(search); got != want {
			t.Errorf("%q is %q, want %q", search, got, want)
		}
	}
}

// Every kind of error and note has words.
func TestLinkedHasWords(t *testing.T) {
	l := i18n.For(i18n.Fallback)
	for i, kind := range []link.Kind{link.Unreadable, link.Truncated, link.TooLarge, link.Newer, link.Unknown, link.Refused} {
		n := &linked{l: l}
		n.fail(&link.Error{Kind: kind, Detail: "this and that"}, []string{showsScenario, showsRun}[i%2])
		if text := markup(t, n); len(missingKeys(text)) > 0 || !strings.Contains(text, "this and that") {
			t.Errorf("%s: %s", kind, text)
		}
	}
	n := &linked{l: l}
	n.tell(link.Run{Version: "0.0.9"}, []link.Note{
		{About: link.OtherVersion}, {About: link.LeftOut, Name: "1 do reboot", Allowed: "no such action"}, {About: link.Moved, Name: "size"},
	})
	text := markup(t, n)
	if strings.Contains(text, "one host") {
		t.Errorf("with nothing odd about a walk it says %s", text)
	}
	for _, want := range []string{"0.0.9", "1 do reboot", "One thing", "out of range", "Dismiss"} {
		if !strings.Contains(text, want) || len(missingKeys(text)) > 0 {
			t.Errorf("no %q in %s", want, text)
		}
	}
	elsewhere := &linked{l: l}
	elsewhere.tell(link.Run{}, []link.Note{{About: link.Elsewhere, Name: "walk takeover", Allowed: "no step 99"}})
	if text := markup(t, elsewhere); strings.Contains(text, "another run") || !strings.Contains(text, "one host") || !strings.Contains(text, "no step 99") {
		t.Errorf("of a walk it says %s", text)
	}
	said := &linked{l: l, text: n.text, details: n.details}
	said.tell(link.Run{}, nil)
	if text := markup(t, said); strings.Contains(text, "<p") {
		t.Errorf("with nothing to say it says %s", text)
	}
}

// The legend of hosts has what a release will show before it does, so that nothing
// on the page moves when it begins; a run without a fleet has no such legend.
func TestLegendOfHostsDoesNotGrow(t *testing.T) {
	p := newPlay("en", "zero-downtime-release")
	if n := len(p.run.HostKeys(p.foot.look().hosts)); n != 6 {
		t.Errorf("%d entries before the release, want 6", n)
	}
	if v := newPlay("en", "facebook-2010").foot.look(); v.hosts != 0 {
		t.Errorf("hosts of a run without any: %b", v.hosts)
	}
}

// The curve over the batch share has a mark and a row for each run, in words too,
// and the story leads to it.
func TestCurveOfBatches(t *testing.T) {
	l, b := i18n.For("en"), readBatches()
	text := markup(t, prosePage(l, "/truth", "truth", truth).New())
	if n := strings.Count(text, "<circle"); n < 4 || n != len(b.Rows) {
		t.Errorf("%d marks for %d runs", n, len(b.Rows))
	}
	for _, r := range b.Rows {
		if row := quantity(l, "share", r.Rolling); !strings.Contains(text, "<td>"+row+"</td>") {
			t.Errorf("the table does not have %s", row)
		}
	}
	if !strings.Contains(text, b.said(l)) || !strings.Contains(text, b.Command) {
		t.Error("the curve is not told in words, or not how to have it again")
	}
	for scenario, want := range map[string]bool{b.Scenario: true, "facebook-2010": false} {
		if got := strings.Contains(markup(t, newPlay("en", scenario)), "truth/#"+scenario); got != want {
			t.Errorf("the story of %s leads to the curve: %v", scenario, got)
		}
	}
}

// The host view stands where a link has it, and tells it the same way.
func TestHostViewOfALink(t *testing.T) {
	p := newPlay("en", "zero-downtime-release")
	for _, w := range []link.Walk{
		{Name: "takeover", Step: 5, Changed: "forward,send_descriptors"}, {Name: "reuseport", Changed: "migrate"}, {}, {Name: "reuseport", Step: 3},
	} {
		p.stand(link.Run{View: link.View{Walk: w}})
		if got := p.here().View.Walk; got != w {
			t.Errorf("it stands at %+v, the link says %+v", got, w)
		}
	}
	p.stand(link.Run{View: link.View{Walk: link.Walk{Name: "takeover", Step: 900, Changed: "nothing"}}})
	if got, want := p.here().View.Walk, (link.Walk{Name: "takeover", Step: p.hosts.walks[0].Steps()}); got != want {
		t.Errorf("beyond what there is it stands at %+v, want %+v", got, want)
	}
	newPlay("en", "facebook-2010").stand(link.Run{View: link.View{Walk: link.Walk{Name: "takeover"}}}) // has no walks
}

// TestArgumentsKeepTheirPlaces: an action offers the same arguments whichever is chosen,
// the default among them, each once and in their order.
func TestArgumentsKeepTheirPlaces(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		name := scn.Name
		p := newPlay("en", name)
		for _, a := range p.actions.list {
			if a.scn().Arg == nil {
				continue
			}
			value := regexp.MustCompile(`value="([^"]*)"`)
			before := value.FindAllString(markup(t, a), -1)
			all := a.choices()
			if !slices.IsSorted(all) || !slices.Contains(all, a.scn().Arg.Default) || len(before) != len(all) {
				t.Errorf("%s: %s offers %v, as %v", name, a.scn().Name, all, before)
			}
			other := *a
			other.arg = plainNumber(all[len(all)-1])
			var b bytes.Buffer
			app.PrintHTML(&b, other.Render())
			if after := value.FindAllString(b.String(), -1); !slices.Equal(after, before) {
				t.Errorf("%s: %s offers %v, and offered %v", name, a.scn().Name, after, before)
			}
		}
	}
}

// TestOnlyOutagesAreCalledThat: the button over the stage, and that of a poster, name an
// outage where the scenario tells of one.
func TestOnlyOutagesAreCalledThat(t *testing.T) {
	for name, outage := range map[string]bool{
		"facebook-2010": true, "pagerduty-2014": true, "zero-downtime-release": false, "release-under-retries": false, "theory/mm1": false,
	} {
		p := newPlay("en", name)
		if text := markup(t, p.board); strings.Contains(text, "Start the outage") != outage {
			t.Errorf("%s: an outage is started: %v", name, !outage)
		}
		if word := startWord(p.scn); (word == "embed.start.outage") != outage {
			t.Errorf("%s: the poster says %s", name, word)
		}
	}
}
