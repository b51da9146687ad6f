package site

import (
	"bytes"
	"strings"

	"stampede/app/i18n"
	"stampede/app/page"
	"stampede/app/scene"
)

// notFound is what the page for addresses that do not exist is filled with.
type notFound struct {
	Name, Base  string // as in document
	Words       words
	Light, Dark colours
	Pages       []entry
}

// colours are those that the page needs.
type colours struct{ Page, Text, Muted, Accent, Line, Query, Route string }

// entry is a page that there is, by its address below the root.
type entry struct{ Path, Title string }

func coloursOf(t scene.Theme) colours {
	return colours{
		Page: t.Hex(scene.InkPage), Text: t.Hex(scene.InkText), Muted: t.Hex(scene.InkMuted), Accent: t.Hex(scene.InkAccent),
		Line: t.Hex(scene.InkLine), Query: t.Hex(scene.InkQuery), Route: t.Hex(scene.InkRoute),
	}
}

// addMissing adds the page for addresses that do not exist. A host shows it at
// any depth, so it can refer to no other file; only where the site's address is
// known does it link to the pages that it lists.
func (s *Site) addMissing() error {
	w, err := wordsFor(i18n.Fallback)
	if err != nil {
		return err
	}
	l := i18n.For(i18n.Fallback)
	name := l.T("site.name")
	m := notFound{Name: name, Base: s.base, Words: w, Light: coloursOf(scene.Light), Dark: coloursOf(scene.Dark)}
	for _, r := range page.RoutesIn(l) {
		if r.Path != "/" && !r.Embed {
			m.Pages = append(m.Pages, entry{strings.TrimPrefix(r.Path, "/") + "/", strings.TrimSuffix(r.Title(), " · "+name)})
		}
	}
	var out bytes.Buffer
	if err := missing.Execute(&out, m); err != nil {
		return err
	}
	s.Files["404.html"] = out.Bytes()
	return nil
}
