package page

import "stampede/app/parts"

// live is what the parts of the playground are.
type live struct{ parts.Part }

// redraw asks for the part to be drawn again soon.
func (l *live) redraw() { l.Redraw() }

// holds says that parts are in this one, so that they are redrawn without it.
func (l *live) holds(within ...interface{ In(around *parts.Part) }) {
	for _, p := range within {
		p.In(&l.Part)
	}
}
