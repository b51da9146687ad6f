package hostview

import (
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine/socket"
)

// The measures of a drawing, in CSS pixels.
const (
	pad      = 10.0
	title    = 13.0 // size of names
	small    = 11.5 // size of notes
	pitch    = 14.0 // from one mark to the next
	mark     = 5.0  // half a mark
	wideFrom = 620.0
	MinWidth = 280.0

	listenerHigh = 88.0
	wireWide     = 1.8   // of a line from a descriptor to its socket
	aisle        = 14.0  // beside and below the listeners of a narrow drawing, for the wires that pass them
	lone         = 210.0 // width of a listener alone, so that its whole name has room
	aislePitch   = 7.0   // between two of those
)

// unused is how the line of a descriptor is drawn that its process does not use.
const unused = ` stroke-dasharray="2 4" opacity=".75"`

// inkOf are the colours of the two processes; what belongs to one is told by
// place and word too.
var inkOf = [socket.MaxProcesses]scene.Ink{scene.InkQuery, scene.InkRequest}

// drawing is a host being drawn.
type drawing struct {
	pen
	m    *Moment
	w    float64
	wide bool
	box  [socket.MaxProcesses]rect // the processes
	at   []rect                    // the sockets, by number; zero for those not shown
	gap  rect                      // between the processes
	low  float64                   // where the next part begins
}

type rect struct{ x, y, w, h float64 }

func (r rect) mid() float64    { return r.x + r.w/2 }
func (r rect) bottom() float64 { return r.y + r.h }
func (r rect) right() float64  { return r.x + r.w }

// Draw draws the host as the inside of an SVG element of that width, and gives
// its height. Ink writes colours.
func (m *Moment) Draw(w float64, ink func(scene.Ink) string) (inside string, height float64) {
	w = max(w, MinWidth)
	d := &drawing{pen: pen{ink: ink}, m: m, w: w, wide: w >= wideFrom, at: make([]rect, len(m.Host.Sockets))}
	d.place()
	d.kernel()
	d.wires()
	for p := range d.box {
		d.process(p)
	}
	d.channel()
	d.listeners()
	d.ring()
	d.packets()
	d.legend()
	return d.b.String(), d.low
}

// place lays out the processes and the sockets below them.
func (d *drawing) place() {
	between := 78.0
	if d.wide {
		between = 150
	}
	w := (d.w - 2*pad - between) / 2
	const top, high = 34, 122
	d.box[0] = rect{pad, top, w, high}
	d.box[1] = rect{d.w - pad - w, top, w, high}
	d.gap = rect{d.box[0].right(), top, between, high}

	y := d.box[0].bottom() + 52
	tcp := rect{aisle + 2*pad, y, d.w - 2*aisle - 4*pad, listenerHigh}
	udp := rect{2 * pad, tcp.bottom() + 2*aisle, d.w - 4*pad, 50}
	if d.wide {
		tcp.x, tcp.w = 2*pad, (d.w-5*pad)*0.58
		udp = rect{tcp.right() + pad, y, d.w - 5*pad - tcp.w, listenerHigh}
	}
	d.placeListeners(tcp)
	d.placeRing(udp)
	d.low = udp.bottom()
}

// placeListeners gives each listener a place: those that listen, and those with
// which connections have died.
func (d *drawing) placeListeners(room rect) {
	var list []int
	for i := range d.m.Host.Sockets {
		if s := &d.m.Host.Sockets[i]; s.Kind == socket.Listener && (s.Open || lostAt(&d.m.Host, i) > 0) {
			list = append(list, i)
		}
	}
	n := float64(max(2, len(list)))
	w := (room.w - pad*(n-1)) / n
	for k, i := range list {
		d.at[i] = rect{room.x + float64(k)*(w+pad), room.y, w, room.h}
	}
	if len(list) == 1 {
		w = min(max(1.5*w, lone), room.w)
		d.at[list[0]] = rect{room.mid() - w/2, room.y, w, room.h}
	}
}

