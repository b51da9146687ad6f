package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
)

// How long a run may work between two frames.
const (
	usualFrame = time.Second / 60
	workTime   = 7 * time.Millisecond
	workLeast  = 3 * time.Millisecond  // in a frame in which a part of the page is redrawn
	workMost   = 30 * time.Millisecond // where the browser is slow in drawing, half the time by which it is, up to this
	workBehind = 20 * time.Millisecond // where the run has not kept up with its speed for a while
	behindTime = 2 * time.Second
	armsTime   = 12 * time.Millisecond // while the run stands still and its table fills
	workEvents = 4_000_000
	paceOver   = 8 // frames over which the pace is averaged
)

// pump moves the run: one loop of animation frames, which does nothing that
// nobody can see. Only the browser has frames; natively there is no pump.
type pump struct {
	play  *play
	frame app.Func
	last  time.Time
	pace  time.Duration // between frames, averaged
	spent time.Duration // of the last frame on the page's own work
	kept  time.Time     // when the run last kept up with its speed
	chores
	busy  bool // a chore was done in the last frame
	dirty bool // something has changed since the stage was drawn
	away  bool // nobody can see the page: time stands still
	ended bool

	picture scene.Picture
	sampler sampler
}

func newPump(p *play) *pump { return &pump{play: p, chores: p.chores(), dirty: true} }

// start begins the loop.
func (p *pump) start() {
	if app.IsServer {
		return
	}
	p.last = time.Now()
	p.frame = app.FuncOf(func(app.Value, []app.Value) any {
		if p.ended {
			p.frame.Release()
			return nil
		}
		p.step(time.Now())
		app.Window().Call("requestAnimationFrame", p.frame)
		return nil
	})
	app.Window().Call("requestAnimationFrame", p.frame)
}

// stop ends the loop with its next frame.
func (p *pump) stop() { p.ended = true }

// leave is told when nobody can see the page any more, and when somebody can
// again: the time between counts for nothing.
func (p *pump) leave(away bool, now time.Time) { p.away, p.last = away, now }

// touch has everything drawn again in the next frame.
func (p *pump) touch() { p.dirty = true }

// step is one frame.
func (p *pump) step(now time.Time) {
	wall := now.Sub(p.last)
	p.last = now
	if p.away {
		return
	}
	r := p.play.run
	next := p.turn(now)
	work := p.work(now, wall, next != nil && !p.dirty)
	late := func() bool { return time.Since(now) > work }
	if r.s.Pump(wall, workEvents, late) || p.dirty {
		p.draw(r)
	}
	switch {
	case p.dirty:
		p.all(now)
	case next != nil:
		next.run(now)
	}
	p.dirty = false
	p.pace += (wall - p.pace) / paceOver
	p.play.tell.speak(now)
	if at := p.play.cursor(); at != p.play.plots.cursor {
		p.play.charts.point(at)
	}
	p.play.address.step(now)
	if p.play.reading != nil {
		p.play.reading.work(now)
	}
	p.spent = time.Since(now)
}

// turn is the chore to do in a frame, nil for none. While the run does not keep up with
// its speed it has every second frame for itself.
func (p *pump) turn(now time.Time) *chore {
	if behind, _ := p.play.run.s.Behind(); behind && p.busy {
		p.busy = false
		return nil
	}
	next := p.next(now, p.pace)
	p.busy = next != nil
	return next
}

// work is how long the run may work in a frame: as long as leaves room for drawing it,
// and less beside a chore. A browser that takes long to draw what it was given has few
// frames, and the run works longer in each.
func (p *pump) work(now time.Time, wall time.Duration, chore bool) time.Duration {
	s := p.play.run.s
	if behind, _ := s.Behind(); !behind {
		p.kept = now
	}
	switch {
	case s.Seeking():
		return workMost // nothing moves that could stutter
	case s.RunningArms() && !s.Playing():
		return max(armsTime, min(wall/2, workMost))
	}
	rest := wall - p.spent // what the browser has taken, and what it has waited
	longer := (rest - usualFrame) / 2
	if now.Sub(p.kept) > behindTime {
		longer = max(rest, workBehind) // fewer frames, rather than a run that crawls
	}
	longer = min(longer, workMost)
	if chore {
		return max(workLeast, longer)
	}
	return max(workTime, longer)
}

// draw paints what moves.
func (p *pump) draw(r *run) {
	if r.look() {
		p.play.board.arrange()
		p.play.board.redraw()
	}
	r.scene.Picture(r.frame, float64(r.s.Sim().Now()), r.s.Speed(), &p.picture)
	p.sampler.adapt(r, len(p.picture.Marks))
	p.play.board.view.Draw(&p.picture)
}

// sampler chooses how many requests the engine keeps the trips of: as many as
// are still there when they have been seen to the end.
type sampler struct {
	run   *run
	every uint64
	rest  int // frames to wait before the choice is looked at again
	spare int // frames in a row in which there was room for twice as many
	calm  int // of them, those that it takes before more are kept
}

const (
	firstEvery = 16 // requests per mark before anything has been seen
	restFrames = 30
	spareMarks = 400 // with fewer marks than this on the stage, more requests are kept
	// After a storm its scale stays for a while: one that changes all the time says
	// nothing, and what comes next is to be seen beside it.
	calmFrames = 600
)

func (s *sampler) adapt(r *run, marks int) {
	if s.run != r {
		*s = sampler{run: r, every: firstEvery}
		r.s.Sample(s.every)
		return
	}
	if s.rest > 0 {
		s.rest--
		return
	}
	switch {
	case r.scene.Overrun():
		s.every *= 2
		s.calm = calmFrames
	case !r.s.Playing():
		return
	case s.every == 1 || len(r.frame.Legs) == 0 || marks >= spareMarks || !r.spare():
		s.spare = 0
		return
	default:
		if s.spare++; s.spare < s.calm {
			return
		}
		s.every /= 2
	}
	s.rest, s.spare = restFrames, 0
	r.s.Sample(s.every)
}

// spare reports whether the oldest trip kept is much older than any that is
// still to be seen, so that twice as many could be kept.
func (r *run) spare() bool {
	span := float64(scene.Display) * r.s.Speed()
	return float64(r.s.Sim().Now()-r.frame.Legs[0].SentAt) > 4*span
}
