//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// What an author copies holds the moment that was shown: opened elsewhere it is
// the same run. The panel is used by keyboard alone.
func TestSharePanel(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/a b/")
	b := Start(t)
	tab := openPlay(t, b, site.URL("play/facebook-2010/?painter=2d&size=0.001&seed=3&paused"))
	do(tab, nil, `must(stampede.strategy("leases", true)); await travel(31.4)`)
	var hash string
	tab.Eval(`stampede.hash()`, &hash)
	tab.Eval(`document.querySelector(".share-open").focus()`, nil)
	tab.Key("\r")
	tab.Wait(`document.querySelector(".share[open] .preview").complete && document.querySelector(".share .preview").naturalWidth > 300`)
	text := func(name string) (s string) {
		tab.Eval(fmt.Sprintf(`document.querySelector("#share-%s").value`, name), &s)
		return s
	}
	if f := text("figure"); !strings.Contains(f, "run "+hash) || !strings.Contains(f, "seed 3") {
		t.Errorf("the figure is not stamped with %s", hash)
	}
	if m := text("markdown"); !strings.Contains(m, text("link")) {
		t.Errorf("the picture does not lead to the run: %s", m)
	}
	tab.Eval(`(() => { const s = document.querySelector("select.share-view"); s.value = "stage"; s.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil)
	tab.Wait(`document.querySelector("#share-frame").value.includes("view=stage") && document.querySelector("#share-element").value.includes('view="stage"')`)
	var copied bool
	tab.Eval(`document.querySelector(".way .button").click(), true`, &copied)
	tab.Wait(`["Copied", "Selected: copy it with the keyboard"].includes(document.querySelector(".way .button").innerText)`)
	link := text("link")
	frame := host(t, b, site, text("frame"))
	tab.Key("\x1b")
	tab.Wait(`!document.querySelector(".share[open]") && document.activeElement.matches(".share-open")`)
	again := openPlay(t, b, link)
	var other string
	do(again, &other, `await arrive(); return stampede.hash()`)
	if other != hash {
		t.Errorf("the link opens the run %s, shared was %s", other, hash)
	}
	frame.Eval(`document.querySelector("iframe").scrollIntoView()`, nil)
	frame.Wait(`document.querySelector("iframe").title.includes("The repair that became the outage")`)
	if p := append(tab.Problems(), frame.Problems()...); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
}

// What Share makes by default is as tall as what it shows, in a column of any
// width: the play button can be seen, and there is nothing left to scroll.
func TestShareFits(t *testing.T) {
	variation(t)
	t.Parallel()
	site := Serve(t, built, "/")
	b := Start(t)
	tab := openPlay(t, b, site.URL("play/facebook-2010/?painter=2d&size=0.001&paused"))
	tab.Click(".share-open")
	tab.Wait(`document.querySelector("#share-frame")`)
	var snippet string
	tab.Eval(`document.querySelector("#share-frame").value`, &snippet)
	page := host(t, b, site, `<style>iframe { width: 100%; height: auto }</style><div id="column">`+snippet+`</div>`)
	var address string
	page.Eval(`document.querySelector("iframe").src.replace("#", "&painter=2d&autoload&paused#")`, &address)
	inside := b.Blank(t)
	inside.Go(address)
	inside.Wait(started + ` && document.querySelector(".embed.live .transport")`)
	for _, width := range []int64{360, 480, 600, 640, 680, 760, 1000} {
		var height int64
		page.Eval(fmt.Sprintf(`column.style.width = "%dpx", document.querySelector("iframe").clientHeight`, width), &height)
		inside.Resize(width, height, 1)
		inside.Wait(fmt.Sprintf(`innerWidth === %d`, width))
		frames(inside)
		inside.Shot(fmt.Sprintf("share-%d", width))
		box := inside.Box(".transport .button.primary")
		if box.Height < 24 || box.Y < 0 || box.Y+box.Height > float64(height) {
			t.Errorf("%d: the play button is at %+v in a frame %d high", width, box, height)
		}
		var content int64
		if inside.Eval(`document.documentElement.scrollHeight`, &content); content > height {
			t.Errorf("%d: %d of the content in a frame %d high", width, content, height)
		}
		if stage := inside.Box(".board"); stage.Height < 300 {
			t.Errorf("%d: the stage is %v high", width, stage.Height)
		}
	}
}

// TestShareFollows: the panel is of the run as it is, also where a script moves it
// while the panel is open; while it moves there is nothing to copy.
func TestShareFollows(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/")
	tab := openPlay(t, Start(t), site.URL("play/facebook-2010/?painter=2d&size=0.001&seed=3&paused"))
	do(tab, nil, `must(stampede.seek(40.4)); document.querySelector(".share-open").click()`)
	fresh := func(moment string) {
		t.Helper()
		tab.Wait(`!stampede.seeking() && document.querySelector("#share-figure")?.value.includes("run " + stampede.hash())`)
		says(t, tab, ".share .hint", moment)
		tab.Wait(`document.querySelector("#share-link").value.split("#")[1] === stampede.link().split("#")[1]`)
	}
	fresh("at 40")
	tab.Wait(`document.querySelector(".share [download]").download === "facebook-2010-40s.svg"`)
	do(tab, nil, `must(stampede.seek(145))`)
	fresh("2:25")
	do(tab, nil, `must(stampede.play())`)
	tab.Wait(`!document.querySelector("#share-link") && /is moving/.test(document.querySelector(".share").innerText)`)
	do(tab, nil, `must(stampede.pause()); must(stampede.seek(150))`)
	fresh("2:30")
	do(tab, nil, `must(stampede.strategy("leases", true))`)
	fresh("2:30")
}
