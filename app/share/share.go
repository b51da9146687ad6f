// Package share writes what an author puts into a document so that it shows one
// moment of a run: an address, a frame, an element with its poster, and a picture
// with a link. All of them hold the run itself, so they show the same for years.
package share

import (
	"html"
	"net/url"
	"strings"

	"stampede/app/link"
)

// Moment is what is shared.
type Moment struct {
	Root     string     // address of the site, with a slash at its end
	Scenario string     // its name
	Run      string     // as "r1....", see link.Run.Hash
	Shown    link.Query // what the author fixes: view, controls, theme, strategies
	Title    string     // names the moment
	Outcome  string     // says what has become of the run
	Start    string     // words of the button that starts it
	Poster   string     // an SVG document
	Tall     float64    // height of its stage in a narrow column, in CSS pixels
}

// Link is the address of the whole page with the run.
func (m *Moment) Link() string {
	q := link.Query{Theme: m.Shown.Theme}
	return m.address("play", q)
}

// Embed is the address of the page for other pages with the run.
func (m *Moment) Embed() string { return m.address("embed", m.Shown) }

func (m *Moment) address(page string, q link.Query) string {
	address := m.Root + page + "/" + m.Scenario + "/"
	if v := q.Values(); len(v) > 0 {
		address += "?" + strings.ReplaceAll(v.Encode(), "%2C", ",")
	}
	return address + "#" + m.Run
}

// Frame is HTML for documents that take frames.
func (m *Moment) Frame() string {
	return roomy + `<iframe src="` + html.EscapeString(m.Embed()) + `" title="` + html.EscapeString(m.Title) +
		`" loading="lazy" allow="fullscreen; clipboard-write" style="width: 100%; height: ` + m.height() + `; border: 0"></iframe></div>`
}

// Element is HTML for documents that take scripts: its poster shows before
// anything else is downloaded, and where scripts are off.
func (m *Moment) Element() string {
	var b strings.Builder
	b.WriteString(`<script src="` + html.EscapeString(m.Root) + `web/embed.js" defer></script>` + "\n" + roomy + "<stampede-sim")
	put := func(name, value string) { b.WriteString(" " + name + `="` + html.EscapeString(value) + `"`) }
	put("scenario", m.Scenario)
	put("run", m.Run)
	v := m.Shown.Values()
	for _, name := range link.Keys() {
		if v.Has(name) {
			put(name, v.Get(name))
		}
	}
	put("title", m.Title)
	put("label", m.Start)
	put("style", "display: block; height: "+m.height())
	b.WriteString(">\n" + `<img alt="` + html.EscapeString(m.Outcome) + `" src="` + DataURI(m.Poster) + `" style="width: 100%">` + "\n")
	b.WriteString(`<a href="` + html.EscapeString(m.Link()) + `">` + html.EscapeString(m.Title) + "</a>\n</stampede-sim></div>")
	return b.String()
}

// Markdown is a picture that leads to the run, for documents that take neither
// frames nor scripts. The picture is a file beside the document.
func (m *Moment) Markdown(file string) string {
	text := strings.NewReplacer("\\", `\\`, "[", `\[`, "]", `\]`, "\n", " ").Replace(m.Title + ". " + m.Outcome)
	return "[![" + text + "](" + (&url.URL{Path: file}).String() + ")](" + m.Link() + ")"
}

// DataURI is a drawing as an address that holds it.
func DataURI(svg string) string {
	return "data:image/svg+xml," + strings.NewReplacer(
		"%", "%25", "#", "%23", "<", "%3C", ">", "%3E", `"`, "%22", "'", "%27", "&", "%26", "\n", "%0A",
	).Replace(svg)
}
