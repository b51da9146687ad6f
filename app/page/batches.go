package page

import (
	_ "embed"
	"encoding/json"
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/i18n"
	"stampede/app/scene"
)

// batchesRecorded is what a release leaves in service by the share of the hosts
// that it takes at a time, as the command prints it beside the closed form. It is a
// recorded output: the command's test rewrites it, and fails when a run gives other
// numbers.
//
//go:embed batches.json
var batchesRecorded []byte

// batches is that record. Shares are of 1, times in seconds.
type batches struct {
	Scenario, Tier, Command string
	Usual                   float64 // the batch share of the scenario
	Rows                    []batchRow
}

type batchRow struct{ Batch, Closed, ClosedTime, Rolling, Takeover, Time float64 }

// readBatches reads what was recorded. It is embedded and tested, so it parses.
var readBatches = sync.OnceValue(func() *batches {
	b := new(batches)
	if err := json.Unmarshal(batchesRecorded, b); err != nil {
		app.Log(err)
	}
	return b
})

// proven tells whether the page of the site on accuracy has a part of its own about
// a scenario; its id is the scenario's name.
func proven(scenario string) bool { return scenario == readBatches().Scenario }

// inBatches is the part about batches: the curve, and its numbers as a table.
func inBatches(l *i18n.Locale) app.UI {
	b := readBatches()
	return el.Section().Aria("labelledby", b.Scenario).Body(
		el.H2().ID(b.Scenario).Text(l.T("truth.batches")),
		say(l, "truth.batches.text"),
		el.Div().Class("batches").Body(app.Raw(b.draw(l)), b.table(l)),
		say(l, "truth.batches.same"),
		code(b.Command),
		goTo(l, "/play/"+b.Scenario, "truth.batches.play"),
	)
}

// Sizes of the curve's drawing, in units of its own that are CSS pixels on a phone.
const (
	curveW, curveH      = 360, 272
	curveLeft, curveTop = 44, 14 // of the plot
	curveEnd, curveFoot = 352, 224
	curveMost           = 0.5 // batch share at the right edge
	curveDot            = 4.5
	curveText           = 12
)

// curveX and curveY are where a batch share and a share in service stand.
func curveX(b float64) float64 { return curveLeft + b/curveMost*(curveEnd-curveLeft) }
func curveY(s float64) float64 { return curveFoot - s*(curveFoot-curveTop) }

// draw is the curve: the closed form as a line, what runs have measured as marks.
func (b *batches) draw(l *i18n.Locale) string {
	d := &curveDrawing{l: l}
	ink := scene.Ink.Var
	d.axes()
	usual := plainNumber(curveX(b.Usual))
	d.add(`<path stroke="`, ink(scene.InkStrong), `" stroke-dasharray="3 4" d="M`, usual, " ", plainNumber(curveTop), "V", plainNumber(curveFoot), `"/>`)
	d.words(curveX(b.Usual)+6, curveFoot-8, "start", scene.InkMuted, l.T("truth.batches.usual", i18n.Text("b", quantity(l, "share", b.Usual))))
	line := ""
	for _, at := range append([]batchRow{{Batch: 0, Closed: 1}}, b.Rows...) {
		line += plainNumber(curveX(at.Batch)) + " " + plainNumber(curveY(at.Closed)) + " "
	}
	d.add(`<polyline fill="none" stroke="`, ink(scene.InkDegraded), `" stroke-width="2" points="`, strings.TrimSpace(line), `"/>`)
	d.add(`<path stroke="`, ink(scene.InkHealthy), `" stroke-width="2" d="M`, plainNumber(curveLeft), " ", plainNumber(curveY(1)), "H", plainNumber(curveEnd), `"/>`)
	for _, r := range b.Rows {
		d.add(`<circle fill="`, ink(scene.InkDegraded), `" cx="`, plainNumber(curveX(r.Batch)), `" cy="`, plainNumber(curveY(r.Rolling)), `" r="`, plainNumber(curveDot), `"/>`)
		x, y := curveX(r.Batch), curveY(r.Takeover)
		d.add(`<path fill="`, ink(scene.InkHealthy), `" d="M`, plainNumber(x-curveDot-1), " ", plainNumber(y), "L", plainNumber(x), " ", plainNumber(y-curveDot-1), "L",
			plainNumber(x+curveDot+1), " ", plainNumber(y), "L", plainNumber(x), " ", plainNumber(y+curveDot+1), `z"/>`)
	}
	d.words(curveEnd, curveY(1)+20, "end", scene.InkHealthy, l.T("truth.batches.takeover"))
	last := b.Rows[len(b.Rows)-1]
	d.words(curveEnd, curveY(last.Rolling)+22, "end", scene.InkDegraded, l.T("truth.batches.rolling"))
	return `<svg class="curve" viewBox="0 0 ` + plainNumber(curveW) + " " + plainNumber(curveH) + `" role="img" aria-labelledby="batches-drawn"><title id="batches-drawn">` +
		escape(b.said(l)) + `</title>` + d.b.String() + `</svg>`
}

