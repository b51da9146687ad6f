package record

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"stampede/engine"
	"stampede/engine/scenario"
)

// Series is one measured line: Values[i] is of the window that begins at
// Start + i*Width. A window in which there was nothing to measure (a share of
// no calls, a percentile of no answers) holds NaN.
type Series struct {
	Start, Width engine.Time
	Values       []float64
}

// At is the value of the last window that had ended at a moment, NaN when none
// had.
func (s Series) At(at engine.Time) float64 {
	if s.Width <= 0 || len(s.Values) == 0 {
		return math.NaN()
	}
	i := int(min((at-s.Start)/s.Width, engine.Time(len(s.Values)))) - 1
	if i < 0 {
		return math.NaN()
	}
	return s.Values[i]
}

// UnknownError is the error of a line that names an unknown place or metric.
type UnknownError struct {
	What    string // "component or link", or "metric"
	Found   string
	Allowed []string
}

// Error says what was found and what is allowed.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("found %s, allowed is a %s: %s", strconv.Quote(e.Found), e.What, strings.Join(e.Allowed, ", "))
}

// probe measures one place: a link's or a component's metric.
type probe struct {
	link, node int // the other is -1
	how        how
	l          linkMeasure
	n          nodeMeasure
}

// Curve is a line that is measured again and again while the record grows; it
// keeps what it has measured.
type Curve struct {
	rec     *Recorder
	probes  []probe
	version int
	values  []float64
}

// Curve prepares a line. An unknown place or metric is an *UnknownError. A
// line of several places adds them up: rates and levels are sums, shares and
// means are of all the calls together; of percentiles it shows the largest.
func (r *Recorder) Curve(line scenario.Line) (*Curve, error) {
	c := &Curve{rec: r, version: r.version}
	for _, place := range strings.Fields(line.Of) {
		p, err := r.probe(place, line.Metric)
		if err != nil {
			return nil, err
		}
		c.probes = append(c.probes, p)
	}
	if len(c.probes) == 0 {
		return nil, &UnknownError{"component or link", line.Of, r.places()}
	}
	return c, nil
}

// Series measures a line over the whole record.
func (r *Recorder) Series(line scenario.Line) (Series, error) {
	c, err := r.Curve(line)
	if err != nil {
		return Series{}, err
	}
	return c.Series(), nil
}

// Series is the line over the whole record as it is now. The values are valid
// until the next call.
func (c *Curve) Series() Series {
	if c.version != c.rec.version {
		c.version, c.values = c.rec.version, c.values[:0]
	}
	for w := len(c.values); w < c.rec.Windows(); w++ {
		c.values = append(c.values, c.over(w, w+1))
	}
	return Series{c.rec.start, c.rec.width, c.values}
}

// Over is the line's one value for the windows that lie between two moments:
// for a rate the mean rate, for a share that of all the calls together, for a
// level its mean, for a percentile the largest. NaN when there are none.
func (c *Curve) Over(from, to engine.Time) float64 {
	w := int(max(0, (from-c.rec.start+c.rec.width-1)/c.rec.width))
	return c.over(w, c.rec.window(to)+1)
}

func (c *Curve) over(from, to int) float64 {
	if from >= to {
		return math.NaN()
	}
	var num, den, top float64
	for i := range c.probes {
		p := &c.probes[i]
		for w := from; w < to; w++ {
			n, d := p.at(c.rec, w)
			num += n
			den += d
			if d > 0 {
				top = max(top, n)
			}
		}
	}
	span := float64(engine.Time(to-from) * c.rec.width)
	switch c.probes[0].how {
	case perSecond:
		return num * float64(engine.Second) / span
	case level:
		return num / float64(to-from)
	}
	switch {
	case den == 0:
		return math.NaN()
	case c.probes[0].how == largest:
		return top
	}
	return num / den
}

// at gives numerator and denominator of one window.
func (p *probe) at(r *Recorder, w int) (num, den float64) {
	if p.link >= 0 {
		a, b := r.link(p.link, w)
		return p.l.values(a, b)
	}
	a, b := r.node(p.node, w)
	return p.n.values(a, b, float64(r.width))
}

func (m *linkMeasure) values(a, b *linkSample) (num, den float64) {
	if m.den != nil {
		den = m.den(a, b)
	}
	return m.num(a, b), den
}

func (m *nodeMeasure) values(a, b *nodeSample, ns float64) (num, den float64) {
	if m.den != nil {
		den = m.den(a, b, ns)
	}
	return m.num(a, b, ns), den
}

func (r *Recorder) probe(place, name string) (probe, error) {
	if i, ok := r.nodeByName(place); ok {
		m, ok := r.info[i].measure(name)
		if !ok {
			return probe{}, &UnknownError{"metric of " + place, name, r.info[i].metrics()}
		}
		return probe{link: -1, node: i, how: m.how, n: m}, nil
	}
	i, ok := r.linkByName(place)
	if !ok {
		return probe{}, &UnknownError{"component or link", place, r.places()}
	}
	for _, m := range linkMeasures {
		if m.name == name {
			return probe{link: i, node: -1, how: m.how, l: m}, nil
		}
	}
	return probe{}, &UnknownError{"metric of " + place, name, linkMetrics()}
}

func linkMetrics() []string {
	names := make([]string, len(linkMeasures))
	for i := range linkMeasures {
		names[i] = linkMeasures[i].name
	}
	return names
}

func (r *Recorder) places() []string {
	names := make([]string, 0, len(r.info)+len(r.linkNames))
	for i := range r.info {
		names = append(names, r.info[i].name)
	}
	return append(names, r.linkNames...)
}

// Metrics lists the metrics that a component or link has; nil for an unknown
// name.
func (r *Recorder) Metrics(place string) []string {
	if i, ok := r.nodeByName(place); ok {
		return r.info[i].metrics()
	}
	if _, ok := r.linkByName(place); ok {
		return linkMetrics()
	}
	return nil
}
