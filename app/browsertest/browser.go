// Package browsertest opens the site in a real browser without a window, in the
// sense of net/http/httptest: a server that may misbehave, a browser, and tabs
// that can be clicked, typed into, looked at and asked.
//
// Its own tests need Chromium and the compiled program, so they are behind the
// build tag browser:
//
//	go test -tags browser ./app/browsertest
package browsertest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for anything to happen before it fails. A
// page in software graphics on a busy machine is slow; no test waits that long
// unless something is broken.
const patience = 60 * time.Second

// programs are the names under which Chromium and its like are installed.
var programs = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// ErrNoBrowser says what to install.
var ErrNoBrowser = errors.New("no Chromium found: install it (Debian and Ubuntu: apt-get install chromium) or name it in CHROMIUM=/path")

// Find returns the path of a browser: the one that the environment variable
// CHROMIUM names, or the first that is installed.
func Find() (string, error) {
	if p := os.Getenv("CHROMIUM"); p != "" {
		return exec.LookPath(p)
	}
	for _, name := range programs {
		if p, err := exec.LookPath(name); err == nil {
			return p, nil
		}
	}
	return "", ErrNoBrowser
}

// Browser is a running browser with nothing in it from runs before.
type Browser struct{ ctx context.Context }

// Options say how to start the browser: so that WebGL 2 works without a graphics
// card, and the browser asks the network for nothing of its own.
func Options() ([]chromedp.ExecAllocatorOption, error) {
	path, err := Find()
	if err != nil {
		return nil, err
	}
	return []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path),
		chromedp.Headless,
		chromedp.NoSandbox,
		chromedp.NoFirstRun,
		chromedp.NoDefaultBrowserCheck,
		chromedp.Flag("use-gl", "angle"),
		chromedp.Flag("use-angle", "swiftshader"),
		chromedp.Flag("enable-unsafe-swiftshader", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		chromedp.Flag("hide-scrollbars", true),
	}, nil
}

// quickly has WebAssembly compiled once, and not again where it is hot: pages that
// live for seconds start in two thirds of the time.
const quickly = "--liftoff-only"

// byProcessor has pages painted by the processor itself instead of a graphics card
// that it would have to imitate, which takes twice as long. WebGL still works.
const byProcessor = "disable-gpu-compositing"

// Start starts a browser that ends with the test. More flags may be given by
// name, without dashes in front.
func Start(t testing.TB, more ...string) *Browser {
	t.Helper()
	options, err := Options()
	if err != nil {
		t.Fatal(err)
	}
	options = append(options, chromedp.Flag("js-flags", quickly), chromedp.Flag(byProcessor, true))
	for _, name := range more {
		options = append(options, chromedp.Flag(name, true))
	}
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	if err := chromedp.Do(ctx); err != nil {
		t.Fatalf("starting the browser: %v", err)
	}
	return &Browser{ctx}
}
