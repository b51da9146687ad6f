//go:build js

// Command faulty is the program with an engine that fails at the fourth second
// of every run. Tests look with it at what a page does then; no site has it.
package main

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/page"
	"stampede/app/stage"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/wasm/flat"
)

// faulty is a component that fails.
type faulty struct{ engine.Component }

// Timer panics once time has come.
func (f faulty) Timer(c *engine.Ctx, t engine.Timer) {
	if c.Now() > 3*engine.Second {
		panic("faulty: out of order")
	}
	f.Component.Timer(c, t)
}

func main() {
	for i := range catalog.Components {
		if c := &catalog.Components[i]; c.Kind == "population" {
			sound := c.New
			c.New = func() engine.Component { return faulty{sound()} }
		}
	}
	stage.Register(stage.Flat, flat.New)
	page.Register(page.Routes())
	app.Window().Call("stampedeStarted")
	app.RunWhenOnBrowser()
}
