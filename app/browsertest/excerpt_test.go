//go:build browser

package browsertest

import (
	"testing"
)

// alive is true once the excerpt on the front page has come to its moment.
const alive = `document.querySelector(".excerpt .stage canvas")`

// stuck and healthy are true of the state that the excerpt shows.
const (
	stuck   = `document.querySelector(".excerpt .badge .shape.stuck")`
	healthy = `document.querySelector(".excerpt .badge .shape.healthy")`
)

// ask evaluates a condition.
func ask(tab *Tab, js string) (ok bool) {
	tab.t.Helper()
	tab.Eval("Boolean("+js+")", &ok)
	return ok
}

// The excerpt is a poster until it is in view, and stands still when it is not.
func TestExcerptStartsInView(t *testing.T) {
	variation(t)
	t.Parallel()
	server := Serve(t, built, "/a b/")
	tab := Start(t).Blank(t)
	tab.Resize(390, 300, 1)
	tab.Go(server.URL(""))
	tab.Wait(started)
	frames(tab)
	frames(tab)
	if ask(tab, alive) {
		t.Error("the excerpt runs out of view")
	}
	if !ask(tab, stuck+` && document.querySelector(".excerpt .marks path")`) {
		t.Error("there is no poster")
	}
	tab.Eval(`document.querySelector(".excerpt-stage").scrollIntoView()`, nil)
	tab.Wait(alive)
	tab.Eval(`window.course = document.querySelector(".course").outerHTML; true`, nil)
	tab.Wait(`document.querySelector(".course").outerHTML !== course`)
	tab.Eval(`scrollTo(0, document.body.scrollHeight)`, nil)
	frames(tab)
	tab.Eval(`window.course = document.querySelector(".course").outerHTML; true`, nil)
	for range 20 { // longer than words and numbers take to be brought up to date
		frames(tab)
	}
	if ask(tab, `document.querySelector(".course").outerHTML !== course`) {
		t.Error("the excerpt runs on out of view")
	}
	quiet(t, tab, server.Origin)
}

// The switch ends the loop, as it does in the run without a page (see
// TestSwitchEndsTheLoop in package page); starting over brings it back.
func TestExcerptSwitch(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Open(t, server.URL(""))
	tab.Wait(alive)
	tab.Wait(stuck)
	frames(tab)
	if n := colours(tab.Shot("excerpt"), tab.Box(".excerpt-stage")); n < 200 {
		t.Errorf("%d pixels of the stage are painted", n)
	}
	tab.Click("#cure")
	tab.Wait(healthy)
	tab.Click(".excerpt .buttons button:last-child")
	tab.Wait(stuck + ` && !document.querySelector("#cure").checked`)
	tab.Click(".excerpt .buttons button:first-child")
	frames(tab)
	tab.Eval(`window.course = document.querySelector(".course").outerHTML; true`, nil)
	for range 20 {
		frames(tab)
	}
	if ask(tab, `document.querySelector(".course").outerHTML !== course`) {
		t.Error("paused, it runs on")
	}
	quiet(t, tab, server.Origin)
}

// With reduced motion nothing moves by itself; Play is there, and shows numbers
// where marks would be.
func TestExcerptReducedMotion(t *testing.T) {
	variation(t)
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Prefer("prefers-reduced-motion", "reduce")
	tab.Go(server.URL(""))
	tab.Wait(started)
	frames(tab)
	frames(tab)
	if ask(tab, alive) || !ask(tab, stuck) {
		t.Error("the excerpt moves, or shows nothing")
	}
	tab.Click(".excerpt .buttons button:first-child")
	tab.Wait(alive + ` && document.querySelector(".excerpt .heat")`)
	tab.Click("#cure")
	tab.Wait(healthy)
	quiet(t, tab, server.Origin)
}

// Without the program there is the same picture, and all the words.
func TestExcerptWithoutTheProgram(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Before(`delete window.WebAssembly`)
	tab.Go(server.URL(""))
	tab.Wait(state("old"))
	if !ask(tab, stuck+` && document.querySelector(".excerpt .marks path") && document.querySelector(".excerpt .course polyline")`) {
		t.Error("the poster is not whole")
	}
}
