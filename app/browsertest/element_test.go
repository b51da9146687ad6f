//go:build browser

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// scriptless is an element whose frame runs no scripts: how elements start and end can
// be seen without the program.
const scriptless = `<stampede-sim id="%s" scenario="facebook-2010" sandbox="" %s>
</stampede-sim>`

const (
	posterOf = `const posterOf = (sim) => sim.shadowRoot.querySelector("slot").assignedElements({ flatten: true })[0];`
	aliveOf  = `[...document.querySelectorAll("stampede-sim")].filter((s) => s.shadowRoot.querySelector("iframe")).map((s) => s.id).join(" ")`
)

// What stands for a run before it plays is of that run, or says in words which it
// is; blanks between the tags are no poster, and a name that is none is no address.
func TestElementPosters(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/a b/")
	tab := host(t, Start(t), site, fmt.Sprintf(`<script src="%sweb/embed.js"></script>`, site.URL(""))+
		fmt.Sprintf(scriptless, "site", `title="The outage"`)+
		fmt.Sprintf(scriptless, "moment", `t="145.5" seed="7" title="The outage" label="Go"`)+
		fmt.Sprintf(scriptless, "linked", `run="r1.abc" title="The <b>link</b>"`)+
		`<stampede-sim id="own" scenario="facebook-2010" t="3"> <a href="#x">in words</a> <img id="picture" alt="" src="data:image/svg+xml,x"> </stampede-sim>
		<stampede-sim id="none"></stampede-sim> <stampede-sim id="hostile" scenario="../../x?y#z" autoload></stampede-sim>`)
	tab.Wait(`customElements.get("stampede-sim") && hostile.shadowRoot`)
	tab.Eval(posterOf, nil)
	tab.Wait(`posterOf(site).localName === "img" && posterOf(site).complete && posterOf(site).naturalWidth > 0 && posterOf(site).getClientRects().length`)
	for id, want := range map[string]string{
		"moment": "The outage\n2:25.5 · seed 7", "linked": "The <b>link</b>",
		"none": `stampede-sim: scenario: found "", allowed is a name such as facebook-2010`, "hostile": `found "../../x?y#z", allowed`,
	} {
		var got string
		tab.Eval(fmt.Sprintf(`posterOf(%s).innerText`, id), &got)
		if !strings.Contains(strings.ReplaceAll(got, "\n\n", "\n"), want) {
			t.Errorf("%s says %q, want %q", id, got, want)
		}
	}
	if !ask(tab, `posterOf(own) === picture`) {
		t.Error("the author's poster is not shown")
	}
	var refused string
	do(tab, &refused, `try { await hostile.start(); return "" } catch (e) { return e.message }`)
	if !strings.Contains(refused, "../../x?y#z") || ask(tab, aliveOf) || ask(tab, `hostile.shadowRoot.querySelector("button").getClientRects().length`) {
		t.Errorf("a hostile name: %q", refused)
	}
	tab.Eval(`moment.setAttribute("label", "Watch"), moment.setAttribute("t", "60"), site.title = "Another", hostile.setAttribute("scenario", "theory/mm1")`, nil)
	tab.Wait(`moment.shadowRoot.querySelector("button").innerText === "▶ Watch" && posterOf(moment).innerText.includes("1:00")`)
	tab.Wait(`site.shadowRoot.querySelector("button").innerText === "▶ Another" && posterOf(hostile).localName === "img"`)
	tab.Eval(`own.replaceChildren(), own.removeAttribute("t")`, nil)
	tab.Wait(`posterOf(own).localName === "img" && posterOf(own).src.endsWith("/poster.svg")`)
	for _, r := range tab.Requests() {
		if strings.Contains(r, "/x?y") || strings.Contains(r, "/x/") {
			t.Errorf("a request for %s", r)
		}
	}
}

