package control

import (
	"bytes"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/param"
)

// taken is a Setter that remembers.
type taken struct{ path, text string }

func (s *taken) Set(path, text string) error {
	s.path, s.text = path, text
	return nil
}

// declared are the parameters of all components and policies there are.
func declared() []param.Param {
	var out []param.Param
	for _, c := range catalog.Components {
		out = append(out, engine.Declared(c.New()).Params()...)
	}
	for _, p := range catalog.Policies {
		out = append(out, engine.Declared(p.New()).Params()...)
	}
	return out
}

func markup(t *testing.T, f *Field) string {
	t.Helper()
	e := app.NewTestEngine()
	if err := e.Load(f); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	var b bytes.Buffer
	app.PrintHTML(&b, f)
	return b.String()
}

func TestEveryParameterHasAControl(t *testing.T) {
	l := i18n.For("en")
	for _, p := range declared() {
		f := &Field{Path: "place." + p.Name, Param: p, Value: p.Default, Default: p.Default, Locale: l, To: &taken{}}
		html := markup(t, f)
		wants := []string{
			`for="p-place-` + p.Name + `"`, `id="p-place-` + p.Name + `"`,
			view.ParamLabel(l, p), `aria-describedby="p-place-` + p.Name + `-help"`,
		}
		switch form(p) {
		case slider:
			s := scaleOf(p)
			wants = append(wants, `type="range"`, `min="`+plain(s.min)+`"`, `max="`+plain(s.max)+`"`, view.ParamValue(l, p, p.Default))
		case number:
			wants = append(wants, `type="number"`)
		case menu:
			wants = append(wants, "<select")
			for _, c := range p.Choices {
				wants = append(wants, `value="`+c+`"`)
			}
		case toggle:
			wants = append(wants, `role="switch"`)
		}
		for _, want := range wants {
			if !strings.Contains(html, want) {
				t.Errorf("%s (%v): the control lacks %q:\n%s", p.Name, p.Type, want, html)
			}
		}
		if strings.Contains(html, "‹") {
			t.Errorf("%s: a text is missing:\n%s", p.Name, html)
		}
	}
}

func TestChangedFieldOffersTheWayBack(t *testing.T) {
	set := param.NewSet()
	var after int64
	set.Duration(&after, "after", time.Second, "time after which the caller gives up", param.RangeD(time.Millisecond, time.Minute), param.Log())
	f := &Field{Path: "a.b.after", Param: set.Params()[0], Value: "2s", Default: "1s", Locale: i18n.For("en"), To: &taken{}}
	html := markup(t, f)
	for _, want := range []string{`class="field changed"`, "2\u00a0s", "Back to 1\u00a0s"} {
		if !strings.Contains(html, want) {
			t.Errorf("no %q in:\n%s", want, html)
		}
	}
}

// Every slider reaches both ends of its range, and a value that it shows is near
// the one that it stands for.
func TestScales(t *testing.T) {
	for _, p := range declared() {
		if form(p) != slider {
			continue
		}
		s := scaleOf(p)
		for _, end := range []struct{ at, want float64 }{{s.min, p.Min}, {s.max, p.Max}} {
			if got, _ := p.Number(s.value(end.at)); math.Abs(got-end.want) > 0.01*math.Abs(end.want) {
				t.Errorf("%s: position %v is %v, want %v", p.Name, end.at, got, end.want)
			}
		}
		x, _ := p.Number(p.Default)
		if got, _ := p.Number(s.value(s.position(x))); math.Abs(got-x) > 0.06*math.Abs(x) {
			t.Errorf("%s: the default %s comes back as %s", p.Name, p.Default, strconv.FormatFloat(got, 'g', -1, 64))
		}
	}
}
