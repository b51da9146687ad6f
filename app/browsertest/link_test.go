//go:build browser

package browsertest

import (
	"fmt"
	"net/http"
	"path"
	"strings"
	"sync/atomic"
	"testing"

	"stampede/app/link"
	"stampede/app/version"
	"stampede/engine"
)

// sample is a run in which somebody has done something, at a moment.
func sample(at engine.Time) link.Run {
	return link.Run{
		Scenario: storm, Version: version.Number, Seed: 7, Size: stormSize, At: at,
		Journal: []engine.Command{
			{At: 20 * engine.Second, Verb: engine.CmdSet, Path: "fix.lease.on", Value: "true"},
			{At: 30 * engine.Second, Verb: engine.CmdTakeOver},
			{At: 30 * engine.Second, Verb: engine.CmdDo, Path: "let_in", Value: "0.1"},
		},
	}
}

func fragmentOf(t *testing.T, r link.Run) string {
	t.Helper()
	h, err := r.Hash()
	if err != nil {
		t.Fatal(err)
	}
	return "#" + h
}

// hashAt is the hash of a run at its moment, made without a page.
func hashAt(t *testing.T, r link.Run) string {
	t.Helper()
	s, notes, err := link.Open(r)
	if err != nil || len(notes) > 0 {
		t.Fatal(err, notes)
	}
	if err := link.Arrive(s); err != nil {
		t.Fatal(err)
	}
	return s.Hash()
}

// addressed waits until the address has a run that is so, and reads it.
func addressed(t *testing.T, tab *Tab, so func(link.Run) bool) link.Run {
	t.Helper()
	for {
		var hash string
		tab.Eval(`location.hash`, &hash)
		if r, err := link.Parse(hash); err == nil && so(r) {
			return r
		}
		was := hash
		tab.Wait(fmt.Sprintf(`location.hash !== %q`, was))
	}
}

const linkPage = "play/facebook-2010/?painter=2d&theme=light"

// TestLinks goes through the life of a link in one page: opened, changed, left,
// come back to, reloaded.
func TestLinks(t *testing.T) {
	t.Parallel()
	slow := &slowly{goOn: make(chan struct{})}
	server := Serve(t, built, "/a/b/", slow.hold)
	tab := openPlay(t, Start(t), server.URL(linkPage)+fragmentOf(t, sample(45*engine.Second)))
	for _, part := range []struct {
		name string
		test func(*testing.T, *Tab)
	}{
		{"opens", linkOpens},
		{"follows", linkFollows},
		{"back and forward", linkBack},
		{"pasted", linkPasted},
		{"in place", linkInPlace},
		{"undone", linkUndone},
		{"size", linkSize},
		{"reload", linkReload},
		{"slow reload", func(t *testing.T, tab *Tab) { linkReloadSlowly(t, tab, server, slow) }},
		{"reload while playing", linkReloadPlaying},
		{"skip link", linkAnchor},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, tab.For(t)) })
	}
	quiet(t, tab, server.Origin)
}

// linkOpens: the page shows the run of the link, paused at its moment, and says
// nothing about it.
func linkOpens(t *testing.T, tab *Tab) {
	r := read(tab)
	if want := hashAt(t, sample(45*engine.Second)); r.Hash != want || r.Now != 45 || r.Seed != 7 || len(r.Journal) != 3 {
		t.Errorf("at %v s with hash %s and %d commands, want 45 s with %s", r.Now, r.Hash, len(r.Journal), want)
	}
	held(t, r)
	var odd bool
	if tab.Eval(`stampede.playing() || Boolean(document.querySelector(".linked, .invitation"))`, &odd); odd {
		t.Error("it plays, invites to play, or complains")
	}
	var own string
	tab.Eval(`stampede.link()`, &own)
	if !strings.HasSuffix(own, "/play/facebook-2010/?painter=2d&theme=light"+fragmentOf(t, sample(45*engine.Second))) {
		t.Errorf("its own link is %s", own)
	}
}

// linkFollows: what people do changes the address, and the run of the address is
// the run of the page.
func linkFollows(t *testing.T, tab *Tab) {
	do(tab, nil, `must(stampede.strategy("retry", true))`)
	addressed(t, tab, func(r link.Run) bool { return len(r.Journal) == 4 })
	do(tab, nil, `await travel(50); stampede.speed(4)`)
	r := addressed(t, tab, func(r link.Run) bool { return r.At == 50*engine.Second && r.View.Speed == 4 })
	if got, want := read(tab).Hash, hashAt(t, r); got != want {
		t.Errorf("hash %s, that of the address is %s", got, want)
	}
	do(tab, nil, `must(stampede.play())`)
	tab.Wait(`stampede.now() > 50.2`)
	do(tab, nil, `stampede.pause(); await arrive()`)
	p := read(tab)
	r = addressed(t, tab, func(r link.Run) bool { return r.At == nanoseconds(p.Now) })
	if want := hashAt(t, r); p.Hash != want {
		t.Errorf("hash %s, that of the address is %s", p.Hash, want)
	}
}

