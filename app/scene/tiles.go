package scene

import (
	"math"

	"stampede/engine"
)

// hostPart is a part of a fleet's drawing: what one path can hold.
type hostPart uint8

const (
	partEdge    hostPart = iota // outline of a process that serves
	partLoad                    // what it has to do
	partFull                    // the same of one where much waits
	partWarming                 // rises with what has been warmed
	partDrains                  // hatched: a process that drains
	partGap                     // outline with a gap: no process
	partOut                     // outline, struck through
	partStandby                 // dotted outline
	partFailed                  // a cross
	partFresh                   // the corner of a host that runs what is released
	hostParts
)

// pale has what is as it should be stand back behind what is not; marks are seen on
// both.
const (
	pale   = `" fill-opacity=".55`
	strong = `" fill-opacity=".75`
)

// hostPens say with which ink each part is filled, and how, or stroked how wide and
// dashed.
var hostPens = [hostParts]struct {
	ink        Ink
	fill, line string
}{
	partEdge: {ink: InkHealthy, line: "1"}, partLoad: {ink: InkHealthy, fill: pale}, partFull: {ink: InkFailing, fill: strong}, partWarming: {ink: InkRecovering},
	partDrains: {ink: InkDegraded, line: "1.3"}, partGap: {ink: InkMuted, line: "1.5"}, partOut: {ink: InkFailing, line: "1.5"},
	partStandby: {ink: InkMuted, line: `1.2" stroke-dasharray="1.5 2`}, partFailed: {ink: InkFailing, line: "2.2"}, partFresh: {ink: InkText},
}

// HostLook holds the beginnings of the paths of a fleet's drawing.
type HostLook [hostParts]string

// NewHostLook has colour write the colours.
func NewHostLook(colour func(Ink) string) *HostLook {
	look := new(HostLook)
	for i, p := range hostPens {
		if p.line == "" {
			look[i] = `<path fill="` + colour(p.ink) + p.fill + `" d="`
		} else {
			look[i] = `<path fill="none" stroke="` + colour(p.ink) + `" stroke-width="` + p.line + `" d="`
		}
	}
	return look
}

// Tiles draws fleets; it keeps the memory that it has needed.
type Tiles struct {
	parts [hostParts][]byte
}

// Append draws the hosts of a fleet as the inside of an SVG element.
func (t *Tiles) Append(out []byte, look *HostLook, g *Grid, hosts []engine.Host) []byte {
	for i := range t.parts {
		t.parts[i] = t.parts[i][:0]
	}
	for i := range min(len(hosts), g.N) {
		t.host(&hosts[i], g.Tile(i))
	}
	for i, d := range t.parts {
		if len(d) > 0 {
			out = append(append(append(out, look[i]...), d...), `"/>`...)
		}
	}
	return out
}

// HostSVG draws one host with its top left corner at x, y, as in a legend.
func HostSVG(h engine.Host, look *HostLook, x, y, size float64) string {
	return string(new(Tiles).Append(nil, look, &Grid{X: x, Y: y, Pitch: size, Size: size, Cols: 1, N: 1}, []engine.Host{h}))
}

// loadSteps are those in which the load of a host is drawn: a tile is small, and
// what has not changed is not drawn again.
const loadSteps = 12

// muchWaits is how many wait for each that is served, where a host has more to do
// than it can: a few wait everywhere for a moment.
const muchWaits = 8

// swell is how much larger than others such a host is drawn, in CSS pixels, to each
// side.
const swell = 0.8

