package link_test

import (
	"net/url"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"stampede/app/link"
	"stampede/engine"
	"stampede/engine/catalog"
)

func seed(n uint64) *uint64 { return &n }

func at(t engine.Time) *engine.Time { return &t }

func TestParseQuery(t *testing.T) {
	scn, _ := catalog.Scenario(storm)
	for _, c := range []struct {
		query string
		want  link.Query
		notes []string
	}{
		{"", link.Query{}, nil},
		{"embed&autoplay&autoload=1&paused=0", link.Query{Embed: true, Autoplay: true, Autoload: true}, nil},
		{"embed=1&controls=min&keys=0&view=stage", link.Query{Embed: true, Controls: link.MinControls, NoKeys: true, View: link.ViewStage}, nil},
		{"controls=1&view=both&motion=auto&keys=1", link.Query{}, nil},
		{"controls=0&view=text&motion=reduce&theme=projector&locale=es&painter=2d", link.Query{
			Controls: link.NoControls, View: link.ViewText, Motion: link.MotionReduce, Theme: "projector", Locale: "es", Painter: "2d",
		}, nil},
		{"seed=18446744073709551615&speed=2.5&size=0.02", link.Query{Seed: seed(1<<64 - 1), Speed: 2.5, Size: 0.02}, nil},
		{"t=45.3&until=120&lesson=keys&compare=leases", link.Query{
			At: at(45300 * engine.Millisecond), Until: 120 * engine.Second, Lesson: "keys", Compare: "leases",
		}, nil},
		{"strategies=leases,budget,nothing", link.Query{Strategies: []string{"leases"}}, []string{"odd strategies"}},
		{"strategies=", link.Query{Strategies: []string{}}, nil},
		{"speed=1000&t=-4&size=0", link.Query{Speed: 100, At: at(0), Size: scn.Size.Min}, []string{"moved size", "moved speed", "moved t"}},
		{"until=0", link.Query{Until: engine.Millisecond}, []string{"moved until"}},
		{"until=0.0001", link.Query{Until: engine.Millisecond}, []string{"moved until"}},
		{"until=0.001", link.Query{Until: engine.Millisecond}, nil},
		{"until=1e300", link.Query{Until: 24 * 3600 * engine.Second}, []string{"moved until"}},
		{"seed=-1&speed=fast&embed=perhaps&view=all&t=NaN&size=Inf&locale=a b&theme=pink", link.Query{}, []string{
			"odd embed", "odd locale", "odd seed", "odd size", "odd speed", "odd t", "odd theme", "odd view",
		}},
		{"utm_source=x&Seed=1", link.Query{}, []string{"strange Seed", "strange utm_source"}},
	} {
		values, err := url.ParseQuery(c.query)
		if err != nil {
			t.Fatal(err)
		}
		q, notes := link.ParseQuery(values, scn)
		if !reflect.DeepEqual(q, c.want) {
			t.Errorf("%s: %+v, want %+v", c.query, q, c.want)
		}
		var found []string
		for _, n := range notes {
			found = append(found, string(n.About)+" "+n.Name)
		}
		if !slices.Equal(found, c.notes) {
			t.Errorf("%s: notes %v, want %v", c.query, notes, c.notes)
		}
		if again, more := link.ParseQuery(q.Values(), scn); !reflect.DeepEqual(again, q) || len(more) > 0 {
			t.Errorf("%s: written as %s, which reads %+v with %v", c.query, q.Values().Encode(), again, more)
		}
	}
}

// FORMAT.md names every key.
func TestKeysAreDocumented(t *testing.T) {
	b, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range link.Keys() {
		if !strings.Contains(string(b), "`"+key+"`") {
			t.Errorf("%s is not in FORMAT.md", key)
		}
	}
}

// Nothing in a query is an error, and a note repeats no more than a line of it.
func FuzzQuery(f *testing.F) {
	scn, _ := catalog.Scenario(storm)
	for _, key := range link.Keys() {
		f.Add(key + "=1")
		f.Add(key + "=x&" + key)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, _ := url.ParseQuery(text)
		q, notes := link.ParseQuery(values, scn)
		if again, _ := link.ParseQuery(q.Values(), scn); !reflect.DeepEqual(again, q) {
			t.Errorf("%q: %+v, again %+v", text, q, again)
		}
		for _, n := range notes {
			if len(n.Name) > 40 || len(n.Found) > 40 {
				t.Errorf("note %q", n)
			}
		}
	})
}