// linkBack: a new seed and another course of the run are places to come back
// from; the document stays the same one.
func linkBack(t *testing.T, tab *Tab) {
	tab.Eval(`window.mark = history.length`, nil)
	before := read(tab)
	do(tab, nil, `must(stampede.reset({ seed: 99 }))`)
	addressed(t, tab, func(r link.Run) bool { return r.Seed == 99 })
	do(tab, nil, `await travel(10)`)
	addressed(t, tab, func(r link.Run) bool { return r.At == 10*engine.Second })
	tab.Eval(`history.back()`, nil)
	tab.Wait(`stampede.seed() === 7 && !stampede.seeking()`)
	if r := read(tab); r.Hash != before.Hash || r.Now != before.Now || len(r.Journal) != len(before.Journal) {
		t.Errorf("back at %v s with hash %s and %d commands, want %v s, %s, %d", r.Now, r.Hash, len(r.Journal), before.Now, before.Hash, len(before.Journal))
	}
	tab.Eval(`history.forward()`, nil)
	tab.Wait(`stampede.seed() === 99 && !stampede.seeking()`)
	if r := read(tab); r.Now != 10 || len(r.Journal) != 0 {
		t.Errorf("forward at %v s with %d commands", r.Now, len(r.Journal))
	}
	held(t, read(tab))
	var more int
	if tab.Eval(`history.length - window.mark`, &more); more != 1 {
		t.Errorf("%d new entries in the history of this document, want 1", more)
	}
}

// linkPasted: a link put into the address of the page opens there; one that
// cannot be read leaves the run alone and is told in words, until these are
// dismissed.
func linkPasted(t *testing.T, tab *Tab) {
	h := fragmentOf(t, sample(40*engine.Second))
	tab.Eval(fmt.Sprintf(`window.mark = 1; location.hash = %q`, h), nil)
	tab.Wait(`stampede.seed() === 7 && !stampede.seeking() && stampede.now() === 40`)
	if got, want := read(tab).Hash, hashAt(t, sample(40*engine.Second)); got != want {
		t.Errorf("hash %s, want %s", got, want)
	}
	tab.Eval(fmt.Sprintf(`location.hash = %q`, h[:len(h)-9]), nil)
	tab.Wait(`/end of the link is missing/.test(document.querySelector(".linked")?.innerText)`)
	tab.Click(".linked button")
	tab.Wait(`!document.querySelector(".linked")`)
	addressed(t, tab, func(r link.Run) bool { return r.At == 40*engine.Second })
	var same bool
	if tab.Eval(`window.mark === 1 && stampede.now() === 40`, &same); !same {
		t.Error("the run or the document is another")
	}
}

// linkInPlace: a link that is followed in the page brings its length and what is
// to be said of it, also where it is the same run; words about a bad link go when
// the address leads elsewhere.
func linkInPlace(t *testing.T, tab *Tab) {
	longer := sample(40 * engine.Second)
	longer.Until = 400 * engine.Second
	tab.Eval(fmt.Sprintf(`location.hash = %q`, fragmentOf(t, longer)), nil)
	tab.Wait(`!stampede.seeking() && stampede.now() === 40 && Number(document.querySelector("#scrub").max) === 400`)
	addressed(t, tab, func(r link.Run) bool { return r.Until == 400*engine.Second })
	old := longer
	old.Version, old.At = "0.0.9", 41*engine.Second
	tab.Eval(fmt.Sprintf(`location.hash = %q`, fragmentOf(t, old)), nil)
	tab.Wait(`stampede.now() === 41 && /version 0.0.9/.test(document.querySelector(".linked")?.innerText)`)
	tab.Eval(`location.hash = "r1.AAAAAAAAAAAAAAAA"`, nil)
	tab.Wait(`/could not be read/.test(document.querySelector(".linked")?.innerText)`)
	addressed(t, tab, func(r link.Run) bool { return r.At == 41*engine.Second })
	// On a slow machine word of the bad link comes when the address is mended.
	tab.Eval(`dispatchEvent(new HashChangeEvent("hashchange"))`, nil)
	frames(tab)
	says(t, tab, ".linked", "could not be read")
	tab.Eval(`location.hash = "main"`, nil)
	tab.Wait(`!document.querySelector(".linked")`)
	tab.Eval(fmt.Sprintf(`location.hash = %q`, fragmentOf(t, sample(40*engine.Second))+"%20"), nil)
	tab.Wait(`!stampede.seeking() && stampede.now() === 40 && Number(document.querySelector("#scrub").max) === 300 && !document.querySelector(".linked")`)
}

