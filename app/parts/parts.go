// Package parts holds what the parts of a page have in common: they are redrawn by
// themselves.
package parts

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Part is a part of a page that is redrawn by itself, when what it shows has
// changed. Parts are kept by pointer: a page that is redrawn leaves them alone. That
// holds for fields that go-app cannot set: a component embeds a type of its own
// package around this one.
type Part struct {
	app.Compo
	ctx     app.Context
	mounted bool
	around  *Part
}

// In says which part this one is in. Without it, what is around it is redrawn with
// it every time.
func (p *Part) In(around *Part) { p.around = around }

// OnMount keeps the context to ask for redrawing with.
func (p *Part) OnMount(ctx app.Context) { p.ctx, p.mounted = ctx, true }

// OnPreRender is OnMount where there is no browser.
func (p *Part) OnPreRender(ctx app.Context) { p.ctx, p.mounted = ctx, true }

// OnDismount forgets it.
func (p *Part) OnDismount() { p.mounted = false }

// Shown reports whether the part is in the page.
func (p *Part) Shown() bool { return p.mounted }

// Redraw asks for the part to be drawn again soon. go-app draws all components around
// it again as well, up to the page, eight times a second for each; here they are told
// at once not to. Who has asked for one of them is still heard, as go-app counts.
func (p *Part) Redraw() {
	if p.mounted {
		p.Do(func() {
			if p.around != nil && p.around.mounted {
				p.around.ctx.PreventUpdate()
			}
		})
	}
}

// Do does something where the page may be changed, while the part is there, and has
// the part and what is around it drawn again.
func (p *Part) Do(f func()) { p.ctx.Dispatch(func(app.Context) { f() }) }
