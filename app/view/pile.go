package view

import (
	"math"
	"strconv"
	"strings"

	"stampede/app/i18n"
	"stampede/engine"
)

// Pile is what a node holds, drawn as a heap of cells: a row for each stretch of
// age, the newest on top. In each row the pieces of work that are not duplicates
// come first, then the duplicates. It sinks as it ages: what lies below the line
// of the deadline is late.
type Pile struct {
	// Unique and Duplicates say how many there are; they are the legend too.
	Unique, Duplicates string
	Late               string // how many are older than the deadline; "" for none
	Newest, Deadline   string // words at the top and at the line of the deadline; "" without one
	Cell               string // what one cell stands for

	Span engine.Time // that the rows cover; 0 for a node that holds no pile
	Line int         // rows above the deadline
	N    int         // rows; 0 where there is no room for them
	Rows [pileMost]PileRow
	W, H float64 // of the drawing, in CSS pixels

	limit engine.Time // the deadline
}

// PileRow is a row of a pile, in cells.
type PileRow struct{ Unique, Copies uint8 }

// Sizes of a pile, in rows or in CSS pixels.
const (
	pileMost    = 40
	pileLeast   = 6
	pileGutter  = 40   // for the words beside it
	pileCell    = 0.78 // of the pitch
	pileLetters = 11   // size of the words beside it
	pileSwatch  = 17   // height of a line of the legend
	pileShare   = 1.5  // of the deadline that the rows cover at least
	pileLoads   = 3    // times what the workers can do that a row has room for
)

// addPile shows what a node holds by its age. The bar is for cards without room
// for it: full when the workers need as long as the deadline for it.
func (r *Run) addPile(f *Face, n *engine.NodeFrame) {
	g := &n.Gauges
	if g.Span == 0 {
		return
	}
	p := &f.Pile
	p.Unique, p.Duplicates = r.Gauge("unique", g.Value("unique")), r.Gauge("duplicates", g.Value("duplicates"))
	p.Newest = r.Locale.T("pile.newest")
	p.limit = r.deadline()
	oldest := g.Span
	if len(g.Layers) > 0 {
		oldest = g.Layers[0].Age
	}
	p.Span = pileSpan(p.limit, oldest)
	if p.limit > 0 {
		p.Deadline = r.Locale.Time(Seconds(p.limit))
		if late := lateIn(g, p.limit); late > 0 {
			p.Late = r.Locale.T("pile.late", i18n.Num("x", late), i18n.Num("limit", Seconds(p.limit)))
		}
		f.Failing = oldest > p.limit
		f.Bars[0] = Gauge{Fill: thousandths(g.Value("pending") / max(1, r.capacity()*Seconds(p.limit))), Ink: "query"}
		if f.Failing {
			f.Bars[0].Ink = "failing"
		}
	}
}

// lateIn counts the copies that are older than a deadline, to the layer.
func lateIn(g *engine.Gauges, limit engine.Time) float64 {
	late := int64(0)
	for i := range g.Layers {
		if g.Layers[i].Age-g.Span/2 > limit {
			late += g.Layers[i].Copies
		}
	}
	return float64(late)
}

// deadline is the longest that the objective's calls may take, 0 for no bound.
func (r *Run) deadline() (most engine.Time) {
	o := r.Scenario.Objective
	if o == nil {
		return 0
	}
	for i := range r.Scenario.Links {
		for _, name := range o.Links {
			if k := &r.Scenario.Links[i]; k.Name == name {
				most = max(most, engine.Time(k.Deadline))
			}
		}
	}
	return most
}

// capacity is what the objective's server can do in a second, 0 when there is
// none.
func (r *Run) capacity() float64 {
	if r.Scenario.Objective == nil {
		return 0
	}
	for i := range r.Frame.Nodes {
		if n := &r.Frame.Nodes[i]; n.Name == r.Scenario.Objective.Capacity {
			return n.Gauges.Value("capacity")
		}
	}
	return 0
}

// pileSpan is the age that the rows of a pile cover: a multiple of the deadline,
// so that it changes seldom.
func pileSpan(limit, oldest engine.Time) engine.Time {
	if limit == 0 {
		limit = engine.Minute
	}
	span := engine.Time(pileShare * float64(limit))
	for span < oldest {
		span *= 2
	}
	return span
}

// fit gives a pile as many rows as there is room for, and tells whether it can be
// drawn.
func (p *Pile) fit(w, room float64) bool {
	pitch := (w - pileGutter) / trayColumns
	room -= 3 * (pileSwatch + cardGap) // the legend
	rows := min(int(room/pitch), pileMost)
	if rows < pileLeast || pitch < 5 {
		return false
	}
	p.N, p.W, p.H = rows, w, float64(rows)*pitch
	if p.limit > 0 {
		// The deadline lies between two rows.
		p.Line = max(1, int(float64(rows)*float64(p.limit)/float64(p.Span)))
		p.Span = p.limit * engine.Time(rows) / engine.Time(p.Line)
	}
	return true
}

// Fit gives the contents of a face the room of a card of w by h CSS pixels.
func (r *Run) Fit(f *Face, n *engine.NodeFrame, w, h float64) {
	f.Fit(w, h)
	p := &f.Pile
	if p.N == 0 {
		return
	}
	var unique, copies [pileMost]float64
	p.spread(&n.Gauges, &unique, &copies)
	each := pileLoads * r.capacity() * Seconds(p.Span) / float64(p.N) / trayColumns
	most := 1.0
	for _, x := range copies {
		most = max(most, x)
	}
	for each = nice(each); each*trayColumns < most; {
		each = nice(2 * each)
	}
	for i := range p.N {
		all := cells(copies[i] / each)
		p.Rows[i] = PileRow{Unique: min(all, cells(unique[i]/each)), Copies: all}
		if copies[i]-unique[i] > each/2 && p.Rows[i].Unique == all && all > 1 {
			p.Rows[i].Unique-- // a duplicate is not rounded away
		}
	}
	p.Cell = r.Locale.T("pile.cell", i18n.Num("x", each))
}

