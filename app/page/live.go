package page

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// live is a part of a page that is redrawn by itself, when what it shows has
// changed. Parts are kept by pointer: a page that is redrawn leaves them alone.
type live struct {
	app.Compo
	ctx     app.Context
	mounted bool
}

// OnMount keeps the context to ask for redrawing with.
func (l *live) OnMount(ctx app.Context) { l.ctx, l.mounted = ctx, true }

// OnPreRender is OnMount where there is no browser.
func (l *live) OnPreRender(ctx app.Context) { l.ctx, l.mounted = ctx, true }

// OnDismount forgets it.
func (l *live) OnDismount() { l.mounted = false }

// redraw asks for the part to be drawn again soon.
func (l *live) redraw() {
	if l.mounted {
		l.ctx.Update()
	}
}
