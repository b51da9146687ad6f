// Package page holds the pages of the site, one a file, and the table of them.
package page

import (
	"cmp"
	"net/url"
	"regexp"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/engine/catalog"
)

// Route is a page of the site.
type Route struct {
	// Path is its address below the root of the site, as in "/" or
	// "/play/facebook-2010": a slash in front and none behind.
	Path string
	// Lang is the language of the page, a BCP 47 tag.
	Lang string
	// New makes the page.
	New func() app.Composer
	// Embed is for pages within other pages: they start when they are asked to.
	Embed bool
	// Poster draws the page's picture, for those that have one.
	Poster func() string
	// Title and Description are what search engines and previews show.
	Title, Description func() string
}

// pattern matches the forms in which hosts ask for the page: bare, as a folder,
// and as a file.
func (r Route) pattern() string {
	path := regexp.QuoteMeta(strings.TrimSuffix(r.Path, "/"))
	if path == "" {
		return `^/(index\.html)?$`
	}
	return "^" + path + `(/|\.html|/index\.html)?$`
}

// Routes lists the pages, the front page first, in every language that is
// complete.
func Routes() []Route {
	var list []Route
	for _, lang := range i18n.Complete() {
		list = append(list, RoutesIn(i18n.For(lang))...)
	}
	return list
}

// RoutesIn lists the pages of a language.
func RoutesIn(l *i18n.Locale) []Route {
	prefix := prefixOf(l.Tag)
	list := []Route{{
		Path: cmp.Or(prefix, "/"), Lang: l.Tag, New: func() app.Composer { return newHome(l.Tag) },
		Title:       func() string { return l.T("site.name") + " · " + l.T("site.tagline") },
		Description: func() string { return l.T("site.description") },
	}}
	for _, scn := range catalog.Scenarios() {
		list = append(list, Route{
			Path: prefix + "/play/" + scn.Name, Lang: l.Tag, New: func() app.Composer { return newPlay(l.Tag, scn.Name) },
			Title:       func() string { return about(l, scn.Name, "title") + " · " + l.T("site.name") },
			Description: func() string { return about(l, scn.Name, "description") },
		}, Route{
			Path: prefix + "/embed/" + scn.Name, Lang: l.Tag, New: func() app.Composer { return newEmbed(l.Tag, scn.Name) },
			Embed:       true,
			Poster:      func() string { return posterOf(l.Tag, scn.Name) },
			Title:       func() string { return about(l, scn.Name, "title") + " · " + l.T("site.name") },
			Description: func() string { return about(l, scn.Name, "description") },
		})
	}
	return append(list,
		prosePage(l, "/postmortems", "postmortems", postmortems),
		prosePage(l, "/teach", "teach", teach),
		prosePage(l, "/truth", "truth", truth),
	)
}

// Register makes go-app know the pages. It is called once, before the page starts
// or is prerendered. In the browser an unknown address shows a page that says so.
func Register(routes []Route) {
	for _, r := range routes {
		app.RouteWithRegexp(r.pattern(), r.New)
	}
	if app.IsClient && len(routes) > 0 {
		app.RouteWithRegexp("", newMissing)
	}
}

// Link is the address of a page or file of the site, wherever the site is
// mounted. Path is as in Route, and may have a query and a fragment. While pages
// are prerendered it starts at the root; the site builder makes it relative.
func Link(path string) string {
	u, err := url.Parse(path)
	if err != nil {
		return path
	}
	if folder := u.Path != "/" && !strings.HasPrefix(u.Path, "/web/"); folder {
		u.Path = strings.TrimSuffix(u.Path, "/") + "/"
	}
	u.Path = strings.TrimSuffix(app.Getenv("GOAPP_ROOT_PREFIX"), "/") + u.Path
	u.RawPath = ""
	return u.String()
}
