package chart

import (
	"math"
	"strconv"

	"stampede/engine"
)

// Line is one measured quantity. Values[i] is of the window that begins at
// Start + i*Width; NaN leaves a gap.
type Line struct {
	Name         string // in the legend
	Start, Width engine.Time
	Values       []float64
	Ink          string // of package scene: "query", "error", ...
	Dashed       bool   // a limit, such as a capacity
}

// At is the value of the last window that had ended at a moment, NaN when
// there is none.
func (l *Line) At(t engine.Time) float64 {
	if l.Width <= 0 {
		return math.NaN()
	}
	i := (t-l.Start)/l.Width - 1
	if t < l.Start || i < 0 || i >= engine.Time(len(l.Values)) {
		return math.NaN()
	}
	return l.Values[i]
}

// visible is the range of windows that end on the axis.
func (l *Line) visible(a Axis) (from, to int) {
	if l.Width <= 0 {
		return 0, 0
	}
	n := engine.Time(len(l.Values))
	lo := min(n, max(0, (a.From-l.Start+l.Width-1)/l.Width-1))
	hi := min(n, max(lo, (a.To-l.Start)/l.Width))
	return int(lo), int(hi)
}

// extent widens least and most by the values on the axis; least takes positive
// values only.
func (l *Line) extent(a Axis, least, most float64) (lo, hi float64) {
	from, to := l.visible(a)
	for _, v := range l.Values[from:to] {
		if v > most {
			most = v
		}
		if v > 0 && v < least {
			least = v
		}
	}
	return least, most
}

// path appends the line as SVG path data. Each window's value stands at its
// end, when it is known. Where several share a column of pixels, the least and
// the greatest are kept, in their order: no peak is lost.
func (l *Line) path(b []byte, a Axis, s *scale) []byte {
	from, to := l.visible(a)
	if from == to {
		return b
	}
	k := a.plot() / float64(a.To-a.From)
	x0 := a.Left + float64(l.Start+l.Width-a.From)*k
	dx := float64(l.Width) * k
	p := pen{b: b, x0: x0, dx: dx, s: s}
	grain := max(1, a.Grain)
	for i := from; i < to; {
		// The column ends before the first window that stands on the next one.
		next := (math.Floor((x0+dx*float64(i))/grain) + 1) * grain
		end := min(to, max(i+1, int(math.Ceil((next-x0)/dx))))
		p.column(l.Values, i, end)
		i = end
	}
	p.lift()
	return p.b
}

// pen writes path data: window i stands at x0 + i*dx.
type pen struct {
	b      []byte
	x0, dx float64
	s      *scale
	down   bool
	dots   int // points since the pen was put down
}

// column draws the windows that share a column of pixels: the least and the
// greatest value, once for each stretch without a gap.
func (p *pen) column(v []float64, from, to int) {
	lo, hi := -1, -1
	least, most := 0.0, 0.0
	for i := from; i < to; i++ {
		w := v[i]
		if w != w {
			p.span(v, lo, hi)
			p.lift()
			lo = -1
			continue
		}
		if lo < 0 {
			lo, hi, least, most = i, i, w, w
		}
		if w < least {
			lo, least = i, w
		}
		if w > most {
			hi, most = i, w
		}
	}
	p.span(v, lo, hi)
}

// span draws two windows in the order of time, or one, or none.
func (p *pen) span(v []float64, a, b int) {
	if a < 0 {
		return
	}
	if b < a {
		a, b = b, a
	}
	p.point(p.x0+p.dx*float64(a), p.s.y(v[a]))
	if b != a {
		p.point(p.x0+p.dx*float64(b), p.s.y(v[b]))
	}
}

func (p *pen) point(x, y float64) {
	if p.down {
		p.b = append(p.b, 'L')
	} else {
		p.b = append(p.b, 'M')
	}
	p.down = true
	p.dots++
	p.b = fixed(p.b, x)
	p.b = append(p.b, ' ')
	p.b = fixed(p.b, y)
}

// lift ends a stretch; a single value between two gaps is drawn as a dot.
func (p *pen) lift() {
	if p.dots == 1 {
		p.b = append(p.b, "h.1"...)
	}
	p.down, p.dots = false, 0
}

// fixed appends a coordinate with one decimal, as short as it can be. Paths are
// thousands of these: strconv takes twice as long.
func fixed(b []byte, v float64) []byte {
	v *= 10
	if v < 0 {
		n := int64(0.5 - v)
		if n == 0 {
			return append(b, '0')
		}
		b, v = append(b, '-'), float64(n)
	}
	n := uint64(v + 0.5)
	if n >= 100_000 {
		b = strconv.AppendUint(b, n/10, 10)
	} else {
		w := uint32(n / 10)
		switch {
		case w >= 1000:
			b = append(b, byte('0'+w/1000), byte('0'+w/100%10), byte('0'+w/10%10), byte('0'+w%10))
		case w >= 100:
			b = append(b, byte('0'+w/100), byte('0'+w/10%10), byte('0'+w%10))
		case w >= 10:
			b = append(b, byte('0'+w/10), byte('0'+w%10))
		default:
			b = append(b, byte('0'+w))
		}
	}
	if d := n % 10; d != 0 {
		b = append(b, '.', byte('0'+d))
	}
	return b
}
