package figure

import (
	"math"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/view"
)

// head writes title, state and outcome.
func (d *drawing) head() {
	r, l := d.r, d.r.Locale
	room := d.inner()
	if right := d.badge(); right > 0 {
		room = right - margin - between
	}
	d.y = d.para(margin, d.y, room, titleSize, scene.InkText, []i18n.Span{{Text: view.About(l, r.Scenario.Name, "title"), Strong: true}})
	d.y = d.para(margin, d.y+1, d.inner(), noteSize, scene.InkMuted, plain(l.T("figure.where",
		i18n.Text("name", view.About(l, r.Scenario.Name, "name")), i18n.Text("at", Moment(l, r.Session.Now())), i18n.Text("end", Moment(l, r.Session.End())))))
	d.y = d.para(margin, d.y+4, d.inner(), textSize, scene.InkText, Outcome(r)) + between - 4
}

// Sizes of the badge, in CSS pixels.
const (
	badgeH     = 26
	badgePad   = 10
	badgeShape = 10
)

// badge shows the live state by shape, colour and words at the right, and gives
// where it begins.
func (d *drawing) badge() (left float64) {
	l, state := d.r.Locale, d.r.State()
	ink, _ := scene.InkByName(view.InkOf(state))
	text := l.T("state.for", i18n.Text("state", l.T("state."+state)), i18n.Text("for", l.Time(math.Floor(d.r.StateFor()))))
	w := 2*badgePad + badgeShape + 7 + width(text, nameSize, true)
	if w > d.inner()/2 {
		text = l.T("state." + state)
		w = 2*badgePad + badgeShape + 7 + width(text, nameSize, true)
	}
	left = d.w - margin - w
	colour := d.ink(ink)
	d.add(`<rect x="`, num(left), `" y="`, num(d.y), `" width="`, num(w), `" height="`, num(badgeH), `" rx="`, num(badgeH/2),
		`" fill="`, d.ink(scene.InkCard), `" stroke="`, colour, `" stroke-width="1.5"/>`)
	d.add(shape(state, left+badgePad+badgeShape/2, d.y+badgeH/2, colour))
	d.words(left+badgePad+badgeShape+7, d.y+17.5, nameSize, ink, ` font-weight="600"`, text)
	return left
}

// shape is that of a state, as on the page.
func shape(state string, x, y float64, colour string) string {
	const r = badgeShape / 2
	switch state {
	case "degraded":
		return scene.GlyphSVG(scene.Diamond, x, y, r, colour)
	case "failing":
		return scene.GlyphSVG(scene.Triangle, x, y, r, colour)
	case "recovering":
		return scene.GlyphSVG(scene.Ring, x, y, r, colour)
	case "stuck":
		return `<rect x="` + num(x-r+0.5) + `" y="` + num(y-r+0.5) + `" width="9" height="9" fill="` + colour + `"/>`
	}
	return scene.GlyphSVG(scene.Dot, x, y, r, colour)
}

// foot says what a mark is, and stamps the figure.
func (d *drawing) foot() {
	l, s := d.r.Locale, d.r.Session
	if d.every > 0 {
		d.legend()
	}
	notes := Stamp(d.r)
	if !d.r.Scenario.Size.Fixed() {
		notes += " · " + l.T("stage.size", i18n.Num("size", s.Size()))
	}
	d.y = d.para(margin, d.y, d.inner(), smallSize, scene.InkMuted, plain(notes)) + between - 4
}

// legend names the marks, as many in a row as fit.
func (d *drawing) legend() {
	l := d.r.Locale
	x, y := margin+0.0, d.y
	scale := l.T("stage.scale", i18n.Num("n", float64(d.every)))
	d.words(x, y+smallSize, smallSize, scene.InkText, "", scale)
	x += width(scale, smallSize, false) + 16
	for _, e := range scene.LegendOf(d.r.Scenario, d.r.Retries()) {
		word := d.r.Word("glyph", e.Name)
		w := 16 + width(word, smallSize, false)
		if x+w > d.w-margin {
			x, y = margin, y+leading*smallSize
		}
		d.add(scene.GlyphSVG(e.Glyph, x+5, y+smallSize-4, 4.5, d.ink(e.Ink)))
		d.words(x+14, y+smallSize, smallSize, scene.InkMuted, "", word)
		x += w + 10
	}
	d.y = y + leading*smallSize + 2
	d.hosts()
}

// hosts names the states of the hosts in the drawing.
func (d *drawing) hosts() {
	var seen view.HostsSeen
	seen.Add(d.r.Frame)
	x, look := margin+0.0, scene.NewHostLook(d.ink)
	for _, k := range d.r.HostKeys(seen) {
		w := 17 + width(k.Name, smallSize, false)
		if x > margin && x+w > d.w-margin {
			x, d.y = margin, d.y+leading*smallSize
		}
		d.add(scene.HostSVG(k.Host, look, x, d.y+1, 12))
		d.words(x+16, d.y+smallSize, smallSize, scene.InkMuted, "", k.Name)
		x += w + 10
	}
	if x > margin {
		d.y += leading*smallSize + 2
	}
}

