package scene

import (
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/dist"
)

const ms = float64(engine.Millisecond)

// one returns a scene with four databases and a frame of a single leg.
func one(g engine.Leg) (*Scene, *engine.Frame) {
	f := outageFrame(0, g.SentAt, 0)
	f.Legs = []engine.Leg{g}
	s := New(outage(), 1000, 470)
	s.Observe(f)
	return s, f
}

var query = engine.Leg{
	Req: 7, No: 1, SentAt: engine.Second, DueAt: engine.Second + engine.Millisecond,
	From: 3, To: 5, FromInst: 400, ToInst: 2, Link: 4, Kind: engine.KQuery,
}

func TestMarkTravelsFromCardToCard(t *testing.T) {
	s, f := one(query)
	var p Picture
	web, db := s.layout.Nodes[3].Cards[0], s.layout.Nodes[5].Cards[2]
	at := func(now float64) *Mark {
		s.Picture(f, now, 1, &p)
		if len(p.Marks) == 0 {
			return nil
		}
		return &p.Marks[0]
	}
	if at(1000*ms-1) != nil || at(1700*ms) != nil {
		t.Error("a mark before its time or after it")
	}
	m := at(1000 * ms)
	if m == nil || !web.contains(float64(m.X), float64(m.Y), 2*spread) {
		t.Fatalf("sets out at %+v, not at %+v", m, web)
	}
	if m = at(1699 * ms); m == nil || !db.contains(float64(m.X), float64(m.Y), 2*spread) {
		t.Fatalf("arrives at %+v, not at %+v", m, db)
	}
	if m = at(1350 * ms); m.Glyph != Diamond || Ink(m.Ink) != InkQuery || m.Alpha != 1 {
		t.Errorf("half way: %+v", m)
	}
	if h, ok := s.At(float64(m.X)+3, float64(m.Y)-3); !ok || h.Leg != query {
		t.Errorf("pointed at %+v, %v; want %+v", h, ok, query)
	}
	if _, ok := s.At(5, 5); ok {
		t.Error("hit a mark where there is none")
	}
}

// The trip takes Display of the reader's time at any speed, and its real time
// when that is longer.
func TestMotionIsStretched(t *testing.T) {
	slow := query
	slow.DueAt = slow.SentAt + 2*engine.Second
	for _, c := range []struct {
		leg         engine.Leg
		speed, want float64 // milliseconds of the run
	}{{query, 1, 700}, {query, 10, 7000}, {query, 0.1, 70}, {query, 0, 700}, {slow, 1, 2000}} {
		s, f := one(c.leg)
		var p Picture
		s.Picture(f, 1000*ms+(c.want-0.01)*ms, c.speed, &p)
		before := len(p.Marks)
		s.Picture(f, 1000*ms+c.want*ms, c.speed, &p)
		if before != 1 || len(p.Marks) != 0 {
			t.Errorf("speed %v: %d marks just before %v ms, %d then", c.speed, before, c.want, len(p.Marks))
		}
	}
}

func TestAnswersComeBackBesideTheQuestions(t *testing.T) {
	answer := query
	answer.From, answer.To, answer.FromInst, answer.ToInst, answer.Kind = 5, 3, 2, 400, engine.KError
	s, f := one(answer)
	var p Picture
	s.Picture(f, 1001*ms, 1, &p)
	if db := s.layout.Nodes[5].Cards[2]; !db.contains(float64(p.Marks[0].X), float64(p.Marks[0].Y), 2*spread) {
		t.Errorf("sets out at %+v, not at %+v", p.Marks[0], db)
	}
	c, _ := s.curve(&s.routes[4], &query)
	if d, _ := s.curve(&s.routes[4], &answer); c.X0 == d.X3 && c.Y0 == d.Y3 {
		t.Error("answers run on the way of the questions")
	}
}

func TestRetriesStandOut(t *testing.T) {
	retry := query
	retry.No = 3
	s, f := one(retry)
	var p Picture
	s.Picture(f, 1350*ms, 1, &p)
	if len(p.Marks) != 2 || p.Marks[1].Size <= looks[engine.KQuery].Size || p.Marks[0].Alpha >= p.Marks[1].Alpha {
		t.Errorf("marks of a retry: %+v", p.Marks)
	}
	if h, ok := s.At(float64(p.Marks[0].X), float64(p.Marks[0].Y)); !ok || h.Leg.No != 3 {
		t.Errorf("its tail gives %+v", h)
	}
}

func TestHiddenAndUnknownLinksAreNotDrawn(t *testing.T) {
	for _, link := range []engine.LinkID{5, 6, 999} {
		g := query
		g.Link = link
		s, f := one(g)
		var p Picture
		if s.Picture(f, 1350*ms, 1, &p); len(p.Marks) != 0 {
			t.Errorf("link %d drawn", link)
		}
	}
}

