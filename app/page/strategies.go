package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/verbs"
	"stampede/engine/scenario"
)

// strategies are the switches of the scenario, in its groups.
type strategies struct {
	live
	run  *run
	list []*strategy
}

func newStrategies(r *run) *strategies {
	s := &strategies{run: r}
	for i := range r.scn.Strategies {
		st := newStrategy(r, i)
		s.list = append(s.list, st)
		s.holds(&st.live)
	}
	return s
}

func (s *strategies) refresh() {
	for _, st := range s.list {
		st.refresh()
	}
}

// Render shows the groups in the order in which the scenario names them first.
func (s *strategies) Render() app.UI {
	l := s.run.l
	groups := []string{}
	members := map[string][]app.UI{}
	for _, st := range s.list {
		g := st.scn().Group
		if members[g] == nil {
			groups = append(groups, g)
		}
		members[g] = append(members[g], st)
	}
	return el.Section().Class("panel strategies").Aria("labelledby", "strategies").Body(
		el.H2().ID("strategies").Text(l.T("strategies.title")),
		el.P().Class("hint").Text(s.run.word("strategies", "hint")),
		el.Div().Class("groups").Body(app.Range(groups).Slice(func(i int) app.UI {
			g := groups[i]
			return el.Div().Class("group").Body(append([]app.UI{
				el.H3().Text(s.run.word("group", g)),
			}, members[g]...)...)
		})),
	)
}

// strategy is one switch with its settings.
type strategy struct {
	live
	run *run
	no  int
	// view holds the values shown: the switch, then the settings.
	view string
	on   bool
}

func newStrategy(r *run, no int) *strategy {
	s := &strategy{run: r, no: no}
	s.on, s.view = s.look()
	return s
}

func (s *strategy) scn() *scenario.Strategy { return &s.run.scn.Strategies[s.no] }

func (s *strategy) look() (on bool, view string) {
	var b strings.Builder
	for _, p := range s.scn().Params {
		v, _ := s.run.s.Get(p)
		b.WriteString(v + between)
	}
	return s.run.s.Strategy(s.scn().Name), b.String()
}

func (s *strategy) refresh() {
	if on, v := s.look(); on != s.on || v != s.view {
		s.on, s.view = on, v
		s.redraw()
	}
}

// Render shows the switch, its reason, and its settings to unfold.
func (s *strategy) Render() app.UI {
	l, d := s.run.l, s.scn()
	id := "s-" + d.Name
	class := "strategy"
	if s.on != d.Then {
		class += " changed"
	}
	if len(d.Params) > 0 {
		class += " tunable"
	}
	return el.Div().Class(class).Body(
		el.Label().Attr("for", id).Body(
			control.Switch(id, s.on).Aria("describedby", id+"-why").OnChange(s.onSwitch),
			el.Span().Class("said").Body(
				el.Span().Class("named").Text(s.run.word("strategy", d.Name, "name")),
				app.Text(" "),
				app.If(d.Then, func() app.UI {
					return el.Span().Class("tag").Title(l.T("strategies.then.help")).Text(s.then())
				}),
				app.Text(" "),
				el.Span().Class("why").ID(id+"-why").Text(s.run.word("strategy", d.Name, "why")),
				app.If(s.on != d.Then, func() app.UI {
					return el.Span().Class("hidden").Text(l.T("strategies.changed"))
				}),
			),
		),
		app.If(len(d.Params) > 0, s.settings),
	)
}

// then is the year of the incident, or a word where there is none.
func (s *strategy) then() string {
	if st := s.run.scn.Story; st != nil {
		year, _, _ := strings.Cut(st.Date, "-")
		return year
	}
	return s.run.l.T("strategies.then")
}

// iconSettings are two sliders, on a grid of 16.
const iconSettings = `<svg viewBox="0 0 16 16" aria-hidden="true"><path d="M1 4.300h14v1.400H1zM1 10.300h14v1.400H1z"/><circle cx="8" cy="5" r="2"/><circle cx="4" cy="11" r="2"/></svg>`

func (s *strategy) settings() app.UI {
	d := s.scn()
	return el.Details().Body(
		el.Summary().Title(s.run.l.T("strategies.params")).Body(
			app.Raw(iconSettings),
			el.Span().Class("hidden").Text(s.run.l.T("strategies.params")+": "+s.run.word("strategy", d.Name, "name")),
		),
		app.Range(d.Params).Slice(func(i int) app.UI {
			f := field(s.run, d.Params[i])
			if c, ok := f.(*control.Field); ok {
				c.At = d.Name
				if d.Several() {
					c.Of = s.run.PlaceOf(d.Params[i])
				}
			}
			return f
		}),
	)
}

// field is the control of a parameter; nothing for a path that leads nowhere.
func field(r *run, path string) app.UI {
	p, ok := verbs.Param(r.s, path)
	if !ok {
		return app.Text("")
	}
	value, _ := r.s.Get(path)
	return &control.Field{Path: path, Param: p, Value: value, Default: r.initial(path), Locale: r.l, To: r.verbs}
}

func (s *strategy) onSwitch(ctx app.Context, _ app.Event) {
	on := ctx.JSSrc().Get("checked").Bool()
	if _, err := s.run.verbs.Call("strategy", s.scn().Name, on); err != nil {
		app.Log(err)
	}
	s.on, s.view = s.look()
}
