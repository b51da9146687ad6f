package figure

import (
	"math"

	"stampede/app/hostview"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/version"
)

// Walk draws the host after a step of a walk: what has happened in words, the
// host, and the totals. Of the options it reads theme, width and Live.
func Walk(l *i18n.Locale, scenario string, m *hostview.Moment, o Options) string {
	d := newDrawing(nil, o)
	name := l.T("walk.figure", i18n.Text("walk", m.Name()), i18n.Num("k", float64(m.K)), i18n.Num("n", float64(m.Steps())))
	d.y = d.para(margin, d.y, d.inner(), 18, scene.InkText, []i18n.Span{{Text: name, Strong: true}})
	d.y = d.para(margin, d.y+4, d.inner(), 14, scene.InkText, m.Sentence()) + between
	inside, h := m.Draw(d.inner(), d.ink)
	d.add(`<g transform="translate(`, num(margin), " ", num(d.y), `)">`, inside, `</g>`)
	d.y += h + between
	var totals []i18n.Span
	for i, c := range m.Counters() {
		if i > 0 {
			totals = append(totals, i18n.Span{Text: " · "})
		}
		totals = append(totals, i18n.Span{Text: l.Integer(float64(c.Value)), Strong: true}, i18n.Span{Text: " " + c.Label})
	}
	d.y = d.para(margin, d.y, d.inner(), 13, scene.InkText, totals)
	stamp := l.T("walk.stamp", i18n.Text("scenario", scenario), i18n.Text("version", version.Number))
	d.words(margin, d.y+14, 11, scene.InkMuted, "", stamp)
	return head(d.w, math.Ceil(d.y+margin+between), name, m.Alt(), d.ink(scene.InkPage)) + d.b.String() + "</svg>\n"
}
