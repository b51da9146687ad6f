package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A page that is being loaded again may not change the address under which it is
// loaded any more. What has happened since the address was written is left to the
// next page in the tab's own storage, where there is one.

// leftKey is the name under which it is left.
const leftKey = "stampede.left"

// leave leaves a run to the page that is loaded under an address.
func leave(address, fragment string, playing bool) {
	defer func() {
		if r := recover(); r != nil {
			app.Log(r) // full, or not allowed: the address is older then
		}
	}()
	words := []string{address, fragment}
	if playing {
		words = append(words, playedKey)
	}
	app.Window().Get("sessionStorage").Call("setItem", leftKey, strings.Join(words, "\n"))
}

// left is what the page before has left to this one, if it was loaded again.
func left() (fragment string, playing, ok bool) {
	if app.IsServer {
		return "", false, false
	}
	storage := app.Window().Get("sessionStorage")
	item := storage.Call("getItem", leftKey)
	if !item.Truthy() {
		return "", false, false
	}
	storage.Call("removeItem", leftKey)
	words := strings.Split(item.String(), "\n")
	if len(words) < 2 || words[0] != app.Window().Get("location").Get("href").String() || !reloaded() {
		return "", false, false
	}
	return words[1], len(words) > 2, true
}

// reloaded reports whether the page was loaded again by its reader.
func reloaded() bool {
	entries := app.Window().Get("performance").Call("getEntriesByType", "navigation")
	return entries.Length() > 0 && entries.Index(0).Get("type").String() == "reload"
}
