//go:build browser

package browsertest

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"stampede/app/site"
)

// shots takes a picture of a failure at two widths and in two themes.
func shots(tab *Tab, name string) {
	for _, width := range []int64{1440, 390} {
		for _, theme := range []string{"light", "dark"} {
			tab.Theme(theme)
			tab.Resize(width, 844, 1)
			frames(tab)
			tab.Shot(name + "-" + theme + map[bool]string{true: "-wide", false: "-narrow"}[width > 1000])
		}
	}
	tab.Theme("light")
	tab.Resize(1024, 768, 1)
}

// says fails the test unless an element says all of these words.
func says(t *testing.T, tab *Tab, selector string, words ...string) {
	t.Helper()
	text := tab.Text(selector)
	for _, w := range words {
		if !strings.Contains(text, w) {
			t.Errorf("%s says %q, without %q", selector, text, w)
		}
	}
}

// TestNoMemory: it is said, and trying again works once there is some.
func TestNoMemory(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Before(`const own = WebAssembly.instantiateStreaming;
		WebAssembly.instantiateStreaming = (...all) => window.enough ? own(...all) : Promise.reject(new RangeError("could not allocate memory"))`)
	tab.Go(server.URL(stormPage))
	tab.Wait(state("memory"))
	shots(tab, "failure-memory")
	tab.Eval(`window.enough = true`, nil)
	tab.Click("#boot button")
	tab.Wait(started)
}

// TestWordsOfOtherFailures looks at what is said when the program cannot start.
func TestWordsOfOtherFailures(t *testing.T) {
	t.Parallel()
	b := Start(t)
	strict := strings.ReplaceAll(site.Policy, " 'wasm-unsafe-eval'", "")
	for _, c := range []struct {
		name, before string
		site         http.Handler
		button       bool
		words        string
	}{
		{"policy", "", WithPolicy(built, strict), true, "whoever runs the site can add it"},
		{"old", "delete window.WebAssembly", built, false, "browser from 2023 or later"},
		{"download", `window.fetch = () => Promise.reject(new TypeError("no network"))`, built, true, "Check the connection"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := b.Blank(t)
			tab.Before(c.before)
			tab.Go(Serve(t, c.site, "/").URL(stormPage))
			tab.Wait(state(c.name))
			says(t, tab, "#boot", c.words)
			// What was prerendered can be read.
			says(t, tab, "main", "The repair that became the outage")
			var dead bool
			if tab.Eval(`[...document.querySelectorAll("main button, main select")].every((it) => it.disabled)`, &dead); !dead {
				t.Error("there are controls that do nothing")
			}
			var offered bool
			if tab.Eval(`document.querySelector("#boot button").offsetHeight >= 24`, &offered); offered != c.button {
				t.Errorf("a button to try again: %v", offered)
			}
			shots(tab, "failure-"+c.name)
		})
	}
}

// TestStalledDownload: a connection that stays open and gives nothing more is
// told, whichever file it is, and trying again works.
func TestStalledDownload(t *testing.T) {
	t.Parallel()
	b := Start(t)
	for _, c := range []struct {
		name string
		of   func(*http.Request) bool
		send int // bytes of the program before nothing more comes
	}{
		{"runtime", isRuntime, 0},
		{"program, no answer", isProgram, 0},
		{"program, half way", isProgram, 500_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			var well atomic.Bool
			server := Serve(t, built, "/", func(w http.ResponseWriter, r *http.Request) bool {
				if well.Load() || !c.of(r) {
					return false
				}
				if c.send > 0 {
					w.Write(built.Files["web/app.wasm.gz"][:c.send])
					w.(http.Flusher).Flush()
				}
				<-r.Context().Done()
				return true
			})
			tab := b.Blank(t)
			tab.Before(`const own = window.setTimeout; window.setTimeout = (f, ms, ...rest) => own(f, ms === 20000 && !sessionStorage.patient ? 500 : ms, ...rest)`)
			// Not Go: as long as a script is under way a document is not loaded.
			tab.Eval("void setTimeout(() => { location.href = "+strconv.Quote(server.URL(stormPage))+" })", nil)
			for there := false; !there; {
				tab.Eval(`location.href === `+strconv.Quote(server.URL(stormPage)), &there)
			}
			tab.Wait(state("download"))
			says(t, tab, "#boot", "Check the connection")
			well.Store(true)
			tab.Eval(`sessionStorage.patient = "yes"`, nil) // the page may load anew
			tab.Click("#boot button")
			tab.Wait(started)
		})
	}
}

// TestNoRuntime: what is no runtime is a download that failed, also where the host
// answers every address with its own page.
func TestNoRuntime(t *testing.T) {
	variation(t)
	t.Parallel()
	b := Start(t)
	for _, c := range []struct {
		name, kind string
		status     int
	}{
		{"missing", "text/html", http.StatusNotFound},
		{"words", "text/html", http.StatusOK},
		{"words as a script", "text/javascript", http.StatusOK},
	} {
		t.Run(c.name, func(t *testing.T) {
			var well atomic.Bool
			server := Serve(t, built, "/", func(w http.ResponseWriter, r *http.Request) bool {
				if well.Load() || !isRuntime(r) {
					return false
				}
				w.Header().Set("Content-Type", c.kind)
				w.WriteHeader(c.status)
				io.WriteString(w, "<!doctype html><title>Not here</title>")
				return true
			})
			tab := b.Blank(t)
			tab.Go(server.URL(stormPage))
			tab.Wait(state("download"))
			says(t, tab, "#boot", "Check the connection")
			well.Store(true)
			tab.Click("#boot button")
			tab.Wait(started)
		})
	}
}

func isRuntime(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/web/wasm_exec.js") }

// TestBrowserRefuses: storage that is full or closed, a clipboard that throws and
// a dialog that cannot open cost what they would have given, and nothing else.
func TestBrowserRefuses(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL(stormPage+"&paused"))
	tab.Eval(`(() => {
		const no = () => { throw new DOMException("the quota has been exceeded", "QuotaExceededError"); };
		for (const name of ["setItem", "getItem", "removeItem"]) Storage.prototype[name] = no;
		Object.defineProperty(navigator, "clipboard", { value: { writeText: no }, configurable: true });
		window.modal = HTMLDialogElement.prototype.showModal;
		HTMLDialogElement.prototype.showModal = no;
	})()`, nil)
	tab.Eval(`(() => { const menu = document.querySelector("#theme"); menu.value = "dark"; menu.dispatchEvent(new Event("change", { bubbles: true })); })()`, nil)
	tab.Wait(`document.documentElement.dataset.theme === "dark"`)
	tab.Eval(`document.querySelector(".masthead .tools .button:not(.share-open)").click(); document.querySelector("#usekeys").click()`, nil)
	tab.Eval(`document.querySelector(".share-open").click(); document.querySelector(".share").close(); HTMLDialogElement.prototype.showModal = window.modal`, nil)
	tab.Eval(`document.querySelector(".share-open").click()`, nil)
	tab.Wait(`document.querySelector(".share[open] .way .button")`)
	tab.Eval(`document.querySelector(".way .button").click()`, nil)
	tab.Wait(`document.querySelector(".way .button").innerText.startsWith("Selected")`)
	tab.Eval(`document.querySelector(".share").close(); document.dispatchEvent(new Event("freeze"))`, nil)
	do(tab, nil, `await travel(5)`)
	held(t, read(tab))
}

// TestStorageBlocked: the page works, and says what it cannot remember.
func TestStorageBlocked(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Before(`for (const name of ["localStorage", "sessionStorage"])
		Object.defineProperty(window, name, { get() { throw new DOMException("denied", "SecurityError"); }, configurable: true })`)
	tab.Go(server.URL(stormPage + "&paused"))
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
	tab.Eval(`document.querySelector(".masthead .tools .button:not(.share-open)").click()`, nil)
	tab.Wait(`document.querySelector(".keysheet").open`)
	says(t, tab, ".keysheet", "lasts until you leave")
	shots(tab, "failure-storage")
	tab.Eval(`document.querySelector("#usekeys").click()`, nil)
	tab.Eval(`document.querySelector(".keysheet").close()`, nil)
	tab.Eval(`const menu = document.querySelector("#theme"); menu.value = "dark"; menu.dispatchEvent(new Event("change", { bubbles: true }))`, nil)
	tab.Wait(`document.documentElement.dataset.theme === "dark" && localStorage.getItem("theme") === "dark"`)
	do(tab, nil, `await travel(5)`)
	held(t, read(tab))
	quiet(t, tab, server.Origin)
}

// TestNoGraphics: with no canvas that paints, words say so, and gauges, charts
// and controls work.
func TestNoGraphics(t *testing.T) {
	variation(t)
	t.Parallel()
	server := Serve(t, built, "/")
	for _, c := range []struct{ name, before, words string }{
		{"no WebGL", `const own = HTMLCanvasElement.prototype.getContext;
			HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return /webgl/.test(kind) ? null : own.call(this, kind, ...rest); }`, "Drawn without the graphics processor"},
		{"no canvas", `HTMLCanvasElement.prototype.getContext = () => null`, "neither WebGL 2 nor a 2-D canvas"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := Start(t, "disable-3d-apis").Blank(t)
			tab.Before(c.before)
			tab.Go(server.URL("play/facebook-2010/?size=0.001&seed=1&paused"))
			tab.Eval(`stampede.ready.then(() => true)`, nil)
			tab.Eval(helpers, nil)
			do(tab, nil, `await travel(40)`)
			tab.Wait(`document.querySelector(".stage-foot").innerText.includes("` + c.words + `")`)
			tab.Wait(`document.querySelectorAll(".plots .chart-line").length > 3`)
			tab.Wait(`document.querySelector(".card.failing")`)
			tab.Click("#s-leases")
			tab.Wait(`stampede.journal().length === 1`)
			held(t, read(tab))
			resizes(tab)
			shots(tab, "failure-"+strings.ReplaceAll(c.name, " ", "-"))
		})
	}
}