// host draws a host. Each state has a shape of its own.
func (t *Tiles) host(h *engine.Host, r Rect) {
	r = Rect{r.X + 0.5, r.Y + 0.5, r.W - 1, r.H - 1} // the lines are about 1 pixel wide
	switch h.State {
	case engine.HostServing:
		t.serving(h, r)
	case engine.HostHandover:
		half := (r.W - max(1.5, r.W/10)) / 2
		t.hatch(Rect{r.X, r.Y, half, r.H})
		t.serving(h, Rect{r.X + r.W - half, r.Y, half, r.H})
	case engine.HostDraining:
		t.hatch(r)
	case engine.HostRestarting:
		b := pair(append(t.parts[partGap], 'M'), r.X+0.28*r.W, r.Y)
		b = fixed(append(b, 'H'), r.X)
		b = fixed(append(b, 'V'), r.Y+r.H)
		b = fixed(append(b, 'H'), r.X+r.W)
		b = fixed(append(b, 'V'), r.Y)
		t.parts[partGap] = fixed(append(b, 'H'), r.X+0.72*r.W)
	case engine.HostWarming:
		t.rect(partEdge, r)
		b := pair(append(t.parts[partWarming], 'M'), r.X, r.Y+r.H)
		b = pair(append(b, 'L'), r.X+r.W, r.Y+r.H)
		b = fixed(append(b, 'V'), r.Y)
		t.parts[partWarming] = append(b, 'z')
	case engine.HostOut:
		t.rect(partOut, r)
		b := pair(append(t.parts[partOut], 'M'), r.X, r.Y+r.H)
		t.parts[partOut] = pair(append(b, 'L'), r.X+r.W, r.Y)
	case engine.HostStandby:
		t.rect(partStandby, r)
	case engine.HostFailed:
		t.parts[partFailed] = cross(t.parts[partFailed], r.X+r.W/2, r.Y+r.H/2, 0.6*r.W)
	}
	if h.Fresh {
		c := max(2.5, 0.36*r.W)
		b := pair(append(t.parts[partFresh], 'M'), r.X-0.5, r.Y-0.5)
		b = fixed(append(b, 'h'), c)
		b = pair(append(b, 'l'), -c, c)
		t.parts[partFresh] = append(b, 'z')
	}
}

// Full reports whether a host has more to do than it can: all of its processors are
// busy, and much waits for each.
func Full(h *engine.Host) bool {
	return h.Busy >= max(h.Servers, 1) && h.Queue > muchWaits*h.Servers
}

// FullHost is one that has, as a legend draws it.
var FullHost = engine.Host{Busy: 1, Servers: 1, Queue: muchWaits + 1}

// serving draws a process that is filled by what it has to do.
func (t *Tiles) serving(h *engine.Host, r Rect) {
	t.rect(partEdge, r)
	load, part := float64(h.Busy)/float64(max(h.Servers, 1)), partLoad
	if Full(h) {
		part = partFull
		r = Rect{r.X - swell, r.Y - swell, r.W + 2*swell, r.H + 2*swell}
	}
	if fill := math.Round(loadSteps*min(load, 1)) / loadSteps * r.H; fill > 0 {
		t.rect(part, Rect{r.X, r.Y + r.H - fill, r.W, fill})
	}
}

func (t *Tiles) rect(part hostPart, r Rect) {
	b := pair(append(t.parts[part], 'M'), r.X, r.Y)
	b = fixed(append(b, 'h'), r.W)
	b = fixed(append(b, 'v'), r.H)
	b = fixed(append(b, 'h'), -r.W)
	t.parts[part] = append(b, 'z')
}

// hatch draws a process that drains: lines upwards in a frame.
func (t *Tiles) hatch(r Rect) {
	t.rect(partDrains, r)
	b := t.parts[partDrains]
	lines := min(max(math.Round(r.W/3.5), 1), 4)
	for i := range int(lines) {
		// From the left or lower edge up to the upper or right one.
		at := (float64(i) + 1) / (lines + 1) * (r.W + r.H)
		x0, y0 := r.X+max(0, at-r.H), r.Y+min(at, r.H)
		x1, y1 := r.X+min(at, r.W), r.Y+max(0, at-r.W)
		b = pair(append(b, 'M'), x0, y0)
		b = pair(append(b, 'L'), x1, y1)
	}
	t.parts[partDrains] = b
}
