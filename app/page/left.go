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
	words := []string{address, fragment}
	if playing {
		words = append(words, playedKey)
	}
	keep(tabs, leftKey, strings.Join(words, "\n")) // if it cannot be, the address is older
}

// left is what the page before has left to this one, if it was loaded again.
func left() (fragment string, playing, ok bool) {
	if app.IsServer {
		return "", false, false
	}
	item := kept(tabs, leftKey)
	if item == "" {
		return "", false, false
	}
	drop(tabs, leftKey)
	words := strings.Split(item, "\n")
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
