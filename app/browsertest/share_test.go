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
