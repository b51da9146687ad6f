package engine

import (
	"math/bits"
	"unsafe"
)

// Codec moves state between a run and a flat buffer. A component's or policy's
// State method names each part of its state once, and saving, loading and
// hashing all follow from that one list.
//
// Only pointer-free types without padding may pass through it; package simtest
// holds every registered type to that.
type Codec struct {
	buf       []byte
	pos       int
	loading   bool
	measuring bool // neither saves nor loads: pos becomes the size
}

// Plain saves or loads one pointer-free value.
func Plain[T any](c *Codec, p *T) {
	c.raw(unsafe.Slice((*byte)(unsafe.Pointer(p)), unsafe.Sizeof(*p)))
}

// Slice saves or loads a slice of pointer-free values; loading reuses the
// slice's memory where it is large enough.
func Slice[T any](c *Codec, s *[]T) {
	n := c.count(len(*s))
	if c.loading {
		if int(n) > cap(*s) {
			*s = make([]T, n)
		}
		if int(n) < len(*s) {
			clear((*s)[n:]) // a slab is zero beyond its length
		}
		*s = (*s)[:n]
	}
	items(c, *s)
}

// items saves or loads pointer-free values, as many as there are.
func items[T any](c *Codec, s []T) {
	if len(s) > 0 {
		c.raw(unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), uintptr(len(s))*unsafe.Sizeof(s[0])))
	}
}

// Slices saves or loads a slice of slices, as stations keep one per instance.
func Slices[T any](c *Codec, s *[][]T) {
	n := c.count(len(*s))
	for int64(len(*s)) < n {
		*s = append(*s, nil)
	}
	*s = (*s)[:n]
	for i := range *s {
		Slice(c, &(*s)[i])
	}
}

// count saves or loads a length. Like raw it is no part of what the compiler makes
// anew for every type of element, which would make the program larger.
//
//go:noinline
func (c *Codec) count(n int) int64 {
	v := int64(n)
	Plain(c, &v)
	return v
}

//go:noinline
func (c *Codec) raw(b []byte) {
	if c.measuring {
		c.pos += len(b)
		return
	}
	if c.loading {
		copy(b, c.buf[c.pos:c.pos+len(b)])
		c.pos += len(b)
		return
	}
	c.buf = append(c.buf, b...)
}

// spareShare is the part of a state for which its buffer has room besides, so that
// not every state that has grown needs a new one.
const spareShare = 16

// room makes room for a state of the size measured. Appended to a buffer that is too
// small, a large one is copied over and over, which takes ten times as long as it does
// to save it.
func (c *Codec) room() {
	if cap(c.buf) < c.pos {
		c.buf = make([]byte, 0, c.pos+c.pos/spareShare)
	}
}

// page is at most what a machine gives memory out by.
const page = 4096

// Snapshot is the whole state of a run at one moment. Its memory is reused by
// the next Save into it.
type Snapshot struct {
	At     Time
	Events uint64
	codec  Codec
	warmed int // bytes of the buffer that have been touched
}

// Warm makes room for a state of about so many bytes, a part at a time, and forgets
// what the snapshot held. Memory that was never used is given out only when it is
// touched, page by page, which can take ten times as long as it does to save a state
// of megabytes: who has to save without a pause warms up before.
func (s *Snapshot) Warm(size, part int) {
	c := &s.codec
	if cap(c.buf) < size {
		c.buf, s.warmed = make([]byte, 0, size+size/spareShare), 0
	}
	all := c.buf[:cap(c.buf)]
	for end := min(s.warmed+part, len(all)); s.warmed < end; s.warmed += page {
		all[s.warmed] = 0
	}
}

// Bytes is the size of the snapshot in memory.
func (s *Snapshot) Bytes() int { return len(s.codec.buf) }

// Hash digests the snapshot's every byte. Two runs with equal state hashes
// continue alike.
func (s *Snapshot) Hash() uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	b := s.codec.buf
	for ; len(b) >= 8; b = b[8:] {
		h = fold(h, *(*uint64)(unsafe.Pointer(&b[0])))
	}
	for _, x := range b {
		h = fold(h, uint64(x))
	}
	return h
}

// fold mixes one word into a running hash.
func fold(h, x uint64) uint64 {
	return bits.RotateLeft64(h^x, 29) * 0xbf58476d1ce4e5b9
}
