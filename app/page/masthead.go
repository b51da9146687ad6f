package page

import (
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/chart"
	"stampede/app/control"
	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/scene"
)

// masthead is the head of every page: the way home, where one is, and the
// choice of theme.
type masthead struct {
	live
	l     *i18n.Locale
	where string
	theme string
	// themed is told that the colours have changed.
	themed func()
	// help opens the list of keys; nil where there are none.
	help func()
	// share opens the panel for authors; nil where there is nothing to share.
	share func()
}

// OnInit takes the wanted theme.
func (m *masthead) OnInit() {
	m.theme = wantedTheme()
	setTheme(m.theme)
}

// Render shows the head.
func (m *masthead) Render() app.UI {
	return el.Header().Body(
		el.Div().Class("masthead").Body(
			el.A().Class("brand").Attr("href", In(m.l, "/")).Aria("label", m.l.T("page.home")).Body(
				el.Img().Attr("src", Link("/web/icons/stampede.svg")).Attr("alt", "").Role("presentation").Attr("width", 24).Attr("height", 24),
				el.Span().Text(m.l.T("site.name")),
			),
			el.Span().Class("where").Text(m.where),
			el.Div().Class("tools").Body(
				app.If(m.share != nil, func() app.UI {
					return el.Button().Attr("type", "button").Class("button share-open").Text(m.l.T("share.open")).OnClick(m.onShare)
				}),
				app.If(m.help != nil, func() app.UI {
					return el.Button().Attr("type", "button").Class("button").Text(m.l.T("page.keys")).Title(m.l.T("page.keys.where")).OnClick(m.onHelp)
				}),
				el.Label().Class("hidden").Attr("for", "theme").Text(m.l.T("page.theme")),
				el.Select().ID("theme").Title(m.l.T("page.theme")).OnChange(m.onTheme).Body(
					app.Range(themes).Slice(func(i int) app.UI {
						t := themes[i]
						return control.Option(t, m.l.T("theme."+t), t == m.theme)
					})),
			),
		),
		el.Hr().Class("rule"),
	)
}

func (m *masthead) onHelp(app.Context, app.Event) { m.help() }

func (m *masthead) onShare(app.Context, app.Event) { m.share() }

func (m *masthead) onTheme(ctx app.Context, _ app.Event) {
	m.theme = ctx.JSSrc().Get("value").String()
	setTheme(m.theme)
	keepTheme(m.theme)
	if m.themed != nil {
		m.themed()
	}
}

// inks are the colours of all themes and the rules of the drawings, each written
// down in its own package. They are one constant text.
var inks = "<style>" + scene.CSS() + chart.CSS() + "</style>"

// frame is what every page consists of: colours, a way past the head, the head,
// the page itself and the foot.
func frame(l *i18n.Locale, head *masthead, main, foot app.UI) app.UI {
	skip := "page.skip"
	if head.help != nil {
		skip = "page.skip.play"
	}
	return el.Div().Class("page").Lang(l.Tag).Dir(l.Dir).Body(
		app.Raw(inks),
		el.A().Class("skip").Attr("href", "#main").Text(l.T(skip)).OnClick(onSkip),
		head,
		main,
		foot,
	)
}

// onSkip moves the focus, which a link that is followed by the router leaves
// where it was.
func onSkip(app.Context, app.Event) {
	if at := app.Window().GetElementByID("main"); at.Truthy() {
		at.Call("focus")
	}
}

// spans shows a text with its emphasis, as one element: a prerendered page has
// blanks between elements, where the text may have none.
func spans(list []i18n.Span) []app.UI {
	var b strings.Builder
	b.WriteString("<span>")
	for _, s := range list {
		if s.Strong {
			b.WriteString("<strong>" + escape(s.Text) + "</strong>")
		} else {
			b.WriteString(escape(s.Text))
		}
	}
	b.WriteString("</span>")
	return []app.UI{app.Raw(b.String())}
}