// resizes changes the size of the window, which has ended a program that had
// asked in vain for graphics.
func resizes(tab *Tab) {
	tab.Resize(900, 700, 1)
	frames(tab)
	tab.Eval(`dispatchEvent(new Event("resize"))`, nil)
	frames(tab)
	tab.Wait(started + ` && document.querySelector(".stage").getBoundingClientRect().width < 900`)
	do(tab, nil, `await travel(stampede.now() === 41 ? 42 : 41)`)
}

// faulty compiles the program whose engine fails, and packs it.
func faulty(t *testing.T) []byte {
	t.Helper()
	module, err := site.Module()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "faulty.wasm")
	// With the flags of the real program, so that most of it is compiled already.
	args := append(append([]string{"build", "-o", file}, site.Flags()...), "-pgo="+filepath.Join(module, "wasm", "default.pgo"), "./wasm/faulty")
	command := exec.Command("go", args...)
	command.Dir = module
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(program); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestEngineFails: a panic of the engine pauses the run. The page lives, says
// what happened and what to do, and has a report.
func TestEngineFails(t *testing.T) {
	t.Parallel()
	program := faulty(t)
	server := Serve(t, built, "/", func(w http.ResponseWriter, r *http.Request) bool {
		if isProgram(r) {
			w.Write(program)
		}
		return isProgram(r)
	})
	tab := openPlay(t, Start(t), server.URL(stormPage+"&paused"))
	do(tab, nil, `must(stampede.strategy("leases", true)); stampede.on("state", () => { throw new Error("a listener's own"); }); stampede.play()`)
	tab.Wait(`document.querySelector(".breakdown")`)
	says(t, tab, ".breakdown", "stopped because of an error", "can still be read", "Start over")
	shots(tab, "failure-engine")
	tab.Click(".breakdown summary")
	frames(tab)
	says(t, tab, "#report", "scenario facebook-2010", "seed 1", "size 0.001", `"path":"fix.lease.on"`, "link "+server.Origin+"/play/facebook-2010", "faulty: out of order")
	shots(tab, "failure-engine-report")
	var still bool
	tab.Eval(`!stampede.playing() && stampede.play() instanceof Error && stampede.now() > 2.9 && stampede.now() < 3.5`, &still)
	if !still {
		t.Error("the run is not paused at its failure")
	}
	tab.Click(".breakdown details .button")
	tab.Wait(`/Copied|selected/.test(document.querySelector(".breakdown").innerText)`)
	tab.Wait(`document.querySelectorAll(".plots .chart-line").length > 3 && document.querySelector("#scrub").disabled`)
	tab.Click(".breakdown > .buttons .button")
	tab.Wait(`!document.querySelector(".breakdown") && stampede.now() === 0 && !document.querySelector("#scrub").disabled`)
	do(tab, nil, `must(stampede.seek(2)); await arrive(); stampede.play()`)
	tab.Wait(`document.querySelector(".breakdown")`)
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
}

// noFrame refuses the program its next frame, which it does not survive.
const noFrame = `const own = window.requestAnimationFrame;
	window.requestAnimationFrame = () => { window.requestAnimationFrame = own; throw new Error("no more frames"); }`

// TestProgramEnds: when the program itself ends, the page stays, says so, and
// offers to load it anew. A trap of the machine, which tells nobody, counts.
func TestProgramEnds(t *testing.T) {
	variation(t)
	t.Parallel()
	server := Serve(t, built, "/")
	b := Start(t)
	for _, c := range []struct{ name, end, state, report string }{
		{"panic", noFrame, "stopped", "no more frames"},
		{"trap", `const own = performance.now;
			performance.now = () => {
				if (!/wasm-function/.test(new Error().stack)) return own.call(performance);
				performance.now = own;
				throw new WebAssembly.RuntimeError("unreachable");
			}`, "stopped", "unreachable"},
		{"memory", `fs.writeSync(2, new TextEncoder().encode("fatal error: runtime: out of memory\n")); ` + noFrame, "memory", "out of memory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := openPlay(t, b, server.URL(stormPage))
			tab.Wait(`stampede.now() > 1`)
			tab.Eval(`void setTimeout(() => { `+c.end+` }, 0)`, nil)
			tab.Wait(state(c.state))
			says(t, tab, "main", "The repair that became the outage", "Databases")
			tab.Wait(`document.querySelectorAll(".plots .chart-line").length > 3`)
			shots(tab, "failure-"+c.name)
			tab.Click("#boot summary")
			says(t, tab, "#boot pre", c.report)
			tab.Eval(`window.before = true`, nil)
			tab.Click("#boot button")
			tab.Wait(`!window.before && ` + started)
		})
	}
}
