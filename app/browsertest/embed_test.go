//go:build browser

package browsertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"stampede/app/figure"
	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
)

// A page of somebody else: it lies on another origin, is longer than the window,
// and notes what the simulations in it tell.
const postmortem = `<!doctype html><title>A postmortem</title>
<style>body { margin: 0; font: 16px sans-serif } p { height: 300px } iframe, stampede-sim { display: block; width: 480px; border: 0 } iframe { height: 270px }</style>
<script>
	window.heard = [];
	addEventListener("message", (e) => { if (e.data && e.data.source === "stampede") heard.push({ from: e.origin, ...e.data }); });
	const events = [];
	for (const name of ["ready", "state", "verdict", "error"]) addEventListener("stampede-" + name, (e) => events.push({ name, id: e.target.id, ...e.detail }));
</script>
<script src="%[1]sweb/embed.js" defer></script>
<p><a href="#before" id="before">before</a></p>%[2]s<p><a href="#after" id="after">after</a></p><div style="height: 3000px"></div>`

// host opens a page with something of the site in it.
func host(t *testing.T, b *Browser, site *Server, inside string) *Tab {
	t.Helper()
	page := fmt.Sprintf(postmortem, site.URL(""), inside)
	server := Serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write([]byte(page))
	}), "/")
	tab := b.Blank(t)
	tab.Resize(800, 600, 1)
	tab.Go(server.URL(""))
	return tab
}

const embedPage = "embed/facebook-2010/?painter=2d&size=0.001"

// downloaded reports whether the program has been asked for.
func downloaded(tab *Tab) bool {
	for _, r := range tab.Requests() {
		if strings.Contains(r, "app.wasm") {
			return true
		}
	}
	return false
}

// An embed that nobody has asked leaves the page around alone: no program, no
// focus, and wheel and Tab go on over it.
func TestEmbedLeavesItsHostAlone(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/a b/")
	tab := host(t, Start(t), site, `<iframe id="sim" title="The outage" src="`+site.URL("embed/facebook-2010/")+`"></iframe>`)
	tab.Wait(`document.readyState === "complete" && scrollY === 0`)
	tab.Wheel("#sim", 200)
	tab.Wait(`scrollY > 100`)
	tab.Eval(`scrollTo(0, 0), document.activeElement.tagName`, nil)
	if !ask(tab, `document.activeElement === document.body`) {
		t.Error("the embed has taken the focus")
	}
	tab.Eval(`document.querySelector("#before").focus()`, nil)
	for range 3 { // into the frame, to its button and its link, and out
		tab.Key("\t")
	}
	tab.Wait(`document.activeElement.id === "after"`)
	if downloaded(tab) {
		t.Error("the program was downloaded before anybody asked for it")
	}
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
}

// Wheel and finger over a simulation that is running scroll the page around it.
func TestLiveEmbedLetsItsHostScroll(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/")
	tab := host(t, Start(t), site, `<iframe id="sim" title="The outage" style="width: 700px; height: 600px" src="`+site.URL("embed/facebook-2010/?painter=2d&controls=min&view=stage")+`"></iframe>`)
	tab.Wait(`document.readyState === "complete"`)
	tab.Eval(`scrollTo(0, 250)`, nil)
	tab.Swipe("#sim", 200)
	tab.Wait(`scrollY > 350`)
	if downloaded(tab) {
		t.Error("a finger that scrolls has started the program")
	}
	tab.Eval(`scrollTo(0, 250), sim.src += "&size=0.001&t=5&autoload&autoplay"`, nil)
	tab.Wait(`heard.some((m) => m.type === "state" && m.t > 5)`)
	tab.Eval(`scrollTo(0, 250)`, nil)
	tab.Swipe("#sim", 200)
	tab.Wait(`scrollY > 350`)
	tab.Eval(`scrollTo(0, 250)`, nil)
	tab.Wheel("#sim", 200)
	tab.Wait(`scrollY > 350`)
	if !ask(tab, `document.activeElement === document.body`) {
		t.Error("the embed has taken the focus")
	}
}

