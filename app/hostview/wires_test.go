package hostview

import (
	"regexp"
	"strconv"
	"testing"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine/catalog"
	"stampede/engine/socket"
)

// beside finds where a wire goes straight down.
var beside = regexp.MustCompile(` ([-0-9.]+) [-0-9.]+V`)

// On a phone the wires to the UDP sockets ran behind the listener above them.
func TestWiresPassTheListeners(t *testing.T) {
	scn, _ := catalog.Scenario("zero-downtime-release")
	wires := 0
	for i := range scn.Walks {
		w := New(i18n.For(i18n.Fallback), scn.Name, &scn.Walks[i])
		for k := range w.Steps() + 1 {
			m := w.At(k)
			d := &drawing{pen: pen{ink: scene.Light.Hex}, m: m, w: 320, at: make([]rect, len(m.Host.Sockets))}
			d.place()
			left, right, _ := d.listening()
			for _, desc := range m.Host.Descriptors {
				if to := d.at[desc.Socket]; to.w > 0 && m.Host.Sockets[desc.Socket].Kind == socket.Datagram {
					x, y := d.port(desc)
					at := beside.FindStringSubmatch(d.around(desc, x, y, to.mid(), to.y))
					side, err := strconv.ParseFloat(at[1], 64)
					if err != nil || side >= left && side <= right || side < pad || side > d.w-pad {
						t.Errorf("%s, step %d: a wire at %s, listeners from %v to %v", scn.Walks[i].Name, k, at[1], left, right)
					}
					wires++
				}
			}
		}
	}
	if wires == 0 {
		t.Error("no wires")
	}
}
