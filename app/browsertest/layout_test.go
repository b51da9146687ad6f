//go:build browser

package browsertest

import (
	_ "embed"
	"fmt"
	"testing"
)

// crowded lists what is laid out badly: see there.
//
//go:embed layout.js
var crowded string

// readThrough is true once the course of a run is there in words.
const readThrough = `document.querySelector(".reading:not([aria-busy=true]) .phase")`

// TestLayout looks at pages in all widths, and with words twice as large: nothing
// is cut off, covered, or too small to be pressed.
func TestLayout(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	pages := []struct {
		path string
		at   float64 // moment to which a run is brought, in seconds; 0 where there is none
	}{
		{"", 0},
		{"postmortems/", 0},
		{stormPage + "&paused", stormMiddle},
		{stormPage + "&paused&view=text", stormMiddle},
		{"embed/facebook-2010/?painter=2d&size=0.001&seed=1&autoload&paused", stormMiddle},
	}
	for _, scn := range others() {
		pages = append(pages, pages[0], pages[0])
		pages[len(pages)-2].path, pages[len(pages)-2].at = pageOf(scn)+"&view=text", moment(scn)
		pages[len(pages)-1].path, pages[len(pages)-1].at = pageOf(scn), moment(scn)
	}
	for i, page := range pages {
		if testing.Short() && i%2 == 1 {
			continue // make soak looks at all of them
		}
		tab.Resize(1440, 900, 1)
		tab.Go(server.URL(page.path))
		tab.Wait(started)
		if page.at > 0 {
			atMoment(tab, page.at)
		}
		for _, width := range []int64{320, 390, 768, 1024, 1440, 1920} {
			lies(t, tab, page.path, width)
			tab.Shot(fmt.Sprintf("layout-%d-%d", i, width))
		}
		// A whole page at twice its size.
		lies(t, tab, page.path+" zoomed", 720)
	}
}

// lies looks at how a page lies in a window of a width.
func lies(t *testing.T, tab *Tab, what string, width int64) {
	t.Helper()
	tab.Resize(width, 900, 1)
	tab.Wait(fmt.Sprintf(`innerWidth === %d`, width))
	frames(tab)
	frames(tab)
	var list, more []string
	tab.Eval(complaints, &list)
	tab.Eval(crowded, &more)
	for _, c := range append(list, more...) {
		t.Errorf("/%s at %d: %s", what, width, c)
	}
}

// TestCourseInWords: view=text tells the run, with what people do in it.
func TestCourseInWords(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/a b/")
	b := Start(t)
	for _, path := range []string{stormPage + "&paused&view=text", "embed/facebook-2010/?painter=2d&size=0.001&seed=1&autoload&paused&view=text"} {
		tab := openPlay(t, b, server.URL(path))
		tab.Wait(readThrough)
		says(t, tab, ".reading", "Shut the traffic off", "each call that fails", "load against capacity", "facebook-2010")
		if ask(tab, `document.querySelector(".board")`) {
			t.Errorf("/%s has a stage", path)
		}
		do(tab, nil, `must(stampede.set("fix.lease.on", true))`)
		tab.Wait(readThrough + ` && document.querySelector(".reading").innerText.includes("switched on")`)
		quiet(t, tab, server.Origin)
	}
}

// The tables of the pages in prose are read without scrolling sideways.
func TestTablesOfProseFit(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Go(server.URL("truth/"))
	tab.Wait(`document.querySelectorAll(".read .tabled").length > 1`)
	for _, width := range []int64{320, 390, 768} {
		lies(t, tab, "truth/", width)
		var wide []string
		tab.Eval(`[...document.querySelectorAll(".tabled")].filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.ariaLabel)`, &wide)
		if len(wide) > 0 {
			t.Errorf("at %d these scroll: %q", width, wide)
		}
	}
}
