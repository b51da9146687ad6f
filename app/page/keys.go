package page

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

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

// sliding are the keys that move a slider.
var sliding = []string{"ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End", "PageUp", "PageDown"}

// typing reports whether the key belongs to the element that has the focus.
func (p press) typing() bool {
	switch p.element {
	case "TEXTAREA", "SELECT", "DIALOG":
		return true
	case "INPUT":
		switch p.kind {
		case "checkbox":
			return p.key == " "
		case "range":
			return slices.Contains(sliding, p.key)
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
	off   bool // people have switched them off
	help  func()
	leave func()
	end   func() float64 // seconds
	say   func(string)   // tells those who do not see what a key did
}

// press carries out what a key means.
func (k *keys) press(p press) (taken bool) {
	if k.off || p.other || p.typing() {
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
		k.tell(verb)
	case "faster":
		k.speed(transport.Faster(k.run.s.Speed()), "fastest")
	case "slower":
		k.speed(transport.Slower(k.run.s.Speed()), "slowest")
	case "switch":
		report(k.run.verbs.Strategy(args[0].(int)))
	default:
		_, err := k.run.verbs.Call(verb, args...)
		report(err)
		k.tell(verb)
	}
	return true
}

// speed sets another speed; where there is none, it says so.
func (k *keys) speed(x float64, last string) {
	said := "speed"
	if x == k.run.s.Speed() {
		said = last
	}
	_, err := k.run.verbs.Call("speed", x)
	report(err)
	k.say(k.run.l.T("keys.said."+said, i18n.Num("x", x)))
}

// tell says what a key did that is seen and not heard. Steps are left out: who
// holds a key down wants no word for each.
func (k *keys) tell(verb string) {
	l, s := k.run.l, k.run.s
	switch {
	case verb == "reset":
		k.say(l.T("keys.said.reset", i18n.Text("seed", strconv.FormatUint(s.Seed(), 10))))
	case verb == "toggle" && s.Playing():
		k.say(l.T("keys.said.play"))
	case verb == "toggle":
		k.say(l.T("keys.said.pause", i18n.Num("now", seconds(s.Now()))))
	}
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
	case "PageDown":
		return "next", nil, true
	case "PageUp":
		return "previous", nil, true
	case ">", "+", "=":
		return "faster", nil, true
	case "<", "-":
		return "slower", nil, true
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
