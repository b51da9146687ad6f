package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Tab is a page in the browser. Its methods fail the test when they cannot do
// what they say.
type Tab struct {
	t   testing.TB
	ctx context.Context
	log *report
}

// report is what the browser has reported about a page.
type report struct {
	mu       sync.Mutex
	problems []string // console errors, exceptions, failed requests
	requests []string // addresses
}

// For is the same tab, for a test that shares it with others.
func (tab *Tab) For(t testing.TB) *Tab { return &Tab{t, tab.ctx, tab.log} }

// Open opens an address in a new tab that ends with the test. Storage is shared
// with the other tabs of the browser.
func (b *Browser) Open(t testing.TB, address string) *Tab {
	t.Helper()
	tab := b.Blank(t)
	tab.Go(address)
	return tab
}

// Blank opens an empty tab in a window of its own, for tests that prepare it
// before a page is loaded.
func (b *Browser) Blank(t testing.TB) *Tab {
	t.Helper()
	return b.tab(t)
}

// Cover opens an empty tab in the window used last: the tab that was there is
// hidden until it is brought to the front, or the new one ends.
func (b *Browser) Cover(t testing.TB) *Tab {
	t.Helper()
	return b.tab(t, chromedp.WithNewWindow(false))
}

func (b *Browser) tab(t testing.TB, options ...chromedp.ContextOption) *Tab {
	t.Helper()
	ctx, cancel := chromedp.NewContext(b.ctx, options...)
	t.Cleanup(cancel)
	tab := &Tab{t: t, log: &report{}}
	if err := chromedp.Listen(ctx, tab.log.listen); err != nil {
		t.Fatalf("opening a tab: %v", err)
	}
	// The limit is for what is done in the tab; the tab itself must outlive it.
	tab.ctx, cancel = context.WithTimeout(ctx, 3*patience)
	t.Cleanup(cancel)
	call(tab, network.Enable, network.EnableParams{})
	call(tab, log.Enable, cdp.Empty{})
	call(tab, runtime.Enable, cdp.Empty{})
	tab.Resize(1024, 768, 1)
	return tab
}

// run performs an action in the tab.
func run[T any](tab *Tab, what string, action chromedp.Action[T]) T {
	tab.t.Helper()
	value, err := chromedp.Run(tab.ctx, action)
	if err != nil {
		tab.t.Fatalf("%s: %v\nproblems of the page: %q", what, err, tab.Problems())
	}
	return value
}

// call sends a command of the browser's protocol to the tab.
func call[P, R any](tab *Tab, command cdp.Command[P, R], params P) {
	tab.t.Helper()
	if _, err := chromedp.Call(tab.ctx, command, params); err != nil {
		tab.t.Fatalf("%s: %v", command.Method, err)
	}
}

// listen keeps what the browser reports about the page.
func (r *report) listen(event any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		r.requests = append(r.requests, e.Request.URL)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			r.problems = append(r.problems, e.Entry.Text+" "+e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		text := e.ExceptionDetails.Text
		if x := e.ExceptionDetails.Exception; x != nil {
			text += " " + x.Description
		}
		r.problems = append(r.problems, text)
	case *runtime.EventConsoleAPICalled:
		if e.Type == runtime.ConsoleAPICalledTypeError {
			r.problems = append(r.problems, consoleText(e.Args))
		}
	}
}

func consoleText(args []*runtime.RemoteObject) string {
	var words []string
	for _, a := range args {
		words = append(words, string(a.Value)+a.Description)
	}
	return strings.Join(words, " ")
}

// Go loads an address and waits until its document is parsed.
func (tab *Tab) Go(address string) {
	tab.t.Helper()
	run(tab, "open "+address, chromedp.Navigate(address))
}

// Reload loads the page again and waits until its document is parsed.
func (tab *Tab) Reload() {
	tab.t.Helper()
	run(tab, "load the page again", chromedp.Reload())
}

// Problems lists the errors of the page so far: exceptions, console errors,
// requests that failed, policies that were violated.
func (tab *Tab) Problems() []string {
	tab.log.mu.Lock()
	defer tab.log.mu.Unlock()
	return slices.Clone(tab.log.problems)
}

// Requests lists the addresses that the page has asked for so far.
func (tab *Tab) Requests() []string {
	tab.log.mu.Lock()
	defer tab.log.mu.Unlock()
	return slices.Clone(tab.log.requests)
}

