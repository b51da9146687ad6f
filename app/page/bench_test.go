package page

import (
	"testing"
	"time"

	"stampede/engine"
)

// BenchmarkRefresh measures what the page does four and eight times a second
// beside the run itself, late in a run, when everything has changed.
func BenchmarkRefresh(b *testing.B) {
	p := newPlay("en", "facebook-2010")
	p.run.s.Seek(100 * engine.Second)
	for p.run.s.Seeking() {
		p.run.s.Pump(0, 1<<40, nil)
	}
	for name, refresh := range map[string]func(){
		"all": func() { p.pump.all(time.Now()) }, "charts": p.charts.refresh, "explain": p.explain.refresh, "about": p.about.refresh,
		"board": p.board.refresh, "timeline": p.timeline.refresh, "tell": p.tell.refresh,
		"strategies": p.strategies.refresh, "frame": func() { p.run.look() },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.run.s.Play()
				p.run.s.Pump(time.Millisecond, 1, nil)
				refresh()
			}
		})
	}
}
