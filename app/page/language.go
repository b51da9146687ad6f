package page

import (
	"net/url"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
)

// localeKey is the address's key for a language.
const localeKey = "locale"

// localeOf is the language in which a page is shown that was made for one: what
// the address asks for; else, where the address names no language by its path, the
// first of the reader's own that is complete; else the page's.
func localeOf(lang string) *i18n.Locale {
	if app.IsServer {
		return i18n.For(lang)
	}
	wishes := []string{query().Get(localeKey)}
	if lang == i18n.Fallback {
		wishes = append(wishes, readersOwn()...)
	}
	l := i18n.Choose(lang, wishes...)
	root := app.Window().Get("document").Get("documentElement")
	root.Set("lang", l.Tag)
	root.Set("dir", l.Dir)
	return l
}

// readersOwn lists the reader's languages, the best first.
func readersOwn() (tags []string) {
	list := app.Window().Get("navigator").Get("languages")
	if !list.Truthy() {
		return nil
	}
	for i := range list.Length() {
		if tag := list.Index(i); tag.Type() == app.TypeString {
			tags = append(tags, tag.String())
		}
	}
	return tags
}

// In is Link to a page in a language: below its prefix, where it has pages of its
// own, and with the address's key for a pseudo-locale.
func In(l *i18n.Locale, path string) string {
	if slices.Contains(i18n.Pseudo, l.Tag) {
		if u, err := url.Parse(path); err == nil {
			q := u.Query()
			q.Set(localeKey, l.Tag)
			u.RawQuery = q.Encode()
			path = u.String()
		}
	}
	return Link(prefixOf(l.Tag) + path)
}

// prefixOf is the part of the path that names a language; English has none.
func prefixOf(lang string) string {
	if lang == i18n.Fallback || !slices.Contains(i18n.Complete(), lang) {
		return ""
	}
	return "/" + lang
}
