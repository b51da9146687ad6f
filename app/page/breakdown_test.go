package page

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/engine"
	"stampede/engine/catalog"
)

// faulty is a component that panics at its third second.
type faulty struct{ engine.Component }

func (f faulty) Timer(c *engine.Ctx, t engine.Timer) {
	if c.Now() > 2*engine.Second {
		panic("out of order")
	}
	f.Component.Timer(c, t)
}

// breakEngine has every new run fail until the test ends.
func breakEngine(t *testing.T) {
	t.Helper()
	for i := range catalog.Components {
		c := &catalog.Components[i]
		if c.Kind == "population" {
			sound := c.New
			c.New = func() engine.Component { return faulty{sound()} }
			t.Cleanup(func() { c.New = sound })
			return
		}
	}
	t.Fatal("no population")
}

// An engine that fails pauses the run: the page says so, and what to report.
func TestBreakdown(t *testing.T) {
	breakEngine(t)
	p := newPlay(i18n.Fallback, "theory/metastable")
	p.run.verbs.Link = func() string { return "https://example.org/play/#r1.x" }
	p.listen(p.run.s)
	e := app.NewTestEngine()
	if err := e.Load(p.breakdown); err != nil {
		t.Fatal(err)
	}
	shown := func() string {
		e.ConsumeAll()
		var b bytes.Buffer
		app.PrintHTML(&b, p.breakdown)
		return b.String()
	}
	if text := shown(); strings.Contains(text, "stopped") {
		t.Errorf("before:\n%s", text)
	}
	s := p.run.s
	if err := s.SetStrategy("retry", false); err != nil {
		t.Fatal(err)
	}
	for s.Play(); s.Err() == nil; {
		s.Pump(100*time.Millisecond, 1<<20, nil)
	}
	p.pump.all(time.Now())
	text := shown()
	for _, words := range []string{
		"has stopped because of an error", "can still be read", "Start over", "New seed", "Copy",
		`href="https://example.org/play/#r1.x"`,
	} {
		if !strings.Contains(text, words) {
			t.Errorf("no %q in\n%s", words, text)
		}
	}
	for _, words := range []string{
		"scenario theory/metastable\n", "seed 2010\n", "size 1\n", `"verb":"set"`, "link https://example.org/play/#r1.x\n",
		"out of order", "faulty",
	} {
		if !strings.Contains(p.breakdown.report, words) {
			t.Errorf("no %q in the report\n%s", words, p.breakdown.report)
		}
	}
	if bar := markup(t, p.transport); strings.Count(bar, "disabled") != 5 {
		t.Errorf("not all that moves the run is off:\n%s", bar)
	}
	for _, verb := range []string{"play", "next", "previous", "step"} {
		if _, err := p.run.verbs.Call(verb); err == nil {
			t.Errorf("%s does as if nothing had happened", verb)
		}
	}
	if _, err := p.run.verbs.Call("reset"); err != nil || s.Err() != nil {
		t.Errorf("starting over: %v, %v", err, s.Err())
	}
	if text := shown(); strings.Contains(text, "stopped") {
		t.Errorf("after starting over:\n%s", text)
	}
}