// cells is how many cells are drawn for some; a piece of one is one.
func cells(x float64) uint8 {
	if x > 0 && x < 0.5 && x*trayColumns > 0.2 {
		return 1
	}
	return uint8(min(trayColumns, math.Round(x)))
}

// spread shares the layers out among the rows.
func (p *Pile) spread(g *engine.Gauges, unique, copies *[pileMost]float64) {
	row := float64(p.Span) / float64(p.N)
	for i := range g.Layers {
		l := &g.Layers[i]
		from, to := max(0, float64(l.Age-g.Span))/row, float64(l.Age)/row
		if to <= from {
			continue
		}
		for k := int(from); k < p.N && float64(k) < to; k++ {
			share := (min(to, float64(k+1)) - max(from, float64(k))) / (to - from)
			unique[k] += share * float64(l.Unique)
			copies[k] += share * float64(l.Copies)
		}
	}
}

// nice is the least of some round numbers that is not below x.
func nice(x float64) float64 {
	x = max(x, 1)
	unit := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range [...]float64{1, 1.5, 2, 2.5, 3, 4, 5, 6, 8} {
		if x <= k*unit*(1+1e-9) {
			return k * unit
		}
	}
	return 10 * unit
}

// PileLook holds the attributes with which the parts of a pile are drawn, such as
// a class or a colour. Cells have three ages: young, past half the deadline, late.
type PileLook struct {
	Unique    [3]string // filled
	Duplicate string    // stroked
	Ground    string    // stroked: the left edge
	Line      string    // stroked: the deadline
	Words     string
}

// ages of the cells of a pile.
const (
	ageYoung = iota
	ageOld
	ageLate
)

// age is that of a row.
func (p *Pile) age(row int) int {
	switch {
	case p.Line == 0 || 2*row < p.Line:
		return ageYoung
	case row < p.Line:
		return ageOld
	}
	return ageLate
}

// Draw draws the pile on a grid of W by H CSS pixels. The older a cell, the less
// room around it; a duplicate is hatched, the closer the older it is.
func (p *Pile) Draw(look *PileLook) string {
	var unique [3][]byte
	var twice []byte
	pitch := (p.W - pileGutter) / trayColumns
	for i := range p.N {
		age := p.age(i)
		size := pitch * [3]float64{0.66, pileCell, 0.9}[age]
		y := float64(i)*pitch + (pitch-size)/2
		for k := range int(p.Rows[i].Copies) {
			x := pileGutter + float64(k)*pitch + (pitch-size)/2
			if k < int(p.Rows[i].Unique) {
				unique[age] = square(unique[age], x, y, size)
			} else {
				twice = hatched(twice, x, y, size, age+1)
			}
		}
	}
	var b strings.Builder
	path := func(attrs string, d []byte) {
		if len(d) > 0 {
			b.WriteString(`<path ` + attrs + ` d="` + string(d) + `"/>`)
		}
	}
	path(look.Ground, []byte("M"+pixels(pileGutter-3)+" 0V"+pixels(p.H)))
	for age, d := range unique {
		path(look.Unique[age], d)
	}
	path(look.Duplicate, twice)
	p.drawLine(&b, look, pitch)
	return b.String()
}

// drawLine draws the deadline, and the words beside the pile.
func (p *Pile) drawLine(b *strings.Builder, look *PileLook, pitch float64) {
	word := func(y float64, s string) {
		b.WriteString(`<text ` + look.Words + ` x="` + pixels(pileGutter-7) + `" y="` + pixels(y) + `" text-anchor="end">` + escaped(s) + `</text>`)
	}
	word(pileLetters, p.Newest)
	if p.Deadline == "" {
		return
	}
	y := float64(p.Line) * pitch
	b.WriteString(`<path ` + look.Line + ` d="M0 ` + pixels(y) + "H" + pixels(p.W) + `"/>`)
	word(y-4, p.Deadline)
}

// Swatch draws one cell of a pile with its top left corner at x, y.
func (look *PileLook) Swatch(duplicate bool, x, y float64) string {
	const size = 9
	if duplicate {
		return `<path ` + look.Duplicate + ` d="` + string(hatched(nil, x+1, y+1, size, 2)) + `"/>`
	}
	return `<path ` + look.Unique[ageYoung] + ` d="` + string(square(nil, x+1, y+1, size)) + `"/>`
}

// square appends a filled square.
func square(b []byte, x, y, size float64) []byte {
	a := pixels(size)
	return append(b, "M"+pixels(x)+" "+pixels(y)+"h"+a+"v"+a+"h-"+a+"z"...)
}

// hatched appends the outline of a square, with so many lines across it.
func hatched(b []byte, x, y, size float64, lines int) []byte {
	b = square(b, x, y, size)
	for i := range lines {
		// A line from the left or lower edge up to the upper or right one.
		d := 2 * size * float64(i+1) / float64(lines+1)
		a := min(d, size)
		b = append(b, "M"+pixels(x+d-a)+" "+pixels(y+a)+"L"+pixels(x+a)+" "+pixels(y+d-a)...)
	}
	return b
}

// pixels writes a coordinate with one decimal.
func pixels(x float64) string { return strconv.FormatFloat(math.Round(10*x)/10, 'f', -1, 64) }

var escaped = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace
