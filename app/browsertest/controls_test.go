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
	const row = ".transport > button"
	do(tab, nil, `await begin(%d); await travel(5)`, stormSeed)
	tab.Click(row + ":nth-of-type(1)")
	tab.Wait(`stampede.playing() && stampede.now() > 5`)
	tab.Click(row + ":nth-of-type(1)")
	tab.Wait(`!stampede.playing()`)
	do(tab, nil, `await travel(5)`)
	tab.Click(row + ":nth-of-type(3)")
	tab.Wait(`stampede.now() === 5.1`)
	tab.Click(row + ":nth-of-type(2)")
	tab.Wait(`stampede.now() === 5`)
	tab.Click(row + ":nth-of-type(4)")
	tab.Wait(`!stampede.seeking() && stampede.now() > 5.1`)
	held(t, read(tab))
	tab.Click(row + ":nth-of-type(5)")
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

// TestKeyboardAlone goes through a whole run without a mouse.
func TestKeyboardAlone(t *testing.T) {
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL(stormPage+"&paused"))
	for focused := false; !focused; {
		tab.Key(kb.Tab)
		tab.Eval(`document.activeElement.matches(".transport .primary")`, &focused)
		var left bool
		if tab.Eval(`document.activeElement === document.body`, &left); left {
			t.Fatal("Tab leads past the button that plays")
		}
	}
	tab.Key(" ")
	tab.Wait(`stampede.playing() && stampede.now() > 1`)
	tab.Key(".")
	tab.Wait(`!stampede.playing()`)
	r := read(tab)
	tab.Key("6")
	tab.Wait(`stampede.get("fix.lease.on") === "true"`)
	for range 3 {
		tab.Key(kb.ArrowRight)
	}
	var moved float64
	if tab.Eval(`stampede.now()`, &moved); nanoseconds(moved) != nanoseconds(r.Now)+300*engine.Millisecond {
		t.Errorf("three steps lead from %v s to %v s", r.Now, moved)
	}
	tab.Key(kb.End)
	tab.Wait(`stampede.now() === 300 && !stampede.seeking()`)
	r = read(tab)
	if len(r.Journal) != 1 || r.Journal[0].Path != "fix.lease.on" {
		t.Errorf("journal %v", r.Journal)
	}
	held(t, r)
	tab.Key(kb.Home)
	tab.Wait(`stampede.now() === 0`)
	tab.Key("R")
	tab.Wait(`stampede.seed() !== 1 && stampede.journal().length === 0`)
	hashes(t, tab, storm) // at the root, as below a prefix
	quiet(t, tab, server.Origin)
}
