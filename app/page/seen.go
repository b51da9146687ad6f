package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// watchView tells whether an element can be seen: it is in view, and the page is
// not hidden.
func watchView(at app.Value, tell func(seen bool)) (end func()) {
	document := app.Window().Get("document")
	inView, seen := false, false
	look := func() {
		if now := inView && document.Get("visibilityState").String() != "hidden"; now != seen {
			seen = now
			tell(seen)
		}
	}
	crossed := app.FuncOf(func(_ app.Value, args []app.Value) any {
		entries := args[0]
		inView = entries.Index(entries.Length() - 1).Get("isIntersecting").Bool()
		look()
		return nil
	})
	shown := app.FuncOf(func(app.Value, []app.Value) any {
		look()
		return nil
	})
	observer := app.Window().Get("IntersectionObserver").New(crossed)
	observer.Call("observe", at)
	document.Call("addEventListener", "visibilitychange", shown)
	return func() {
		observer.Call("disconnect")
		document.Call("removeEventListener", "visibilitychange", shown)
		crossed.Release()
		shown.Release()
	}
}

// watchTheme tells that the reader's system has changed between light and dark.
func watchTheme(tell func()) (end func()) {
	dark := app.Window().Call("matchMedia", "(prefers-color-scheme: dark)")
	changed := app.FuncOf(func(app.Value, []app.Value) any {
		tell()
		return nil
	})
	dark.Call("addEventListener", "change", changed)
	return func() {
		dark.Call("removeEventListener", "change", changed)
		changed.Release()
	}
}