func (d *drawing) placeRing(room rect) {
	g := &d.m.Host.UDP
	w := min(96, room.w/float64(max(1, g.Len())))
	x := room.mid() - w*float64(g.Len())/2
	for slot := range g.Len() {
		d.at[g.At(slot)] = rect{x + float64(slot)*w, room.y, w, room.h}
	}
}

// kernel is the ground on which the sockets stand.
func (d *drawing) kernel() {
	y := d.box[0].bottom() + 26
	d.pen.box(pad, y, d.w-2*pad, d.low+12-y, 8, d.ink(scene.InkSoft), "none", "")
	d.words(2*pad, y+15, d.w/3, small, scene.InkMuted, start, d.m.l.T("walk.kernel"))
	d.low += 12
}

// port is where a process's descriptor leaves its box.
func (d *drawing) port(desc socket.Descriptor) (x, y float64) {
	n, k := 0, 0
	for _, other := range d.m.Host.Descriptors {
		if other.Process != desc.Process || d.m.Host.Sockets[other.Socket].Kind == socket.Unix {
			continue
		}
		if other == desc {
			k = n
		}
		n++
	}
	b := d.box[desc.Process]
	step := min(34, (b.w-24)/float64(max(1, n)))
	return b.mid() + step*(float64(k)-float64(n-1)/2), b.bottom()
}

// wires lead from descriptors to sockets: two that meet are one queue.
func (d *drawing) wires() {
	for _, desc := range d.m.Host.Descriptors {
		to := d.at[desc.Socket]
		if to.w == 0 {
			continue
		}
		x, y := d.port(desc)
		at := to.mid() + 8*(2*float64(desc.Process)-1)*float64(d.m.Host.References(desc.Socket)-1)
		if !d.wide && d.m.Host.Sockets[desc.Socket].Kind == socket.Datagram {
			d.path(d.around(desc, x, y, at, to.y), d.ink(inkOf[desc.Process]), d.busy(desc), d.quiet(desc))
			continue
		}
		bend := (y + to.y) / 2
		d.path("M"+num(x)+" "+num(y)+"C"+num(x)+" "+num(bend+14)+" "+num(at)+" "+num(bend-14)+" "+num(at)+" "+num(to.y),
			d.ink(inkOf[desc.Process]), d.busy(desc), d.quiet(desc))
	}
}

// around leads a wire past the listeners, which stand above the other sockets in a
// narrow drawing: on the left from the old process, on the right from the new one.
// The wire to the nearer socket keeps further off, so that no two of them cross.
func (d *drawing) around(desc socket.Descriptor, x, y, at, end float64) string {
	left, right, bottom := d.listening()
	further := 0.0 // how many sockets of the process are further off
	for _, o := range d.m.Host.Descriptors {
		if o.Process == desc.Process && d.m.Host.Sockets[o.Socket].Kind == socket.Datagram && d.at[o.Socket].w > 0 &&
			(d.at[o.Socket].x > d.at[desc.Socket].x) == (desc.Process == 0) && o.Socket != desc.Socket {
			further++
		}
	}
	off := pad/2 + aislePitch*further
	side := right + off
	if desc.Process == 0 {
		side = left - off
	}
	top, turn := (y+bottom-listenerHigh)/2, bottom+pad/2+aislePitch*further
	return "M" + num(x) + " " + num(y) + "C" + num(x) + " " + num(top+aisle) + " " + num(side) + " " + num(top-aisle) + " " + num(side) + " " + num(bottom-listenerHigh) +
		"V" + num(turn-aislePitch) + "Q" + num(side) + " " + num(turn) + " " + num((side+at)/2) + " " + num(turn) + "Q" + num(at) + " " + num(turn) + " " + num(at) + " " + num(end)
}

