package page

import (
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// chore brings a part of the page up to date from time to time.
type chore struct {
	do    func(now time.Time)
	whole func() // does instead what is to be done at once; nil where do does it all
	every time.Duration
	// Where frames are slow in coming, that is often because of what is redrawn: at
	// least so many frames lie between two times.
	frames time.Duration
	// at finds the part in the page, where it may be out of view; "" where it is not.
	at   string
	away bool // it is out of view
	last time.Time
}

// unseen is how much more rarely is done what nobody can see.
const unseen = 8

// due is for how many of its times a chore has waited, below 1 when its time has
// not come.
func (c *chore) due(now time.Time, pace time.Duration) float64 {
	every := max(c.every, c.frames*pace)
	if c.away {
		every *= unseen
	}
	return float64(now.Sub(c.last)) / float64(every)
}

// chores are the parts of the page that follow the run. One is done in a frame, so
// that no frame has much to do; what says one thing in two places is one chore.
type chores []chore

// How often what is brought up to date.
const (
	fastEvery  = 125 * time.Millisecond // gauges and texts
	hostsEvery = 80 * time.Millisecond  // the hosts of one fleet after another
	slowEvery  = 250 * time.Millisecond // charts and settings
	tableEvery = time.Second            // sums of the whole run
	wordsEvery = 2 * time.Second        // words for those who do not see the stage
	fastFrames = 6
	slowFrames = 18
)

// chores of a playground.
func (p *play) chores() chores {
	fast := func(do func(now time.Time)) chore { return chore{do: do, every: fastEvery, frames: fastFrames} }
	slow := func(at string, every time.Duration, do func()) chore {
		return chore{do: func(time.Time) { do() }, every: every, frames: slowFrames, at: at}
	}
	return chores{
		{do: func(time.Time) { p.board.refreshRest() }, whole: p.board.refresh, every: fastEvery, frames: fastFrames},
		{do: func(time.Time) { p.board.refreshNext() }, every: hostsEvery, frames: fastFrames},
		fast(func(now time.Time) { p.badge.refresh(); p.explain.refresh(); p.notes.refresh(now) }),
		fast(func(time.Time) {
			p.transport.Refresh()
			p.setup.Refresh()
			p.foot.refresh()
			p.timeline.refresh()
			p.sharing.refresh()
		}),
		slow(".charts", slowEvery, p.charts.refresh),
		slow(".strategies", slowEvery, p.strategies.refresh),
		slow(".more", slowEvery, func() { p.parameters.refresh(); p.about.refresh() }),
		slow(".compare", tableEvery, p.table.refresh),
		slow("", wordsEvery, p.tell.refresh),
	}
}

// next is the chore that has waited longest beyond its time, nil when none has.
func (l chores) next(now time.Time, pace time.Duration) *chore {
	var longest *chore
	most := 1.0
	for i := range l {
		if due := l[i].due(now, pace); due >= most {
			longest, most = &l[i], due
		}
	}
	return longest
}

// watch follows which parts are in view.
func (l chores) watch() (ends []func()) {
	for i := range l {
		c := &l[i]
		if c.at == "" {
			continue
		}
		if at := app.Window().Get("document").Call("querySelector", c.at); at.Truthy() {
			c.away = true
			ends = append(ends, watchView(at, func(seen bool) {
				if c.away = !seen; seen {
					c.last = time.Time{}
				}
			}))
		}
	}
	return ends
}

// all does every chore at once: something was done to the run, and the page is to
// answer.
func (l chores) all(now time.Time) {
	for i := range l {
		c := &l[i]
		if c.whole == nil {
			c.run(now)
			continue
		}
		c.last = now
		c.whole()
	}
}

// run does a chore.
func (c *chore) run(now time.Time) {
	c.last = now
	c.do(now)
}
