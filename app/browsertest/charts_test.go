//go:build browser

package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestChartsAreReadByKeys: the cursor of the charts goes with the arrow keys, and
// what it reads is said.
func TestChartsAreReadByKeys(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL(stormPage+"&paused"))
	do(tab, nil, `await travel(60); document.querySelector(".read-at").focus()`)
	const cursor = `document.querySelector(".strip .chart-cursor").getAttribute("d") + document.querySelector(".strip .chart-cursor").outerHTML`
	tab.Wait(`document.querySelector(".read-at").getAttribute("aria-valuetext")?.startsWith("at 1:00; Database queries: ")`)
	tab.Eval(`window.stood = `+cursor, nil)
	for range 20 {
		tab.Key(kb.ArrowLeft)
	}
	tab.Wait(`document.querySelector(".read-at").getAttribute("aria-valuetext").startsWith("at 0:50; Database queries: ")`)
	tab.Wait(cursor + ` !== stood`)
	var now float64
	if tab.Eval(`stampede.now()`, &now); now != 60 {
		t.Errorf("the run has moved to %v s", now)
	}
	tab.Eval(`document.activeElement.blur()`, nil)
	tab.Wait(cursor + ` === stood`)
	quiet(t, tab, server.Origin)
}
