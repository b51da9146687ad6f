package component

import "stampede/engine"

// line is a queue of plain values in one slice: its front moves on, and what
// lies before it is cut off once it is the larger part.
type line[T any] struct {
	all   []T
	front int
}

func (l *line[T]) state(c *engine.Codec) {
	engine.Slice(c, &l.all)
	engine.Plain(c, &l.front)
}

func (l *line[T]) len() int { return len(l.all) - l.front }

// at is the i-th from the front.
func (l *line[T]) at(i int) *T { return &l.all[l.front+i] }

func (l *line[T]) push(x T) { l.all = append(l.all, x) }

// pop takes the first, popLast the last; there must be one.
func (l *line[T]) pop() T {
	x := l.all[l.front]
	l.front++
	if l.front > 64 && 2*l.front > len(l.all) {
		l.all = append(l.all[:0], l.all[l.front:]...)
		l.front = 0
	}
	return x
}

func (l *line[T]) popLast() T {
	x := l.all[len(l.all)-1]
	l.all = l.all[:len(l.all)-1]
	return x
}

// filter leaves the values that are to be kept, in their order.
func (l *line[T]) filter(keep func(x *T) bool) {
	kept := l.all[:0]
	for i := l.front; i < len(l.all); i++ {
		if keep(&l.all[i]) {
			kept = append(kept, l.all[i])
		}
	}
	l.all, l.front = kept, 0
}
