package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/stage"
)

// board is the stage: the paths of the links, the canvas with the marks, the
// cards, and the caption of the story.
type board struct {
	live
	run     *run
	view    *stage.View
	laid    *scene.Scene // whose layout the cards have
	cards   []*card
	loops   *loops
	fleets  *fleets
	tip     *hostTip
	caption session.Caption
	told    bool // whether there is a caption
	// captionX and captionY are the caption's place, in CSS pixels.
	captionX, captionY float64
	heat               []scene.LinkHeat
	start              bool // the invitation to play is shown
	painter            stage.Kind
	failed             bool // nothing can paint
	play               func()
	sized              func()
}

func newBoard(r *run, play, sized func()) *board {
	b := &board{run: r, play: play, sized: sized, start: true}
	b.view = &stage.View{Label: r.l.T("stage.label"), Sized: b.onSized, Changed: b.onPainter}
	b.loops, b.fleets = &loops{run: r}, &fleets{run: r}
	b.tip = &hostTip{run: r}
	b.holds(&b.loops.live, &b.fleets.live, &b.tip.live)
	b.arrange()
	b.loops.refresh()
	return b
}

// arrange places the cards as the layout is.
func (b *board) arrange() {
	b.laid = b.run.scene
	b.cards = placeCards(b.run, b.cards)
	for _, c := range b.cards {
		b.holds(&c.live)
	}
	b.placeCaption()
	b.loops.redraw()
	b.fleets.arrange()
}

// placeCards gives each card of the layout its place. A card that is in the page
// stays: it is given another place and another face.
func placeCards(r *run, cards []*card) []*card {
	l := r.scene.Layout()
	n := 0
	for i := range l.Nodes {
		for k, at := range l.Nodes[i].Cards {
			if n == len(cards) {
				cards = append(cards, &card{run: r})
			}
			c := cards[n]
			n++
			c.node, c.inst = i, k
			c.at = scene.Rect{X: 1000 * at.X / l.W, Y: 1000 * at.Y / l.H, W: 1000 * at.W / l.W, H: 1000 * at.H / l.H}
			c.w, c.h = at.W, at.H
			c.face = c.look()
			c.redraw()
		}
	}
	return cards[:n]
}

// onSized lays the stage out for its new size.
func (b *board) onSized(width, height float64) {
	if width < 1 || height < 1 {
		return
	}
	b.run.dress(sceneTheme())
	b.run.scene.Resize(width, height)
	b.arrange()
	b.redraw()
	b.sized()
}

func (b *board) onPainter(k stage.Kind, _ error) {
	b.painter, b.failed = k, app.IsClient && k == stage.None
	b.redraw()
}

// refresh draws again what has changed: mostly single cards.
func (b *board) refresh() {
	b.refreshRest()
	for range b.fleets.fleet {
		b.refreshNext()
	}
}

// refreshNext does that for one fleet after another: its card and its hosts, which say
// the same.
func (b *board) refreshNext() {
	f := b.fleets.next()
	if f == nil {
		return
	}
	f.refresh()
	for _, c := range b.cards {
		if c.node == f.node {
			c.refresh()
		}
	}
}

// refreshRest does it for all but the fleets.
func (b *board) refreshRest() {
	if b.laid != b.run.scene {
		b.arrange()
		b.redraw()
	}
	l := b.run.scene.Layout()
	for _, c := range b.cards {
		if l.Nodes[c.node].Grid.N == 0 {
			c.refresh()
		}
	}
	b.loops.refresh()
	b.tip.refresh()
	c, told := b.run.s.Caption()
	if told != b.told || c.Name != b.caption.Name {
		b.caption, b.told = c, told
		b.placeCaption()
		b.redraw()
	}
	if b.run.still {
		b.heat = b.run.scene.Heat(b.run.frame, b.heat[:0])
		b.redraw()
	}
}

// placeCaption finds the caption's place; the layout or the caption is new.
func (b *board) placeCaption() {
	at := b.run.scene.CaptionPlace(b.caption.Near, b.run.scale)
	b.captionX, b.captionY = at.X, at.Y
}

// stageHeight is how tall the stage is on a phone, in CSS pixels.
func (r *run) stageHeight() float64 { return r.scene.Tall() }

// Render shows the stage.
func (b *board) Render() app.UI {
	tall := b.run.stageHeight()
	body := []app.UI{app.Raw(b.run.paths(b.heat)), b.loops, b.fleets, b.view}
	for _, c := range b.cards {
		c.tip = b.tip
		body = append(body, c)
	}
	body = append(body, b.tip)
	if b.run.still {
		body = append(body, b.run.counters(b.heat)...)
	}
	if b.told {
		body = append(body, b.captionBox())
	}
	if b.start {
		body = append(body, b.invitation())
	}
	return el.Div().Class("board").Style("--tall", plainNumber(tall/usualText)+"rem").Body(body...)
}

// invitation is the large button over a stage that has not moved yet.
func (b *board) invitation() app.UI {
	l, word := b.run.l, "stage.play"
	if b.run.s.Now() == 0 && ofOutage(b.run.scn) {
		word = "stage.play.hint"
	}
	return el.Div().Class("start-over-stage").Body(
		el.Button().Attr("type", "button").Class("button primary").Text(l.T(word)).OnClick(b.onPlay))
}

func (b *board) onPlay(app.Context, app.Event) {
	b.start = false
	b.play()
}

// paths draws the ways of the links, thicker where more passes. It is one
// element, replaced as a whole when the layout changes.
func (r *run) paths(heat []scene.LinkHeat) string {
	l := r.scene.Layout()
	var s strings.Builder
	s.WriteString(`<svg class="paths" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 ` +
		strconv.Itoa(int(l.W)) + " " + strconv.Itoa(int(l.H)) + `">`)
	for i, name := range r.scene.Links() {
		if p := r.scene.LinkPath(name); p != "" {
			s.WriteString(`<path d="` + p + `"`)
			if r.still && i < len(heat) {
				s.WriteString(` class="hot" style="stroke-width:` + strconv.FormatFloat(1+5*heat[i].Heat, 'f', 1, 64) + `px"`)
			}
			s.WriteString(`/>`)
		}
	}
	s.WriteString(`</svg>`)
	return s.String()
}

// counters say in numbers what passes over the links, for readers who want no
// motion.
func (r *run) counters(heat []scene.LinkHeat) []app.UI {
	l := r.scene.Layout()
	var out []app.UI
	for _, h := range r.scene.HeatNumbers(heat, r.scale, nil) {
		out = append(out, el.Span().Class("heat").
			Style("left", percent(1000*h.X/l.W)).Style("top", percent(1000*h.Y/l.H)).
			Text(r.l.T("gauge.rate", i18n.Num("x", h.Total))))
	}
	return out
}

// captionBox stands near the component that the caption is about, where it
// covers least of the cards.
func (b *board) captionBox() app.UI {
	l := b.run.scene.Layout()
	box := el.P().Class("caption").Text(b.run.Caption(b.caption.Name, b.caption.At)).Style("left", percent(1000*b.captionX/l.W))
	if l.Narrow {
		// However long it is, it ends above what stands below the stage.
		return box.Style("bottom", percent(1000*b.captionX/l.H))
	}
	return box.Style("top", percent(1000*b.captionY/l.H))
}
