//go:build browser

package browsertest

import (
	"fmt"
	"image"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"stampede/app/page"
)

// stages lists the paths of the pages with a stage, each with a slash at its end.
func stages() []string {
	var list []string
	for _, r := range page.Routes() {
		if strings.HasPrefix(r.Path, "/play/") {
			list = append(list, strings.TrimPrefix(r.Path, "/")+"/")
		}
	}
	return list
}

// openStage opens a page with a stage that is painted by a kind of painter, and
// lets the picture move.
func openStage(t *testing.T, b *Browser, server *Server, kind string) *Tab {
	t.Helper()
	tab := b.Open(t, server.URL(stages()[0]+"?painter="+kind))
	tab.Wait(painted(kind))
	play(tab)
	return tab
}

// play lets the picture move and waits until it does.
func play(tab *Tab) {
	tab.t.Helper()
	tab.Eval(`stampede.ready.then(() => { stampede.play(); })`, nil)
	tab.Wait(`stampede.now() > 1`)
}

// painted is true once a kind of painter is at work.
func painted(kind string) string {
	return `document.querySelector('.stage[data-painter="` + kind + `"] canvas')`
}

// colours counts the pixels of a box that differ from its corner.
func colours(picture image.Image, b Box) int {
	ground := picture.At(int(b.X)+1, int(b.Y)+1)
	n := 0
	for y := int(b.Y); y < int(b.Y+b.Height) && y < picture.Bounds().Max.Y; y++ {
		for x := int(b.X); x < int(b.X+b.Width); x++ {
			if picture.At(x, y) != ground {
				n++
			}
		}
	}
	return n
}

// frames lets the page paint some frames.
func frames(tab *Tab) {
	tab.t.Helper()
	tab.Eval(`new Promise((resolve) => {
		let left = 5;
		const next = () => (left-- ? requestAnimationFrame(next) : resolve(true));
		next();
	})`, nil)
}

// TestPainters looks at a page with a stage for each way of painting. The parts
// share the page; the last ones leave it changed.
func TestPainters(t *testing.T) {
	t.Parallel()
	b := Start(t)
	server := Serve(t, built, "/")
	for _, kind := range []string{"gl", "2d"} {
		t.Run(kind, func(t *testing.T) {
			tab := openStage(t, b, server, kind)
			for _, part := range []struct {
				name string
				test func(*testing.T, *Tab)
			}{
				{"paints", func(t *testing.T, tab *Tab) { paints(t, tab, kind) }},
				{"leaves the page alone", leavesThePageAlone},
				{"follows size and density", followsSizeAndDensity},
				{"lets Tab through", letsTabThrough},
				{"lets the wheel through", letsTheWheelThrough},
			} {
				t.Run(part.name, func(t *testing.T) { part.test(t, tab.For(t)) })
			}
			quiet(t, tab, server.Origin)
		})
	}
}

func paints(t *testing.T, tab *Tab, kind string) {
	frames(tab)
	if n := colours(tab.Shot("painter-"+kind), tab.Box(".stage")); n < 200 {
		t.Errorf("%d pixels of the stage are painted", n)
	}
}

func leavesThePageAlone(t *testing.T, tab *Tab) {
	for _, c := range []struct{ what, js string }{
		{"body keeps its style", `!/background|height|margin|padding/.test(document.body.getAttribute("style") || "")`},
		{"document keeps its style", `!/height|margin|padding/.test(document.documentElement.getAttribute("style") || "")`},
		{"one viewport", `document.querySelectorAll("meta[name=viewport]").length === 1`},
		{"no canvas outside the stage", `!document.querySelector("body > canvas")`},
		{"stage has a name", `document.querySelector(".stage").getAttribute("aria-label").length > 3`},
		{"no tab stop in the stage", `!document.querySelector(".stage [tabindex]")`},
		{"nothing took the focus", `document.activeElement === document.body`},
	} {
		var ok bool
		if tab.Eval(c.js, &ok); !ok {
			t.Errorf("not so: %s (%s)", c.what, c.js)
		}
	}
}

func followsSizeAndDensity(_ *testing.T, tab *Tab) {
	for _, c := range []struct {
		width int64
		ratio float64
	}{{1024, 1}, {700, 1}, {700, 2}, {1024, 1}} {
		tab.Resize(c.width, 768, c.ratio)
		tab.Wait(`(() => {
			const canvas = document.querySelector(".stage canvas");
			const box = document.querySelector(".stage").getBoundingClientRect();
			return Math.abs(canvas.width - box.width * devicePixelRatio) <= 2 &&
				Math.abs(canvas.height - box.height * devicePixelRatio) <= 2 &&
				Math.abs(canvas.getBoundingClientRect().width - box.width) <= 1;
		})()`)
	}
}

