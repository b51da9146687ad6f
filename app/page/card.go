package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/scene"
	"stampede/app/view"
)

// card is one component on the stage, or one of its machines.
type card struct {
	live
	run        *run
	node, inst int
	at         scene.Rect // in thousandths of the stage
	w, h       float64    // CSS pixels
	face       view.Face
	tip        *hostTip // where the hosts of fleets can be pointed at
}

// refresh draws the card again when what it shows has changed.
func (c *card) refresh() {
	if f := c.look(); f != c.face {
		c.face = f
		c.redraw()
	}
}

// look reads the card's face off the last frame.
func (c *card) look() view.Face {
	n := &c.run.frame.Nodes[c.node]
	var f view.Face
	if c.machine() {
		f = c.run.MachineFace(n, c.inst)
	} else {
		f = c.run.NodeFace(n)
	}
	c.run.Fit(&f, n, c.w/c.run.scale, c.h/c.run.scale)
	return f
}

// machine reports whether the card is one of several machines of a component.
func (c *card) machine() bool { return len(c.run.scene.Layout().Nodes[c.node].Cards) > 1 }

// lowCard is the height in CSS pixels below which the lines of a card are closer
// together: a name of two lines and a value must have room.
const lowCard = 100

// Render shows the card.
func (c *card) Render() app.UI {
	f := &c.face
	class := "card"
	if f.Failing {
		class += " failing"
	}
	l := c.run.scene.Layout()
	grid, foot := &l.Nodes[c.node].Grid, ""
	if c.h < lowCard*c.run.scale || l.Narrow && grid.N > 0 {
		class += " low"
	}
	if f.Fleet && grid.N > 0 && c.tip != nil {
		class += " fleet"
		foot = plainNumber(c.h-grid.Head) + "px"
	}
	box := el.Div().Class(class).DataSet("node", c.run.scn.Components[c.node].Name).Style("padding-block-end", foot).
		Style("left", percent(c.at.X)).Style("top", percent(c.at.Y)).
		Style("width", percent(c.at.W)).Style("height", percent(c.at.H)).
		Body(
			el.Div().Class("top").Body(
				el.Span().Class("name").Text(f.Name),
				el.Span().Class("value").Text(f.Value),
			),
			app.If(f.Chips[0] != "" || f.Chips[1] != "", func() app.UI { return chips(f.Chips) }),
			app.If(f.Cells != "", func() app.UI { return app.Raw(keysFigure(f.Cells)) }),
			app.If(f.Cells != "" && c.h >= legendFrom*c.run.scale, c.legend),
			app.If(f.Pile.N > 0, func() app.UI { return pile(&f.Pile) }),
			meter(f.Bars[0]),
			meter(f.Bars[1]),
			el.Div().Class("notes").Body(app.Range(f.Notes[:]).Slice(func(i int) app.UI {
				return app.If(f.Notes[i] != "", func() app.UI { return el.Span().Text(f.Notes[i]) })
			})),
		)
	if foot != "" {
		box = box.OnMouseMove(c.onPoint).OnMouseLeave(c.tip.leave)
	}
	return box
}

// onPoint is told where the mouse is.
func (c *card) onPoint(ctx app.Context, e app.Event) {
	ctx.PreventUpdate()
	l, box := c.run.scene.Layout(), ctx.JSSrc().Call("getBoundingClientRect")
	c.tip.point(c.at.X*l.W/1000+e.Get("clientX").Float()-box.Get("left").Float(), c.at.Y*l.H/1000+e.Get("clientY").Float()-box.Get("top").Float())
}

func percent(thousandths float64) string {
	return strconv.FormatFloat(thousandths/10, 'f', 3, 64) + "%"
}

func chips(words [2]string) app.UI {
	return el.Div().Class("chips").Body(app.Range(words[:]).Slice(func(i int) app.UI {
		class := "chip"
		if i == 1 {
			class += " warn"
		}
		return app.If(words[i] != "", func() app.UI { return el.Span().Class(class).Text(words[i]) })
	}))
}

// legendFrom is the height in CSS pixels from which a card of keys says what its
// cells mean.
const legendFrom = 150

func (c *card) legend() app.UI {
	l := c.run.l
	key := func(letter byte, word string) app.UI {
		return el.Span().Body(app.Raw(`<svg viewBox="0 0 11 11" aria-hidden="true">`+keyClasses.Draw(letter, 0, 0)+`</svg>`), app.Text(l.T(word)))
	}
	return el.Div().Class("keys").Body(key('v', "cell.valid"), key('x', "cell.invalid"), key('.', "cell.missing"))
}

func meter(g view.Gauge) app.UI {
	if g.Rows > 0 {
		return app.Raw(trayFigure(g))
	}
	return app.If(g.Ink != "", func() app.UI {
		class := "meter ink-" + g.Ink
		if g.Heap {
			class += " queue"
		}
		return el.Div().Class(class).Aria("hidden", true).Body(
			el.I().Style("transform", "scaleX("+strconv.FormatFloat(float64(g.Fill)/1000, 'f', 3, 64)+")"))
	})
}
