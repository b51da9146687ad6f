package figure

import (
	"embed"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
)

var update = flag.Bool("update", false, "rewrite the recorded drawings")

// small is the size at which the tests run the incident.
const small = 0.001

func runOf(t testing.TB, name string, size float64, do func(*session.Session) error) *view.Run {
	t.Helper()
	scn, ok := catalog.Scenario(name)
	if !ok {
		t.Fatalf("no scenario %s", name)
	}
	s, err := session.New(scn, session.Options{Seed: 2010, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	if do != nil {
		if err := do(s); err != nil {
			t.Fatal(err)
		}
	}
	return view.New(i18n.For(i18n.Fallback), s)
}

// stuck is the incident at its poster's moment.
func stuck(t testing.TB, do func(*session.Session) error) *view.Run {
	r := runOf(t, "facebook-2010", small, do)
	At(r, engine.Time(r.Scenario.Moment()), nil)
	return r
}

// checkXML refuses what an XML reader does not accept, attributes given twice and
// whatever would make the drawing depend on something else.
func checkXML(t *testing.T, svg string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		e, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		seen := map[string]bool{}
		for _, a := range e.Attr {
			if seen[a.Name.Local] {
				t.Errorf("<%s> has %s twice", e.Name.Local, a.Name.Local)
			}
			seen[a.Name.Local] = true
		}
		if n := e.Name.Local; n == "script" || n == "style" || n == "image" || n == "use" {
			t.Errorf("there is a <%s>", n)
		}
	}
	for _, foreign := range []string{"href", "var(", "class=", "NaN", "Inf", "‹"} {
		if strings.Contains(svg, foreign) {
			t.Errorf("there is a %q", foreign)
		}
	}
	if n := strings.Count(svg, "http"); n != 1 {
		t.Errorf("%d addresses, want the one of the name space", n)
	}
}

// Every scenario in every view and theme, narrow and wide: well-formed, with its
// title and its words, and small.
func TestEveryFigureStandsAlone(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		t.Run(scn.Name, func(t *testing.T) {
			size := 0.0
			if scn.Size != nil {
				size = scn.Size.Min
			}
			r := runOf(t, scn.Name, size, nil)
			At(r, engine.Time(scn.Moment()), nil)
			for _, v := range Views {
				for theme := range scene.Themes {
					for _, w := range []float64{0, 320, PosterWidth, 1440} {
						svg := Draw(r, Options{Theme: theme, View: v, Width: w})
						checkXML(t, svg)
						if !strings.Contains(svg, Stamp(r)) {
							t.Errorf("%s: no stamp %q", v, Stamp(r))
						}
						if v != Both && len(svg) > 60_000 {
							t.Errorf("%s, %s, %v wide: %d bytes", v, theme, w, len(svg))
						}
					}
				}
			}
		})
	}
}

//go:embed testdata
var goldens embed.FS

// The recorded drawing also holds where the tests run as WebAssembly.
func TestGolden(t *testing.T) {
	got := Draw(stuck(t, nil), Options{View: Both, Width: PosterWidth})
	const name = "testdata/stuck.svg"
	want, err := goldens.ReadFile(name)
	if *update {
		err = os.WriteFile(name, []byte(got), 0o666)
		want = []byte(got)
	}
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is out of date: make golden, and look at the difference", name)
	}
}

// The same moment is the same drawing, in whatever pieces it is come to, and the
// outcome is that of the run.
func TestFigureIsOfTheRun(t *testing.T) {
	r := stuck(t, nil)
	first := Draw(r, Options{})
	if again := Draw(stuck(t, nil), Options{}); again != first {
		t.Error("two drawings of one moment differ")
	}
	if !strings.Contains(first, "Stuck.") || !strings.Contains(first, r.Session.Hash()) {
		t.Errorf("no verdict, or no hash: %s", first)
	}
	healed := stuck(t, func(s *session.Session) error { return s.SetStrategy("leases", true) })
	text := Draw(healed, Options{})
	if strings.Contains(text, "Stuck") || !strings.Contains(text, "changed by hand once") {
		t.Errorf("with leases: %s", view.Plain(Outcome(healed)))
	}
	if want := view.Plain(Outcome(healed)); !strings.Contains(text, want) {
		t.Errorf("the description lacks %q", want)
	}
}

