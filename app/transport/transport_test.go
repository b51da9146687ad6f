package transport

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/verbs"
	"stampede/engine/catalog"
)

func start(t *testing.T) *verbs.Verbs {
	t.Helper()
	scn, _ := catalog.Scenario("facebook-2010")
	s, err := session.New(scn, session.Options{Seed: 3})
	if err != nil {
		t.Fatal(err)
	}
	v := &verbs.Verbs{}
	v.Use(s)
	return v
}

func load(t *testing.T, c app.Composer) (engine app.TestEngine, markup func() string) {
	t.Helper()
	e := app.NewTestEngine()
	if err := e.Load(c); err != nil {
		t.Fatal(err)
	}
	return e, func() string {
		e.ConsumeAll()
		var b bytes.Buffer
		app.PrintHTML(&b, c)
		return b.String()
	}
}

func TestBarFollowsTheRun(t *testing.T) {
	v := start(t)
	b := New(i18n.For("en"), v)
	_, markup := load(t, b)
	if text := markup(); !strings.Contains(text, "Play") || !strings.Contains(text, "0:00") || !strings.Contains(text, "of 5:00") {
		t.Errorf("at the start:\n%s", text)
	}
	if err := v.Play(); err != nil {
		t.Fatal(err)
	}
	b.Refresh()
	if text := markup(); !strings.Contains(text, "Pause") {
		t.Errorf("playing, there is no Pause:\n%s", text)
	}
	v.Session().SetSpeed(3)
	v.Seek(62)
	b.Refresh()
	if text := markup(); !strings.Contains(text, "3×") {
		t.Errorf("a speed that is not offered is not shown:\n%s", text)
	}
}

// At the end of the run the button says that the same one begins again.
func TestBarOffersReplayAtTheEnd(t *testing.T) {
	v := start(t)
	b := New(i18n.For("en"), v)
	_, markup := load(t, b)
	if text := markup(); strings.Contains(text, "Replay") || strings.Contains(text, "disabled") || !strings.Contains(text, "Forward by 100 ms (→)") {
		t.Errorf("at the start:\n%s", text)
	}
	s := v.Session()
	for v.Seek(seconds(s.End())); s.Seeking(); {
		s.Pump(0, 1<<30, nil)
	}
	b.Refresh()
	if text := markup(); !strings.Contains(text, "Replay") || !strings.Contains(text, "again from the beginning") {
		t.Errorf("at the end:\n%s", text)
	}
	b.did(v.Toggle())
	if text := markup(); !strings.Contains(text, "Pause") || s.Now() != 0 {
		t.Errorf("replaying, at %v:\n%s", s.Now(), text)
	}
}

func TestSpeedsByKeys(t *testing.T) {
	for _, c := range []struct{ x, faster, slower float64 }{
		{1, 2, 0.5}, {3, 5, 2}, {0.1, 0.25, 0.1}, {100, 100, 50},
	} {
		if f, s := Faster(c.x), Slower(c.x); f != c.faster || s != c.slower {
			t.Errorf("from %v faster %v and slower %v, want %v and %v", c.x, f, s, c.faster, c.slower)
		}
	}
}

func TestSetupShowsSeedAndSize(t *testing.T) {
	v := start(t)
	s := NewSetup(i18n.For("en"), v)
	_, markup := load(t, s)
	if text := markup(); !strings.Contains(text, `value="3"`) || !strings.Contains(text, "1%") {
		t.Errorf("no seed 3 and size 1%% in\n%s", text)
	}
	if err := v.Session().Reset(77); err != nil {
		t.Fatal(err)
	}
	s.Refresh()
	if text := markup(); !strings.Contains(text, `value="77"`) {
		t.Errorf("the new seed is not shown:\n%s", text)
	}
}

// Back in time, the row says that what people did later will happen again.
func TestSetupSaysWhatLiesAhead(t *testing.T) {
	v := start(t)
	setup := NewSetup(i18n.For("en"), v)
	_, markup := load(t, setup)
	v.Seek(2)
	if _, err := v.Call("strategy", "leases", true); err != nil {
		t.Fatal(err)
	}
	v.Seek(3)
	setup.Refresh()
	const words = "later actions will be repeated"
	if text := markup(); strings.Contains(text, words) {
		t.Errorf("at the head:\n%s", text)
	}
	v.Seek(1)
	setup.Refresh()
	if text := markup(); !strings.Contains(text, words) {
		t.Errorf("back in time:\n%s", text)
	}
}

func TestSizes(t *testing.T) {
	for _, c := range []struct {
		least, most float64
		other, want []float64
	}{
		{0.01, 0.1, nil, []float64{0.01, 0.02, 0.05, 0.1}},
		{0.01, 0.1, []float64{0.03}, []float64{0.01, 0.02, 0.03, 0.05, 0.1}},
		{1, 1, nil, []float64{1}},
		{0.5, 2, []float64{2, 0.7}, []float64{0.5, 0.7, 1, 2}},
	} {
		if got := Sizes(c.least, c.most, c.other); !slices.Equal(got, c.want) {
			t.Errorf("Sizes(%v, %v, %v) = %v, want %v", c.least, c.most, c.other, got, c.want)
		}
	}
}

// TestMenusKeepTheirPlaces: what a menu has offered once it offers always, so that no
// option moves to the place of another while that is the chosen one.
func TestMenusKeepTheirPlaces(t *testing.T) {
	v := start(t)
	bar, setup := New(i18n.For("en"), v), NewSetup(i18n.For("en"), v)
	_, speeds := load(t, bar)
	_, sizes := load(t, setup)
	value := regexp.MustCompile(`<option[^>]*value="([^"]*)"`)
	places := func(markup func() string) (out []string) {
		for _, m := range value.FindAllStringSubmatch(markup(), -1) {
			out = append(out, m[1])
		}
		return out
	}
	v.Session().SetSpeed(8)
	setup.size = 0.03
	bar.Refresh()
	setup.part.Redraw()
	with := [2][]string{places(speeds), places(sizes)}
	v.Session().SetSpeed(10)
	bar.Refresh()
	setup.Refresh()
	for i, now := range [2][]string{places(speeds), places(sizes)} {
		if !slices.Equal(now, with[i]) {
			t.Errorf("the menu offers %q, and offered %q", now, with[i])
		}
	}
	if !slices.Contains(with[0], "8") || !slices.Contains(with[1], "0.03") {
		t.Errorf("the menus are %q", with)
	}
}
