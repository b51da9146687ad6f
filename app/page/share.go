package page

import (
	"math"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/figure"
	"stampede/app/i18n"
	"stampede/app/link"
	"stampede/app/scene"
	"stampede/app/share"
	"stampede/app/view"
)

// sharing is the panel with which an author takes the moment shown into a
// document. It is a dialog that opens when it is asked for.
type sharing struct {
	live
	play   *play
	open   bool
	moving bool       // the run is not at rest: there is no moment to take
	of     link.Run   // the moment that everything below is of
	shown  link.Query // what the author chooses
	moment share.Moment
	file   string // name of the figure
	said   string // what has become of the last copy
	copied string // of what
	texts  map[string]string
}

// newSharing offers at first what suits the column of a text: the stage with the
// play button and the timeline.
func newSharing(p *play) *sharing {
	return &sharing{play: p, texts: map[string]string{}, shown: link.Query{View: link.ViewStage, Controls: link.MinControls}}
}

// show opens the panel. The run pauses, so that what is copied is what is seen.
func (s *sharing) show() {
	if !s.part.Shown() || app.IsServer {
		return
	}
	s.play.run.s.Pause()
	s.shown.Theme = s.play.query.Theme
	s.open, s.said, s.copied = true, "", ""
	s.follow()
	s.redraw()
	showModal(s.JSValue())
}

// refresh keeps what can be copied at the run: a script may move it while the
// panel is open.
func (s *sharing) refresh() {
	r := s.play.run.s
	if !s.open {
		return
	}
	moving, now := r.Playing() || r.Seeking(), s.play.here()
	if moving != s.moving || !moving && (!sameRun(now, s.of) || now.At != s.of.At || now.View != s.of.View) {
		s.said, s.copied = "", ""
		s.follow()
		s.redraw()
	}
}

// follow looks at the run if it is at rest. On its way to a moment there is
// nothing to take yet.
func (s *sharing) follow() {
	r := s.play.run.s
	if s.moving = r.Playing() || r.Seeking(); !s.moving {
		s.look()
	}
}

// onClose is told that the panel has been closed, by whatever means.
func (s *sharing) onClose(app.Context, app.Event) { s.open = false }

// look makes what can be copied of the run as it is now.
func (s *sharing) look() {
	r := s.play.run
	r.look()
	s.of = s.play.here()
	hash, err := s.of.Hash()
	if err != nil {
		app.Log(err)
	}
	u := app.Window().URL()
	if at := strings.LastIndex(u.Path, "/play/"); at >= 0 {
		u.Path, u.RawPath = u.Path[:at+1], ""
	}
	u.RawQuery, u.Fragment = "", ""
	s.file = strings.ReplaceAll(r.scn.Name, "/", "-") + "-" + plainNumber(math.Round(seconds(r.s.Now()))) + "s.svg"
	s.moment = share.Moment{
		Root: u.String(), Scenario: r.scn.Name, Run: hash, Shown: s.shown, Title: figure.Title(r.Run),
		Outcome: view.Plain(figure.Outcome(r.Run)), Start: r.l.T(startWord(r.scn)), Poster: s.figure(figure.PosterWidth),
		Tall: scene.Height(r.scn, r.scene.Counts(), 390),
	}
	if s.shown.View == link.ViewHosts {
		h := s.play.hosts
		m := h.moment()
		s.file = strings.ReplaceAll(r.scn.Name, "/", "-") + "-" + m.Called() + "-" + plainNumber(float64(m.K)) + ".svg"
		s.moment.Title = r.l.T("walk.figure", i18n.Text("walk", m.Name()), i18n.Num("k", float64(m.K)), i18n.Num("n", float64(m.Steps())))
		s.moment.Outcome, s.moment.Start = m.Alt(), r.l.T("embed.start.hosts")
	}
}

// figure draws the moment as it was chosen.
func (s *sharing) figure(width float64) string {
	o := figure.Options{View: figure.Stage, Width: width}
	switch s.shown.View {
	case link.ViewBoth:
		if width != figure.PosterWidth {
			o.View = figure.Both
		}
	case link.ViewCharts:
		o.View = figure.Charts
	}
	for t := range scene.Themes {
		if t.String() == s.shown.Theme {
			o.Theme = t
		}
	}
	if s.shown.View == link.ViewHosts {
		return figure.Walk(s.play.l, s.play.scn.Name, s.play.hosts.moment(), o)
	}
	return figure.Draw(s.play.run.Run, o)
}

// Render shows the panel.
func (s *sharing) Render() app.UI {
	l := s.play.l
	body := []app.UI{
		el.Div().Class("share-head").Body(
			el.H2().ID("share").Text(l.T("share.title")),
			el.Form().Attr("method", "dialog").Body(el.Button().Class("button").Text(l.T("page.keys.close"))),
		),
	}
	switch {
	case s.open && s.moving:
		body = append(body, el.P().Role("status").Text(l.T("share.moving")))
	case s.open:
		body = append(body,
			el.P().Class("hint").Text(s.moment.Title+". "+l.T("share.paused")),
			el.Div().Class("share-body").Body(
				el.Div().Class("share-side").Body(append([]app.UI{
					el.Img().Class("preview").Attr("alt", l.T("share.preview", i18n.Text("what", s.moment.Outcome))).Attr("src", share.DataURI(s.moment.Poster)),
				}, s.options()...)...),
				el.Div().Class("share-ways").Body(s.ways()...),
			),
			el.P().Class("hidden").Role("status").Text(s.said),
		)
	}
	return el.Dialog().Class("keysheet share").Aria("labelledby", "share").On("close", s.onClose).Body(body...)
}

