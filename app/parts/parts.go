// Package parts holds what the parts of a page have in common: they are redrawn by
// themselves.
package parts

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Part is that of a component which is redrawn by itself, when what it shows has
// changed. Such components are kept by pointer: a page that is redrawn leaves them
// alone, as go-app cannot set their fields.
//
// It is a field, and not embedded: the linker keeps every exported method of every
// component.
type Part struct {
	ctx     app.Context
	mounted bool
	around  *Part
}

// In says which part this one is in. Without it, what is around it is redrawn with
// it every time.
func (p *Part) In(around *Part) { p.around = around }

// Mount keeps the context to ask for redrawing with.
func (p *Part) Mount(ctx app.Context) { p.ctx, p.mounted = ctx, true }

// Dismount forgets it.
func (p *Part) Dismount() { p.mounted = false }

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