// The poster of an address with a moment is that very moment, to the byte the
// drawing that the command makes, and nothing moves.
func TestEmbedDrawsTheMomentOfItsAddress(t *testing.T) {
	t.Parallel()
	scn, _ := catalog.Scenario("facebook-2010")
	s, err := session.New(scn, session.Options{Seed: 7, Size: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	r := view.New(i18n.For("en"), s)
	figure.At(r, 40*engine.Second, nil)
	want, err := json.Marshal(figure.Draw(r, figure.Options{Width: figure.PosterWidth, Bare: true, Live: true}))
	if err != nil {
		t.Fatal(err)
	}
	site := Serve(t, built, "/")
	tab := Start(t).Open(t, site.URL(embedPage+"&t=40&seed=7"))
	tab.Wait(started)
	tab.Wait(`!("another" in document.documentElement.dataset)`)
	if got := tab.Text(".stamp"); got != figure.Stamp(r) {
		t.Errorf("the stamp is %q, want %q", got, figure.Stamp(r))
	}
	var same bool
	tab.Eval(`(() => {
		const there = document.createElement("template");
		there.innerHTML = `+string(want)+`;
		return there.content.firstElementChild.outerHTML === document.querySelector(".poster-picture svg").outerHTML;
	})()`, &same)
	if !same {
		t.Error("the drawing in the browser is not that of the command")
	}
	if ask(tab, `document.querySelector(".stage, .transport")`) {
		t.Error("the stage has been started")
	}
	tab.Click("[data-start]")
	tab.Wait(`window.stampede.playing && stampede.playing() && stampede.now() > 40`)
}

// A frame that computes its moment says so, and how far it is; pressed meanwhile
// it goes there and plays.
func TestEmbedSaysThatItComputes(t *testing.T) {
	variation(t)
	t.Parallel()
	site := Serve(t, built, "/")
	tab := Start(t).Open(t, site.URL("embed/facebook-2010/?painter=2d&size=0.02&t=145"))
	tab.Wait(`document.querySelector(".poster-wait").innerText.startsWith("Computing the moment") || document.querySelector(".embed.live") || !("another" in document.documentElement.dataset)`)
	tab.Wait(started)
	tab.Wait(`document.querySelector(".poster-wait p").textContent === "Computing the moment at 2:25 ..."`)
	tab.Shot("embed-computes")
	tab.Click("[data-start]")
	tab.Wait(`document.querySelector(".embed.live .transport")`)
	tab.Wait(`stampede.playing() && stampede.now() > 145`)
	if ask(tab, `"another" in document.documentElement.dataset`) {
		t.Error("the page still says that it computes")
	}
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
}

// What the author wants shown is shown, and nothing else.
func TestEmbedForms(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/")
	b := Start(t)
	for no, c := range []struct{ query, there, gone string }{
		{"", ".board, .transport, .ribbon, .charts, .explain", ".masthead, .foot"},
		{"&controls=0", ".board, .embed-head .button", ".transport, .ribbon, .strategies"},
		{"&controls=min&view=stage", ".board, .transport, .ribbon", ".charts, .explain, .strategies"},
		{"&view=charts", ".charts, .transport", ".board"},
		{"&controls=0&strategies=leases", `.board, #s-leases`, "#s-coalescing"},
		{"&view=text", ".explain, .source", ".board, .charts .strip"},
	} {
		if testing.Short() && no%2 == 1 {
			continue // make soak looks at all of them
		}
		tab := b.Open(t, site.URL(embedPage+"&paused&autoload"+c.query))
		tab.Wait(started + ` && document.querySelector(".embed.live")`)
		for _, sel := range strings.Split(c.there, ", ") {
			tab.Wait(fmt.Sprintf(`document.querySelector(%q) && document.querySelector(%q).getClientRects().length`, sel, sel))
		}
		if ask(tab, fmt.Sprintf(`document.querySelector(%q)`, c.gone)) {
			t.Errorf("%q shows one of %s", c.query, c.gone)
		}
		if ask(tab, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%q is wider than its frame", c.query)
		}
	}
}

// In every size the button can be pressed, and nothing stands out.
func TestEmbedSizes(t *testing.T) {
	variation(t)
	t.Parallel()
	site := Serve(t, built, "/")
	b := Start(t)
	for _, size := range [][2]int64{{320, 240}, {480, 270}, {768, 480}} {
		tab := b.Blank(t)
		tab.Resize(size[0], size[1], 1)
		tab.Go(site.URL(embedPage))
		tab.Wait(`document.querySelector("[data-start]")`)
		tab.Shot(fmt.Sprintf("embed-%d", size[0]))
		if ask(tab, `document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight`) {
			t.Errorf("%v: the poster does not fit", size)
		}
		box := tab.Box("[data-start]")
		if box.X < 0 || box.Y < 0 || box.X+box.Width > float64(size[0]) || box.Y+box.Height > float64(size[1]) || box.Height < 44 {
			t.Errorf("%v: the button is at %+v", size, box)
		}
		tab.Click("[data-start]")
		tab.Wait(`window.stampede.playing && stampede.playing()`)
		frames(tab)
		if ask(tab, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%v: the playground is wider than its frame", size)
		}
	}
}

const sim = `<stampede-sim id="%s" scenario="facebook-2010" size="0.001" painter="2d" seed="1" title="The outage" %s><img alt="All is lost" src="data:image/svg+xml,%%3Csvg xmlns='http://www.w3.org/2000/svg'/%%3E"></stampede-sim>`

// The element runs in a sandbox that lends it no origin and no storage, and
// answers for itself only.
func TestElementInASandbox(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/a b/")
	tab := host(t, Start(t), site, fmt.Sprintf(sim, "one", `sandbox="allow-scripts" autoplay t="20"`))
	tab.Wait(`customElements.get("stampede-sim") && one.shadowRoot`)
	before := tab.Box("#one")
	if ask(tab, `one.shadowRoot.querySelector("iframe")`) {
		t.Fatal("there is a frame before anybody asked")
	}
	tab.Eval(`one.shadowRoot.querySelector("button").click()`, nil)
	tab.Wait(`events.some((e) => e.name === "ready" && e.scenario === "facebook-2010")`)
	tab.Wait(`events.some((e) => e.name === "state" && e.t > 20)`)
	var hash string
	do(tab, &hash, `await one.call("pause"); return await one.call("hash")`)
	if len(hash) != 16 {
		t.Errorf("hash %q", hash)
	}
	var refused string
	do(tab, &refused, `try { await one.call("constructor"); return "" } catch (e) { return e.message }`)
	if !strings.Contains(refused, "unknown verb") {
		t.Errorf("an unknown verb: %q", refused)
	}
	if after := tab.Box("#one"); after != before {
		t.Errorf("the element has moved from %+v to %+v", before, after)
	}
	if ask(tab, `navigator.serviceWorker && navigator.serviceWorker.controller`) {
		t.Error("there is a service worker")
	}
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
}

// Twenty in one document stay calm: few are alive at a time, none reloads, and
// one that was let go comes back where it was.
func TestTwentyElements(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/")
	var all strings.Builder
	for i := range 20 {
		fmt.Fprintf(&all, sim, fmt.Sprintf("sim%d", i), `autoload autoplay controls="0" view="stage" t="20"`)
	}
	tab := host(t, Start(t), site, all.String())
	const most = `[...document.querySelectorAll("stampede-sim")].filter((s) => s.shadowRoot.querySelector("iframe")).length`
	tab.Wait(`events.some((e) => e.id === "sim0" && e.name === "state" && e.t > 20.5)`)
	for i := 3; i < 20; i += 4 {
		tab.Eval(fmt.Sprintf(`sim%d.scrollIntoView({ block: "center" })`, i), nil)
		tab.Wait(fmt.Sprintf(`sim%d.shadowRoot.querySelector("iframe")`, i))
		if ask(tab, most+` > 2`) {
			t.Errorf("at %d more than two are alive", i)
		}
	}
	tab.Eval(`events.length = 0, sim0.scrollIntoView({ block: "center" })`, nil)
	tab.Wait(`sim0.shadowRoot.querySelector("iframe").src.includes("#r1.")`)
	tab.Wait(`events.some((e) => e.id === "sim0" && e.t > 20.4)`)
	var again int
	tab.Eval(`performance.getEntriesByType("navigation").length`, &again)
	if again != 1 || ask(tab, `performance.getEntriesByType("navigation")[0].type !== "navigate"`) {
		t.Error("the page was loaded again")
	}
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
	for _, r := range tab.Requests() {
		if !strings.HasPrefix(r, "http://127.0.0.1") && !strings.HasPrefix(r, "data:") && !strings.HasPrefix(r, "blob:") {
			t.Errorf("request to %s", r)
		}
	}
}

// Who is not the host that the address names is not heard.
func TestEmbedHearsItsOriginOnly(t *testing.T) {
	variation(t)
	t.Parallel()
	site := Serve(t, built, "/")
	frame := func(id, origin string) string {
		return fmt.Sprintf(`<iframe id="%s" title="x" src="%s&autoload&paused&origin=%s"></iframe>`, id, site.URL(embedPage), origin)
	}
	tab := host(t, Start(t), site, frame("stranger", "https://example.org"))
	tab.Eval(fmt.Sprintf(`stranger.insertAdjacentHTML("afterend", %q.replace("HOST", encodeURIComponent(location.origin)))`, frame("friend", "HOST")), nil)
	tab.Eval(`friend.scrollIntoView()`, nil)
	tab.Wait(`heard.some((m) => m.type === "ready")`)
	tab.Eval(`for (const f of [stranger, friend]) f.contentWindow.postMessage({ source: "stampede", v: 1, id: f.id, type: "call", verb: "now" }, "*")`, nil)
	tab.Wait(`heard.some((m) => m.type === "answer" && m.id === "friend" && m.value === 0)`)
	if ask(tab, `heard.some((m) => m.id === "stranger")`) {
		t.Error("a page of another origin was answered")
	}
}

// The poster of a run was a stamp in the high frame that a narrow column keeps for a
// stage. There its components stand one below the other.
func TestPosterFillsAHighFrame(t *testing.T) {
	t.Parallel()
	tab := Start(t).Blank(t)
	for _, c := range []struct {
		w, h int64
		high bool
	}{{390, 1000, true}, {800, 520, false}} {
		tab.Resize(c.w, c.h, 1)
		tab.Go(Serve(t, built, "/").URL(embedPage + "&view=stage&controls=min&t=40"))
		tab.Wait(`document.querySelector(".poster-picture svg") && !document.documentElement.dataset.another`)
		tab.Wait(`document.querySelector(".poster-said .stamp")?.innerText.includes("0:40")`)
		if high := ask(tab, `(({ width, height }) => height > 1.5 * width)(document.querySelector(".poster-picture svg").viewBox.baseVal)`); high != c.high {
			t.Errorf("in %d by %d pixels: drawn high is %v", c.w, c.h, high)
		}
	}
}
