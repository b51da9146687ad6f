package parts

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// counted is a part that counts how often it is drawn, with another in it.
type counted struct {
	app.Compo
	part  Part
	inner *counted
	drawn int
}

func (c *counted) OnPreRender(ctx app.Context) { c.part.Mount(ctx) }

func (c *counted) Render() app.UI {
	c.drawn++
	if c.inner == nil {
		return app.Span()
	}
	return app.Div().Body(c.inner)
}

// TestRedraw: a part that says what it is in is drawn alone, at any depth; what is
// around it is drawn when it asks for that itself, in the same frame too.
func TestRedraw(t *testing.T) {
	leaf := &counted{}
	middle := &counted{inner: leaf}
	page := &counted{inner: middle}
	e := app.NewTestEngine()
	if err := e.Load(page); err != nil {
		t.Fatal(err)
	}
	e.ConsumeAll()
	after := func(what string, pages, middles, leaves int, do ...func()) {
		t.Helper()
		before := [3]int{page.drawn, middle.drawn, leaf.drawn}
		for _, f := range do {
			f()
		}
		e.ConsumeAll()
		if p, m, l := page.drawn-before[0], middle.drawn-before[1], leaf.drawn-before[2]; p != pages || m != middles || l != leaves {
			t.Errorf("%s: the page is drawn %d times, the middle %d, the leaf %d; want %d, %d, %d", what, p, m, l, pages, middles, leaves)
		}
	}
	after("a leaf in nothing that it knows of", 1, 1, 1, leaf.part.Redraw)
	leaf.part.In(&middle.part)
	middle.part.In(&page.part)
	after("a leaf", 0, 0, 1, leaf.part.Redraw)
	after("a leaf, twice", 0, 0, 1, leaf.part.Redraw, leaf.part.Redraw)
	after("the middle", 0, 1, 0, middle.part.Redraw)
	after("a leaf and the page", 1, 0, 1, leaf.part.Redraw, page.part.Redraw)
	after("the page and a leaf", 1, 0, 1, page.part.Redraw, leaf.part.Redraw)
	after("what a part does", 1, 1, 1, func() { leaf.part.Do(func() {}) })
	leaf.part.Dismount()
	after("a leaf that has left", 0, 0, 0, leaf.part.Redraw)
}
