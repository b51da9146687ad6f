package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
)

// themeKey is the name under which the choice is kept, and of the address's key.
const themeKey = "theme"

// systemTheme leaves the choice to the reader's system.
const systemTheme = "system"

// themes lists the choices in menu order.
var themes = []string{systemTheme, scene.Light.String(), scene.Dark.String(), scene.Projector.String()}

// wantedTheme is the theme that the address asks for, else the one kept from an
// earlier visit, else the system's.
func wantedTheme() string {
	if app.IsServer {
		return systemTheme
	}
	if t := app.Window().URL().Query().Get(themeKey); known(t) {
		return t
	}
	if t := kept(visits, themeKey); known(t) {
		return t
	}
	return systemTheme
}

func known(theme string) bool {
	for _, t := range themes {
		if t == theme {
			return true
		}
	}
	return false
}

// setTheme colours the page.
func setTheme(theme string) {
	if app.IsServer {
		return
	}
	root := app.Window().Get("document").Get("documentElement")
	if theme == systemTheme {
		root.Call("removeAttribute", "data-theme")
		return
	}
	root.Call("setAttribute", "data-theme", theme)
}

// keepTheme remembers a choice for the next visit.
func keepTheme(theme string) {
	if app.IsClient {
		keep(visits, themeKey, theme)
	}
}

// sceneTheme is the theme that the page is shown in now.
func sceneTheme() scene.Theme {
	if app.IsServer {
		return scene.Light
	}
	chosen := app.Window().Get("document").Get("documentElement").Call("getAttribute", "data-theme")
	if chosen.Truthy() {
		for t := range scene.Themes {
			if t.String() == chosen.String() {
				return t
			}
		}
	}
	if prefers("(prefers-color-scheme: dark)") {
		return scene.Dark
	}
	return scene.Light
}

// prefers asks a media query.
func prefers(query string) bool {
	return app.IsClient && app.Window().Call("matchMedia", query).Get("matches").Bool()
}
