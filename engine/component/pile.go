package component

import "stampede/engine"

// pile counts what is held, by the time at which it was put in: how many copies,
// and how many of them are not duplicates.
type pile struct {
	base  int64 // number of the first slot
	slots line[slot]
}

// slotSpan is the width of a slot of time.
const slotSpan = 15 * engine.Second

type slot struct{ copies, unique int32 }

func (p *pile) state(c *engine.Codec) {
	engine.Plain(c, &p.base)
	p.slots.state(c)
}

func (p *pile) at(t engine.Time) *slot { return p.slots.at(int(t/slotSpan - p.base)) }

func (p *pile) add(t engine.Time, unique bool) {
	n := t / slotSpan
	if p.slots.len() == 0 {
		p.base = n
	}
	if early := int(p.base - n); early > 0 { // after a removal that began with younger ones
		p.slots.all = append(make([]slot, early), p.slots.all[p.slots.front:]...)
		p.slots.front, p.base = 0, n
	}
	for p.base+int64(p.slots.len()) <= n {
		p.slots.push(slot{})
	}
	s := p.at(t)
	s.copies++
	if unique {
		s.unique++
	}
}

func (p *pile) take(t engine.Time) {
	p.at(t).copies--
	p.trim()
}

func (p *pile) takeUnique(t engine.Time) {
	if t/slotSpan >= p.base {
		p.at(t).unique--
	}
}

// trim drops the slots of which nothing is left.
func (p *pile) trim() {
	for p.slots.len() > 0 && p.slots.at(0).copies == 0 {
		p.slots.pop()
		p.base++
	}
}

// olderThan counts what was put in before a moment, to the slot.
func (p *pile) olderThan(t engine.Time) (n int64) {
	for i := range p.slots.len() {
		if (p.base+int64(i)+1)*slotSpan > t {
			break
		}
		n += int64(p.slots.at(i).copies)
	}
	return n
}

// clear empties the pile.
func (p *pile) clear() { p.slots.all, p.slots.front = p.slots.all[:0], 0 }

// gauges reports the layers of the pile, oldest first.
func (p *pile) gauges(now engine.Time, g *engine.Gauges) {
	g.Span = slotSpan
	for i := range p.slots.len() {
		s := p.slots.at(i)
		from := (p.base + int64(i)) * slotSpan
		g.Layers = append(g.Layers, engine.Layer{Age: now - from, Copies: int64(s.copies), Unique: int64(s.unique)})
	}
}
