package page

import (
	"reflect"
	"testing"
	"time"

	"stampede/engine"
)

// TestChoresTakeTurns: at any pace of frames each part has its turns: as often as it is
// to have where there are frames enough, and none is left out where there are few.
func TestChoresTakeTurns(t *testing.T) {
	for _, c := range []struct {
		frame          time.Duration
		fast, slow     float64 // times a second, at least
		away           bool
		slowAtMost     float64
		framesForChore float64 // frames of which one has a chore, at least
	}{
		{frame: time.Second / 60, fast: 7, slow: 3, slowAtMost: 4, framesForChore: 1.1},
		{frame: time.Second / 60, fast: 7, slow: 0.4, slowAtMost: 0.5, away: true, framesForChore: 1.3},
		{frame: time.Second / 10, fast: 1, slow: 0.4, slowAtMost: 1, framesForChore: 1.1},
		{frame: time.Second / 4, fast: 0.3, slow: 0.15, slowAtMost: 0.3, framesForChore: 1.1},
	} {
		p := newPlay("en", "zero-downtime-release")
		l := p.chores()
		done := map[*chore]int{}
		now := time.Unix(1e9, 0)
		l.all(now)
		const seconds = 40
		frames := int(seconds * time.Second / c.frame)
		for i := range l {
			l[i].do = func(time.Time) {}
			l[i].away = c.away && l[i].at != ""
		}
		idle := 0
		for range frames {
			now = now.Add(c.frame)
			next := l.next(now, c.frame)
			if next == nil {
				idle++
				continue
			}
			next.run(now)
			done[next]++
		}
		for i := range l {
			rate, least, most := float64(done[&l[i]])/seconds, c.slow, c.slowAtMost
			switch l[i].every {
			case fastEvery:
				least, most = c.fast, 8
			case hostsEvery:
				least, most = c.fast, 12.5
			case tableEvery, wordsEvery:
				least, most = min(c.slow, 0.1), 1
			}
			if rate < least || rate > most+0.1 {
				t.Errorf("a frame every %v, away %v: chore %d is done %.2f times a second, want %v to %v", c.frame, c.away, i, rate, least, most)
			}
		}
		if busy := frames - idle; float64(frames) < c.framesForChore*float64(busy) {
			t.Errorf("a frame every %v: %d of %d frames have a chore", c.frame, busy, frames)
		}
	}
}

// TestAllChores: when something was done to the run, all of the page answers at once.
func TestAllChores(t *testing.T) {
	p := newPlay("en", "zero-downtime-release")
	p.run.s.Seek(90 * engine.Second)
	for p.run.s.Seeking() {
		p.run.s.Pump(0, 1<<40, nil)
	}
	p.run.look()
	p.pump.all(time.Now())
	for _, f := range p.board.fleets.fleet {
		if now := string(f.tiles.Append(nil, hostLook, &p.run.scene.Layout().Nodes[f.node].Grid, p.run.frame.Nodes[f.node].Gauges.Hosts)); f.shown != now {
			t.Errorf("the hosts of node %d are not those of the run", f.node)
		}
	}
	if len(p.board.fleets.fleet) != 3 {
		t.Errorf("%d fleets, want 3", len(p.board.fleets.fleet))
	}
	for _, c := range p.board.cards {
		if c.face.Name != c.look().Name || !reflect.DeepEqual(c.face, c.look()) {
			t.Errorf("the card of %s is not up to date", c.face.Name)
		}
	}
	if p.timeline.look() || p.table.look() {
		t.Error("the time line or the table is not up to date")
	}
}

// TestPartsKnowThePage: what is redrawn many times a second says what it is in; without
// that the page around it would be drawn with it.
func TestPartsKnowThePage(t *testing.T) {
	p := newPlay("en", "zero-downtime-release")
	v := reflect.ValueOf(p).Elem()
	found := 0
	for i := range v.NumField() {
		f := v.Field(i)
		if f.Kind() != reflect.Pointer || f.IsNil() || f.Elem().Kind() != reflect.Struct {
			continue
		}
		if part := f.Elem().FieldByName("part"); part.IsValid() {
			found++
			if part.FieldByName("around").Pointer() != reflect.ValueOf(&p.part).Pointer() {
				t.Errorf("%s does not know that it is in the page", v.Type().Field(i).Name)
			}
		}
	}
	if found < 20 {
		t.Errorf("only %d parts were found", found)
	}
}

// TestScaleStays: how many calls a mark stands for follows a storm, and does not go up
// and down with each of its waves, so that one sees a storm grow dense.
func TestScaleStays(t *testing.T) {
	const frame, from, to = time.Second / 60, 60 * engine.Second, 240 * engine.Second
	p := newPlay("en", "release-under-retries")
	r := p.run
	r.s.Seek(from)
	for r.s.Seeking() {
		r.s.Pump(0, 1<<40, nil)
	}
	r.scene.Resize(900, 500)
	r.s.Play()
	changes, turns, last, up := 0, 0, uint64(0), false
	for r.s.Now() < to {
		r.s.Pump(frame, 1<<40, nil)
		r.look()
		r.scene.Picture(r.frame, float64(r.s.Sim().Now()), r.s.Speed(), &p.pump.picture)
		p.pump.sampler.adapt(r, len(p.pump.picture.Marks))
		if now := p.pump.sampler.every; now != last {
			if last > 0 {
				changes++
				if up != (now > last) {
					turns++
				}
				up = now > last
			}
			last = now
		}
	}
	t.Logf("%d changes, %d turns", changes, turns)
	if changes < 2 || turns > 3 {
		t.Errorf("the scale changes %d times, %d times the other way", changes, turns)
	}
}
