package main

import (
	"html/template"
	"os"
	"path/filepath"
	"strings"

	"stampede/app/figure"
	"stampede/app/i18n"
	"stampede/app/page"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// card is what the page of a picture is filled with.
type card struct {
	Site, Title, Text string
	Inks              template.CSS  // custom properties
	Icon, Figure      template.HTML // drawings
}

// shown are the scenarios that stand for pages that are not of one.
var shown = map[string]string{
	"/": "facebook-2010", "/postmortems": "facebook-2010", "/teach": "theory/metastable", "/truth": "theory/mmc",
}

// cardOf is the card of a page.
func cardOf(module string, r page.Route) (card, error) {
	l := i18n.For(r.Lang)
	icon, err := os.ReadFile(filepath.Join(module, "web", "icons", "stampede.svg"))
	if err != nil {
		return card{}, err
	}
	name, ok := strings.CutPrefix(r.Path, "/play/")
	if !ok {
		name = shown[r.Path]
	}
	c := card{
		Site: l.T("site.name"), Title: strings.TrimSuffix(r.Title(), " · "+l.T("site.name")), Text: r.Description(),
		Inks: template.CSS(scene.Light.Properties()), Icon: template.HTML(icon),
	}
	if r.Path == "/" {
		c.Title = l.T("home.title")
	}
	drawing, err := moment(l, name)
	c.Figure = template.HTML(drawing)
	return c, err
}

// moment draws the moment that stands for a scenario; "" where none is to be shown.
func moment(l *i18n.Locale, name string) (string, error) {
	scn, ok := catalog.Scenario(name)
	if !ok {
		return "", nil
	}
	s, err := session.New(scn, session.Options{Seed: scenario.DefaultSeed})
	if err != nil {
		return "", err
	}
	r := view.New(l, s)
	figure.At(r, engine.Time(scn.Moment()), nil)
	return figure.Draw(r, figure.Options{Width: figure.PosterWidth}), s.Err()
}
