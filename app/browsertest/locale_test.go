//go:build browser

package browsertest

import (
	"fmt"
	"testing"

	"stampede/app/i18n"
)

// complaints lists what is wrong with how a page is laid out: sideways scroll, and
// texts that stick out of the window or of a box that cuts them off. The cards on
// the stage are left out but for their names (and for those too where each begins
// with markup): they show what fits, and all of it is in the words for screen
// readers too.
const complaints = `(() => {
	const list = [];
	const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
	if (wide > 0) list.push("scrolls sideways by " + wide);
	const spared = ".hidden, .skip, .skip *, svg *, noscript, style, script, option, .tabled *, .code, .masthead .where";
	const cards = document.documentElement.lang === "x-xss" ? ".card *" : ".card :not(.name)";
	const hides = (at) => { for (; at; at = at.parentElement) if (getComputedStyle(at).clipPath !== "none") return true; };
	const walk = document.createTreeWalker(document.querySelector(".page"), NodeFilter.SHOW_TEXT);
	for (let node; (node = walk.nextNode());) {
		const at = node.parentElement;
		if (!node.data.trim() || hides(at) || at.closest(".hidden, svg, noscript, style") || at.matches(spared) || at.matches(cards) || !at.checkVisibility()) continue;
		const range = document.createRange();
		range.selectNodeContents(node);
		for (const box of range.getClientRects()) {
			if (box.width < 2) continue;
			const told = JSON.stringify(node.data.slice(0, 30)) + " in " + at.tagName + "." + at.className;
			if (box.left < -1 || box.right > innerWidth + 1) { list.push(told + " leaves the window"); break; }
			let clip = at;
			while (clip && getComputedStyle(clip).overflowX === "visible") clip = clip.parentElement;
			if (!clip || clip === document.documentElement || clip === document.body) continue;
			const frame = clip.getBoundingClientRect();
			if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 2) {
				list.push(told + " is cut off by " + clip.tagName + "." + clip.className);
				break;
			}
		}
	}
	return list.slice(0, 8);
})()`

// injected lists what of a text has become markup.
const injected = `(() => {
	const list = [];
	if (window.xss !== undefined) list.push("a script ran");
	for (const at of document.querySelectorAll(".page script, .page b b")) list.push(at.outerHTML.slice(0, 80));
	for (const at of document.querySelectorAll(".page *")) for (const name of at.getAttributeNames()) {
		if (/[<>"'&]/.test(name)) list.push(at.outerHTML.slice(0, 80));
	}
	return list.slice(0, 8);
})()`

// Pages hold with texts that are longer, read from right to left, or look like
// markup.
func TestPseudoLocales(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/")
	b := Start(t)
	paths := []string{"play/facebook-2010/", "", "play/theory/mm1/", "teach/", "truth/", "postmortems/"}
	if testing.Short() {
		paths = paths[:1] // the one with the most on it; make soak looks at all
	}
	for _, lang := range i18n.Pseudo {
		t.Run(lang, func(t *testing.T) {
			tab := b.Blank(t)
			for _, path := range paths {
				tab.Resize(1440, 900, 1)
				tab.Go(server.URL(path + "?painter=2d&paused&t=30&locale=" + lang))
				tab.Wait(started)
				holds(t, tab, lang, path)
			}
		})
	}
}

// holds looks at a page in several widths.
func holds(t *testing.T, tab *Tab, lang, path string) {
	t.Helper()
	if !ask(tab, fmt.Sprintf(`document.documentElement.lang === %q && document.documentElement.dir === %q`, lang, i18n.For(lang).Dir)) {
		t.Errorf("%s is not in its language", path)
	}
	for _, width := range []int64{320, 768, 1440} {
		tab.Resize(width, 900, 1)
		frames(tab)
		frames(tab)
		var list []string
		tab.Eval(complaints, &list)
		for _, c := range list {
			t.Errorf("%s/%s at %d: %s", lang, path, width, c)
		}
		tab.Shot(fmt.Sprintf("locale-%s-%d-%d", lang, len(path), width))
	}
	var list []string
	tab.Eval(injected, &list)
	for _, c := range list {
		t.Errorf("%s/%s: %s", lang, path, c)
	}
}

// An address that is no page says so, and in the language that it asks for.
func TestUnknownAddress(t *testing.T) {
	t.Parallel()
	server := Serve(t, built, "/a b/")
	tab := Start(t).Open(t, server.URL(""))
	tab.Wait(started)
	tab.Eval(fmt.Sprintf(`goappNav(%q)`, server.URL("play/atlantis/")), nil)
	tab.Wait(`document.querySelector("h1").innerText === "There is no such page"`)
	tab.Click(`.missing a[href$="/play/facebook-2010/"]`)
	tab.Wait(`document.querySelector(".board")`)
}
