package page

import (
	"cmp"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/link"
	"stampede/app/session"
	"stampede/engine/catalog"
)

// open makes the run that the address asks for: that of its fragment, else the
// one that its query describes. A fragment that cannot be read is told in words,
// and the scenario opens all the same.
func (p *play) open() (*session.Session, error) {
	var notes []link.Note
	p.query, notes = link.ParseQuery(query(), p.scn)
	remark(notes)
	fragment, played := p.address.asked()
	if !link.Is(fragment) {
		p.linked.asked(notes)
		return wished(p.query, p.scn)
	}
	r, err := link.Parse(fragment)
	if err != nil {
		p.linked.fail(err, showsScenario)
		return wished(p.query, p.scn)
	}
	if scn, ok := catalog.Scenario(r.Scenario); ok && scn.Name != p.scn.Name {
		replaceAddress(elsewhere(p.scn.Name, scn.Name))
		p.address.path = app.Window().URL().Path
		p.scn = scn
	}
	s, err := p.opened(r)
	if err != nil {
		p.linked.fail(err, showsScenario)
		return wished(p.query, p.scn)
	}
	p.address.restored, p.address.played, p.walk = true, played, r.View.Walk
	return s, nil
}

// opened makes the session of a link, and tells what it is not.
func (p *play) opened(r link.Run) (*session.Session, error) {
	s, notes, err := link.Open(r)
	if err != nil {
		return nil, err
	}
	remark(notes)
	p.linked.tell(r, notes)
	return s, nil
}

// begin lets the run play by itself, where the address, the reader and the
// place leave it to.
func (p *play) begin() {
	q := p.query
	if q.At != nil || p.address.restored {
		p.board.start = false
	}
	if app.IsServer || q.Paused || p.run.still {
		return
	}
	switch {
	case p.address.restored:
		if !q.Autoplay && !p.address.played {
			return
		}
	case q.Embed && !q.Autoplay:
		return
	}
	p.board.start = false
	p.run.s.Play()
}

// follow goes to the run of a fragment, in the same page, and reports whether it
// is there. What the page has recorded is kept where it is the same run at another
// moment.
func (p *play) follow(fragment string) bool {
	r, err := link.Parse(fragment)
	if err != nil {
		p.linked.fail(err, showsRun)
		return false
	}
	if r.Scenario != p.scn.Name {
		attempt(func() { app.Window().Get("location").Call("replace", elsewhere(p.scn.Name, r.Scenario)) })
		return true
	}
	if sameRun(r, link.Of(p.run.s)) {
		p.run.s.Pause()
		p.run.s.SetSpeed(cmp.Or(r.View.Speed, session.SpeedOf(p.scn)))
		p.run.s.Seek(r.At)
		p.stand(r)
		p.linked.tell(r, r.Aged())
		return true
	}
	s, err := p.opened(r)
	if err != nil {
		p.linked.fail(err, showsRun)
		return false
	}
	p.take(s)
	p.stand(r)
	return true
}

// stand has the host view where a link has it.
func (p *play) stand(r link.Run) {
	if p.hosts != nil {
		p.hosts.show(r.View.Walk)
	}
}

// take goes on with another session of the scenario.
func (p *play) take(s *session.Session) {
	p.run.use(s)
	p.listen(s)
	p.window.follow(s)
	p.pump.sampler = sampler{}
	p.breakdown.show(false)
	p.tell.forget()
	p.board.start = false
	p.redraw()
	p.touch()
}
