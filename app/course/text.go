package course

import (
	"slices"
	"strings"

	"stampede/app/chart"
	"stampede/app/i18n"
	"stampede/app/view"
)

// Text writes the course of a run as plain text that is Markdown too: headings,
// lists and tables.
func Text(r *view.Run, c *Course) string {
	var b strings.Builder
	l := r.Locale
	line := func(words ...string) {
		b.WriteString(strings.Join(words, "") + "\n")
	}
	part := func(title string) { line("\n## ", title, "\n") }
	about := func(part string) string { return view.About(l, r.Scenario.Name, part) }
	line("# ", about("title"), "\n")
	line(about("line"))
	part(l.T("course.outcome"))
	line(view.Plain(c.Outcome))
	if c.Cause != "" {
		line(c.Cause)
	}
	for _, p := range c.Phases {
		part(p.Title)
		if p.Spells != "" {
			line(p.Spells, "\n")
		}
		for _, e := range p.Events {
			line("- ", e.When, ": ", strings.Join(slices.Concat(e.What, e.Story), " · "))
			if len(e.Sentences) > 0 {
				line("  ", e.AsOf, " ", Say(e.Sentences))
			}
		}
	}
	if len(c.Numbers.Rows) > 0 {
		part(l.T("course.numbers"))
		writeTable(&b, c.Numbers)
	}
	if len(c.Series.Rows) > 0 {
		part(l.T("course.series"))
		writeTable(&b, c.Series)
	}
	if r.Scenario.Table != nil {
		line("\n", l.T("course.compare", i18n.Text("command", "stampede compare "+r.Scenario.Name)))
	}
	line("\n", c.Stamp)
	return b.String()
}

// Say joins sentences without their emphasis.
func Say(list []view.Sentence) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = view.Plain(s.Spans)
	}
	return strings.Join(words, " ")
}

// writeTable writes a table with bars between its columns.
func writeTable(b *strings.Builder, t chart.Table) {
	row := func(cells []string) {
		for _, c := range cells {
			b.WriteString("| " + strings.ReplaceAll(c, "|", `\|`) + " ")
		}
		b.WriteString("|\n")
	}
	row(t.Head)
	b.WriteString(strings.Repeat("| --- ", len(t.Head)) + "|\n")
	for _, r := range t.Rows {
		row(r)
	}
}
