package link_test

import (
	"testing"

	"stampede/app/link"
	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/catalog"
)

// BenchmarkWrite is what keeping the address up to date costs each time.
func BenchmarkWrite(b *testing.B) {
	scn, _ := catalog.Scenario(storm)
	s, err := session.New(scn, session.Options{Seed: 1, Size: scn.Size.Min})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 40 {
		s.Seek(engine.Time(i+1) * engine.Second)
		st := &scn.Strategies[i%len(scn.Strategies)]
		if err := s.SetStrategy(st.Name, !s.Strategy(st.Name)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := link.Of(s).Hash(); err != nil {
			b.Fatal(err)
		}
	}
}
