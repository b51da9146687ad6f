package page

import (
	"net/url"
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/engine/scenario"
)

// query is what the address asks for; nothing while pages are prerendered.
func query() url.Values {
	if app.IsServer {
		return url.Values{}
	}
	return app.Window().URL().Query()
}

// wishes are what the author of a link fixes in the address. What is not
// understood is left out, what is out of range is moved into it.
type wishes struct{ url.Values }

func wishesOf(q url.Values) wishes { return wishes{q} }

// defaultSeed is that of a run for which the address names none.
const defaultSeed = scenario.DefaultSeed

func (w wishes) seed(*scenario.Scenario) uint64 {
	if n, err := strconv.ParseUint(w.Get("seed"), 10, 64); err == nil {
		return n
	}
	return defaultSeed
}

// size is 0 for the scenario's own.
func (w wishes) size(scn *scenario.Scenario) float64 {
	x, ok := parseNumber(w.Get("size"))
	if !ok || scn.Size == nil {
		return 0
	}
	return min(max(x, scn.Size.Min), scn.Size.Max)
}

// apply does the rest once the parts are there: speed, moment, and whether the
// run plays by itself.
func (w wishes) apply(p *play) {
	if x, ok := parseNumber(w.Get("speed")); ok {
		p.run.s.SetSpeed(x)
	}
	if t, ok := parseNumber(w.Get("t")); ok {
		p.run.verbs.Seek(t)
		p.board.start = false
	}
	if app.IsServer || p.run.still || w.Has("paused") || w.Has("embed") && !w.Has("autoplay") {
		return
	}
	p.board.start = false
	p.run.s.Play()
}
