//go:build browser

package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// axeVersion is the version of axe-core that pages are checked with.
const axeVersion = "4.10.3"

// fetchTime bounds the download of axe-core.
const fetchTime = 2 * time.Minute

// axe is the source of axe-core: that of the file which the environment variable
// AXE names, or the package of its name. It is no part of the project: where it
// cannot be had, the test is skipped, and says so.
func axe(t *testing.T) string {
	t.Helper()
	file := os.Getenv("AXE")
	if file == "" {
		npm, err := exec.LookPath("npm")
		if err != nil {
			t.Skip("axe-core comes by npm, which is not installed; AXE=/path/to/axe.min.js names a copy")
		}
		dir := t.TempDir()
		ctx, cancel := context.WithTimeout(t.Context(), fetchTime)
		defer cancel()
		c := exec.CommandContext(ctx, npm, "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "axe-core@"+axeVersion)
		c.Dir = dir
		if _, err := c.CombinedOutput(); err != nil {
			t.Skipf("npm could not fetch axe-core (%v); AXE=/path/to/axe.min.js names a copy", err)
		}
		file = filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	}
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// barriers lists what axe-core finds against WCAG 2.2 at levels A and AA.
const barriers = `axe.run(document, {
	runOnly: { type: "tag", values: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa"] },
	rules: { "target-size": { enabled: true } },
	resultTypes: ["violations"],
}).then((found) => found.violations.flatMap((v) => v.nodes.slice(0, 3).map((n) =>
	v.id + " at " + n.target.join(" ") + ": " + n.failureSummary.replace(/\s+/g, " ").slice(0, 160))))`

// free fails the test for what axe finds on the page, in every theme.
func free(t *testing.T, tab *Tab, what string) {
	t.Helper()
	themes := []string{"light", "dark", "projector"}
	if testing.Short() {
		themes = themes[:1] // they share markup, and TestContrastOfPairs reckons with the colours of all
	}
	for _, theme := range themes {
		dress(tab, theme)
		var list []string
		tab.Eval(barriers, &list)
		for _, b := range list {
			t.Errorf("%s, %s: %s", what, theme, b)
		}
	}
}

// dress shows the page in a theme: by its menu, where it has one.
func dress(tab *Tab, theme string) {
	tab.t.Helper()
	tab.Eval(fmt.Sprintf(`(() => {
		const menu = document.querySelector("#theme");
		document.documentElement.dataset.theme = %[1]q;
		if (menu) { menu.value = %[1]q; menu.dispatchEvent(new Event("change")); }
	})()`, theme), nil)
	frames(tab)
	frames(tab)
}

// unfold opens all that is closed at first.
const unfold = `for (const at of document.querySelectorAll("details")) at.open = true;`

// stormMiddle is a moment in the middle of the outage, in seconds.
const stormMiddle = 130

// atMoment brings the run of a page to a moment, and unfolds the page.
func atMoment(tab *Tab, at float64) {
	tab.t.Helper()
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
	do(tab, nil, `await travel(%v); %s`, at, unfold)
	frames(tab)
}

// atLoop does the same with a moment in the middle of an outage.
func atLoop(tab *Tab, at float64) {
	tab.t.Helper()
	atMoment(tab, at)
	tab.Wait(`document.querySelector(".badge .shape.stuck, .badge .shape.failing")`)
	frames(tab)
}

// TestNoBarriers has axe-core look at every kind of page, in every theme, with
// all that is closed at first open, and at what lies over a page.
func TestNoBarriers(t *testing.T) {
	t.Parallel()
	source := axe(t)
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	for _, path := range []string{"", "postmortems/", "teach/", "truth/", "nowhere/", "play/theory/mm1/?painter=2d&paused"} {
		tab.Go(server.URL(path))
		if path != "nowhere/" {
			tab.Wait(started)
		}
		tab.Eval(source+";"+unfold+"true", nil)
		frames(tab)
		free(t, tab, "/"+path)
	}
	for _, path := range []string{stormPage + "&paused", stormPage + "&paused&view=text", "embed/facebook-2010/?painter=2d&size=0.001&seed=1&autoload&paused"} {
		tab.Go(server.URL(path))
		tab.Wait(started)
		tab.Eval(source+";true", nil)
		atLoop(tab, stormMiddle)
		if strings.Contains(path, "text") {
			tab.Wait(readThrough)
		}
		free(t, tab, "/"+path)
		for _, dialog := range []string{".keysheet:not(.share)", ".share"} {
			if path == stormPage+"&paused" && ask(tab, fmt.Sprintf(`document.querySelector("dialog%s")`, dialog)) {
				tab.Eval(fmt.Sprintf(`document.querySelector("dialog%s").showModal()`, dialog), nil)
				free(t, tab, dialog)
				tab.Eval(fmt.Sprintf(`document.querySelector("dialog%s").close()`, dialog), nil)
			}
		}
	}
	for _, scn := range others() {
		tab.Go(server.URL(pageOf(scn)))
		tab.Wait(started)
		tab.Eval(source+";true", nil)
		atMoment(tab, moment(scn)) // not every story is one of failure
		free(t, tab, scn.Name)
	}
}
