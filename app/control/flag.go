package control

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
)

// In HTML a switch is on when its attribute is there, whatever the value; in the
// browser go-app sets properties, which must be told "false" too. So what is off
// is left out of prerendered pages only.

// Option is one choice of a menu.
func Option(value, text string, selected bool) app.UI {
	o := el.Option().Attr("value", value).Text(text)
	if selected || app.IsClient {
		o = o.Attr("selected", selected)
	}
	return o
}

// Switch is a checkbox that looks and reads like a switch.
func Switch(id string, on bool) el.Void {
	in := el.Input().Attr("type", "checkbox").Class("switch").ID(id).Role("switch")
	if on || app.IsClient {
		in = in.Attr("checked", on)
	}
	return in
}

// Off makes a button one that cannot be pressed.
func Off(button app.HTMLElem, off bool) app.HTMLElem {
	if off || app.IsClient {
		button = button.Attr("disabled", off)
	}
	return button
}