// Too many legs: whole requests are left out, by their number's hash alone, and
// the picture says how many each stands for.
func TestThinning(t *testing.T) {
	f := outageFrame(10_000, 10*engine.Second, 700*engine.Millisecond)
	s := New(outage(), 1000, 470)
	s.Observe(f)
	var p Picture
	s.Picture(f, float64(f.Now), 1, &p)
	if s.Every() < 8 || s.Every()&(s.Every()-1) != 0 {
		t.Fatalf("each mark stands for %d", s.Every())
	}
	legs := map[engine.Leg]bool{}
	for i := range p.Marks {
		legs[s.drawn[i]] = true
	}
	if s.room > MaxMarks || len(legs) > s.room || len(legs) < s.room/4 {
		t.Errorf("%d legs drawn", len(legs))
	}
	for _, g := range f.Legs {
		if _, ok := s.progress(&g, s.at); ok && legs[g] != (dist.Mix(g.Req)&(s.Every()-1) == 0) {
			t.Fatalf("leg of request %d drawn: %v", g.Req, legs[g])
		}
	}
	few := outageFrame(100, 10*engine.Second, 700*engine.Millisecond)
	if s.Picture(few, float64(few.Now), 1, &p); s.Every() != 1 {
		t.Errorf("with few legs each mark still stands for %d", s.Every())
	}
}

func TestOverrun(t *testing.T) {
	s, f := one(query)
	var p Picture
	s.Picture(f, 1100*ms, 1, &p)
	if s.Overrun() {
		t.Error("overrun at the first frame")
	}
	next := query
	next.SentAt += 50 * engine.Millisecond
	f.Legs = []engine.Leg{next}
	if s.Picture(f, 1200*ms, 1, &p); !s.Overrun() {
		t.Error("the first leg was lost on its way, unnoticed")
	}
	f.Legs = nil
	if s.Picture(f, 3000*ms, 1, &p); s.Overrun() {
		t.Error("a leg that had arrived is missed")
	}
}

func TestStill(t *testing.T) {
	f := outageFrame(1000, 10*engine.Second, 2*engine.Second)
	f.Every = 8
	s := New(outage(), 1000, 470)
	s.SetStill(true)
	s.Observe(f)
	var p Picture
	if s.Picture(f, float64(f.Now), 1, &p); len(p.Marks) != 0 {
		t.Errorf("%d marks without motion", len(p.Marks))
	}
	heat := s.Heat(f, nil)
	want := 0.0
	for _, g := range f.Legs {
		if g.Link == 4 && g.Kind == engine.KQuery && g.SentAt > f.Now-engine.Second {
			want += 8
		}
	}
	if got := heat[4].Rate[engine.KQuery]; got != want || want == 0 {
		t.Errorf("%v queries a second, want %v", got, want)
	}
	if heat[4].Heat != 1 || heat[5].Total != 0 || heat[0].Heat <= 0 || heat[0].Heat >= 1 {
		t.Errorf("heat %+v", heat)
	}
}

func TestPictureDoesNotAllocate(t *testing.T) {
	f := outageFrame(10_000, 10*engine.Second, 700*engine.Millisecond)
	s := New(outage(), 1000, 470)
	s.Observe(f)
	var p Picture
	now := float64(f.Now)
	for range 3 {
		s.Picture(f, now, 1, &p)
	}
	if n := testing.AllocsPerRun(20, func() {
		now += ms
		s.Observe(f)
		s.Picture(f, now, 1, &p)
		s.At(500, 200)
	}); n != 0 {
		t.Errorf("%v allocations a picture", n)
	}
}

func TestSVG(t *testing.T) {
	s, f := one(query)
	var p Picture
	s.Picture(f, 1350*ms, 1, &p)
	if got := SVG(&p, Light.Hex); strings.Count(got, "<path") != 1 || !strings.Contains(got, Light.Hex(InkQuery)) {
		t.Errorf("one query is %s", got)
	}
}

func BenchmarkPicture(b *testing.B) {
	for _, c := range []struct {
		name string
		legs int
	}{{"2048", 2048}, {"10000", 10_000}} {
		b.Run(c.name, func(b *testing.B) {
			f := outageFrame(c.legs, 10*engine.Second, 700*engine.Millisecond)
			s := New(outage(), 1000, 470)
			s.Observe(f)
			var p Picture
			b.ReportAllocs()
			for b.Loop() {
				s.Picture(f, float64(f.Now), 1, &p)
			}
		})
	}
}

func BenchmarkResize(b *testing.B) {
	s := New(outage(), 1000, 470)
	s.Observe(outageFrame(0, 0, 0))
	for b.Loop() {
		s.Resize(1000, 470)
	}
}
