package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/parts"
)

// live is what the parts of the playground are.
type live struct {
	app.Compo
	part parts.Part
}

// OnMount is told when the part comes into the page.
func (l *live) OnMount(ctx app.Context) { l.part.Mount(ctx) }

// OnPreRender is OnMount where there is no browser.
func (l *live) OnPreRender(ctx app.Context) { l.part.Mount(ctx) }

// OnDismount is told when it leaves it.
func (l *live) OnDismount() { l.part.Dismount() }

// redraw asks for the part to be drawn again soon.
func (l *live) redraw() { l.part.Redraw() }

// holds says that parts are in this one, so that they are redrawn without it.
func (l *live) holds(within ...*live) {
	for _, p := range within {
		p.part.In(&l.part)
	}
}
