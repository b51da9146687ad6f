package hostview

import (
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine/socket"
)

// listeners draws the TCP sockets that listen, with their accept queues.
func (d *drawing) listeners() {
	for i := range d.m.Host.Sockets {
		if s := &d.m.Host.Sockets[i]; s.Kind == socket.Listener && d.at[i].w > 0 {
			d.listener(i, s)
		}
	}
}

func (d *drawing) listener(n int, s *socket.Socket) {
	l, r := d.m.l, d.at[n]
	lost := lostAt(&d.m.Host, n)
	d.frame(n, s)
	name := "walk.listener"
	if !s.Open {
		name = "walk.listener.closed"
	}
	if boldly*width(l.T(name), small) > r.w-8 {
		name += ".short"
	}
	d.words(r.mid(), r.y+17, r.w-8, small, scene.InkText, middle+strong, l.T(name))
	places := s.Backlog + 1
	step := min(36, (r.w-12)/float64(places))
	x := r.mid() - step*float64(places)/2
	for i := range places {
		left, cell := x+step*float64(i), min(step-3, 30)
		d.pen.box(left+(step-cell)/2, r.y+26, cell, 32, 3, d.ink(scene.InkSoft), d.ink(scene.InkStrong), ` stroke-width="1"`)
		at := left + step/2
		switch {
		case i < len(s.Queue):
			d.glyph(scene.Dot, at, r.y+42, min(8, cell/2-2), scene.InkText)
		case i < len(s.Queue)+lost:
			d.glyph(scene.Cross, at, r.y+42, min(11, cell/2), scene.InkFailing)
		}
	}
	switch {
	case lost > 0:
		d.words(r.mid(), r.y+76, r.w-8, small, scene.InkFailing, middle+strong, l.T("walk.queue.lost", i18n.Num("n", float64(lost))))
	default:
		d.words(r.mid(), r.y+76, r.w-8, small, scene.InkMuted, middle, l.T("walk.queue."+d.use(n), i18n.Num("n", float64(len(s.Queue)))))
	}
}

// frame is a listener's edge, in the colours of the processes that hold it: of
// both, half and half.
func (d *drawing) frame(n int, s *socket.Socket) {
	r, ground := d.at[n], d.ink(scene.InkCard)
	const bold = ` stroke-width="2"`
	switch holders(&d.m.Host, n) {
	case "both":
		d.pen.box(r.x, r.y, r.w, r.h, 6, ground, d.ink(inkOf[0]), bold)
		d.path("M"+num(r.mid())+" "+num(r.y)+"H"+num(r.right()-6)+"q6 0 6 6V"+num(r.bottom()-6)+"q0 6 -6 6H"+num(r.mid()), d.ink(inkOf[1]), 2, "")
	case "old":
		d.pen.box(r.x, r.y, r.w, r.h, 6, ground, d.ink(inkOf[0]), bold)
	case "new":
		d.pen.box(r.x, r.y, r.w, r.h, 6, ground, d.ink(inkOf[1]), bold)
	default:
		d.pen.box(r.x, r.y, r.w, r.h, 6, ground, d.ink(scene.InkFailing), bold+` stroke-dasharray="4 4"`)
	}
}

// use tells whether two hold a queue.
func (d *drawing) use(n int) string {
	if d.m.Host.References(n) > 1 {
		return "shared"
	}
	return "waits"
}

// slotGap is between two slots, in CSS pixels.
const slotGap = 8

// ring draws the UDP sockets as the array in which a hash picks a slot.
func (d *drawing) ring() {
	g := &d.m.Host.UDP
	if g.Len() == 0 {
		return
	}
	for slot := range g.Len() {
		n := int(g.At(slot))
		r := d.at[n]
		reader := d.m.reader(n)
		edge := scene.InkStrong
		if reader != socket.None {
			edge = inkOf[reader]
		}
		d.pen.box(r.x+slotGap/2, r.y, r.w-slotGap, r.h, 5, d.ink(scene.InkCard), d.ink(edge), ` stroke-width="1.8"`)
		if r.w >= 34 {
			d.words(r.mid(), r.y+17, r.w-4, small, scene.InkText, middle+strong, d.m.l.T("walk.slot", i18n.Num("n", float64(slot))))
		}
		who := "nobody"
		if reader != socket.None {
			who = socket.Processes[reader]
		}
		if text := d.m.l.T("walk.reads." + who); width(text, small) <= r.w-6 {
			d.words(r.mid(), r.y+32, r.w-4, small, scene.InkMuted, middle, text)
		}
		if u := len(d.m.Host.Sockets[n].Unread); u > 0 {
			d.words(r.mid(), r.bottom()-8, r.w-4, small, scene.InkFailing, middle+strong, d.m.l.T("walk.unread", i18n.Num("n", float64(u))))
		}
	}
}

// reader is the process that reads a UDP socket.
func (m *Moment) reader(s int) int {
	for p := len(m.Host.Processes) - 1; p >= 0; p-- {
		if m.Host.Processes[p].Reading && m.Host.Has(p, s) {
			return p
		}
	}
	return socket.None
}

// packets draws those of this step, below the slots that their hashes have picked.
func (d *drawing) packets() {
	d.words(2*pad, d.low+16, d.w/2, small, scene.InkMuted, start, d.m.l.T("walk.network"))
	if len(d.m.Host.Trips) == 0 {
		d.words(d.w/2, d.low+16, d.w/2, small, scene.InkMuted, middle, d.m.l.T("walk.network.none"))
	}
	d.low += 8
	if !d.wide {
		d.low += 16
	}
	in := map[int]int{} // how many each slot has had
	for _, t := range d.m.Host.Trips {
		if t.Socket == socket.None || d.at[t.Socket].w == 0 {
			continue
		}
		r := d.at[t.Socket]
		k := in[t.Socket]
		in[t.Socket]++
		per := max(1, int(r.w/pitch))
		x := r.x + mark + 2 + pitch*float64(k%per)
		y := d.low + 7 + pitch*float64(min(k/per, 1))
		switch {
		case t.Did == socket.Reset || t.Then == socket.Reset || t.Did == socket.Drop:
			d.glyph(scene.Cross, x, y, mark+1, scene.InkFailing)
		case t.Did == socket.Unread:
			d.glyph(scene.Diamond, x, y, mark, scene.InkMuted)
		default:
			d.glyph(scene.Diamond, x, y, mark, inkOf[d.m.Host.Flows[t.Flow].Owner])
		}
	}
	d.low += 36
}

// legend says what the marks are.
func (d *drawing) legend() {
	x := 2 * pad
	shape := func(g scene.Glyph, ink scene.Ink) func() {
		return func() { d.glyph(g, x+mark, d.low+4, mark, ink) }
	}
	wire := func(more string) func() {
		return func() { d.path("M"+num(x-3)+" "+num(d.low+4)+"h16", d.ink(scene.InkText), wireWide, more) }
	}
	for _, e := range []struct {
		key  string
		draw func()
	}{
		{"walk.legend.tcp", shape(scene.Dot, scene.InkText)},
		{"walk.legend.quic", shape(scene.Diamond, scene.InkText)},
		{"walk.legend.cut", shape(scene.Cross, scene.InkFailing)},
		{"walk.legend.wire", wire("")},
		{"walk.legend.unused", wire(unused)},
	} {
		text := d.m.l.T(e.key)
		w := 18 + width(text, small) + 10
		if x+w > d.w-pad && x > 2*pad {
			x = 2 * pad
			d.low += 18
		}
		e.draw()
		d.words(x+16, d.low+8, 0, small, scene.InkMuted, start, text)
		x += w
	}
	d.low += 20
}
