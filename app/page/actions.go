package page

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/engine/scenario"
)

// actions are what an operator can do.
type actions struct {
	live
	run  *run
	list []*action
}

func newActions(r *run) *actions {
	a := &actions{run: r}
	for i := range r.scn.Actions {
		x := &action{run: r, no: i}
		a.list = append(a.list, x)
		a.holds(&x.live)
	}
	return a
}

// Render shows a button for each action; those with an argument come last, each
// in a row of its own.
func (a *actions) Render() app.UI {
	l := a.run.l
	var plain, with []app.UI
	for _, x := range a.list {
		if x.scn().Arg == nil {
			plain = append(plain, x)
		} else {
			with = append(with, x)
		}
	}
	return el.Section().Class("panel onduty").Aria("labelledby", "onduty").Body(
		el.H2().ID("onduty").Text(l.T("actions.title")),
		el.P().Class("hint").Text(l.T("actions.hint")),
		el.Div().Class("buttons").Body(append(plain, with...)...),
	)
}

// action is one button, with the number that it takes.
type action struct {
	live
	run *run
	no  int
	arg string // as entered, "" for the default
}

func (a *action) scn() *scenario.Action { return &a.run.scn.Actions[a.no] }

// Render shows the button, and the field of its argument.
func (a *action) Render() app.UI {
	l, d := a.run.l, a.scn()
	class := "button"
	title := ""
	if d.Grave {
		class += " grave"
		title = l.T("actions.grave")
	}
	button := el.Button().Attr("type", "button").Class(class).Title(title).Text(a.run.word("action", d.Name, "name")).OnClick(a.onDo)
	if d.Arg == nil {
		return button
	}
	arg := a.run.word("action", d.Name, "arg")
	return el.Div().Class("with-arg").Body(
		button,
		el.Select().Aria("label", arg).Title(arg).OnChange(a.onArg).
			Body(a.options()...),
	)
}

// argStops are the shares of an argument's range that a menu offers.
var argStops = []float64{0, 0.02, 0.05, 0.1, 0.2, 0.35, 0.5, 0.75, 1}

// options are round values over the argument's range, and the default: the same ones
// whatever is chosen, as the browser knows the choice by its place.
func (a *action) options() []app.UI {
	now := a.scn().Arg.Default
	if x, ok := parseNumber(a.arg); ok {
		now = x
	}
	var out []app.UI
	for _, x := range a.choices() {
		out = append(out, control.Option(plainNumber(x), a.value(x), x == now))
	}
	return out
}

// choices are the values of the options.
func (a *action) choices() []float64 {
	arg := a.scn().Arg
	all := []float64{arg.Default}
	for _, s := range argStops {
		all = append(all, roundTo(arg.Min+s*(arg.Max-arg.Min), arg.Step))
	}
	control.InOrder(all)
	return slices.Compact(all)
}

func (a *action) value(x float64) string {
	l := a.run.l
	switch a.scn().Arg.Unit {
	case "share":
		return l.Percent(x)
	case "s":
		return l.Time(x)
	}
	return l.Number(x)
}

func (a *action) onArg(ctx app.Context, _ app.Event) { a.arg = ctx.JSSrc().Get("value").String() }

func (a *action) onDo(app.Context, app.Event) {
	var arg any
	if a.arg != "" {
		arg = a.arg
	}
	if _, err := a.run.verbs.Call("do", a.scn().Name, arg); err != nil {
		app.Log(err)
	}
}