func letsTabThrough(t *testing.T, tab *Tab) {
	tab.Eval(`document.body.append(Object.assign(document.createElement("button"), { id: "behind", textContent: "behind" }))`, nil)
	tab.Click(".stage")
	const presses = 200 // more than a page has tab stops
	for range presses {
		tab.Key(kb.Tab)
		var there bool
		if tab.Eval(`document.activeElement.id === "behind"`, &there); there {
			return
		}
	}
	t.Errorf("the button behind the stage has no focus after %d presses of Tab", presses)
}

func letsTheWheelThrough(_ *testing.T, tab *Tab) {
	tab.Eval(`document.body.append(Object.assign(document.createElement("div"), { style: "height: 5000px" })); scrollTo(0, 0)`, nil)
	tab.Wait(`scrollY === 0`)
	tab.Wheel(".stage", 200)
	tab.Wait(`scrollY > 0`)
}

func TestNoWebGL(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t, "disable-3d-apis").Open(t, server.URL(stages()[0]))
	tab.Wait(painted("2d"))
	play(tab)
	frames(tab)
	if n := colours(tab.Shot("no-webgl"), tab.Box(".stage")); n < 200 {
		t.Errorf("%d pixels of the stage are painted", n)
	}
}

func TestLostContextFallsBack(t *testing.T) {
	variation(t)
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Before(`const own = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
			const context = own.call(this, kind, ...rest);
			if (kind === "webgl2") window.lose = () => context.getExtension("WEBGL_lose_context").loseContext();
			return context;
		};`)
	tab.Go(server.URL(stages()[0]))
	tab.Wait(`window.lose`)
	tab.Eval(`window.sameDocument = true; lose()`, nil)
	tab.Wait(painted("2d"))
	var same bool
	if tab.Eval(`window.sameDocument === true`, &same); !same {
		t.Error("the page was reloaded")
	}
	tab.Eval(helpers, nil)
	resizes(tab)
}

func TestNothingMovingIsNotDrawn(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Before(`window.draws = 0;
		const own = WebGL2RenderingContext.prototype.drawElements;
		WebGL2RenderingContext.prototype.drawElements = function (...all) { draws++; return own.apply(this, all); };`)
	tab.Go(server.URL(stages()[0] + "?painter=gl"))
	tab.Wait(painted("gl"))
	play(tab)
	tab.Wait(`draws > 3`)
	tab.Eval(`stampede.pause()`, nil)
	frames(tab) // what was under way
	var before, after int
	tab.Eval(`draws`, &before)
	frames(tab)
	frames(tab)
	if tab.Eval(`draws`, &after); after != before {
		t.Errorf("%d draw calls while nothing moved", after-before)
	}
}

// TestCanvasMovesFromPageToPage: a page that follows another, of the same kind or
// of another, is made in the same document, from its own address, and has the
// canvas of the one before.
func TestCanvasMovesFromPageToPage(t *testing.T) {
	t.Parallel()
	first, last := stages()[0]+"?painter=gl&seed=7", stages()[len(stages())-1]+"?painter=gl&seed=9"
	server := Serve(t, built, "/a b/")
	tab := openStage(t, Start(t), server, "gl")
	tab.Eval(`window.first = document.querySelector(".stage canvas"); true`, nil)
	for _, path := range []string{last, first, "", last} {
		tab.Eval(fmt.Sprintf(`(() => {
			scrollTo(0, 50);
			const a = Object.assign(document.createElement("a"), { href: %q, textContent: "elsewhere" });
			document.querySelector("main").append(a);
			a.click();
		})()`, server.URL(path)), nil)
		if path == "" {
			// The front page has a small stage, painted without the graphics processor.
			tab.Wait(`!document.querySelector(".board")`)
			continue
		}
		// The address changes first, and then the page.
		tab.Wait(`location.pathname.endsWith("` + pathOf(path) + `") && ` + painted("gl") + `
			&& new URLSearchParams(location.search).get("seed") === String(stampede.seed())`)
		for _, so := range []string{
			`document.querySelector(".stage canvas") === first`,
			`document.querySelectorAll("main").length === 1`,
			`scrollY === 0`,
			`document.activeElement.id === "main"`,
		} {
			if !ask(tab, so) {
				t.Errorf("%s: not so: %s", path, so)
			}
		}
		play(tab)
		frames(tab)
		if n := colours(tab.Shot("after-navigation"), tab.Box(".stage")); n < 100 {
			t.Errorf("%s: %d pixels of the stage are painted", path, n)
		}
	}
	tab.Eval(`history.back()`, nil)
	tab.Wait(`!document.querySelector(".board")`)
	tab.Eval(`history.back()`, nil)
	tab.Wait(`location.pathname.endsWith("` + pathOf(first) + `") && ` + painted("gl") + ` && stampede.seed() === 7`)
	quiet(t, tab, server.Origin)
}

// pathOf is an address without its query.
func pathOf(address string) string {
	path, _, _ := strings.Cut(address, "?")
	return path
}
