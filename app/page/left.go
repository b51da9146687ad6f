package page

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// A page that is being loaded again may not change the address under which it is
// loaded any more: that is the one it had when the loading began, which may be
// seconds ago. What has happened since is left to the next page in the tab's own
// storage, where there is one.

// leftKey is the name under which it is left. The page's script drops it as well.
const leftKey = "stampede.left"

// hadMost is how many of its addresses a page remembers. While the run plays they
// last for minutes.
const hadMost = 100

// had are the addresses that a page has had, the last ones, shortened: a link can be
// long.
type had []string

// note is told of an address.
func (h *had) note(address string) {
	short := shortened(address)
	if n := len(*h); n > 0 && (*h)[n-1] == short {
		return
	}
	*h = append(*h, short)
	if more := len(*h) - hadMost; more > 0 {
		*h = slices.Delete(*h, 0, more)
	}
}

func shortened(address string) string {
	sum := fnv.New64a()
	sum.Write([]byte(address))
	return strconv.FormatUint(sum.Sum64(), 36)
}

// item is what is left: a run for the page that is loaded under one of the addresses.
func (h had) item(fragment string, playing bool) string {
	plays := ""
	if playing {
		plays = playedKey
	}
	return strings.Join(slices.Concat([]string{fragment, plays}, h), "\n")
}

// leftUnder reads what was left to a page with this address, if it was to this one.
func leftUnder(item, address string) (fragment string, playing, ok bool) {
	words := strings.Split(item, "\n")
	if len(words) < 3 || !slices.Contains(words[2:], shortened(address)) {
		return "", false, false
	}
	return words[0], words[1] != "", true
}

// leave leaves a run to the page that is loaded under one of these addresses.
func leave(h had, fragment string, playing bool) {
	keep(tabs, leftKey, h.item(fragment, playing)) // if it cannot be, the address is older
}

// leaveNothing takes back what was left.
func leaveNothing() { drop(tabs, leftKey) }

// left is what the page before has left to this one, if it was loaded again.
func left() (fragment string, playing, ok bool) {
	item := kept(tabs, leftKey)
	if item == "" {
		return "", false, false
	}
	leaveNothing()
	if !reloaded() {
		return "", false, false
	}
	return leftUnder(item, href())
}

// href is the page's whole address.
func href() string { return app.Window().Get("location").Get("href").String() }

// reloaded reports whether the page was loaded again by its reader.
func reloaded() bool {
	entries := app.Window().Get("performance").Call("getEntriesByType", "navigation")
	return entries.Length() > 0 && entries.Index(0).Get("type").String() == "reload"
}