// listening is the room that the listeners take, or would.
func (d *drawing) listening() (left, right, bottom float64) {
	left, right = d.w/2, d.w/2
	for i := range d.m.Host.Sockets {
		if r := d.at[i]; r.w > 0 && d.m.Host.Sockets[i].Kind == socket.Listener {
			left, right = min(left, r.x), max(right, r.right())
		}
	}
	return left, right, d.box[0].bottom() + 52 + listenerHigh
}

// busy is the width of a wire: more when packets have come over it in this step.
func (d *drawing) busy(desc socket.Descriptor) float64 {
	for _, t := range d.m.Host.Trips {
		if t.Socket == desc.Socket && t.Reader == desc.Process {
			return 3.4
		}
	}
	return wireWide
}

// quiet dims the wires of a process that does not use them.
func (d *drawing) quiet(desc socket.Descriptor) string {
	p := &d.m.Host.Processes[desc.Process]
	uses := p.Accepting
	if d.m.Host.Sockets[desc.Socket].Kind == socket.Datagram {
		uses = p.Reading
	}
	if uses {
		return ""
	}
	return unused
}

// process draws one, with its connections.
func (d *drawing) process(p int) {
	h, b := &d.m.Host, d.box[p]
	state := stateOf(h, p)
	there := state != "none" && state != "gone"
	edge, more := d.ink(inkOf[p]), ` stroke-width="2"`
	if !there {
		edge, more = d.ink(scene.InkStrong), ` stroke-width="1.2" stroke-dasharray="4 4"`
	}
	d.pen.box(b.x, b.y, b.w, b.h, 8, d.ink(scene.InkCard), edge, more)
	name := "walk.process." + socket.Processes[p]
	if boldly*width(d.m.l.T(name), title) > b.w-2*pad {
		name += ".short"
	}
	d.words(b.x+pad, b.y+19, b.w-2*pad, title, scene.InkText, strong, d.m.l.T(name))
	for i, line := range fold(d.m.state(p), small, b.w-2*pad, 2) {
		d.words(b.x+pad, b.y+35+13*float64(i), b.w-2*pad, small, scene.InkMuted, start, line)
	}
	var tcp, quic []rune
	for i := range h.Conns {
		if c := &h.Conns[i]; c.Owner == p {
			tcp = append(tcp, fate(c.State == socket.Accepted, c.State == socket.ConnReset))
		}
	}
	for i := range h.Flows {
		if f := &h.Flows[i]; f.Owner == p {
			quic = append(quic, fate(f.Open, !f.Open && !f.Finished))
		}
	}
	d.marks(b, 62, "walk.tcp", scene.Dot, tcp, p)
	d.marks(b, 90, "walk.quic", scene.Diamond, quic, p)
	if there {
		for _, desc := range h.Descriptors {
			if desc.Process == p && d.at[desc.Socket].w > 0 {
				x, y := d.port(desc)
				d.pen.box(x-5, y-5, 10, 10, 2, d.ink(scene.InkCard), edge, ` stroke-width="2"`)
			}
		}
	}
	if a := h.Health; a.Asked && a.By == p {
		d.health(b, "walk.health."+map[bool]string{true: "good", false: "bad"}[a.Good])
	}
}

// fate is what a connection of a process is drawn as.
func fate(live, cut bool) rune {
	switch {
	case live:
		return 'o'
	case cut:
		return 'x'
	}
	return ' '
}

// marks draws a row of connections, as many as there is room for, the rest as a
// number.
func (d *drawing) marks(b rect, y float64, key string, g scene.Glyph, list []rune, p int) {
	label := d.m.l.T(key)
	x := b.x + pad
	if d.wide {
		d.words(x, b.y+y+4, 46, small, scene.InkMuted, start, label)
		x += 46
	}
	room := int((b.right() - pad - x) / pitch)
	drawn := 0
	for _, c := range list {
		if c == ' ' {
			continue
		}
		if row := drawn / max(1, room); row < 2 {
			at, down := x+mark+pitch*float64(drawn%room), b.y+y+float64(row)*pitch
			if c == 'x' {
				d.glyph(scene.Cross, at, down, mark+1, scene.InkFailing)
			} else {
				d.glyph(g, at, down, mark, inkOf[p])
			}
		}
		drawn++
	}
}

