package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
)

// How often what is redrawn, and how long a run may work between two frames.
const (
	workTime   = 8 * time.Millisecond
	workMost   = 30 * time.Millisecond // where frames are slow in coming, half the time between them, up to this
	armsTime   = 12 * time.Millisecond // while the run stands still and its table fills
	workEvents = 4_000_000
	fastEvery  = 125 * time.Millisecond // gauges and texts
	slowEvery  = 250 * time.Millisecond // charts
	// Where frames are slow in coming, that is often because of what is redrawn.
	fastFrames = 4
	slowFrames = 12
	paceOver   = 8               // frames over which the pace is averaged
	wordsEvery = 2 * time.Second // words for those who do not see the stage
)

// pump moves the run: one loop of animation frames, which does nothing that
// nobody can see. Only the browser has frames; natively there is no pump.
type pump struct {
	play  *play
	frame app.Func
	last  time.Time
	pace  time.Duration // between frames, averaged
	fast  time.Time
	slow  time.Time
	words time.Time
	dirty bool // something has changed since the stage was drawn
	away  bool // nobody can see the page: time stands still
	ended bool

	picture scene.Picture
	sampler sampler
}

func newPump(p *play) *pump { return &pump{play: p, dirty: true} }

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
func (p *pump) touch() { p.dirty, p.fast, p.slow = true, time.Time{}, time.Time{} }

// step is one frame.
func (p *pump) step(now time.Time) {
	wall := now.Sub(p.last)
	p.last = now
	if p.away {
		return
	}
	r := p.play.run
	work := min(max(workTime, wall/2), workMost)
	if r.s.RunningArms() && !r.s.Playing() {
		work = max(work, armsTime) // nothing moves that could stutter
	}
	late := func() bool { return time.Since(now) > work }
	if r.s.Pump(wall, workEvents, late) || p.dirty {
		p.draw(r)
	}
	if p.dirty || now.Sub(p.fast) >= max(fastEvery, fastFrames*p.pace) {
		p.fast = now
		p.play.refreshFast()
	}
	p.pace += (wall - p.pace) / paceOver
	if p.dirty || now.Sub(p.slow) >= max(slowEvery, slowFrames*p.pace) {
		p.slow = now
		p.play.refreshSlow()
	}
	if now.Sub(p.words) >= wordsEvery {
		p.words = now
		p.play.tell.refresh()
	}
	p.play.tell.speak(now)
	if at := p.play.cursor(); at != p.play.plots.cursor {
		p.play.charts.point(at)
	}
	p.play.address.step(now)
	if p.play.reading != nil {
		p.play.reading.work(now)
	}
	p.dirty = false
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
}

const (
	firstEvery = 16 // requests per mark before anything has been seen
	restFrames = 30
	spareMarks = 400 // with fewer marks than this on the stage, more requests are kept
)

func (s *sampler) adapt(r *run, marks int) {
	if s.run != r {
		s.run, s.every = r, firstEvery
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
	case s.every > 1 && r.s.Playing() && len(r.frame.Legs) > 0 && marks < spareMarks && r.spare():
		s.every /= 2
	default:
		return
	}
	s.rest = restFrames
	r.s.Sample(s.every)
}

// spare reports whether the oldest trip kept is much older than any that is
// still to be seen, so that twice as many could be kept.
func (r *run) spare() bool {
	span := float64(scene.Display) * r.s.Speed()
	return float64(r.s.Sim().Now()-r.frame.Legs[0].SentAt) > 4*span
}
