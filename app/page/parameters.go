package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/verbs"
)

// parameters are all numbers of the model that can be changed in a run, by
// component: what no strategy offers is found here.
type parameters struct {
	live
	run  *run
	list []*component
}

func newParameters(r *run) *parameters {
	p := &parameters{run: r}
	for i := range r.scn.Components {
		if c := (&component{run: r, name: r.scn.Components[i].Name}); len(c.paths()) > 0 {
			p.list = append(p.list, c)
			p.holds(&c.live)
		}
	}
	return p
}

func (p *parameters) refresh() {
	for _, c := range p.list {
		c.refresh()
	}
}

// Render shows a fold for each component.
func (p *parameters) Render() app.UI {
	l := p.run.l
	body := []app.UI{
		el.H2().ID("parameters").Text(l.T("components.title")),
		el.P().Class("hint").Text(l.T("components.hint")),
	}
	for _, c := range p.list {
		body = append(body, c)
	}
	return el.Section().Class("panel parameters").Aria("labelledby", "parameters").Body(body...)
}

// component is the fold of one component's parameters, filled once it has been
// opened.
type component struct {
	live
	run  *run
	name string
	open bool
	view string
}

// paths are those of the parameters that can be changed in a run.
func (c *component) paths() []string {
	var out []string
	for _, path := range verbs.Paths(c.run.s) {
		rest, ok := strings.CutPrefix(path, c.name+".")
		if !ok || strings.Contains(rest, ".") {
			continue
		}
		if p, ok := verbs.Param(c.run.s, path); ok && !p.Fixed {
			out = append(out, path)
		}
	}
	return out
}

func (c *component) look() string {
	var b strings.Builder
	for _, path := range c.paths() {
		v, _ := c.run.s.Get(path)
		b.WriteString(v + between)
	}
	return b.String()
}

func (c *component) refresh() {
	if !c.open {
		return
	}
	if v := c.look(); v != c.view {
		c.view = v
		c.redraw()
	}
}

// Render shows the fold.
func (c *component) Render() app.UI {
	return el.Details().On("toggle", c.onToggle).Body(
		el.Summary().Text(c.run.name(c.name)),
		app.If(c.open, func() app.UI {
			paths := c.paths()
			return el.Div().Body(app.Range(paths).Slice(func(i int) app.UI { return field(c.run, paths[i]) }))
		}),
	)
}

func (c *component) onToggle(ctx app.Context, _ app.Event) {
	c.open = ctx.JSSrc().Get("open").Bool()
	c.view = c.look()
}

// firstValues are the values of all parameters of a run at its start.
func firstValues(r *run) map[string]string {
	first := map[string]string{}
	for _, path := range verbs.Paths(r.s) {
		first[path], _ = r.s.Get(path)
	}
	return first
}