// linkUndone: who acts in the past leaves what lay ahead; Back has it again.
func linkUndone(t *testing.T, tab *Tab) {
	do(tab, nil, `await travel(25); for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)`)
	before := read(tab)
	do(tab, nil, `must(stampede.strategy("coalescing", true)); await travel(35)`)
	addressed(t, tab, func(r link.Run) bool { return len(r.Journal) == 2 && r.At == 35*engine.Second })
	tab.Eval(`history.back()`, nil)
	tab.Wait(`stampede.journal().length === 3 && !stampede.seeking()`)
	if r := read(tab); r.Now != 25 || r.Hash != before.Hash {
		t.Errorf("back at %v s with hash %s, want 25 s with %s", r.Now, r.Hash, before.Hash)
	}
	do(tab, nil, `await travel(40)`)
}

// linkSize: a run of another size is another place too.
func linkSize(t *testing.T, tab *Tab) {
	// The history has no two entries within a second.
	do(tab, nil, `await travel(25); window.there = performance.now()`)
	tab.Wait(`performance.now() - there > 1000`)
	do(tab, nil, `must(stampede.size(0.002))`)
	addressed(t, tab, func(r link.Run) bool { return r.Size == 0.002 && r.At == 0 && len(r.Journal) == 0 })
	do(tab, nil, `await travel(5)`)
	r := addressed(t, tab, func(r link.Run) bool { return r.At == 5*engine.Second })
	if got, want := read(tab).Hash, hashAt(t, r); got != want {
		t.Errorf("hash %s, that of the address is %s", got, want)
	}
	tab.Eval(`history.back()`, nil)
	tab.Wait(`stampede.journal().length === 3 && !stampede.seeking()`)
	held(t, read(tab))
}

// linkReload: the page comes back where it was.
func linkReload(t *testing.T, tab *Tab) {
	do(tab, nil, `await travel(41.5); must(stampede.set("fix.timeout.after", "1s")); must(stampede.seek(42)); await arrive()`)
	before := read(tab)
	reload(tab)
	after := read(tab)
	if after.Hash != before.Hash || after.Now != 42 || len(after.Journal) != len(before.Journal) {
		t.Errorf("at %v s with hash %s and %d commands, want 42 s with %s", after.Now, after.Hash, len(after.Journal), before.Hash)
	}
}

// slowly is a server that keeps those waiting who load the playground, once they
// are to wait, until a request tells it to go on.
type slowly struct {
	waits atomic.Bool
	goOn  chan struct{}
}

func (s *slowly) hold(_ http.ResponseWriter, r *http.Request) bool {
	switch path.Base(r.URL.Path) {
	case "go-on":
		close(s.goOn)
	case storm:
		if s.waits.Load() {
			select {
			case <-s.goOn:
			case <-r.Context().Done():
			}
		}
		return false
	default:
		return false
	}
	return true
}

// linkReloadSlowly: also where loading takes so long that meanwhile the address has
// followed the run, the page comes back where it was, and not where the address was
// when loading began.
func linkReloadSlowly(t *testing.T, tab *Tab, server *Server, slow *slowly) {
	do(tab, nil, `await travel(43); window.mark = "before"`)
	addressed(t, tab, func(r link.Run) bool { return r.At == 43*engine.Second })
	slow.waits.Store(true)
	do(tab, nil, `
		await travel(44);
		const from = location.hash;
		must(stampede.step(1));
		sessionStorage.was = JSON.stringify([stampede.now(), stampede.hash()]);
		location.reload();
		const follow = () => {
			if (location.hash === from) setTimeout(follow, 15);
			else fetch(%q);
		};
		follow()`, server.URL("go-on"))
	tab.Wait(`window.mark !== "before" && stampede.ready`)
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
	var was string
	tab.Eval(`sessionStorage.was`, &was)
	r := read(tab)
	if is := fmt.Sprintf("[%v,%q]", r.Now, r.Hash); is != was {
		t.Errorf("it was at %s and came back at %s", was, is)
	}
	held(t, r)
}

