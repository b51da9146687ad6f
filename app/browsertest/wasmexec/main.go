// Command wasmexec runs a js/wasm program in Chromium, prints what it prints and
// ends with its exit status. It is for machines that have no Node:
//
//	GOOS=js GOARCH=wasm go test -exec=/path/to/wasmexec ./engine/...
//
// The program can read the files below the working directory, so tests find their
// testdata.
package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"stampede/app/browsertest"
)

var (
	//go:embed page.html
	pageHTML []byte
	//go:embed files.js
	filesJS []byte
	//go:embed run.js
	runJS []byte
)

// failed is the exit status when the program could not be run at all.
const failed = 3

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: wasmexec program.wasm [arguments]")
		os.Exit(failed)
	}
	status, err := run(os.Args[1], os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "wasmexec:", err)
		os.Exit(failed)
	}
	os.Exit(status)
}

// run runs the program and returns its exit status.
func run(program string, args []string) (int, error) {
	handler, err := serve(program, args)
	if err != nil {
		return 0, err
	}
	server := httptest.NewServer(handler)
	defer server.Close()

	options, err := browsertest.Options()
	if err != nil {
		return 0, err
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	defer cancel()
	ctx, cancel = chromedp.NewContext(ctx)
	defer cancel()
	if err := chromedp.Listen(ctx, printConsole); err != nil {
		return 0, err
	}
	if _, err := chromedp.Call(ctx, runtime.Enable, cdp.Empty{}); err != nil {
		return 0, err
	}
	if err := chromedp.Do(ctx, chromedp.Navigate(server.URL+"/page.html")); err != nil {
		return 0, err
	}
	return ended(ctx)
}

// ended waits for the page to say how the program ended.
func ended(ctx context.Context) (int, error) {
	const js = `new Promise((resolve) => {
		const look = () => document.title.startsWith("exit ") ? resolve(document.title) : setTimeout(look, 20);
		look();
	})`
	title, err := chromedp.Run(ctx, chromedp.Evaluate[string](js, chromedp.EvalAwaitPromise))
	if err != nil {
		return 0, fmt.Errorf("waiting for the program: %w", err)
	}
	return strconv.Atoi(strings.TrimPrefix(title, "exit "))
}

// printConsole prints what the program writes: the browser gets it as lines.
func printConsole(event any) {
	e, ok := event.(*runtime.EventConsoleAPICalled)
	if !ok {
		return
	}
	for _, a := range e.Args {
		var text string
		if json.Unmarshal(a.Value, &text) != nil {
			text = a.Description
		}
		fmt.Println(strings.TrimSuffix(text, "\n"))
	}
}

// serve makes the pages that the browser is given.
func serve(program string, args []string) (http.Handler, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env GOROOT: %w", err)
	}
	support := filepath.Join(strings.TrimSpace(string(goroot)), "lib", "wasm", "wasm_exec.js")
	start, err := json.Marshal(map[string]any{"argv": args, "env": environment()})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	content := func(name, kind string, body []byte) {
		mux.HandleFunc(name, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.Write(body)
		})
	}
	content("/page.html", "text/html", pageHTML)
	content("/files.js", "text/javascript", filesJS)
	content("/run.js", "text/javascript", runJS)
	content("/start.json", "application/json", start)
	mux.HandleFunc("/wasm_exec.js", file(support, "text/javascript"))
	mux.HandleFunc("/program.wasm", file(program, "application/wasm"))
	mux.HandleFunc("/files", func(w http.ResponseWriter, r *http.Request) { sendFile(w, r, dir) })
	return mux, nil
}

func file(name, kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		http.ServeFile(w, r, name)
	}
}

// environment is what tests look at; the whole one would hold secrets that a page
// has no use for.
func environment() map[string]string {
	env := map[string]string{"TZ": "UTC"}
	for _, name := range []string{"GODEBUG", "GOTRACEBACK"} {
		if v := os.Getenv(name); v != "" {
			env[name] = v
		}
	}
	return env
}

// sendFile sends a file below the folder that the test runs in, or the names in a
// folder there.
func sendFile(w http.ResponseWriter, r *http.Request, dir string) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	defer root.Close()
	name := filepath.Clean(strings.TrimPrefix(r.URL.Query().Get("path"), dir+"/"))
	entries, err := fs.ReadDir(root.FS(), name)
	if err == nil {
		names := []string{}
		for _, e := range entries {
			names = append(names, e.Name())
		}
		w.Header().Set("X-Folder", "yes")
		json.NewEncoder(w).Encode(names)
		return
	}
	b, err := root.ReadFile(name)
	if err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Write(b)
}