// Eval evaluates JavaScript and stores its value, which may be a promise's, in
// what result points to; nil discards it.
func (tab *Tab) Eval(js string, result any) {
	tab.t.Helper()
	raw := run(tab, "evaluate "+js, chromedp.Evaluate[[]byte](js, chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
	if result == nil {
		return
	}
	if err := json.Unmarshal(raw, result); err != nil {
		tab.t.Fatalf("value of %s: %v", js, err)
	}
}

// Wait waits until a JavaScript expression is true.
func (tab *Tab) Wait(condition string) {
	tab.t.Helper()
	js := fmt.Sprintf(`new Promise((resolve) => {
		const until = performance.now() + %d;
		const look = () => {
			let met = false;
			try { met = Boolean(%s); } catch {}
			if (met || performance.now() > until) resolve(met);
			else setTimeout(look, 15);
		};
		look();
	})`, patience.Milliseconds(), condition)
	if met := tab.look(js); !met {
		var text string
		tab.Eval(`document.title + ": " + document.body.innerText`, &text)
		tab.t.Fatalf("never true: %s\npage says: %s\nproblems: %q", condition, text, tab.Problems())
	}
}

// look evaluates what Wait waits for. A page that gives way to another takes the
// waiting with it, so that begins again there, once: what is waited for may lie on
// the other page.
func (tab *Tab) look(js string) (met bool) {
	tab.t.Helper()
	const gone = "navigated or closed"
	value, err := chromedp.Run(tab.ctx, chromedp.Evaluate[bool](js, chromedp.EvalAwaitPromise, chromedp.EvalAsValue))
	if err != nil && strings.Contains(err.Error(), gone) {
		tab.Eval(js, &value)
	} else if err != nil {
		tab.t.Fatalf("evaluate %s: %v\nproblems of the page: %q", js, err, tab.Problems())
	}
	return value
}

// Text returns the visible text of the first element that matches a selector.
func (tab *Tab) Text(selector string) string {
	tab.t.Helper()
	var text string
	tab.Eval(fmt.Sprintf(`document.querySelector(%q).innerText`, selector), &text)
	return text
}

// Click clicks the middle of the first element that matches a selector, as a
// mouse does: whatever lies on top there gets the click.
func (tab *Tab) Click(selector string) {
	tab.t.Helper()
	run(tab, "click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// Key presses a key, named as in package kb or a single character.
func (tab *Tab) Key(key string) {
	tab.t.Helper()
	run(tab, "press a key", chromedp.KeyEvent(key))
}

// Wheel turns the mouse wheel over the middle of an element, by CSS pixels.
func (tab *Tab) Wheel(selector string, down float64) {
	tab.t.Helper()
	box := tab.Box(selector)
	x, y := box.X+box.Width/2, box.Y+box.Height/2
	call(tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseMoved, X: x, Y: y,
	})
	call(tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{
		Type: input.DispatchMouseEventTypeMouseWheel, X: x, Y: y, DeltaY: down,
		DeltaX: 1e-6, // the browser insists on both
	})
}

// rest is how long a finger lies still before it is lifted.
const rest = 200 * time.Millisecond

// Swipe moves a finger up from the middle of what a selector matches, and so
// scrolls down by that many pixels, in steps of ten. The finger lies still in the
// end: else the page goes on by itself for as long as the moves happened to be
// quick, and the browser loses a turn of the wheel that comes meanwhile.
func (tab *Tab) Swipe(selector string, down int) {
	tab.t.Helper()
	box := tab.Box(selector)
	call(tab, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	at := input.TouchPoint{X: box.X + box.Width/2, Y: box.Y + box.Height/2}
	touch(input.DispatchTouchEventTypeTouchStart, &at)
	for range down / 10 {
		at.Y -= 10
		touch(input.DispatchTouchEventTypeTouchMove, &at)
	}
	call(tab, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: input.DispatchTouchEventTypeTouchEnd, Timestamp: sinceEpoch(time.Now().Add(rest)),
	})
}

// sinceEpoch is a time as the browser's protocol has it, in seconds.
func sinceEpoch(t time.Time) input.TimeSinceEpoch {
	return input.TimeSinceEpoch(float64(t.UnixNano()) / 1e9)
}

// Box is a rectangle in CSS pixels of the window.
type Box struct{ X, Y, Width, Height float64 }

// Box returns where the first element that matches a selector is.
func (tab *Tab) Box(selector string) Box {
	tab.t.Helper()
	var b Box
	tab.Eval(fmt.Sprintf(`document.querySelector(%q).getBoundingClientRect().toJSON()`, selector), &b)
	return b
}

// Resize sets the size of the window in CSS pixels and the device pixels of each.
func (tab *Tab) Resize(width, height int64, ratio float64) {
	tab.t.Helper()
	call(tab, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: ratio,
	})
}

// Theme sets what the reader prefers: "light" or "dark".
func (tab *Tab) Theme(name string) {
	tab.t.Helper()
	tab.Prefer("prefers-color-scheme", name)
}

// Prefer sets one of the reader's preferences, and takes back those set before.
func (tab *Tab) Prefer(feature, value string) {
	tab.t.Helper()
	call(tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: feature, Value: value}},
	})
}

// Front brings the tab before the others of the browser, which are hidden then.
func (tab *Tab) Front() {
	tab.t.Helper()
	call(tab, page.BringToFront, cdp.Empty{})
}

// Before runs JavaScript in every document before its own scripts.
func (tab *Tab) Before(js string) {
	tab.t.Helper()
	call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: js})
}

// Screenshot paints the window at a size and in a theme. With the environment
// variable SCREENSHOTS=folder it also writes the picture there, under the name.
func (tab *Tab) Screenshot(name string, width, height int64, theme string) image.Image {
	tab.t.Helper()
	tab.Theme(theme)
	tab.Resize(width, height, 1)
	return tab.Shot(fmt.Sprintf("%s-%d-%s", name, width, theme))
}

// Shot is Screenshot with the window as it is.
func (tab *Tab) Shot(name string) image.Image {
	tab.t.Helper()
	b := run(tab, "take a screenshot", chromedp.CaptureScreenshot())
	if dir := os.Getenv("SCREENSHOTS"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, name+".png"), b, 0o644); err != nil {
			tab.t.Fatal(err)
		}
	}
	picture, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		tab.t.Fatal(err)
	}
	return picture
}
