package page

import (
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/transport"
)

// press is a key with what matters of its surroundings.
type press struct {
	key     string // as KeyboardEvent.key
	shift   bool
	other   bool   // Ctrl, Alt or Meta is down: the key is the browser's
	element string // name of the element that has the focus, in capitals
	kind    string // its type, for an input
}

// typing reports whether the key belongs to the element that has the focus.
func (p press) typing() bool {
	switch p.element {
	case "TEXTAREA", "SELECT", "DIALOG":
		return true
	case "INPUT":
		if p.kind == "checkbox" {
			return p.key == " "
		}
		return true
	case "BUTTON", "SUMMARY", "A":
		return p.key == " " || p.key == "Enter"
	}
	return false
}

// keys are the playground's keys. A handler reports whether the key was its.
type keys struct {
	run   *run
	help  func()
	leave func()
	end   func() float64 // seconds
}

// press carries out what a key means.
func (k *keys) press(p press) (taken bool) {
	if p.other || p.typing() {
		return false
	}
	verb, args, ok := k.meaning(p)
	if !ok {
		return false
	}
	switch verb {
	case "help":
		k.help()
	case "leave":
		k.leave()
	case "toggle":
		report(k.run.verbs.Toggle())
	case "switch":
		report(k.run.verbs.Strategy(args[0].(int)))
	default:
		_, err := k.run.verbs.Call(verb, args...)
		report(err)
	}
	return true
}

func report(err error) {
	if err != nil {
		app.Log(err)
	}
}

// meaning is the verb of a key.
func (k *keys) meaning(p press) (verb string, args []any, ok bool) {
	if p.shift && strings.EqualFold(p.key, "r") {
		return "reset", []any{map[string]any{"seed": float64(transport.NewSeed())}}, true
	}
	switch p.key {
	case " ", ".":
		return "toggle", nil, true
	case "ArrowRight", "s", "S":
		return "step", []any{1.0}, true
	case "ArrowLeft":
		return "step", []any{-1.0}, true
	case "Home":
		return "seek", []any{0.0}, true
	case "End":
		return "seek", []any{k.end()}, true
	case "r":
		return "reset", nil, true
	case "?":
		return "help", nil, true
	case "Escape":
		return "leave", nil, true
	}
	if len(p.key) == 1 && p.key >= "1" && p.key <= "9" {
		return "switch", []any{int(p.key[0] - '1')}, true
	}
	return "", nil, false
}

// listenKeys has the keys pressed inside an element go to k. The browser asks at
// once whether a key was taken, so this cannot wait for go-app's own events.
func listenKeys(el app.Value, k *keys) (end func()) {
	if app.IsServer {
		return func() {}
	}
	fn := app.FuncOf(func(_ app.Value, args []app.Value) any {
		e := args[0]
		at := e.Get("target")
		p := press{
			key: e.Get("key").String(), shift: e.Get("shiftKey").Bool(),
			other:   e.Get("ctrlKey").Bool() || e.Get("altKey").Bool() || e.Get("metaKey").Bool(),
			element: at.Get("tagName").String(),
		}
		if kind := at.Get("type"); kind.Truthy() {
			p.kind = kind.String()
		}
		if k.press(p) {
			e.Call("preventDefault")
		}
		return nil
	})
	el.Call("addEventListener", "keydown", fn)
	return func() {
		el.Call("removeEventListener", "keydown", fn)
		fn.Release()
	}
}

// keysheet is the list of the keys.
type keysheet struct {
	live
	l *i18n.Locale
}

// keyRows pair the caps of keys with what they do.
var keyRows = [][2]string{
	{"key.space", "keys.play"},
	{"key.arrows", "keys.step"},
	{"key.ends", "keys.ends"},
	{"key.s", "keys.one"},
	{"key.r", "keys.reset"},
	{"key.shift_r", "keys.seed"},
	{"key.digits", "keys.strategy"},
	{"key.help", "keys.help"},
	{"key.escape", "keys.leave"},
}

// show opens the list.
func (k *keysheet) show() {
	if k.mounted && app.IsClient {
		k.JSValue().Call("showModal")
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
		el.Form().Attr("method", "dialog").Body(el.Button().Class("button").Text(k.l.T("page.keys.close"))),
	)
}
