//go:build browser

package browsertest

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"stampede/app/site"
	"stampede/engine"
)

// stop is where the focus is.
type stop struct {
	Name    string
	Outline string // as it is painted
	Shown   bool   // within the window
	Body    bool   // nowhere
}

// look tells where the focus is, and whether that can be seen.
func look(tab *Tab) (at stop) {
	tab.t.Helper()
	tab.Eval(`(() => {
		const at = document.activeElement, style = getComputedStyle(at), box = at.getBoundingClientRect();
		return {
			name: at.tagName + "#" + at.id + "." + at.className + " " + at.innerText.slice(0, 40),
			outline: style.outlineStyle + " " + style.outlineWidth,
			shown: box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth,
			body: at === document.body,
		};
	})()`, &at)
	return at
}

// most is more than a page has stops of Tab.
const most = 250

// tabTo presses Tab until an element has the focus. Every stop on the way must
// be seen.
func tabTo(t *testing.T, tab *Tab, selector string) {
	t.Helper()
	for range most {
		tab.Key(kb.Tab)
		at := look(tab)
		if at.Body {
			t.Fatalf("Tab leads past %s", selector)
		}
		if !strings.HasPrefix(at.Outline, "solid ") || at.Outline == "solid 0px" || !at.Shown {
			t.Errorf("the focus cannot be seen at %+v", at)
		}
		var there bool
		if tab.Eval(fmt.Sprintf(`document.activeElement.matches(%q)`, selector), &there); there {
			return
		}
	}
	t.Fatalf("%s has no focus after %d presses of Tab", selector, most)
}

// tabBack is tabTo backwards, by one stop.
func tabBack(t *testing.T, tab *Tab, selector string) {
	t.Helper()
	run(tab, "press Shift Tab", chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	var there bool
	if tab.Eval(fmt.Sprintf(`document.activeElement.matches(%q)`, selector), &there); !there {
		t.Fatalf("Shift Tab leads to %s", look(tab).Name)
	}
}

// TestKeyboardAlone goes through a whole run without a mouse, from the top of the
// page: play, step, switch, act, seek, read the verdict, leave.
func TestKeyboardAlone(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL(stormPage+"&paused"))
	tabTo(t, tab, ".stage-frame")
	tab.Key(" ")
	tab.Wait(`stampede.playing() && stampede.now() > 1`)
	tab.Key(".")
	tab.Wait(`!stampede.playing() && document.querySelector("#stage-news").innerText.startsWith("Paused at 0:")`)
	r := read(tab)
	for range 3 {
		tab.Key(kb.ArrowRight)
	}
	tab.Key(kb.ArrowLeft)
	tab.Key("s")
	var moved float64
	if tab.Eval(`stampede.now()`, &moved); nanoseconds(moved) != nanoseconds(r.Now)+300*engine.Millisecond {
		t.Errorf("three steps lead from %v s to %v s", r.Now, moved)
	}
	tab.Key(">")
	tab.Wait(`document.querySelector(".transport select").value === "5"`)
	tab.Key("-")
	tab.Wait(`document.querySelector(".transport select").value === "2"`)
	events(t, tab)
	tab.Key("6")
	tab.Wait(`stampede.get("fix.lease.on") === "true" && document.querySelector("#s-leases").checked`)
	tab.Key(kb.ArrowRight)
	tabTo(t, tab, ".onduty button:not(.grave)")
	tab.Key(kb.Enter)
	tab.Wait(`stampede.journal().length === 3`)
	toTheEnd(t, tab)
	leaves(t, tab)
	quiet(t, tab, server.Origin)
}

// events goes from event to event: each is named.
func events(t *testing.T, tab *Tab) {
	for _, want := range []string{"20.001", "24.001"} {
		tab.Key(kb.PageDown)
		tab.Wait(`!stampede.seeking()`)
		for range 5 { // changes of state on the way
			var there bool
			if tab.Eval(`stampede.now() >= `+want, &there); there {
				break
			}
			tab.Key(kb.PageDown)
			tab.Wait(`!stampede.seeking()`)
		}
		tab.Wait(`stampede.now() === ` + want + ` && document.querySelector(".stage-frame > .notes").innerText.startsWith("0:2")`)
	}
	tab.Key(kb.PageUp)
	tab.Wait(`stampede.now() < 24`)
	tab.Key(kb.PageDown)
	tab.Wait(`stampede.now() === 24.001`)
	held(t, read(tab))
}

// toTheEnd seeks to the end of the run, reads the verdict there, and compares the
// run with the command's.
func toTheEnd(t *testing.T, tab *Tab) {
	tab.Key(kb.End)
	tab.Wait(`stampede.now() === 300 && !stampede.seeking()`)
	tab.Wait(`document.querySelector(".explain .ruling")?.innerText.length > 20`)
	tab.Wait(`document.querySelector('.transport [data-do="toggle"]').title.includes("again from the beginning")`)
	r := read(tab)
	if len(r.Journal) != 3 || r.Journal[0].Path != "fix.lease.on" || r.Journal[2].Verb != engine.CmdDo {
		t.Errorf("journal %v", r.Journal)
	}
	held(t, r)
	if got := headless(t, r); got != r.Hash {
		t.Errorf("hash %s, the command's is %s, journal %v", r.Hash, got, r.Journal)
	}
	tab.Key(" ") // on a button: it is the button's
	tab.Wait(`stampede.now() < 300 || stampede.journal().length > 3`)
}

