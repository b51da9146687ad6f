package chart

import (
	"math"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine"
	"stampede/engine/dist"
)

func english() Format {
	return Format{Numbers: i18n.For("en"), PerSecond: "/s", Times: "×", None: "–"}
}

// outage makes up the course of an outage: a load that rises at 36 s and stays.
func outage() (Ribbon, []Plot) {
	curve := func(before, after, noise float64, n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			share := min(1, max(0, (float64(i)/2-36)/16))
			jitter := float64(dist.Mix(uint64(i)+uint64(before*997+after))>>40)/(1<<24) - 0.5
			v[i] = max(0, before+(after-before)*share+noise*jitter)
		}
		return v
	}
	line := func(name, ink string, v []float64) Line {
		return Line{Name: name, Width: 500 * engine.Millisecond, Values: v, Ink: ink}
	}
	const n = 372
	late := curve(0.004, 1, 0.004, n)
	for i := 150; i < 170; i++ {
		late[i] = math.NaN()
	}
	capacity := line("capacity", "muted", curve(30_000, 30_000, 0, n))
	capacity.Dashed = true
	at := 186 * engine.Second
	events := []Event{
		{At: 36 * engine.Second, Label: "bad value pushed"},
		{At: 81 * engine.Second, Label: "value corrected"},
		{At: 90 * engine.Second, Label: "Leases on", Person: true},
		{At: 250 * engine.Second, Label: "traffic shut off", Ahead: true},
		{At: 290 * engine.Second, Label: "traffic let in again", Ahead: true},
	}
	spans := []Span{
		{0, 36 * engine.Second, "healthy"},
		{36 * engine.Second, 42 * engine.Second, "degraded"},
		{42 * engine.Second, 160 * engine.Second, "failing"},
		{160 * engine.Second, at, "recovering"},
	}
	plots := []Plot{
		{ID: "load", Name: "Database queries", Note: "a second, with the capacity", Unit: Rate, Lines: []Line{line("offered", "query", curve(9000, 297_000, 9000, n)), line("answered", "answer", curve(9000, 29_000, 900, n)), capacity}},
		{ID: "good", Name: "Pages served", Note: "share of requests", Unit: Share, Lines: []Line{line("right, in time", "answer", curve(0.985, 0.07, 0.03, n))}},
		{ID: "late", Name: "Latency", Note: "median and 99th percentile", Unit: Second, Log: true, Times: true, Lines: []Line{line("p50", "query", late), line("p99", "error", curve(0.06, 2.9, 0.1, n))}},
	}
	for i := range plots {
		plots[i].Events, plots[i].Spans, plots[i].Cursor = events, spans, at
	}
	return Ribbon{ID: "ribbon", Title: "Timeline", Name: "State", Spans: spans, Events: events, Cursor: at}, plots
}

// long is a plot of a run of twenty minutes: 12 lines of 2 400 windows.
func long() Plot {
	p := Plot{ID: "long", Name: "Long", Unit: Rate, Cursor: Never}
	for i := range 12 {
		l := Line{Width: 500 * engine.Millisecond, Ink: scene.Ink(i % 9).String(), Values: make([]float64, 2400)}
		for k := range l.Values {
			l.Values[k] = float64(dist.Mix(uint64(i*2400+k)) >> 44)
		}
		p.Lines = append(p.Lines, l)
	}
	return p
}
