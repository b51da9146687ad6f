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

// column gathers the values that fall on one column of pixels.
type column struct {
	x        int
	n        int
	min, max float64
	minAt    int
	maxAt    int
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
	c := column{}
	pen := pen{b: b}
	for i := from; i < to; i++ {
		v := l.Values[i]
		if v != v {
			pen.column(&c, x0, dx, s)
			pen.lift()
			continue
		}
		x := int(x0 + dx*float64(i))
		if c.n > 0 && x != c.x {
			pen.column(&c, x0, dx, s)
		}
		if c.n == 0 {
			c = column{x: x, min: v, max: v, minAt: i, maxAt: i}
		}
		if v < c.min {
			c.min, c.minAt = v, i
		}
		if v > c.max {
			c.max, c.maxAt = v, i
		}
		c.n++
	}
	pen.column(&c, x0, dx, s)
	pen.lift()
	return pen.b
}

// pen writes path data.
type pen struct {
	b    []byte
	down bool
	dots int // points since the pen was put down
}

// column writes what a column holds, and empties it.
func (p *pen) column(c *column, x0, dx float64, s *scale) {
	if c.n == 0 {
		return
	}
	lo, hi := c.minAt, c.maxAt
	first, second := c.min, c.max
	if hi < lo {
		lo, hi = hi, lo
		first, second = second, first
	}
	p.point(x0+dx*float64(lo), s.y(first))
	if hi != lo {
		p.point(x0+dx*float64(hi), s.y(second))
	}
	c.n = 0
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

// fixed appends a coordinate with one decimal, as short as it can be.
func fixed(b []byte, v float64) []byte {
	n := int64(math.Floor(v*10 + 0.5))
	if n < 0 {
		b, n = append(b, '-'), -n
	}
	b = strconv.AppendInt(b, n/10, 10)
	if d := n % 10; d != 0 {
		b = append(b, '.', byte('0'+d))
	}
	return b
}
