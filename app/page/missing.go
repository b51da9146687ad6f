package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/engine/catalog"
)

// missing is what an address shows that is no page.
type missing struct {
	app.Compo
	l    *i18n.Locale
	head *masthead
}

func newMissing() app.Composer {
	l := localeOf(i18n.Fallback)
	return &missing{l: l, head: &masthead{l: l}}
}

// OnNav names the page.
func (m *missing) OnNav(ctx app.Context) {
	ctx.Page().SetTitle(m.l.T("missing.title") + " · " + m.l.T("site.name"))
}

// Render says so, and lists all pages.
func (m *missing) Render() app.UI {
	l := m.l
	entry := func(path, text string) app.UI {
		return el.Li().Body(el.A().Attr("href", In(l, path)).Text(text))
	}
	list := []app.UI{entry("/", l.T("missing.home"))}
	for _, scn := range catalog.Scenarios() {
		list = append(list, entry("/play/"+scn.Name, about(l, scn.Name, "title")))
	}
	for _, name := range []string{"postmortems", "teach", "truth"} {
		list = append(list, entry("/"+name, l.T(name+".title")))
	}
	main := el.Main().ID("main").Class("front read missing").TabIndex(-1).Body(
		el.Section().Class("lead").Body(
			el.H1().Text(l.T("missing.title")),
			el.P().Class("say").Role("alert").Text(l.T("missing.text")),
		),
		el.Ul().Class("basics").Body(list...),
	)
	return frame(l, m.head, main, el.Footer().Class("foot").Body(el.P().Text(l.T("home.foot"))))
}
