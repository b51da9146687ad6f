package control

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine/param"
)

// Field is the control of one parameter.
type Field struct {
	app.Compo

	Path    string
	At      string // where it stands: a parameter may have a control in several places
	Param   param.Param
	Of      string // what the parameter belongs to, "" where that is clear
	Value   string // canonical text
	Default string // what the scenario sets, canonical text
	Locale  *i18n.Locale
	To      Setter

	drag    string // the value under a slider that is being dragged
	refused string // why the last entry was not taken
}

// OnMount puts a slider where it belongs: its attributes are set in any order,
// and a value outside the range of that moment is cut.
func (f *Field) OnMount(app.Context) {
	if form(f.Param) != slider {
		return
	}
	if in := app.Window().GetElementByID(f.id()); in.Truthy() {
		x, _ := f.Param.Number(f.Value)
		in.Set("value", plain(scaleOf(f.Param).position(x)))
	}
}

// OnUpdate forgets what was being entered: the value has changed.
func (f *Field) OnUpdate(app.Context) { f.drag, f.refused = "", "" }

// Render shows label, control, value, help and, once changed, the way back.
func (f *Field) Render() app.UI {
	key := f.id()
	changed := f.Value != f.Default
	class := "field"
	if changed {
		class += " changed"
	}
	return el.Div().Class(class).Body(
		el.Label().Class("field-label").Attr("for", key).Text(f.label()),
		f.value(),
		f.input(key),
		el.P().Class("field-help").ID(key+"-help").Text(view.ParamHelp(f.Locale, f.Param)),
		app.If(f.refused != "", func() app.UI {
			return el.P().Class("field-error").Role("alert").Text(f.refused)
		}),
		app.If(changed, func() app.UI { return f.reset() }),
	)
}

// label is the parameter's name, with what it belongs to.
func (f *Field) label() string {
	name := view.ParamLabel(f.Locale, f.Param)
	if f.Of == "" {
		return name
	}
	return f.Locale.T("control.of", i18n.Text("place", f.Of), i18n.Text("name", name))
}

// value shows what is set; a slider's changes while it is dragged.
func (f *Field) value() app.UI {
	if k := form(f.Param); k == toggle || k == menu || k == number {
		return el.Span().Class("field-value").Text(f.unit())
	}
	return el.Output().Class("field-value").Attr("for", f.id()).Text(view.ParamValue(f.Locale, f.Param, f.current()))
}

// unit is that of a number input, which shows the number itself.
func (f *Field) unit() string {
	if form(f.Param) != number || f.Param.Unit == "" {
		return ""
	}
	return f.Locale.Or("unit."+f.Param.Unit, f.Param.Unit)
}

func (f *Field) current() string {
	if f.drag != "" {
		return f.drag
	}
	return f.Value
}

func (f *Field) reset() app.UI {
	value := view.ParamValue(f.Locale, f.Param, f.Default)
	return el.Button().Attr("type", "button").Class("quiet").
		Text(f.Locale.T("control.reset", i18n.Text("value", value))).
		OnClick(f.onReset)
}

// input is the form element itself.
func (f *Field) input(key string) app.UI {
	help := key + "-help"
	switch form(f.Param) {
	case toggle:
		return Switch(key, f.Value == "true").Aria("describedby", help).OnChange(f.onToggle)
	case menu:
		return el.Select().ID(key).Aria("describedby", help).OnChange(f.onText).Body(
			app.Range(f.Param.Choices).Slice(func(i int) app.UI {
				c := f.Param.Choices[i]
				return Option(c, view.ParamChoice(f.Locale, f.Param, c), c == f.Value)
			}))
	case slider:
		s := scaleOf(f.Param)
		x, _ := f.Param.Number(f.current())
		return el.Input().Attr("type", "range").ID(key).Aria("describedby", help).
			Attr("min", plain(s.min)).Attr("max", plain(s.max)).Attr("step", plain(s.step)).Attr("value", plain(s.position(x))).
			Aria("valuetext", view.ParamValue(f.Locale, f.Param, f.current())).
			OnInput(f.onSlide).OnChange(f.onSlid)
	case number:
		in := el.Input().Attr("type", "number").ID(key).Aria("describedby", help).Attr("value", f.Value).OnChange(f.onText)
		if f.Param.Bounded() {
			in = in.Attr("min", plain(f.Param.Min)).Attr("max", plain(f.Param.Max))
		}
		if f.Param.Type == param.Float {
			return in.Attr("step", "any")
		}
		return in.Attr("step", plain(max(f.Param.Step, 1)))
	}
	return el.Input().Attr("type", "text").ID(key).Aria("describedby", help).Attr("value", f.Value).OnChange(f.onText)
}

func (f *Field) onToggle(ctx app.Context, _ app.Event) {
	f.set(strconv.FormatBool(ctx.JSSrc().Get("checked").Bool()))
}

func (f *Field) onText(ctx app.Context, _ app.Event) { f.set(ctx.JSSrc().Get("value").String()) }

func (f *Field) onSlide(ctx app.Context, _ app.Event) { f.drag = f.slid(ctx) }

func (f *Field) onSlid(ctx app.Context, _ app.Event) {
	value := f.slid(ctx)
	f.drag = ""
	f.set(value)
}

// slid is the value at which the slider stands.
func (f *Field) slid(ctx app.Context) string {
	x, err := strconv.ParseFloat(ctx.JSSrc().Get("value").String(), 64)
	if err != nil {
		return f.Value
	}
	return scaleOf(f.Param).value(x)
}

func (f *Field) onReset(app.Context, app.Event) { f.set(f.Default) }

// set hands a value on; a refused one is explained beside the control.
func (f *Field) set(text string) {
	f.refused = ""
	if err := f.To.Set(f.Path, text); err != nil {
		f.refused = err.Error()
		return
	}
	f.Value = text
}
