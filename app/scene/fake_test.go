package scene

import (
	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/scenario"
)

// outage is a scenario like the one of 2010: three populations, web hosts, a
// cache and four databases.
func outage() *scenario.Scenario {
	at := func(x, y, w, h float64) scenario.Place { return scenario.Place{X: x, Y: y, W: w, H: h} }
	return &scenario.Scenario{
		Name: "outage",
		Components: []scenario.Component{
			{Name: "website", Kind: "population", At: at(1.5, 11, 15, 16)},
			{Name: "api", Kind: "population", At: at(1.5, 39, 15, 16)},
			{Name: "likes", Kind: "population", At: at(1.5, 67, 15, 16)},
			{Name: "web", Kind: "webhosts", At: at(27, 28, 17, 42)},
			{Name: "cache", Kind: "cache", At: at(54, 5, 17, 40)},
			{Name: "databases", Kind: "database", At: at(80, 5, 18.5, 90)},
		},
		Links: []scenario.Link{
			{Name: "website-web", From: "website", To: "web", Kind: "request"},
			{Name: "api-web", From: "api", To: "web", Kind: "request"},
			{Name: "likes-web", From: "likes", To: "web", Kind: "request"},
			{Name: "web-cache", From: "web", To: "cache", Kind: "read"},
			{Name: "web-databases", From: "web", To: "databases", Kind: "query"},
			{Name: "control", From: "website", To: "cache", Kind: "signal", Hidden: true},
		},
	}
}

// outageFrame is a frame of the outage at a moment, with n legs sent over the
// span before it.
func outageFrame(n int, now, span engine.Time) *engine.Frame {
	f := &engine.Frame{Now: now, Every: 1, Nodes: make([]engine.NodeFrame, 6)}
	f.Nodes[5].Gauges.Instances = make([]engine.Instance, 4)
	f.Legs = outageLegs(n, now, span)
	return f
}

// outageLegs makes up legs of every kind, more of those that an outage makes.
func outageLegs(n int, now, span engine.Time) []engine.Leg {
	const web, cache, dbs = 3, 4, 5
	legs := make([]engine.Leg, n)
	for i := range legs {
		h := dist.Mix(uint64(i)*7919 + 1)
		g := engine.Leg{Req: h >> 1, No: 1, SentAt: now - span + span*engine.Time(i)/engine.Time(n)}
		g.DueAt = g.SentAt + engine.Millisecond
		db := uint16(h>>20) % 4
		switch v := h % 100; {
		case v < 20:
			p := engine.NodeID(h>>32) % 3
			g.From, g.To, g.Link, g.Kind = p, web, engine.LinkID(p), engine.KRequest
		case v < 26:
			p := engine.NodeID(h>>32) % 3
			g.From, g.To, g.Link, g.Kind = web, p, engine.LinkID(p), engine.KError
		case v < 36:
			g.From, g.To, g.Link, g.Kind = web, cache, 3, engine.KRead
		case v < 42:
			g.From, g.To, g.Link, g.Kind = cache, web, 3, engine.KAnswer
		case v < 50:
			g.From, g.To, g.Link, g.Kind = web, cache, 3, engine.KDelete
		case v < 52:
			g.From, g.To, g.Link, g.Kind = web, cache, 3, engine.KWrite
		case v < 80:
			g.From, g.To, g.Link, g.Kind, g.ToInst, g.No = web, dbs, 4, engine.KQuery, db, uint16(1+h>>40%4/3)
		case v < 96:
			g.From, g.To, g.Link, g.Kind, g.FromInst = dbs, web, 4, engine.KError, db
		default:
			g.From, g.To, g.Link, g.Kind, g.FromInst = dbs, web, 4, engine.KAnswer, db
		}
		legs[i] = g
	}
	return legs
}