// headless is the hash that the command prints for a run.
func headless(t *testing.T, r pageRun) string {
	t.Helper()
	module, err := site.Module()
	if err != nil {
		t.Fatal(err)
	}
	args := []string{"run", "./app/cmd/stampede", "hash", storm, "--seed", fmt.Sprint(r.Seed), "--size", fmt.Sprint(stormSize), "--for", fmt.Sprint(r.Now) + "s"}
	for _, c := range r.Journal {
		switch at := fmt.Sprint(c.At) + "s="; c.Verb {
		case engine.CmdTakeOver:
			args = append(args, "--take-over")
		case engine.CmdDo:
			args = append(args, "--do", strings.TrimSuffix(at+c.Path+":"+c.Value, ":"))
		default:
			args = append(args, "--at", at+c.Path+"="+c.Value)
		}
	}
	command := exec.Command("go", args...)
	command.Dir = module
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return strings.TrimSpace(string(out))
}

// leaves: Escape leaves the playground, whose keys do nothing then, and Tab leads
// out of it.
func leaves(t *testing.T, tab *Tab) {
	tab.Key(kb.Home)
	tab.Wait(`stampede.now() === 0`)
	tab.Key("R")
	tab.Wait(`stampede.seed() !== 1 && stampede.journal().length === 0`)
	tab.Key(kb.Escape)
	if at := look(tab); !at.Body {
		t.Errorf("after Escape the focus is at %s", at.Name)
	}
	tab.Key(kb.ArrowRight)
	var now float64
	if tab.Eval(`stampede.now()`, &now); now != 0 {
		t.Errorf("outside the playground a key moves the run to %v s", now)
	}
	tab.Eval(`document.querySelector(".stage-frame").focus()`, nil)
	for range most {
		tab.Key(kb.Tab)
		var out bool
		if tab.Eval(`!document.querySelector("#main").contains(document.activeElement)`, &out); out {
			return
		}
	}
	t.Error("Tab does not leave the playground")
}

// TestKeysCanBeSwitchedOff by those to whom single letters happen; the browser
// remembers, and the address has its say.
func TestKeysCanBeSwitchedOff(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	b := Start(t)
	tab := openPlay(t, b, server.URL(stormPage+"&paused"))
	focus := func() { tab.Eval(`document.querySelector(".stage-frame").focus()`, nil) }
	works := func(want bool) {
		t.Helper()
		focus()
		before := read(tab).Now
		tab.Key(kb.ArrowRight)
		if after := read(tab).Now; (after != before) != want {
			t.Errorf("an arrow leads from %v s to %v s, keys on: %v", before, after, want)
		}
	}
	works(true)
	tab.Key("?")
	// At first the focus is where a thoughtless Space does nothing.
	tab.Wait(`document.querySelector(".keysheet").open && document.activeElement.matches(".keysheet .button")`)
	frames(tab)
	tab.Shot("keys")
	tabBack(t, tab, "#usekeys")
	tab.Key(" ")
	tab.Wait(`!document.querySelector("#usekeys").checked`)
	tab.Key(kb.Escape)
	tab.Wait(`!document.querySelector(".keysheet").open`)
	works(false)
	for _, c := range []struct {
		address string
		want    bool
	}{{"&keys=1", true}, {"&keys=0", false}, {"", false}} {
		tab = openPlay(t, b, server.URL(stormPage+"&paused"+c.address))
		works(c.want)
	}
	tab.Eval(`document.querySelector(".masthead .tools .button:not(.share-open)").click()`, nil)
	tab.Wait(`document.querySelector(".keysheet").open && !document.querySelector("#usekeys").checked`)
	tab.Eval(`document.querySelector("#usekeys").click()`, nil)
	tab.Eval(`document.querySelector(".keysheet").close()`, nil)
	works(true)
	quiet(t, tab, server.Origin)
}

// TestAnnouncements: over a run that goes from healthy to stuck the live region
// changes once for each thing that happens, and the words of the stage by
// themselves are not spoken.
func TestAnnouncements(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL("play/theory/metastable/?painter=2d&seed=1&paused"))
	tab.Eval(`window.heard = []; window.changes = {};
		new MutationObserver(() => heard.push(document.querySelector("#stage-news").innerText))
			.observe(document.querySelector("#stage-news"), { childList: true, characterData: true, subtree: true });
		for (const name of ["state", "verdict", "caption"]) stampede.on(name, () => { changes[name] = (changes[name] || 0) + 1; });
		stampede.speed(20); stampede.play(); true`, nil)
	tab.Wait(`stampede.now() === 120 && !stampede.playing()`)
	tab.Wait(`heard.some((words) => words.includes("Stuck"))`)
	var heard []string
	tab.Eval(`heard`, &heard)
	var changes map[string]int
	tab.Eval(`changes`, &changes)
	if n := changes["state"] + changes["verdict"] + changes["caption"]; len(heard) > n || len(heard) < 3 {
		t.Errorf("%d announcements for %v: %q", len(heard), changes, heard)
	}
	for i := range heard[1:] {
		if heard[i] == heard[i+1] {
			t.Errorf("said twice: %q", heard[i])
		}
	}
	var spoken bool
	if tab.Eval(`Boolean(document.querySelector("#stage-words").closest("[aria-live], [role=status], [role=alert], [role=log]"))`, &spoken); spoken {
		t.Error("the words of the stage are spoken by themselves")
	}
	tab.Wait(`document.querySelector("#stage-words").innerText.includes("Server: busy 100%")`)
	quiet(t, tab, server.Origin)
}