// reload has the page loaded again, and waits for the run.
func reload(tab *Tab) {
	tab.t.Helper()
	tab.Reload()
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
}

// linkReloadPlaying: a run that played goes on where it was, though the address
// is written now and then only.
func linkReloadPlaying(t *testing.T, tab *Tab) {
	do(tab, nil, `stampede.speed(10); must(stampede.play())`)
	tab.Wait(`stampede.now() > 50`)
	reload(tab)
	tab.Wait(`stampede.playing() && stampede.now() > 50`)
	var target float64
	if tab.Eval(`stampede.now()`, &target); target > 80 {
		t.Errorf("it went on to %v s", target)
	}
	do(tab, nil, `stampede.pause(); await arrive()`)
	held(t, read(tab))
}

// linkAnchor: an address of a place in the page is none of a run.
func linkAnchor(t *testing.T, tab *Tab) {
	before := read(tab)
	// Else what was done before is written over the address that is looked at.
	addressed(t, tab, func(r link.Run) bool { return r.At == nanoseconds(before.Now) })
	tab.Eval(`window.mark = 1; location.hash = "main"`, nil)
	tab.Wait(`location.hash === "#main"`)
	if r := read(tab); r.Hash != before.Hash {
		t.Errorf("hash %s, want %s", r.Hash, before.Hash)
	}
	do(tab, nil, `must(stampede.step(1))`)
	addressed(t, tab, func(r link.Run) bool { return r.At > nanoseconds(before.Now) })
	var same bool
	if tab.Eval(`window.mark === 1 && !document.querySelector(".linked")`, &same); !same {
		t.Error("the document is another, or complains")
	}
}

// TestOddLinks: what is wrong with a link is said in words, and the scenario
// opens; a link opens in the page of its scenario.
func TestOddLinks(t *testing.T) {
	variation(t)
	t.Parallel()
	server := Serve(t, built, "/")
	b := Start(t)
	old := sample(2 * engine.Second)
	old.Version = "0.0.9"
	odd := sample(2 * engine.Second)
	odd.Journal = append(odd.Journal, engine.Command{At: 31 * engine.Second, Verb: engine.CmdDo, Path: "reboot"})
	for _, c := range []struct{ name, fragment, words string }{
		{"truncated", fragmentOf(t, old)[:40], "The end of the link is missing"},
		{"unreadable", "#r1.AAAAAAAAAAAAAAAA", "The link could not be read"},
		{"newer", "#r9.AAAA", "newer version"},
		{"other version", fragmentOf(t, old), "made with version 0.0.9"},
		{"unknown action", fragmentOf(t, odd), "not known here"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tab := openPlay(t, b, server.URL(linkPage+"&paused&size=0.001")+c.fragment)
			if got := tab.Text(".linked"); !strings.Contains(got, c.words) {
				t.Errorf("the page says %q, want %q", got, c.words)
			}
			held(t, read(tab))
			tab.Shot("link-" + strings.ReplaceAll(c.name, " ", "-"))
			quiet(t, tab, server.Origin)
		})
	}
	t.Run("another scenario", func(t *testing.T) {
		r := link.Run{Scenario: "theory/mm1", Version: version.Number, Seed: 3, At: 5 * engine.Second}
		tab := openPlay(t, b, server.URL(linkPage)+fragmentOf(t, r))
		var got struct{ Name, Path, Hash string }
		do(tab, &got, `await arrive(); return { name: stampede.scenario().name, path: location.pathname, hash: stampede.hash() }`)
		if want := hashAt(t, r); got.Name != "theory/mm1" || got.Path != "/play/theory/mm1/" || got.Hash != want {
			t.Errorf("the page shows %+v, want hash %s", got, want)
		}
		quiet(t, tab, server.Origin)
	})
}

// TestLinkWithoutStorage: the address is all that is needed.
func TestLinkWithoutStorage(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	tab.Before(`for (const name of ["localStorage", "sessionStorage", "indexedDB"])
		Object.defineProperty(window, name, { get() { throw new DOMException("blocked", "SecurityError"); }, configurable: true })`)
	tab.Go(server.URL(linkPage+"&seed=5&t=3") + fragmentOf(t, sample(45*engine.Second)))
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
	do(tab, nil, `await travel(46)`)
	addressed(t, tab, func(r link.Run) bool { return r.At == 46*engine.Second })
	var search string
	if tab.Eval(`location.search`, &search); search != "?painter=2d&theme=light" {
		t.Errorf("beside the run the address says %s", search)
	}
	reload(tab)
	if r := read(tab); r.Now != 46 || r.Hash != hashAt(t, sample(46*engine.Second)) {
		t.Errorf("at %v s with hash %s", r.Now, r.Hash)
	}
	quiet(t, tab, server.Origin)
}

