package share

import (
	"encoding/xml"
	"html"
	"net/url"
	"strings"
	"testing"

	"stampede/app/link"
)

func moment() *Moment {
	return &Moment{
		Root: "https://example.org/a%20b/", Scenario: "facebook-2010", Run: "r1.abc",
		Shown: link.Query{View: "stage", Controls: "min", Theme: "dark", Strategies: []string{"leases", "coalescing"}},
		Title: `"Stuck" & <more>`, Outcome: "Stuck. 5 % are [lost].", Start: "Run it",
		Poster: `<svg xmlns="http://www.w3.org/2000/svg"><text fill="#123456">a'b &amp; 5 % c</text></svg>`,
	}
}

func TestAddresses(t *testing.T) {
	m := moment()
	if got, want := m.Link(), "https://example.org/a%20b/play/facebook-2010/?theme=dark#r1.abc"; got != want {
		t.Errorf("link %s, want %s", got, want)
	}
	want := "https://example.org/a%20b/embed/facebook-2010/?controls=min&strategies=leases,coalescing&theme=dark&view=stage#r1.abc"
	if got := m.Embed(); got != want {
		t.Errorf("embed %s, want %s", got, want)
	}
	if got, want := (&Moment{Root: "/", Scenario: "x", Run: "r1.a"}).Link(), "/play/x/#r1.a"; got != want {
		t.Errorf("bare link %s, want %s", got, want)
	}
}

// The markup holds what was given, whatever is in it.
func TestMarkup(t *testing.T) {
	m := moment()
	for name, text := range map[string]string{"frame": m.Frame(), "element": strings.ReplaceAll(strings.ReplaceAll(m.Element(), " defer>", ` defer="">`), `100%">`, `100%"/>`)} {
		d := xml.NewDecoder(strings.NewReader("<all>" + text + "</all>"))
		found := map[string]string{}
		for {
			token, err := d.Token()
			if token == nil {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v in %s", name, err, text)
			}
			if e, ok := token.(xml.StartElement); ok {
				for _, a := range e.Attr {
					found[e.Name.Local+"."+a.Name.Local] = a.Value
				}
			}
		}
		wants := map[string]string{"iframe.title": m.Title, "iframe.src": m.Embed(), "iframe.loading": "lazy", "iframe.style": "width: 100%; height: " + m.height() + "; border: 0"}
		if name == "element" {
			wants = map[string]string{
				"stampede-sim.title": m.Title, "stampede-sim.run": m.Run, "stampede-sim.view": "stage", "stampede-sim.controls": "min",
				"stampede-sim.strategies": "leases,coalescing", "img.alt": m.Outcome, "a.href": m.Link(), "script.src": m.Root + "web/embed.js",
			}
			data, ok := strings.CutPrefix(found["img.src"], "data:image/svg+xml,")
			got, err := url.PathUnescape(data)
			if !ok || err != nil || got != m.Poster {
				t.Errorf("the poster is %q, want %q", got, m.Poster)
			}
		}
		for key, want := range wants {
			if found[key] != want {
				t.Errorf("%s: %s is %q, want %q", name, key, found[key], want)
			}
		}
	}
	if !strings.Contains(m.Frame(), html.EscapeString(m.Title)) {
		t.Error(m.Frame())
	}
}

func TestMarkdown(t *testing.T) {
	got := moment().Markdown("a b.svg")
	want := `[!["Stuck" & <more>. Stuck. 5 % are \[lost\].](a%20b.svg)](https://example.org/a%20b/play/facebook-2010/?theme=dark#r1.abc)`
	if got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// The room is as tall as what is shown, in rows and in columns.
func TestRoom(t *testing.T) {
	for _, c := range []struct {
		view     string
		controls link.Controls
		tall     float64
		want     string
	}{
		{link.ViewStage, link.MinControls, 683, "clamp(calc(164px + clamp(340px, 47cqi, 620px)), (640px - 100cqi) * 9999, 883px)"},
		{link.ViewStage, link.MinControls, 200, "calc(164px + clamp(340px, 47cqi, 620px))"},
		{link.ViewBoth, link.NoControls, 683, "clamp(calc(60px + clamp(340px, 47cqi, 620px)), (640px - 100cqi) * 9999, 793px)"},
		{link.ViewCharts, link.AllControls, 683, "720px"},
		{link.ViewHosts, link.MinControls, 683, "clamp(800px, 1670px - 130cqi, 1240px)"},
	} {
		m := &Moment{Shown: link.Query{View: c.view, Controls: c.controls}, Tall: c.tall}
		if got := m.height(); got != c.want {
			t.Errorf("%q %q %v: %s, want %s", c.view, c.controls, c.tall, got, c.want)
		}
	}
}