// However often one is started, it counts once, and those that go leave their
// room to others. The focus stays where the reader has it.
func TestElementsStartOnce(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/")
	var all strings.Builder
	for _, id := range []string{"a", "b", "c", "d"} {
		fmt.Fprintf(&all, scriptless, "sim_"+id, "")
	}
	tab := host(t, Start(t), site, all.String())
	tab.Wait(`customElements.get("stampede-sim") && sim_d.shadowRoot`)
	tab.Eval(`document.querySelector("#before").focus()`, nil)
	do(tab, nil, `await Promise.all([sim_a.start(), sim_b.start(), sim_a.start()])`)
	tab.Wait(aliveOf + ` === "sim_a sim_b" && document.activeElement.id === "before"`)
	// The third waits for one to go; pressed and called meanwhile, it comes once.
	do(tab, nil, `const c = sim_c.shadowRoot.querySelector("button");
		c.click(); c.click();
		document.querySelector("#before").focus();
		await Promise.all([sim_c.start(), sim_c.start()]);`)
	var now string
	tab.Eval(aliveOf, &now)
	if len(strings.Fields(now)) != 2 || !strings.Contains(now, "sim_c") {
		t.Errorf("alive are %q, want sim_c and one more", now)
	}
	if !ask(tab, `document.activeElement.id === "before"`) {
		t.Error("the focus was taken from where it had gone")
	}
	do(tab, nil, `for (const sim of [sim_a, sim_b, sim_c]) await sim.release();
		await sim_a.start(); await sim_d.start();`)
	tab.Wait(aliveOf + ` === "sim_a sim_d"`)
	do(tab, nil, `const gone = sim_a.release(); await sim_a.start(); await gone;`)
	tab.Wait(aliveOf + ` === "sim_a sim_d"`)
	do(tab, nil, `await sim_d.release(); sim_b.shadowRoot.querySelector("button").click()`)
	tab.Wait(`document.activeElement === sim_b && sim_b.shadowRoot.activeElement.localName === "iframe"`)
}

// An origin is taken with what else is in its address; what is none is nobody. What
// is no verb is answered all the same.
func TestEmbedOrigins(t *testing.T) {
	t.Parallel()
	site := Serve(t, built, "/")
	frame := func(id string) string {
		return fmt.Sprintf(`<iframe id="%s" title="x" data-src="%s&autoload&paused&origin="></iframe>`, id, site.URL(embedPage))
	}
	tab := host(t, Start(t), site, frame("odd")+frame("any")+frame("slash"))
	tab.Eval(`for (const [f, origin] of [[odd, "nonsense"], [any, "*"], [slash, location.origin + "/a/"]]) f.src = f.dataset.src + encodeURIComponent(origin)`, nil)
	for _, id := range []string{"any", "slash"} {
		tab.Eval(id+`.scrollIntoView()`, nil)
		tab.Wait(fmt.Sprintf(`heard.some((m) => m.type === "ready") && (%[1]s.contentWindow.postMessage({ source: "stampede", v: 1, id: %[1]q, type: "call", verb: "now" }, "*"), heard.some((m) => m.id === %[1]q && m.value === 0))`, id))
	}
	tab.Eval(`odd.contentWindow.postMessage({ source: "stampede", v: 1, id: "odd", type: "call", verb: "now" }, "*");
		for (const verb of [7, { toString: 1 }, null, ["now"], undefined]) any.contentWindow.postMessage({ source: "stampede", v: 1, id: "verb", type: "call", verb }, "*");`, nil)
	tab.Wait(`heard.filter((m) => m.id === "verb" && m.type === "error" && m.error === "verb: allowed a string" && m.verb === "").length === 5`)
	if ask(tab, `heard.some((m) => m.id === "odd")`) {
		t.Error("nobody is allowed, and somebody was answered")
	}
	if p := tab.Problems(); len(p) > 0 {
		t.Errorf("problems: %q", p)
	}
}

// An element that is too low for its content grows where that makes all of it seen.
func TestElementGrows(t *testing.T) {
	variation(t)
	t.Parallel()
	site := Serve(t, built, "/")
	tab := host(t, Start(t), site, `<stampede-sim id="one" scenario="facebook-2010" size="0.001" painter="2d" paused view="stage" controls="min" autoload></stampede-sim>`)
	tab.Wait(`one.clientHeight > 700 && one.clientHeight <= 960`)
	tab.Wait(`Math.abs(one.shadowRoot.querySelector("iframe").clientHeight - one.clientHeight) < 1`)
}
