//go:build browser

package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestHostView goes through the walks of a release by keys and by buttons: the
// drawing and the words are those of the step, and the run stands still.
func TestHostView(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL("play/zero-downtime-release/?painter=2d&seed=1&paused"))
	const says = `document.querySelector("#walk-says").innerText`
	tab.Wait(says + `.startsWith("The old process serves alone")`)
	tab.Eval(`document.querySelector(".host").focus()`, nil)
	for range 5 {
		tab.Key(kb.ArrowRight)
	}
	tab.Wait(says + `.includes("one accept queue, two owners")`)
	tab.Wait(`document.querySelector(".host svg").textContent.includes("4 wait, shared by both")`)
	tab.Key(kb.ArrowLeft)
	tab.Wait(says + `.startsWith("4 clients connect")`)
	tab.Wait(`document.querySelector(".walks [role=status]").textContent.includes("4 wait in its queue, 0 were lost")`)

	tab.Eval(`document.querySelectorAll(".walk-names .button")[1].click()`, nil)
	tab.Wait(`document.querySelector(".walk-steps .where").innerText === "Step 0 of 15"`)
	for range 8 {
		tab.Click(".walk-steps .button.primary")
	}
	tab.Wait(says + `.includes("5 connections in its queue are lost")`)
	tab.Wait(`document.querySelector(".walk-counts .lost.bad dd").innerText === "5"`)
	tab.Wait(`document.querySelector(".walk-steps input").value === "8"`)
	tab.Click(".walk-switches .switch") // tcp_migrate_req
	tab.Wait(`document.querySelector(".walk-counts .migrated dd")?.innerText === "5"`)
	tab.Wait(`document.querySelector(".walk-counts .lost dd").innerText === "0"`)
	tab.Eval(`document.querySelectorAll(".walk-names .button")[0].click()`, nil)
	tab.Wait(`document.querySelectorAll(".walk-switches .switch").length === 2`)
	tab.Click(".walk-switches .switch") // SCM_RIGHTS
	tab.Eval(`document.querySelector(".host").focus()`, nil)
	tab.Key(kb.End)
	tab.Wait(says + `.includes("4 were lost in a queue")`)

	var now float64
	if tab.Eval(`stampede.now()`, &now); now != 0 {
		t.Errorf("the run has moved to %v s", now)
	}

	tab.Wait(`stampede.link().endsWith(location.hash) && location.hash.startsWith("#r2.")`)
	var again string
	tab.Eval(`stampede.link()`, &again)
	tab.Reload()
	tab.Wait(`document.querySelector("#walk-says")?.innerText.includes("4 were lost in a queue")`)
	tab.Wait(`!document.querySelector(".walk-switches .switch").checked`)
	share(t, tab, again)

	tab.Resize(320, 700, 1)
	tab.Wait(`document.querySelector(".host svg").getBoundingClientRect().width <= 300`)
	var over float64
	if tab.Eval(`document.documentElement.scrollWidth - innerWidth`, &over); over > 0 {
		t.Errorf("at 320 px the page is %v px too wide", over)
	}
	quiet(t, tab, server.Origin)

	// An embed of it is that host alone, at that step.
	tab.Go(strings.Replace(again, "/play/zero-downtime-release/?", "/embed/zero-downtime-release/?view=hosts&", 1))
	tab.Wait(says + `?.includes("4 were lost in a queue") && !document.querySelector(".board, .transport, .charts, .strategies")`)
}

// share takes the host view into a document.
func share(t *testing.T, tab *Tab, link string) {
	t.Helper()
	_, fragment, _ := strings.Cut(link, "#")
	tab.Click(".share-open")
	tab.Wait(`document.querySelector(".share-view")`)
	tab.Eval(`{ const menu = document.querySelector(".share-view"); menu.value = "hosts"; menu.dispatchEvent(new Event("change")); }`, nil)
	tab.Wait(`document.getElementById("share-frame").value.includes("view=hosts") && document.getElementById("share-frame").value.includes("#` + fragment + `")`)
	tab.Wait(`document.getElementById("share-figure").value.includes("4 were lost in a queue")`)
	tab.Eval(`document.querySelector("dialog.share").close()`, nil)
}
