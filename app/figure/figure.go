// Package figure draws one moment of a run as an SVG document that stands alone:
// a poster, a figure in a postmortem. It has the cards, gauges, keys, marks and
// words of the page, the outcome in words, and a stamp by which the run can be
// had again. Colours are in it, fonts are the reader's, and it asks for nothing
// else. The same run at the same moment gives the same bytes everywhere.
package figure

import (
	"strconv"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/version"
	"stampede/app/view"
	"stampede/engine"
)

// View says what a figure shows below the outcome.
type View string

// The views, as addresses write them.
const (
	Stage  View = "stage"  // the stage
	Charts View = "charts" // the timeline and the charts
	Both   View = "both"   // one below the other
)

// Views lists the views.
var Views = []View{Stage, Charts, Both}

// Options say how to draw. The zero value draws the stage on a light ground.
type Options struct {
	Theme scene.Theme
	View  View    // Stage when it is none of the views
	Width float64 // of the drawing in CSS pixels, moved into MinWidth to MaxWidth; 0 for DefaultWidth
	// Bare draws the stage or the charts alone, for a page that has the words.
	Bare bool
	// Live takes the colours from the page that the drawing stands in, by the
	// custom properties of package scene, whatever its theme is then.
	Live bool
}

// Widths of drawings, in CSS pixels.
const (
	MinWidth     = 320
	DefaultWidth = 960
	MaxWidth     = 1920
	// PosterWidth is that of posters: the least on which the components stand
	// where the scenario says, so that the words stay large in a narrow column.
	PosterWidth = 672
)

// Draw draws the run as it was when it was last looked at.
func Draw(r *view.Run, o Options) string {
	d := newDrawing(r, o)
	if !o.Bare {
		d.head()
	}
	if d.view != Charts {
		d.stage()
	}
	if d.view != Stage {
		d.charts()
	}
	if !o.Bare {
		d.foot()
	}
	return d.document()
}

// Outcome says what has become of the run: the verdict, where there is one, the
// first sentence of the explanation, and the numbers by which the incident is
// known.
func Outcome(r *view.Run) []i18n.Span {
	_, out := r.Ruling()
	if list := r.Sentences(); len(list) > 0 {
		if len(out) > 0 {
			out = append(out, i18n.Span{Text: " "})
		}
		out = append(out, list[0].Spans...)
		for _, h := range r.Held() {
			out = append(append(out, i18n.Span{Text: " "}), h.Spans...)
		}
	}
	if f := r.Figures(); len(f) > 0 {
		out = append(append(out, i18n.Span{Text: " "}), f...)
	}
	return out
}

// Title names the moment: what ran, and how it stood.
func Title(r *view.Run) string {
	l := r.Locale
	return l.T("figure.title", i18n.Text("name", view.About(l, r.Scenario.Name, "title")),
		i18n.Text("state", l.T("state."+r.State())), i18n.Text("at", Moment(l, r.Session.Now())))
}

// Moment writes a moment of the run: as on a clock, or with its parts of a
// second.
func Moment(l *i18n.Locale, at engine.Time) string {
	if at%engine.Second != 0 {
		return l.Time(view.Seconds(at))
	}
	return l.Clock(view.Seconds(at))
}

// Stamp is what the run can be had again with, and be checked by.
func Stamp(r *view.Run) string {
	s, l := r.Session, r.Locale
	text := l.T("figure.stamp", i18n.Text("scenario", r.Scenario.Name), i18n.Text("seed", strconv.FormatUint(s.Seed(), 10)),
		i18n.Text("at", Moment(l, s.Now())), i18n.Text("version", version.Number), i18n.Text("hash", s.Hash()))
	if n := acts(r); n > 0 {
		text += " · " + l.T("figure.acts", i18n.Num("n", float64(n)))
	}
	return text
}

// acts counts what people did before now. What was set at one moment to switch one
// strategy is one act, and taking over is one where nothing else was done.
func acts(r *view.Run) (n int) {
	var list []session.Mark
	count := func() {
		if n += len(r.Labels(list)); len(list) == 0 {
			n++
		}
	}
	last := engine.Time(-1)
	for _, c := range r.Session.Journal() {
		if c.Due() > r.Session.Now() {
			break
		}
		if last >= 0 && c.Due() != last {
			count()
			list = list[:0]
		}
		if last = c.Due(); c.Verb != engine.CmdTakeOver {
			list = append(list, session.Mark{Kind: session.MarkKind(c.Verb), Key: c.Path, Arg: c.Value})
		}
	}
	if last >= 0 {
		count()
	}
	return n
}
