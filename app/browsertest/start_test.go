//go:build browser

package browsertest

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"stampede/app/site"
)

// started is true once the program runs.
const started = `document.querySelector("#boot").dataset.state === "started"`

// state is the expression that the boot panel shows a reason in words.
func state(reason string) string {
	return `document.querySelector("#boot").dataset.state === "` + reason + `" &&
		document.querySelector("#boot").innerText.length > 30`
}

// quiet fails the test when the page has had problems or has asked another
// origin for anything.
func quiet(t *testing.T, tab *Tab, origin string) {
	t.Helper()
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
	for _, r := range tab.Requests() {
		if !strings.HasPrefix(r, origin+"/") && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") {
			t.Errorf("request to another origin: %s", r)
		}
	}
}

func TestStartsAtAnyPath(t *testing.T) {
	t.Parallel()
	b := Start(t)
	for _, c := range []struct{ name, prefix, path string }{
		{"root", "/", ""},
		{"root by file name", "/", "index.html"},
		{"folder", "/a/b/", ""},
		{"folder by file name", "/a/b/", "index.html"},
		{"stage by file name", "/a/b/", stages()[0] + "index.html"},
		{"folder with a space", "/a b/", ""},
		{"stage in a folder with a space", "/a b/", stages()[0]},
		{"folder with letters of all kinds", "/ü%/é/", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := Serve(t, built, c.prefix)
			tab := b.Open(t, server.URL(c.path))
			tab.Wait(started)
			var missing bool
			if tab.Eval(`Boolean(document.querySelector(".goapp-notfound-title"))`, &missing); missing {
				t.Error("the program knows no page at this address")
			}
			if strings.HasPrefix(c.path, stages()[0]) {
				tab.Wait(`document.querySelector(".stage[data-painter] canvas")`)
			}
			quiet(t, tab, server.Origin)
			var workers int
			tab.Eval(`navigator.serviceWorker.getRegistrations().then((all) => all.length)`, &workers)
			if workers != 0 {
				t.Errorf("%d service workers, want none", workers)
			}
		})
	}
}

func TestUnknownAddressSaysSo(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/a/b/")
	tab := Start(t).Open(t, server.URL("play/nothing/here"))
	if got := tab.Text("main"); len(got) < 40 {
		t.Errorf("page says %q", got)
	}
}

// isProgram tells whether a request asks for the compiled program.
func isProgram(r *http.Request) bool { return strings.HasSuffix(r.URL.Path, "/app.wasm.gz") }

func TestDownloadFailsThenSucceeds(t *testing.T) {
	t.Parallel()
	b := Start(t)
	broken := func(w http.ResponseWriter) { w.WriteHeader(http.StatusServiceUnavailable) }
	short := func(w http.ResponseWriter) { w.Write(built.Files["web/app.wasm.gz"][:1<<20]) }
	cut := func(w http.ResponseWriter) {
		w.Header().Set("Content-Length", "3000000")
		w.Write(built.Files["web/app.wasm.gz"][:1<<20])
		panic(http.ErrAbortHandler)
	}
	for name, fail := range map[string]func(http.ResponseWriter){"refused": broken, "too short": short, "cut off": cut} {
		t.Run(name, func(t *testing.T) {
			var down atomic.Bool
			down.Store(true)
			server := Serve(t, built, "/", func(w http.ResponseWriter, r *http.Request) bool {
				if !isProgram(r) || !down.Load() {
					return false
				}
				fail(w)
				return true
			})
			tab := b.Open(t, server.URL(""))
			tab.Wait(state("download"))
			tab.Shot("download-failed-" + strings.ReplaceAll(name, " ", "-"))
			down.Store(false)
			tab.Click("#boot button")
			tab.Wait(started)
		})
	}
}

func TestHostThatUnpacks(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/", func(w http.ResponseWriter, r *http.Request) bool {
		if isProgram(r) {
			w.Header().Set("Content-Encoding", "gzip")
		}
		return false
	})
	tab := Start(t).Open(t, server.URL(""))
	tab.Wait(started)
	quiet(t, tab, server.Origin)
}

func TestPolicyForbidsWebAssembly(t *testing.T) {
	t.Parallel()
	strict := strings.ReplaceAll(site.Policy, " 'wasm-unsafe-eval'", "")
	server := Serve(t, WithPolicy(built, strict), "/")
	tab := Start(t).Open(t, server.URL(""))
	tab.Wait(state("policy"))
	if got := tab.Text("#boot"); !strings.Contains(got, "wasm-unsafe-eval") {
		t.Errorf("page says %q, want the directive that is missing", got)
	}
	for _, r := range tab.Requests() {
		if strings.Contains(r, "app.wasm") {
			t.Errorf("the program was downloaded for nothing: %s", r)
		}
	}
}

func TestBrowserTooOld(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	for _, missing := range []string{"WebAssembly", "DecompressionStream"} {
		t.Run(missing, func(t *testing.T) {
			tab := Start(t).Blank(t)
			tab.Before("delete window." + missing)
			tab.Go(server.URL(""))
			tab.Wait(state("old"))
		})
	}
}

// teller makes a page in a frame tell its parent how far it is: the browser keeps
// a sandboxed frame in a process of its own, and it cannot be asked from outside.
const teller = `
addEventListener("error", (event) => parent.postMessage(event.message, "*"));
setInterval(() => {
	const state = document.querySelector("#boot")?.dataset.state;
	const painter = document.querySelector(".stage")?.dataset.painter;
	parent.postMessage(state + " " + painter, "*");
}, 20);`

const hostPage = `<!doctype html><title>host</title><link rel="icon" href="data:,">
<iframe sandbox="allow-scripts" src="STAGE" width="800" height="600"></iframe>
<script>addEventListener("message", (event) => { document.title = event.data; });</script>`

func TestSandboxedFrameWithoutStorage(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/", func(w http.ResponseWriter, r *http.Request) bool {
		switch r.URL.Path {
		case "/host":
			w.Header().Set("Content-Type", "text/html")
			w.Write([]byte(strings.Replace(hostPage, "STAGE", "./"+stages()[0], 1)))
		case "/web/flat.js":
			w.Header().Set("Content-Type", "text/javascript")
			w.Write(append([]byte(teller), built.Files["web/flat.js"]...))
		default:
			return false
		}
		return true
	})
	tab := Start(t).Open(t, server.Origin+"/host")
	tab.Wait(`/^started (gl|2d)$/.test(document.title)`)
	quiet(t, tab, server.Origin)
}

// Ceilings of the program's size in bytes. Visitors wait for the packed one: raise it
// only for something that is worth the wait.
const (
	rawCeiling    = 20_200_000
	zippedCeiling = 4_350_000
)

func TestSizeOfTheProgram(t *testing.T) {
	zipped := len(built.Files["web/app.wasm.gz"])
	t.Logf("%d bytes, %d with gzip", built.Size, zipped)
	if built.Size > rawCeiling {
		t.Errorf("program has %d bytes, ceiling is %d", built.Size, rawCeiling)
	}
	if zipped > zippedCeiling {
		t.Errorf("program has %d bytes with gzip, ceiling is %d", zipped, zippedCeiling)
	}
}