// TestLostContext: when the browser takes the graphics away, page and run stay,
// and the stage goes on with the other painter.
func TestLostContext(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := Start(t).Blank(t)
	// The context of the one canvas of the stage, which the program alone has.
	tab.Before(`const get = HTMLCanvasElement.prototype.getContext;
		HTMLCanvasElement.prototype.getContext = function (kind, ...rest) {
			const context = get.call(this, kind, ...rest);
			if (kind === "webgl2" && context) window.graphics = context;
			return context;
		}`)
	tab.Go(server.URL("play/facebook-2010/") + fragmentOf(t, sample(45*engine.Second)))
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
	before := read(tab)
	tab.Wait(`document.querySelector(".stage[data-painter=gl] canvas") && window.graphics`)
	tab.Eval(`window.mark = 1; window.graphics.getExtension("WEBGL_lose_context").loseContext()`, nil)
	tab.Wait(`document.querySelector(".stage[data-painter='2d'] canvas")`)
	do(tab, nil, `await travel(46)`)
	after := read(tab)
	var same bool
	if tab.Eval(`window.mark === 1`, &same); !same {
		t.Error("the document was loaded again")
	}
	if after.Hash != hashAt(t, sample(46*engine.Second)) || len(after.Journal) != len(before.Journal) {
		t.Errorf("at %v s with hash %s", after.Now, after.Hash)
	}
	held(t, after)
}

// frameTeller has a page in a frame tell its parent what its address is.
const frameTeller = `
addEventListener("error", (event) => parent.postMessage(event.message, "*"));
setInterval(() => parent.postMessage(location.hash + " " + history.length, "*"), 50);
stampede.ready.then(() => { stampede.pause(); stampede.reset({ seed: 5 }); });`

// TestLinkInAFrame: within another page, with a sandbox around it or not, the
// address follows the run, and the history of the page around stays as it is.
func TestLinkInAFrame(t *testing.T) {
	variation(t)
	t.Parallel()
	b := Start(t)
	for name, attribute := range map[string]string{"frame": "", "sandbox": `sandbox="allow-scripts"`} {
		t.Run(name, func(t *testing.T) {
			server := Serve(t, built, "/", func(w http.ResponseWriter, r *http.Request) bool {
				switch r.URL.Path {
				case "/host":
					w.Header().Set("Content-Type", "text/html")
					fmt.Fprintf(w, `<!doctype html><title>host</title><link rel="icon" href="data:,">
						<iframe %s src="./%s" width="800" height="600"></iframe>
						<script>addEventListener("message", (event) => { document.title = event.data; });</script>`, attribute, linkPage)
				case "/web/flat.js":
					w.Header().Set("Content-Type", "text/javascript")
					w.Write(append([]byte(frameTeller), built.Files["web/flat.js"]...))
				default:
					return false
				}
				return true
			})
			tab := b.Open(t, server.Origin+"/host")
			tab.Eval(`window.mark = history.length`, nil)
			tab.Wait(`document.title.startsWith("#r1.")`)
			var said string
			tab.Eval(`document.title`, &said)
			fragment, entries, _ := strings.Cut(said, " ")
			if r, err := link.Parse(fragment); err != nil || r.Seed != 5 {
				t.Errorf("the frame's address says %+v (%v)", r, err)
			}
			var same bool
			if tab.Eval(`history.length === window.mark && `+entries+` === window.mark`, &same); !same {
				t.Errorf("the history has %s entries", entries)
			}
			quiet(t, tab, server.Origin)
		})
	}
}

// TestLinkOfAHiddenPage: a page that is hidden may be thrown away: its address
// has the moment at which it was left.
func TestLinkOfAHiddenPage(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	b := Start(t)
	tab := openPlay(t, b, server.URL(stormPage))
	do(tab, nil, `stampede.play()`)
	tab.Wait(`stampede.now() > 0.5`)
	tab.Front()
	b.Cover(t)
	tab.Wait(`document.visibilityState === "hidden"`)
	var now float64
	tab.Eval(`stampede.now()`, &now)
	r := addressed(t, tab, func(r link.Run) bool { return r.At == nanoseconds(now) })
	if r.Seed != stormSeed || r.Size != stormSize {
		t.Errorf("the address says %+v", r)
	}
}
