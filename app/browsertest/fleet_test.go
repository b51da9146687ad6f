//go:build browser

package browsertest

import (
	"math"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"

	"stampede/app/scene"
	"stampede/engine"
)

// TestFleet: in the middle of a release the stage shows each host of each fleet as
// a run of the same seed, made here, has it, and a host that is pointed at tells what
// it does.
func TestFleet(t *testing.T) {
	t.Parallel()
	const name, seed, at = "zero-downtime-release", 2010, 75
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL("play/"+name+"/?painter=2d&paused=1"))
	do(tab, nil, `await begin(%d); await travel(%d)`, seed, at)
	tab.Wait(`document.querySelector(".card.fleet").innerText.includes("draining")`)
	frames(tab)

	n := makeRun(t, name, seed, 1, nil)
	n.to(t, nanoseconds(at))
	f, s := hostsDrawn(t, tab, n, 70)

	edge, drains := -1, -1
	for i := range f.Nodes {
		if f.Nodes[i].Name != "edge" {
			continue
		}
		edge = i
		for k, h := range f.Nodes[i].Gauges.Hosts {
			if h.State == engine.HostDraining {
				drains = k
			}
		}
	}
	if drains < 0 {
		t.Fatal("no host drains")
	}
	box := tab.Box(".board > .stage")
	x, y := s.Layout().Nodes[edge].Grid.Tile(drains).Centre()
	point := func(x, y float64) {
		call(tab, input.DispatchMouseEvent, input.DispatchMouseEventParams{Type: input.DispatchMouseEventTypeMouseMoved, X: box.X + x, Y: box.Y + y})
	}
	point(x, y)
	tab.Wait(`/host \d+: draining, [\d,]+ old connections left/.test(document.querySelector(".host-tip").innerText)`)
	point(-10, -10)
	tab.Wait(`document.querySelector(".host-tip").innerText === ""`)

	// With text twice as large the stage is taller, and its words stay on it.
	tab.Resize(1280, 800, 1)
	tab.Eval(`document.documentElement.style.fontSize = "200%"`, nil)
	tab.Wait(`(() => { const low = (at) => at.getBoundingClientRect().bottom, board = document.querySelector(".board");
		return board.clientHeight > 1000 && low(board.querySelector(".caption")) <= low(board) &&
			[...board.querySelectorAll(".card")].every((card) => low(card.querySelector(".top")) <= low(card) + 1) })()`)
	quiet(t, tab, server.Origin)
}

// hostsDrawn holds the hosts on the stage to those of a run made here, which has so many,
// and returns how that stands and where it is drawn.
func hostsDrawn(t *testing.T, tab *Tab, n *native, hosts int) (*engine.Frame, *scene.Scene) {
	t.Helper()
	f := new(engine.Frame)
	n.sim.Frame(f)
	box := tab.Box(".board > .stage")
	s := scene.New(n.scn, math.Round(box.Width), math.Round(box.Height))
	s.Observe(f)
	var tiles scene.Tiles
	var want []byte
	for i := range f.Nodes {
		if l := f.Nodes[i].Gauges.Hosts; len(l) > 0 {
			want = tiles.Append(want, scene.NewHostLook(scene.Ink.Var), &s.Layout().Nodes[i].Grid, l)
			hosts -= len(l)
		}
	}
	var got string
	tab.Eval(`[...document.querySelectorAll(".fleets svg")].map((s) => s.innerHTML).join("")`, &got)
	if got = strings.ReplaceAll(got, "></path>", "/>"); got != string(want) || hosts != 0 {
		t.Errorf("the hosts, %d too few of them, are drawn as %s\nwant %s", hosts, got, want)
	}
	return f, s
}
