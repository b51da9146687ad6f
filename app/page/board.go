package page

import (
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/app/session"
	"stampede/app/stage"
	"stampede/engine"
)

// board is the stage: the paths of the links, the canvas with the marks, the
// cards, and the caption of the story.
type board struct {
	live
	run     *run
	view    *stage.View
	laid    *scene.Scene // whose layout the cards have
	cards   []*card
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
	b.arrange()
	return b
}

// arrange places the cards as the layout is. A card that is in the page stays:
// it is given another place and another face.
func (b *board) arrange() {
	l := b.run.scene.Layout()
	b.laid = b.run.scene
	n := 0
	for i := range l.Nodes {
		for k, at := range l.Nodes[i].Cards {
			if n == len(b.cards) {
				b.cards = append(b.cards, &card{run: b.run})
			}
			c := b.cards[n]
			n++
			c.node, c.inst = i, k
			c.at = scene.Rect{X: 1000 * at.X / l.W, Y: 1000 * at.Y / l.H, W: 1000 * at.W / l.W, H: 1000 * at.H / l.H}
			c.face = c.look()
			c.redraw()
		}
	}
	b.cards = b.cards[:n]
	b.placeCaption()
}

// onSized lays the stage out for its new size.
func (b *board) onSized(width, height float64) {
	if width < 1 || height < 1 {
		return
	}
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
	if b.laid != b.run.scene {
		b.arrange()
		b.redraw()
	}
	for _, c := range b.cards {
		c.refresh()
	}
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

// Render shows the stage.
func (b *board) Render() app.UI {
	tall := scene.Height(b.run.scn, b.run.scene.Counts(), 390)
	body := []app.UI{app.Raw(b.paths()), b.view}
	for _, c := range b.cards {
		body = append(body, c)
	}
	if b.run.still {
		body = append(body, b.counters()...)
	}
	if b.told {
		body = append(body, b.captionBox())
	}
	if b.start {
		body = append(body, b.invitation())
	}
	return app.Div().Class("board").Style("--tall", strconv.Itoa(int(tall))+"px").Body(body...)
}

// invitation is the large button over a stage that has not moved yet.
func (b *board) invitation() app.UI {
	l, word := b.run.l, "stage.play"
	if b.run.s.Now() == 0 {
		word = "stage.play.hint"
	}
	return app.Div().Class("start-over-stage").Body(
		app.Button().Type("button").Class("button primary").Text(l.T(word)).OnClick(b.onPlay))
}

func (b *board) onPlay(app.Context, app.Event) {
	b.start = false
	b.play()
}

// paths draws the ways of the links. It is one element, replaced as a whole
// when the layout changes.
func (b *board) paths() string {
	l := b.run.scene.Layout()
	var s strings.Builder
	s.WriteString(`<svg class="paths" aria-hidden="true" preserveAspectRatio="none" viewBox="0 0 ` +
		strconv.Itoa(int(l.W)) + " " + strconv.Itoa(int(l.H)) + `">`)
	for i, name := range b.run.scene.Links() {
		if p := b.run.scene.LinkPath(name); p != "" {
			s.WriteString(`<path d="` + p + `"`)
			if b.run.still && i < len(b.heat) {
				s.WriteString(` class="hot" style="stroke-width:` + strconv.FormatFloat(1+5*b.heat[i].Heat, 'f', 1, 64) + `px"`)
			}
			s.WriteString(`/>`)
		}
	}
	s.WriteString(`</svg>`)
	return s.String()
}

// counters say in numbers what passes over the links, for readers who want no
// motion.
func (b *board) counters() []app.UI {
	l := b.run.scene.Layout()
	var out []app.UI
	for i := range b.heat {
		h := &b.heat[i]
		if h.Hidden || h.Total == 0 {
			continue
		}
		out = append(out, app.Span().Class("heat").
			Style("left", percent(1000*h.X/l.W)).Style("top", percent(1000*h.Y/l.H)).
			Text(b.run.l.T("gauge.rate", i18n.Num("x", h.Total))))
	}
	return out
}

// captionBox stands near the component that the caption is about, where it
// covers least of the cards.
func (b *board) captionBox() app.UI {
	l := b.run.scene.Layout()
	return app.P().Class("caption").Text(b.run.word("caption", b.caption.Name)).
		Style("left", percent(1000*b.captionX/l.W)).Style("top", percent(1000*b.captionY/l.H))
}

// placeCaption finds the caption's place; the layout or the caption is new.
func (b *board) placeCaption() {
	l := b.run.scene.Layout()
	near := scene.Rect{W: l.W, H: l.H}
	for i := range l.Nodes {
		if l.Nodes[i].Name == b.caption.Near {
			near = l.Nodes[i].Rect
		}
	}
	b.captionX, b.captionY = freePlace(l, near)
}

// The size that a caption is given on the stage, and the grid of the places that
// it may have, in CSS pixels.
const (
	captionW    = 304
	captionH    = 64
	captionEdge = 12
	captionGrid = 16
	// coverCost is what covering a square pixel of a card costs, in pixels of way.
	coverCost = 0.05
)

// freePlace is the best place of a caption about a card: near it, and free.
func freePlace(l *scene.Layout, near scene.Rect) (x, y float64) {
	w := min(captionW, l.W-2*captionEdge)
	cx, cy := near.Centre()
	best := -1.0
	for py := float64(captionEdge); py+captionH <= l.H-captionEdge; py += captionGrid {
		for px := float64(captionEdge); px+w <= l.W-captionEdge+1; px += captionGrid {
			box := scene.Rect{X: px, Y: py, W: w, H: captionH}
			bx, by := box.Centre()
			cost := 1 + abs(bx-cx) + abs(by-cy)
			for i := range l.Nodes {
				for _, c := range l.Nodes[i].Cards {
					cost += coverCost * overlap(box, c)
				}
			}
			if best < 0 || cost < best {
				best, x, y = cost, px, py
			}
		}
	}
	return x, y
}

func abs(x float64) float64 { return max(x, -x) }

// overlap is the area that two rectangles share.
func overlap(a, b scene.Rect) float64 {
	w := min(a.X+a.W, b.X+b.W) - max(a.X, b.X)
	h := min(a.Y+a.H, b.Y+b.H) - max(a.Y, b.Y)
	return max(w, 0) * max(h, 0)
}

// legendKinds are the kinds of marks that the scenario's links can carry.
func legendKinds(r *run) []engine.Kind {
	used := [engine.NKind]bool{}
	for i := range r.scn.Links {
		k := &r.scn.Links[i]
		if k.Hidden {
			continue
		}
		for kind := range engine.NKind {
			if kind.String() == k.Kind {
				used[kind] = true
			}
		}
		used[engine.KAnswer], used[engine.KError] = true, true
		if k.Kind == engine.KRead.String() {
			used[engine.KWrite], used[engine.KDelete] = true, true
		}
	}
	var out []engine.Kind
	for kind, u := range used {
		if u {
			out = append(out, engine.Kind(kind))
		}
	}
	return out
}
