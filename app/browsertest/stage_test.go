//go:build browser

package browsertest

import (
	"image"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

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

func TestPaintersPaint(t *testing.T) {
	b := Start(t)
	server := Serve(t, built, "/")
	for _, kind := range []string{"gl", "2d"} {
		t.Run(kind, func(t *testing.T) {
			tab := b.Open(t, server.URL("?painter="+kind))
			tab.Wait(painted(kind))
			frames(tab)
			if n := colours(tab.Shot("painter-"+kind), tab.Box(".stage")); n < 200 {
				t.Errorf("%d pixels of the stage are painted", n)
			}
			quiet(t, tab, server.Origin)
		})
	}
}

func TestCanvasLeavesThePageAlone(t *testing.T) {
	server := Serve(t, built, "/")
	tab := Start(t).Open(t, server.URL("?painter=gl"))
	tab.Wait(painted("gl"))
	frames(tab)
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

func TestWheelOverTheStageScrollsThePage(t *testing.T) {
	server := Serve(t, built, "/")
	b := Start(t)
	for _, kind := range []string{"gl", "2d"} {
		tab := b.Open(t, server.URL("?painter="+kind))
		tab.Wait(painted(kind))
		tab.Eval(`document.body.append(Object.assign(document.createElement("div"), { style: "height: 5000px" }))`, nil)
		tab.Wheel(".stage", 200)
		tab.Wait(`scrollY > 0`)
	}
}

func TestTabLeavesTheStage(t *testing.T) {
	server := Serve(t, built, "/")
	tab := Start(t).Open(t, server.URL("?painter=gl"))
	tab.Wait(painted("gl"))
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

func TestNoWebGL(t *testing.T) {
	server := Serve(t, built, "/")
	tab := Start(t, "disable-3d-apis").Open(t, server.URL(""))
	tab.Wait(painted("2d"))
	frames(tab)
	if n := colours(tab.Shot("no-webgl"), tab.Box(".stage")); n < 200 {
		t.Errorf("%d pixels of the stage are painted", n)
	}
}

func TestLostContextFallsBack(t *testing.T) {
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Before(`const own = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
			const context = own.call(this, kind, ...rest);
			if (kind === "webgl2") window.lose = () => context.getExtension("WEBGL_lose_context").loseContext();
			return context;
		};`)
	tab.Go(server.URL(""))
	tab.Wait(`window.lose`)
	tab.Eval(`window.sameDocument = true; lose()`, nil)
	tab.Wait(painted("2d"))
	var same bool
	if tab.Eval(`window.sameDocument === true`, &same); !same {
		t.Error("the page was reloaded")
	}
}

func TestCanvasFollowsSizeAndDensity(t *testing.T) {
	server := Serve(t, built, "/")
	b := Start(t)
	for _, kind := range []string{"gl", "2d"} {
		t.Run(kind, func(t *testing.T) {
			tab := b.Open(t, server.URL("?painter="+kind))
			tab.Wait(painted(kind))
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
		})
	}
}