// ways are what can be copied.
func (s *sharing) ways() []app.UI {
	l, m := s.play.l, &s.moment
	figure := s.figure(figure.DefaultWidth)
	return []app.UI{
		s.way("link", m.Link(), nil),
		s.way("frame", m.Frame(), nil),
		s.way("element", m.Element(), nil),
		s.way("markdown", m.Markdown(s.file), nil),
		s.way("figure", figure, el.A().Class("button").Attr("href", share.DataURI(figure)).Attr("download", s.file).
			Text(l.T("share.save", i18n.Text("file", s.file)))),
	}
}

// way is one form with its words, its text and the button that copies it.
func (s *sharing) way(name, text string, more app.UI) app.UI {
	l, id := s.play.l, "share-"+name
	s.texts[name] = text // a handler is kept when its element is drawn again
	word := l.T("share.copy")
	if s.copied == name {
		word = s.said
	}
	acts := []app.UI{el.Button().Attr("type", "button").Class("button").Aria("describedby", id+"-name").Text(word).OnClick(func(app.Context, app.Event) { s.copy(name) })}
	if more != nil {
		acts = append(acts, more)
	}
	return el.Section().Class("way").Body(
		el.H3().ID(id+"-name").Text(l.T("share."+name)),
		el.P().Class("hint").Text(l.T("share."+name+".help", i18n.Text("file", s.file))),
		app.Elem("textarea").ID(id).Class("entry").Attr("readonly", true).Attr("rows", 2).Attr("spellcheck", "false").
			Aria("labelledby", id+"-name").Text(text),
		el.Div().Class("acts").Body(acts...),
	)
}

// copy puts a text where others can take it, and says whether that was allowed.
func (s *sharing) copy(name string) {
	text := s.texts[name]
	said := func(key string) {
		s.said, s.copied = s.play.l.T(key), name
		s.redraw()
	}
	byHand := func() {
		if at := app.Window().GetElementByID("share-" + name); at.Truthy() {
			at.Call("focus")
			at.Call("select")
		}
		said("share.selected")
	}
	copyText(text, func(copied bool) {
		s.part.Do(func() {
			if copied {
				said("share.copied")
			} else {
				byHand()
			}
		})
	})
}

// options are what an author fixes.
func (s *sharing) options() []app.UI {
	l, q := s.play.l, &s.shown
	menu := func(name, now string, values []string, set func(string)) app.UI {
		return el.Label().Class("option").Body(el.Span().Text(l.T("share."+name)),
			el.Select().Class("share-"+name).OnChange(func(ctx app.Context, _ app.Event) {
				set(ctx.JSSrc().Get("value").String())
				s.change()
			}).Body(app.Range(values).Slice(func(i int) app.UI {
				key := values[i]
				if key == "" {
					key = "all"
				}
				return control.Option(values[i], l.T("share."+name+"."+key), values[i] == now)
			})))
	}
	views := []string{link.ViewBoth, link.ViewStage, link.ViewCharts, link.ViewText}
	if s.play.hosts != nil {
		views = append(views, link.ViewHosts)
	}
	out := []app.UI{
		menu("view", q.View, views, func(v string) { q.View = v }),
		menu("controls", string(q.Controls), []string{string(link.AllControls), string(link.MinControls), string(link.NoControls)}, func(v string) { q.Controls = link.Controls(v) }),
		menu("theme", q.Theme, []string{"", scene.Light.String(), scene.Dark.String(), scene.Projector.String()}, func(v string) { q.Theme = v }),
	}
	if len(s.play.scn.Strategies) == 0 {
		return out
	}
	return append(out, el.Details().Body(append([]app.UI{el.Summary().Text(l.T("share.strategies"))}, s.choices()...)...))
}

// choices are the strategies that readers may be offered.
func (s *sharing) choices() []app.UI {
	var out []app.UI
	for i := range s.play.scn.Strategies {
		name := s.play.scn.Strategies[i].Name
		out = append(out, el.Label().Class("choice").Body(
			el.Input().Attr("type", "checkbox").Attr("checked", s.offered(name)).OnChange(func(ctx app.Context, _ app.Event) {
				s.offer(name, ctx.JSSrc().Get("checked").Bool())
				s.change()
			}),
			el.Span().Text(s.play.run.called("strategy", name)),
		))
	}
	return out
}

func (s *sharing) offered(name string) bool {
	return s.shown.Strategies == nil || slices.Contains(s.shown.Strategies, name)
}

// offer adds a strategy to those offered, or takes it away. All of them are the
// same as none said.
func (s *sharing) offer(name string, on bool) {
	list := []string{}
	for i := range s.play.scn.Strategies {
		n := s.play.scn.Strategies[i].Name
		if n == name && on || n != name && s.offered(n) {
			list = append(list, n)
		}
	}
	s.shown.Strategies = list
	if len(list) == len(s.play.scn.Strategies) {
		s.shown.Strategies = nil
	}
}

// change makes everything anew after a choice.
func (s *sharing) change() {
	s.said, s.copied = "", ""
	s.follow()
	s.redraw()
}
