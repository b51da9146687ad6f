package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/chart"
	"stampede/app/control"
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
}

// OnInit takes the wanted theme.
func (m *masthead) OnInit() {
	m.theme = wantedTheme()
	setTheme(m.theme)
}

// Render shows the head.
func (m *masthead) Render() app.UI {
	return app.Header().Body(
		app.Div().Class("masthead").Body(
			app.A().Class("brand").Href(Link("/")).Aria("label", m.l.T("page.home")).Body(
				app.Img().Src(Link("/web/icons/stampede.svg")).Alt("").Width(24).Height(24),
				app.Span().Text(m.l.T("site.name")),
			),
			app.Span().Class("where").Text(m.where),
			app.Div().Class("tools").Body(
				app.If(m.help != nil, func() app.UI {
					return app.Button().Type("button").Class("button").Text(m.l.T("page.keys")).OnClick(m.onHelp)
				}),
				app.Label().Class("hidden").For("theme").Text(m.l.T("page.theme")),
				app.Select().ID("theme").Title(m.l.T("page.theme")).OnChange(m.onTheme).Body(
					app.Range(themes).Slice(func(i int) app.UI {
						t := themes[i]
						return control.Option(t, m.l.T("theme."+t), t == m.theme)
					})),
			),
		),
		app.Hr().Class("rule"),
	)
}

func (m *masthead) onHelp(app.Context, app.Event) { m.help() }

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
	return app.Div().Class("page").Lang(l.Tag).Body(
		app.Raw(inks),
		app.A().Class("skip").Href("#main").Text(l.T("page.skip")),
		head,
		main,
		foot,
	)
}

// spans shows a text with its emphasis.
func spans(list []i18n.Span) []app.UI {
	out := make([]app.UI, len(list))
	for i, s := range list {
		if s.Strong {
			out[i] = app.Strong().Text(s.Text)
		} else {
			out[i] = app.Span().Text(s.Text)
		}
	}
	return out
}