// health is the answer to the load balancer, on top of the box that gave it.
func (d *drawing) health(b rect, key string) {
	text := d.m.l.T(key)
	w := min(b.w, width(text, small)+22)
	ink := scene.InkHealthy
	if key != "walk.health.good" {
		ink = scene.InkFailing
	}
	x := b.mid() - w/2
	d.pen.box(x, 4, w, 22, 11, d.ink(scene.InkCard), d.ink(ink), ` stroke-width="1.6"`)
	d.path("M"+num(b.mid())+" 26V"+num(b.y), d.ink(ink), 1.6, "")
	d.words(b.mid(), 19, w-12, small, ink, middle+strong, text)
}

// channel is the Unix socket between the processes, and what crosses it.
func (d *drawing) channel() {
	h, g, l := &d.m.Host, d.gap, d.m.l
	if h.Health.Asked && h.Health.By == socket.None {
		d.words(g.mid(), 19, d.w/2, small, scene.InkFailing, middle+strong, l.T("walk.health.none"))
	}
	y := g.y + 42
	if h.Channel > 0 {
		to := g.x + g.w/2
		if h.Connected > 0 {
			to = g.right()
		}
		d.path("M"+num(g.x)+" "+num(y)+"H"+num(to), d.ink(scene.InkStrong), 6, ` opacity=".35"`)
		d.lines(y-8, l.T("walk.channel"), scene.InkMuted)
	}
	if n := len(d.m.passed()); n > 0 {
		d.arrow(g.x+6, g.right()-6, y, d.ink(scene.InkText))
		for i := range n {
			d.pen.box(g.mid()+14*(float64(i)-float64(n-1)/2)-5, y-5, 10, 10, 2, d.ink(scene.InkCard), d.ink(scene.InkText), ` stroke-width="2"`)
		}
		d.under(y+20, l.T("walk.passed", i18n.Num("n", float64(n))))
	}
	if d.m.Step != nil && d.m.Step.Do == "confirm" && h.Connected > 0 {
		d.arrow(g.right()-6, g.x+6, y, d.ink(scene.InkText))
		d.under(y+20, l.T("walk.confirm"))
	}
	d.forwarded()
}

// forwarded are the packets that the new process has passed on.
func (d *drawing) forwarded() {
	n := trips(&d.m.Host, socket.Forward)
	if n == 0 {
		return
	}
	g := d.gap
	y := g.y + 84
	from, to := g.right()-6, g.x+6
	p := 0
	for _, t := range d.m.Host.Trips {
		if t.Did == socket.Forward {
			p = t.Reader
		}
	}
	if p == 0 {
		from, to = to, from
	}
	d.arrow(from, to, y, d.ink(inkOf[1-p]))
	step := min(pitch, (g.w-30)/float64(n))
	for i := range n {
		d.glyph(scene.Diamond, g.mid()+step*(float64(i)-float64(n-1)/2), y, mark, inkOf[1-p])
	}
	d.under(y+19, d.m.l.T("walk.forwarded", i18n.Num("n", float64(n))))
}

// lines writes above y in the gap, under below it.
func (d *drawing) lines(y float64, text string, ink scene.Ink) {
	list := fold(text, small, d.gap.w-8, 2)
	for i, s := range list {
		d.words(d.gap.mid(), y-13*float64(len(list)-1-i), d.gap.w-4, small, ink, middle, s)
	}
}

func (d *drawing) under(y float64, text string) {
	for i, s := range fold(text, boldly*small, d.gap.w-8, 2) {
		d.words(d.gap.mid(), y+13*float64(i), d.gap.w-4, small, scene.InkText, middle+strong, s)
	}
}