// said is the curve in a sentence; the table has its numbers.
func (b *batches) said(l *i18n.Locale) string {
	last := b.Rows[len(b.Rows)-1]
	share := func(name string, x float64) i18n.Arg { return i18n.Text(name, quantity(l, "share", x)) }
	return l.T("truth.batches.drawn", share("from", b.Rows[0].Batch), share("to", last.Batch),
		share("most", b.Rows[0].Rolling), share("least", last.Rolling), share("kept", last.Takeover))
}

// curveDrawing is the inside of the drawing under way.
type curveDrawing struct {
	l *i18n.Locale
	b strings.Builder
}

func (d *curveDrawing) add(parts ...string) {
	for _, p := range parts {
		d.b.WriteString(p)
	}
}

func (d *curveDrawing) words(x, y float64, anchor string, ink scene.Ink, text string) {
	d.add(`<text x="`, plainNumber(x), `" y="`, plainNumber(y), `" font-size="`, plainNumber(curveText), `" text-anchor="`, anchor, `" fill="`, ink.Var(), `">`, escape(text), `</text>`)
}

// axes are the scales with their names.
func (d *curveDrawing) axes() {
	for i := range 5 {
		s := float64(i) / 4
		y := plainNumber(curveY(s))
		d.add(`<path stroke="`, scene.InkLine.Var(), `" d="M`, plainNumber(curveLeft), " ", y, "H", plainNumber(curveEnd), `"/>`)
		d.words(curveLeft-6, curveY(s)+4, "end", scene.InkMuted, quantity(d.l, "share", s))
	}
	for i := range 6 {
		b := float64(i) / 10
		anchor := "middle"
		if b == curveMost {
			anchor = "end"
		}
		d.words(curveX(b), curveFoot+18, anchor, scene.InkMuted, quantity(d.l, "share", b))
	}
	d.words(curveEnd, curveFoot+38, "end", scene.InkText, d.l.T("truth.batches.share"))
}

// table has the numbers of the curve, and what small batches cost.
func (b *batches) table(l *i18n.Locale) app.UI {
	head := func(key string) app.UI { return heading("col", l.T(key)) }
	share := func(x float64) app.UI { return cell(quantity(l, "share", x)) }
	return tabled("group", l.T("truth.batches"), el.Table().Body(
		el.Caption().Text(l.T("truth.batches.caption")),
		el.THead().Body(el.Tr().Body(
			head("truth.batches.share"), head("truth.batches.closed"), head("truth.batches.rolling"), head("truth.batches.takeover"), head("truth.batches.time"),
		)),
		el.TBody().Body(app.Range(b.Rows).Slice(func(i int) app.UI {
			r := &b.Rows[i]
			return el.Tr().Body(heading("row", quantity(l, "share", r.Batch)),
				share(r.Closed), share(r.Rolling), share(r.Takeover), cell(l.Time(r.Time)))
		})),
	))
}