// The poster of every story has marks on every part of their way, also where calls
// last longer than what is drawn of them.
func TestMarksAreSeenToTheEnd(t *testing.T) {
	for _, scn := range catalog.Scenarios() {
		if scn.Story == nil {
			continue
		}
		s, err := session.New(scn, session.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		r := view.New(i18n.For(i18n.Fallback), s)
		At(r, engine.Time(scn.Moment()), nil)
		span := engine.Time(float64(scene.Display) * s.Speed())
		old := 0
		for _, g := range r.Frame.Legs {
			if age := r.Frame.Now - g.SentAt; age > span*3/4 && age <= span {
				old++
			}
		}
		if old < 20 {
			t.Errorf("%s: %d of %d calls are in the last quarter of what is drawn", scn.Name, old, len(r.Frame.Legs))
		}
	}
}

// A fleet's hosts are drawn on its card, below the marks, and named.
func TestFleet(t *testing.T) {
	r := stuck(t, nil)
	for i := range r.Frame.Nodes {
		if n := &r.Frame.Nodes[i]; n.Name == "web" {
			for k := range 300 {
				n.Gauges.Hosts = append(n.Gauges.Hosts, engine.Host{State: engine.HostState(k / 280 * int(engine.HostDraining)), Busy: 1, Servers: 2})
			}
		}
	}
	for _, w := range []float64{320, 0} {
		svg := Draw(r, Options{Width: w})
		checkXML(t, svg)
		for _, want := range []string{"280 serving, 20 draining", ">serving; as full as it is busy</text>", ">draining</text>"} {
			if !strings.Contains(svg, want) {
				t.Errorf("no %q", want)
			}
		}
		tiles, mark := strings.Index(svg, scene.NewHostLook(scene.Light.Hex)[0]), strings.Index(svg, `fill="`+scene.Light.Hex(scene.InkQuery)+`"`)
		if tiles < 0 || mark < tiles || len(svg) > 60_000 {
			t.Errorf("tiles at %d, marks at %d of %d", tiles, mark, len(svg))
		}
	}
}

func TestTextIsEscaped(t *testing.T) {
	d := &drawing{ink: scene.Light.Hex}
	d.words(0, 0, 12, scene.InkText, "", `<b>&"`)
	if got := d.b.String(); !strings.Contains(got, "&lt;b&gt;&amp;&quot;") {
		t.Error(got)
	}
}

func TestLines(t *testing.T) {
	text := []i18n.Span{{Text: "Stuck.", Strong: true}, {Text: " Nothing got any better in the meantime."}}
	out := lines(text, 10, 120)
	if len(out) < 2 || !out[0][0].Strong {
		t.Fatalf("%+v", out)
	}
	var all []string
	for _, l := range out {
		all = append(all, view.Plain(l))
		if width(view.Plain(l), 10, false) > 125 {
			t.Errorf("%q is too wide", view.Plain(l))
		}
	}
	if got := strings.Join(all, " "); got != "Stuck. Nothing got any better in the meantime." {
		t.Errorf("%q", got)
	}
}

func BenchmarkDraw(b *testing.B) {
	r := stuck(b, nil)
	for b.Loop() {
		Draw(r, Options{View: Both})
	}
}

// "5,957 connections" lost its noun on the card of a fleet.
func TestNotesOfAFleetAreWhole(t *testing.T) {
	d := &drawing{}
	d.ink = scene.Light.Hex
	c := &cardPen{d: d, w: 70, end: 40, whole: true}
	c.note("5,957 connections")
	c.end = 20
	c.note("2,000 connections")
	if got := d.b.String(); !strings.Contains(got, "5,957") || !strings.Contains(got, "connections") || strings.Contains(got, "2,000") {
		t.Error(got)
	}
}
