//go:build js

// Command wasm is the program that runs in the browser: it brings the pages and
// the painters together, and nothing else.
package main

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/page"
	"stampede/app/stage"
	"stampede/wasm/flat"
	gl "stampede/wasm/stage"
)

func main() {
	stage.Register(stage.GL, gl.New)
	stage.Register(stage.Flat, flat.New)
	page.Register(page.Routes())
	if started := app.Window().Get("stampedeStarted"); started.Truthy() {
		started.Invoke()
	}
	app.RunWhenOnBrowser()
}
