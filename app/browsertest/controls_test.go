//go:build browser

package browsertest

import (
	"slices"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stampede/engine"
)

// clickSwitch: the switch of a strategy is the verb.
func clickSwitch(t *testing.T, tab *Tab) {
	do(tab, nil, `await begin(%d); await travel(30)`, stormSeed)
	tab.Click("#s-leases")
	tab.Wait(`stampede.journal().length === 1`)
	do(tab, nil, `await travel(45)`)
	r := read(tab)
	if want := []entry{{30, engine.CmdSet, "fix.lease.on", "true"}}; !slices.Equal(r.Journal, want) {
		t.Errorf("journal %v, want %v", r.Journal, want)
	}
	held(t, r)
	tab.Click("#s-leases")
	tab.Wait(`stampede.journal().length === 2 && !document.querySelector("#s-leases").checked`)
}

// clickAction: the button of an action is the verb, and takes over from the
// script.
func clickAction(t *testing.T, tab *Tab) {
	do(tab, nil, `await begin(%d); await travel(10)`, stormSeed)
	tab.Click(".onduty .buttons > button.grave")
	tab.Wait(`stampede.journal().length === 2`)
	do(tab, nil, `await travel(25)`)
	r := read(tab)
	want := []entry{{10, engine.CmdTakeOver, "", ""}, {10, engine.CmdDo, "shut_off", ""}}
	if !slices.Equal(r.Journal, want) {
		t.Errorf("journal %v, want %v", r.Journal, want)
	}
	held(t, r)
}

// clickTransport: the buttons below the stage are the verbs.
func clickTransport(t *testing.T, tab *Tab) {
	button := func(do string) string { return `.transport > button[data-do="` + do + `"]` }
	do(tab, nil, `await begin(%d); await travel(5)`, stormSeed)
	tab.Click(button("toggle"))
	tab.Wait(`stampede.playing() && stampede.now() > 5`)
	tab.Click(button("toggle"))
	tab.Wait(`!stampede.playing()`)
	do(tab, nil, `await travel(5)`)
	tab.Click(button("forward"))
	tab.Wait(`stampede.now() === 5.1`)
	tab.Click(button("back"))
	tab.Wait(`stampede.now() === 5`)
	tab.Click(button("next"))
	tab.Wait(`stampede.now() === 20.001 && document.querySelector(".stage-frame > .notes").innerText.includes("0:20 · ")`)
	held(t, read(tab))
	tab.Click(button("previous"))
	tab.Wait(`!stampede.seeking() && stampede.now() < 20`)
	held(t, read(tab))
	tab.Click(button("reset"))
	tab.Wait(`stampede.now() === 0 && stampede.seed() === 1`)
}

// scrub: the scrubber moves through time by keys.
func scrub(t *testing.T, tab *Tab) {
	do(tab, nil, `await begin(%d); await travel(30); document.querySelector("#scrub").focus()`, stormSeed)
	tab.Wait(`document.querySelector("#scrub").value === "30"`)
	tab.Key(kb.ArrowRight)
	tab.Wait(`stampede.now() === 30.1`)
	tab.Key(kb.ArrowLeft)
	tab.Wait(`stampede.now() === 30`)
	tab.Key(kb.PageUp)
	tab.Wait(`stampede.now() > 31 && !stampede.seeking()`)
	held(t, read(tab))
	tab.Key(kb.Home)
	tab.Wait(`stampede.now() === 0`)
	tab.Key(kb.End)
	tab.Wait(`stampede.now() === 300 && !stampede.seeking()`)
	held(t, read(tab))
}
