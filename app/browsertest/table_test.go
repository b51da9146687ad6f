//go:build browser

package browsertest

import "testing"

// TestTable: the ways to run a scenario are run when somebody asks, by keyboard
// alone, and compared at the moment shown; the page never gets wider by them.
func TestTable(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL("play/facebook-2010/?painter=2d&size=0.001&seed=3&until=40&paused"))
	do(tab, nil, `await travel(30); document.querySelector(".compare .button").focus()`)
	const column = `(n) => [...document.querySelectorAll(".compare tbody tr")].map((r) => r.children[n].innerText).join()`
	tab.Wait(`(` + column + `)(1).includes("%") && (` + column + `)(2).replaceAll(",", "") === ""`)
	tab.Key("\r")
	tab.Wait(`document.querySelector(".compare .button").innerText === "All have been run"`)
	// What becomes of them is shown, until the reader wants the moment of his own run:
	// nobody has acted in it, so it is the one as told. What helps is another.
	tab.Wait(`document.querySelector(".compare caption").innerText.includes("0:40")`)
	tab.Eval(`window.ended = (`+column+`)(4)`, nil)
	tab.Click("label[for=table-end]")
	tab.Wait(`document.querySelector(".compare caption").innerText.includes("0:30") && (` + column + `)(4) !== ended`)
	tab.Wait(`(` + column + `)(1) === (` + column + `)(2) && (` + column + `)(2) !== (` + column + `)(4)`)
	var best int
	if tab.Eval(`document.querySelectorAll(".compare .best").length`, &best); best == 0 {
		t.Error("nothing is best")
	}
	tab.Click("label[for=table-end]")
	tab.Wait(`(` + column + `)(4) === ended && document.querySelector(".compare caption").innerText.includes("0:40")`)
	for _, width := range []int64{1440, 320} {
		tab.Resize(width, 800, 1)
		tab.Wait(`document.documentElement.scrollWidth <= innerWidth`)
	}
	tab.Wait(`(() => { const b = document.querySelector(".compare .tabled"), first = b.querySelector("tbody th");
		b.scrollLeft = 300; return b.scrollLeft > 0 && Math.abs(first.getBoundingClientRect().left - b.getBoundingClientRect().left) < 1 })()`)
	do(tab, nil, `must(stampede.reset({ seed: 4 }))`)
	tab.Wait(`document.querySelector(".compare .button").innerText === "Run all of them" && (` + column + `)(4).replaceAll(",", "") === ""`)
	// A script does as the button does, and reads the table as data.
	do(tab, nil, `await new Promise((told) => { stampede.on("table", told); must(stampede.compare()); })`)
	tab.Wait(`stampede.table().arms.every((a) => a.done && a.hash) && stampede.table().mine.at === stampede.now()`)
	tab.Wait(`document.querySelector(".compare .button").innerText === "All have been run"`)
	quiet(t, tab, server.Origin)
}
