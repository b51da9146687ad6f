package scenario

import (
	"fmt"
	"slices"
)

// The bounds of a table.
const (
	maxRows     = 24
	maxArms     = 12
	mostPerWeek = 1e6
)

func (c *checker) table() {
	t := c.s.Table
	if t == nil {
		return
	}
	c.want(len(t.Rows) >= 1 && len(t.Rows) <= maxRows, "$.table.rows", phrase(fmt.Sprintf("%d rows", len(t.Rows))), fmt.Sprintf("1 to %d", maxRows))
	c.want(len(t.Arms) >= 1 && len(t.Arms) <= maxArms, "$.table.arms", phrase(fmt.Sprintf("%d arms", len(t.Arms))), fmt.Sprintf("1 to %d", maxArms))
	var seen []string
	for i := range t.Rows {
		c.row(fmt.Sprintf("$.table.rows[%d]", i), &t.Rows[i], &seen)
	}
	seen = nil
	for i := range t.Arms {
		a := &t.Arms[i]
		path := fmt.Sprintf("$.table.arms[%d]", i)
		c.name(path+".name", a.Name, &seen)
		c.settable(path+".set", a.Set)
	}
	c.figure("$.table.releases", t.Releases)
	c.want(t.PerWeek >= 0 && t.PerWeek <= mostPerWeek, "$.table.per_week", t.PerWeek, fmt.Sprintf("a number from 0 to %v", mostPerWeek))
	c.want((t.Releases == nil) == (t.PerWeek == 0), "$.table", phrase("one of releases and per_week"), "both, or none")
}

func (c *checker) row(path string, r *Row, seen *[]string) {
	c.name(path+".name", r.Name, seen)
	c.line(path, &Line{Of: r.Of, Metric: r.Metric})
	c.want(slices.Contains([]string{"", "less", "more"}, r.Better), path+".better", r.Better, "less, more, or left out")
	c.want(r.Scale >= 0, path+".scale", r.Scale, "a number above 0")
	c.want(!r.PerRelease || c.s.Table.Releases != nil, path+".per_release", r.PerRelease, "per_release only in a table with releases")
}