// stage draws links, marks, cards and the caption in force.
func (d *drawing) stage() {
	r := d.r
	sc := scene.New(r.Scenario, d.inner(), 1)
	sc.SetTheme(d.theme)
	sc.Observe(r.Frame)
	h := scene.Height(r.Scenario, sc.Counts(), d.inner())
	sc.Resize(d.inner(), h)
	var p scene.Picture
	sc.Picture(r.Frame, float64(r.Session.Sim().Now()), r.Session.Speed(), &p)
	d.every = max(sc.Every(), 1)
	at := d.b.Len()
	d.add(`<g fill="none" stroke="`, d.ink(scene.InkRoute), `" stroke-width="1.25">`)
	for _, name := range sc.Links() {
		if path := sc.LinkPath(name); path != "" {
			d.add(`<path d="`, path, `"/>`)
		}
	}
	d.add(`</g>`)
	d.loops(sc)
	d.fleets(sc)
	d.add(scene.SVG(&p, d.ink))
	l := sc.Layout()
	for i := range l.Nodes {
		for k, at := range l.Nodes[i].Cards {
			f := r.NodeFace(&r.Frame.Nodes[i])
			if len(l.Nodes[i].Cards) > 1 {
				f = r.MachineFace(&r.Frame.Nodes[i], k)
			}
			r.Fit(&f, &r.Frame.Nodes[i], at.W, at.H)
			d.card(at, &l.Nodes[i].Grid, &f)
		}
	}
	h = d.caption(sc, h)
	d.frame(at, h)
	d.y += h + between
}

// fleets draws the grounds of fleets' cards and their hosts, which lie below the
// marks.
func (d *drawing) fleets(sc *scene.Scene) {
	var tiles scene.Tiles
	l, look := sc.Layout(), scene.NewHostLook(d.ink)
	for i := range l.Nodes {
		if n := &l.Nodes[i]; n.Grid.N > 0 {
			d.ground(n.Cards[0], d.ink(scene.InkCard), scene.InkLine, "1")
			d.add(string(tiles.Append(nil, look, &n.Grid, d.r.Frame.Nodes[i].Gauges.Hosts)))
		}
	}
}

// loops draws where calls return to be made again, lit by how many do.
func (d *drawing) loops(sc *scene.Scene) {
	for _, k := range d.r.Loops(nil) {
		way, ok := sc.Loop(k.Link)
		if !ok {
			continue
		}
		ink, dash := scene.InkDelete, ""
		if k.Level == 0 {
			ink, dash = scene.InkStrong, ` stroke-dasharray="3 4"`
		}
		d.add(`<path fill="none" stroke="`, d.ink(ink), `" stroke-width="`, num(1.25+float64(k.Level)), `"`, dash, ` d="`, way.Path, way.Arrow, `"/>`)
		if k.Words == "" || way.Mute {
			continue
		}
		text := k.Words
		if way.Brief {
			text = k.Brief
		}
		w := width(text, smallSize, false) + 12
		d.add(`<rect x="`, num(way.X-w/2), `" y="`, num(way.Y-9), `" width="`, num(w), `" height="18" rx="6" fill="`, d.ink(scene.InkStage), `" stroke="`, d.ink(scene.InkDelete), `"/>`)
		d.words(way.X, way.Y+4, smallSize, scene.InkText, ` text-anchor="middle"`, text)
	}
}

// frame puts what has been drawn since a place into a frame of height h.
func (d *drawing) frame(from int, h float64) {
	inside := d.b.String()[from:]
	before := d.b.String()[:from]
	d.b.Reset()
	d.add(before, `<g transform="translate(`, num(margin), " ", num(d.y), `)"><rect width="`, num(d.inner()), `" height="`, num(h), `" rx="`, num(round),
		`" fill="`, d.ink(scene.InkStage), `" stroke="`, d.ink(scene.InkLine), `"/>`, inside, `</g>`)
}

// captionBelow is the width under which the caption stands below the stage, for
// there is no room between the cards.
const captionBelow = 860

// caption draws the story's sentence near what it is about, or in a strip at the
// bottom of a stage of height h. It gives the height that the stage needs then.
func (d *drawing) caption(sc *scene.Scene, h float64) float64 {
	c, ok := d.r.Session.Caption()
	if !ok {
		return h
	}
	const padX, padY = 12, 8
	text := plain(d.r.Caption(c.Name, c.At))
	at := sc.CaptionPlace(c.Near, 1)
	if d.inner() < captionBelow {
		at = scene.Rect{X: padX, Y: h, W: d.inner() - 2*padX}
	}
	lead := leading * nameSize
	at.H = 2*padY + lead*float64(len(lines(text, nameSize, at.W-2*padX)))
	switch {
	case sc.Layout().Narrow:
		at.Y = h - at.H - padX // there is room below the rows
	case d.inner() < captionBelow:
		h += at.H + padX
	}
	d.add(`<rect x="`, num(at.X), `" y="`, num(at.Y), `" width="`, num(at.W), `" height="`, num(at.H), `" rx="10" fill="`, d.ink(scene.InkText), `"/>`)
	d.para(at.X+padX, at.Y+padY+1, at.W-2*padX, nameSize, scene.InkPage, text)
	return h
}
