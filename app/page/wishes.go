package page

import (
	"net/url"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/link"
	"stampede/app/session"
	"stampede/engine/scenario"
)

// query is what the address asks for; nothing while pages are prerendered.
func query() url.Values {
	if app.IsServer {
		return url.Values{}
	}
	return app.Window().URL().Query()
}

// defaultSeed is that of a run for which the address names none.
const defaultSeed = scenario.DefaultSeed

// wished is the run that the author of an address fixes, before anybody has
// acted in it.
func wished(q link.Query, scn *scenario.Scenario) (*session.Session, error) {
	opt := session.Options{Seed: defaultSeed, Size: q.Size, Until: q.Until}
	if q.Seed != nil {
		opt.Seed = *q.Seed
	}
	s, err := session.New(scn, opt)
	if err != nil {
		return nil, err
	}
	if q.Speed != 0 {
		s.SetSpeed(q.Speed)
	}
	if q.At != nil {
		s.Seek(min(*q.At, s.End()))
	}
	return s, nil
}

// remark tells whoever writes addresses what has become of theirs.
func remark(notes []link.Note) {
	for _, n := range notes {
		app.Log("address: " + n.String())
	}
}
