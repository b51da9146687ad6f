package page

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
)

// prose is a page that is read: a title, a lead and sections.
type prose struct {
	app.Compo
	l    *i18n.Locale
	head *masthead
	name string // the first part of its keys in the catalogue
	body func(l *i18n.Locale) []app.UI
}

// prosePage is the route of a page that is read.
func prosePage(l *i18n.Locale, path, name string, body func(l *i18n.Locale) []app.UI) Route {
	return Route{
		Path: prefixOf(l.Tag) + path, Lang: l.Tag,
		New: func() app.Composer {
			l := localeOf(l.Tag)
			return &prose{l: l, head: &masthead{l: l, where: l.T(name + ".title")}, name: name, body: body}
		},
		Title:       func() string { return l.T(name+".title") + " · " + l.T("site.name") },
		Description: func() string { return l.T(name + ".description") },
	}
}

// OnNav names the page.
func (p *prose) OnNav(ctx app.Context) {
	ctx.Page().SetTitle(p.l.T(p.name+".title") + " · " + p.l.T("site.name"))
}

// Render shows the page.
func (p *prose) Render() app.UI {
	l := p.l
	main := el.Main().ID("main").Class("front read").TabIndex(-1).Body(
		append([]app.UI{el.Section().Class("lead").Body(
			el.H1().Text(l.T(p.name+".title")),
			el.P().Class("say").Text(l.T(p.name+".lead")),
		)}, p.body(l)...)...,
	)
	return frame(l, p.head, main, el.Footer().Class("foot").Body(el.P().Text(l.T("home.foot"))))
}

// part is a section: its heading is the message of the key, and what follows are
// its body.
func part(l *i18n.Locale, key string, body ...app.UI) app.UI {
	return el.Section().Aria("labelledby", key).Body(append([]app.UI{el.H2().ID(key).Text(l.T(key))}, body...)...)
}

// say is a paragraph.
func say(l *i18n.Locale, key string) app.UI {
	return el.P().Class("prose").Body(spans(l.Rich(key))...)
}

// items is a list of the messages key.1 to key.n.
func items(l *i18n.Locale, key string, n int) app.UI {
	return el.Ul().Class("points").Body(app.Range(make([]int, n)).Slice(func(i int) app.UI {
		return el.Li().Body(spans(l.Rich(key + "." + strconv.Itoa(i+1)))...)
	}))
}

// code shows lines to be copied. They read from left to right in every language.
func code(text string) app.UI {
	return el.Pre().Class("code").Dir("ltr").TabIndex(0).Text(text)
}

// goTo is a link to a page of the site, alone in its line.
func goTo(l *i18n.Locale, path, key string) app.UI {
	return el.P().Class("go").Body(el.A().Attr("href", In(l, path)).Text(l.T(key)))
}
