package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/scene"
)

// fleets are the cards' grounds and the hosts of fleets. They lie below the marks,
// so that one sees calls come to a host and leave it.
type fleets struct {
	live
	run   *run
	tiles scene.Tiles
	next  []byte // of the look under way
	shown string // the drawing
}

// hostLook has the hosts in the colours of the page's theme.
var hostLook = scene.NewHostLook(scene.Ink.Var)

// refresh draws the hosts again when what they show has changed.
func (o *fleets) refresh() {
	o.next = o.next[:0]
	l := o.run.scene.Layout()
	for i := range l.Nodes {
		if g := &l.Nodes[i].Grid; g.N > 0 {
			o.next = o.tiles.Append(o.next, hostLook, g, o.run.frame.Nodes[i].Gauges.Hosts)
		}
	}
	if string(o.next) != o.shown {
		o.shown = string(o.next)
		o.redraw()
	}
}

// Render shows the hosts.
func (o *fleets) Render() app.UI {
	l := o.run.scene.Layout()
	body := []app.UI{}
	for i := range l.Nodes {
		if l.Nodes[i].Grid.N > 0 {
			at := l.Nodes[i].Cards[0]
			body = append(body, el.Div().Style("left", percent(1000*at.X/l.W)).Style("top", percent(1000*at.Y/l.H)).
				Style("width", percent(1000*at.W/l.W)).Style("height", percent(1000*at.H/l.H)))
		}
	}
	if o.shown != "" {
		body = append(body, app.Raw(`<svg preserveAspectRatio="none" viewBox="0 0 `+plainNumber(l.W)+" "+plainNumber(l.H)+`">`+o.shown+`</svg>`))
	}
	return el.Div().Class("fleets").Aria("hidden", true).Body(body...)
}

// hostTip says what the host does that is pointed at.
type hostTip struct {
	live
	run        *run
	node, host int
	on         bool // whether one is
	words      string
}

// point takes a point of the stage, in CSS pixels.
func (o *hostTip) point(x, y float64) {
	o.node, o.host, o.on = o.run.scene.HostAt(x, y)
	o.refresh()
}

// leave is told when nothing is pointed at.
func (o *hostTip) leave(app.Context, app.Event) { o.point(-1, -1) }

// refresh brings the words up to date.
func (o *hostTip) refresh() {
	words := ""
	if o.on {
		words = o.run.HostTip(&o.run.frame.Nodes[o.node], o.host)
	}
	if words != o.words {
		o.words = words
		o.redraw()
	}
}

// Render shows the words below the host.
func (o *hostTip) Render() app.UI {
	l := o.run.scene.Layout()
	if g := &l.Nodes[o.node].Grid; o.words != "" && o.host < g.N {
		at, side := g.Tile(o.host), "left"
		x, y := at.X, at.Y+at.H
		if x > l.W/2 {
			x, side = l.W-at.X-at.W, "right"
		}
		return el.Div().Class("host-tip").Aria("hidden", true).Text(o.words).Style(side, plainNumber(x)+"px").Style("top", plainNumber(y+3)+"px")
	}
	return el.Div().Class("host-tip").Aria("hidden", true)
}
