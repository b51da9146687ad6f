package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/view"
)

// loops shows where calls return to be made again, lit by how many do.
type loops struct {
	live
	run  *run
	list []view.Loop
	next []view.Loop // of the look under way
}

// refresh draws the ways back again when what they show has changed.
func (o *loops) refresh() {
	o.next = o.run.Loops(o.next[:0])
	if len(o.next) != len(o.list) {
		o.list, o.next = o.next, o.list
		o.redraw()
		return
	}
	for i := range o.next {
		if o.next[i] != o.list[i] {
			o.list, o.next = o.next, o.list
			o.redraw()
			return
		}
	}
}

// Render shows the ways back, and in words how much returns.
func (o *loops) Render() app.UI {
	l := o.run.scene.Layout()
	var s strings.Builder
	s.WriteString(`<svg aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 ` + strconv.Itoa(int(l.W)) + " " + strconv.Itoa(int(l.H)) + `">`)
	body := []app.UI{nil}
	for _, k := range o.list {
		way, ok := o.run.scene.Loop(k.Link)
		if !ok {
			continue
		}
		s.WriteString(`<path class="level-` + strconv.Itoa(k.Level) + `" d="` + way.Path + way.Arrow + `"/>`)
		words, class := k.Words, ""
		if way.Brief {
			words, class = k.Brief, "brief"
		}
		if words != "" && !way.Mute {
			body = append(body, el.Span().Class(class).Style("left", percent(1000*way.X/l.W)).Style("top", percent(1000*way.Y/l.H)).Text(words))
		}
	}
	body[0] = app.Raw(s.String() + `</svg>`)
	return el.Div().Class("again").Aria("hidden", true).Body(body...)
}
