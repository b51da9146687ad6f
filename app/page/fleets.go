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
	fleet []*fleet
	turn  int // of the fleets, the last one whose turn it was
}

// fleet is one of them.
type fleet struct {
	live
	run   *run
	node  int
	tiles scene.Tiles
	next  []byte // of the look under way
	shown string // the drawing
}

// hostLook has the hosts in the colours of the page's theme.
var hostLook = scene.NewHostLook(scene.Ink.Var)

// arrange finds the fleets of a layout; those in the page stay, and are drawn anew.
func (o *fleets) arrange() {
	l, n := o.run.scene.Layout(), 0
	for i := range l.Nodes {
		if l.Nodes[i].Grid.N == 0 {
			continue
		}
		if n == len(o.fleet) {
			f := &fleet{run: o.run}
			o.fleet = append(o.fleet, f)
			o.holds(&f.live)
		}
		o.fleet[n].node = i
		o.fleet[n].redraw()
		n++
	}
	o.fleet = o.fleet[:n]
	o.redraw()
	for _, f := range o.fleet {
		f.refresh()
	}
}

// next is one fleet after another, nil where there is none.
func (o *fleets) next() *fleet {
	if len(o.fleet) == 0 {
		return nil
	}
	o.turn = (o.turn + 1) % len(o.fleet)
	return o.fleet[o.turn]
}

// Render shows the fleets.
func (o *fleets) Render() app.UI {
	return el.Div().Class("fleets").Aria("hidden", true).Body(app.Range(o.fleet).Slice(func(i int) app.UI { return o.fleet[i] }))
}

// refresh draws the hosts again when what they show has changed.
func (f *fleet) refresh() {
	f.next = f.tiles.Append(f.next[:0], hostLook, &f.run.scene.Layout().Nodes[f.node].Grid, f.run.frame.Nodes[f.node].Gauges.Hosts)
	if string(f.next) != f.shown {
		f.shown = string(f.next)
		f.redraw()
	}
}

// Render shows the card's ground and the hosts.
func (f *fleet) Render() app.UI {
	l := f.run.scene.Layout()
	at := l.Nodes[f.node].Cards[0]
	body := []app.UI{el.Div().Style("left", percent(1000*at.X/l.W)).Style("top", percent(1000*at.Y/l.H)).
		Style("width", percent(1000*at.W/l.W)).Style("height", percent(1000*at.H/l.H))}
	if f.shown != "" {
		body = append(body, app.Raw(`<svg preserveAspectRatio="none" viewBox="0 0 `+plainNumber(l.W)+" "+plainNumber(l.H)+`">`+f.shown+`</svg>`))
	}
	return el.Div().Body(body...)
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
