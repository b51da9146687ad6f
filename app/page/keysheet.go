package page

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/link"
)

// keysheet is the list of the keys, with the switch that turns them off: single
// letters are in the way of those who speak to their machine.
type keysheet struct {
	live
	l    *i18n.Locale
	off  bool
	kept bool       // the browser remembers the choice
	set  func(bool) // is told the choice; nil where there are no keys
}

// keysKey is the name under which the choice is kept, and of the address's key.
const keysKey = "keys"

// keysOff reports whether keys are not wanted: by the address, else by the
// choice kept from an earlier visit.
func keysOff(q link.Query) bool {
	if app.IsServer {
		return false
	}
	if query().Has(keysKey) {
		return q.NoKeys
	}
	return kept(visits, keysKey) == "0"
}

// remembers reports whether what is kept is there at the next visit.
func remembers() bool {
	return app.IsServer || !app.Window().Get("stampedeForgets").Truthy()
}

// onSwitch takes the choice, and keeps it.
func (k *keysheet) onSwitch(ctx app.Context, _ app.Event) {
	k.off = !ctx.JSSrc().Get("checked").Bool()
	value := "1"
	if k.off {
		value = "0"
	}
	keep(visits, keysKey, value)
	k.set(k.off)
	k.redraw()
}

// keyRows pair the caps of keys with what they do.
var keyRows = [][2]string{
	{"key.space", "keys.play"},
	{"key.arrows", "keys.step"},
	{"key.ends", "keys.ends"},
	{"key.pages", "keys.events"},
	{"key.signs", "keys.speed"},
	{"key.s", "keys.one"},
	{"key.r", "keys.reset"},
	{"key.shift_r", "keys.seed"},
	{"key.digits", "keys.strategy"},
	{"key.help", "keys.help"},
	{"key.escape", "keys.leave"},
}

// show opens the list.
func (k *keysheet) show() {
	if k.part.Shown() && app.IsClient {
		showModal(k.JSValue())
		// By hand: browsers complain of autofocus within other pages, even of a
		// dialog that is closed.
		k.JSValue().Call("querySelector", "form .button").Call("focus")
	}
}

// Render shows the list in a dialog, closed at first.
func (k *keysheet) Render() app.UI {
	rows := slices.Collect(func(yield func(app.UI) bool) {
		for _, r := range keyRows {
			if !yield(el.Dt().Body(app.Elem("kbd").Text(k.l.T(r[0])))) || !yield(el.Dd().Text(k.l.T(r[1]))) {
				return
			}
		}
	})
	return el.Dialog().Class("keysheet").Aria("labelledby", "keysheet").Body(
		el.H2().ID("keysheet").Text(k.l.T("keys.title")),
		el.Dl().Body(rows...),
		el.P().Class("hint").Text(k.l.T("keys.note")),
		k.choice(),
		el.Form().Attr("method", "dialog").Body(el.Button().Class("button").Text(k.l.T("page.keys.close"))),
	)
}

// choice is the switch.
func (k *keysheet) choice() app.UI {
	kept := "keys.off.kept"
	if !k.kept {
		kept = "keys.off.visit"
	}
	return el.Label().Class("usekeys").Body(
		control.Switch("usekeys", !k.off).Aria("describedby", "usekeys-kept").OnChange(k.onSwitch),
		el.Span().Text(k.l.T("keys.off")),
		el.Span().Class("hint").ID("usekeys-kept").Text(k.l.T(kept)),
	)
}
