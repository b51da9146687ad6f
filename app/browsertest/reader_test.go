//go:build browser

package browsertest

import (
	"strconv"
	"testing"
)

// narrow: nothing stands out of a small screen.
func narrow(t *testing.T, tab *Tab) {
	tab.Resize(390, 844, 1)
	tab.Wait(`innerWidth === 390 && document.querySelector(".stage").getBoundingClientRect().width <= 390`)
	frames(tab)
	fits(t, tab)
	tab.Resize(1024, 768, 1)
}

// fits fails the test when the page can be scrolled sideways, and says what
// stands out.
func fits(t *testing.T, tab *Tab) {
	t.Helper()
	var out []string
	tab.Eval(`document.documentElement.scrollWidth <= innerWidth ? [] :
		[...document.querySelectorAll("body *")].filter((e) => e.getBoundingClientRect().right > innerWidth + 1)
			.map((e) => e.tagName + "." + e.className).concat("width " + document.documentElement.scrollWidth)`, &out)
	if len(out) > 0 {
		t.Errorf("the page is wider than the window: %q", out)
	}
}

func TestFrontPageFitsASmallScreen(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Resize(390, 844, 1)
	tab.Go(server.URL(""))
	fits(t, tab) // as prerendered
	tab.Wait(started)
	frames(tab)
	fits(t, tab)
	quiet(t, tab, server.Origin)
}

// hide: a run that nobody can see waits, and says so.
func hide(t *testing.T, tab *Tab, b *Browser) {
	do(tab, nil, `await begin(%d); stampede.play()`, stormSeed)
	tab.Wait(`stampede.now() > 0.5`)
	tab.Front()
	b.Cover(t)
	tab.Wait(`document.visibilityState === "hidden"`)
	var before, after float64
	tab.Eval(`stampede.now()`, &before)
	// A timer of a hidden page comes once a second at most; frames do not come.
	tab.Eval(`new Promise((resolve) => { let left = 3; const tick = () => (left-- ? setTimeout(tick, 100) : resolve(true)); tick(); })`, nil)
	if tab.Eval(`stampede.now()`, &after); after != before {
		t.Errorf("hidden, the run went on from %v s to %v s", before, after)
	}
	tab.Front()
	tab.Wait(`document.visibilityState === "visible" && document.querySelector(".notes .note")`)
	tab.Wait(`stampede.now() > ` + strconv.FormatFloat(after, 'g', -1, 64))
	tab.Eval(`stampede.pause()`, nil)
}

// TestReducedMotion: who wants little motion gets numbers, and a run that waits.
func TestReducedMotion(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Prefer("prefers-reduced-motion", "reduce")
	// Themes are asked for in the same page: see below.
	tab.Before(`new MutationObserver(() => { window.themedFirst ??= !document.body; })
		.observe(document, { subtree: true, attributes: true, attributeFilter: ["data-theme"] });
		document.addEventListener("DOMContentLoaded", () => { window.early = stampede.ready.then((it) => it === stampede && typeof it.hash()); })`)
	tab.Go(server.URL(stormPage + "&theme=projector"))
	var kind string
	if tab.Eval(`window.early`, &kind); kind != "string" {
		t.Errorf("waiting for the run early gives a hash of type %q", kind)
	}
	tab.Eval(helpers, nil)
	var waits bool
	if tab.Eval(`!stampede.playing() && stampede.now() === 0`, &waits); !waits {
		t.Error("the run does not wait")
	}
	do(tab, nil, `await travel(30)`)
	tab.Wait(`document.querySelectorAll(".board .heat").length > 3`)
	var blank bool
	do(tab, &blank, `const c = document.querySelector(".stage canvas");
		return stampede.dots().length === 0 && !c.getContext("2d").getImageData(0, 0, c.width, c.height).data.some((x) => x > 0)`)
	if !blank {
		t.Error("marks are drawn")
	}
	var first bool
	if tab.Eval(`window.themedFirst === true && document.documentElement.dataset.theme === "projector"`, &first); !first {
		t.Error("the theme of the address was not there before the body")
	}
	quiet(t, tab, server.Origin)
}
