package page

import (
	"strings"
	"testing"
)

func TestGaugesBecomeTraysWhereThereIsRoom(t *testing.T) {
	of := func(w, h float64) face {
		f := face{bars: [2]gauge{{fill: 1000, ink: "failing", tray: true}, {fill: 500, ink: "query", tray: true, heap: true}}}
		f.notes[0] = "queue full"
		f.fit(w, h)
		return f
	}
	if f := of(150, 75); f.bars[0].rows != 0 || f.bars[1].rows != 0 {
		t.Errorf("a low card has %d and %d rows of cells, want bars", f.bars[0].rows, f.bars[1].rows)
	}
	f := of(150, 210)
	if f.bars[0].rows != trayMost || f.bars[1].rows < 2*trayLeast {
		t.Errorf("a tall card has %d and %d rows of cells", f.bars[0].rows, f.bars[1].rows)
	}
	pitch := (150.0 - 2*cardPadX) / trayColumns
	if need := float64(f.bars[0].rows+f.bars[1].rows)*pitch + cardHead + cardNote + 3*cardGap + 2*cardPadY; need > 210 {
		t.Errorf("contents need %.0f pixels of 210", need)
	}
}

func TestTraysCount(t *testing.T) {
	for _, c := range []struct{ fill, on int }{{0, 0}, {1, 1}, {500, 24}, {990, 48}, {1000, 48}} {
		_, filled, _ := strings.Cut(trayFigure(gauge{fill: c.fill, ink: "query", rows: 4}), `class="on"`)
		if n := strings.Count(filled, "M"); n != c.on {
			t.Errorf("%d thousandths fill %d of 48 cells, want %d", c.fill, n, c.on)
		}
	}
	ground := trayFigure(gauge{fill: 250, ink: "query", rows: 4, heap: true})
	if _, filled, _ := strings.Cut(ground, `class="on"`); !strings.Contains(filled, "M1 37h") || strings.Contains(filled, "M1 1h") {
		t.Errorf("a heap does not lie on the ground: %s", filled)
	}
}
