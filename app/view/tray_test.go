package view

import (
	"strings"
	"testing"
)

func TestGaugesBecomeTraysWhereThereIsRoom(t *testing.T) {
	of := func(w, h float64) Face {
		f := Face{Bars: [2]Gauge{{Fill: 1000, Ink: "failing", Tray: true}, {Fill: 500, Ink: "query", Tray: true, Heap: true}}}
		f.Notes[0] = "queue full"
		f.Fit(w, h)
		return f
	}
	if f := of(150, 75); f.Bars[0].Rows != 0 || f.Bars[1].Rows != 0 {
		t.Errorf("a low card has %d and %d rows of cells, want bars", f.Bars[0].Rows, f.Bars[1].Rows)
	}
	f := of(150, 210)
	if f.Bars[0].Rows != trayMost || f.Bars[1].Rows < 2*trayLeast {
		t.Errorf("a tall card has %d and %d rows of cells", f.Bars[0].Rows, f.Bars[1].Rows)
	}
	pitch := (150.0 - 2*cardPadX) / trayColumns
	if need := float64(f.Bars[0].Rows+f.Bars[1].Rows)*pitch + cardHead + cardNote + 3*cardGap + 2*cardPadY; need > 210 {
		t.Errorf("contents need %.0f pixels of 210", need)
	}
}

func TestTraysCount(t *testing.T) {
	for _, c := range []struct{ fill, on int }{{0, 0}, {1, 1}, {500, 24}, {990, 48}, {1000, 48}} {
		filled, _, _, _ := Gauge{Fill: c.fill, Ink: "query", Rows: 4}.Cells()
		if n := strings.Count(filled, "M"); n != c.on {
			t.Errorf("%d thousandths fill %d of 48 cells, want %d", c.fill, n, c.on)
		}
	}
	filled, _, _, _ := Gauge{Fill: 250, Ink: "query", Rows: 4, Heap: true}.Cells()
	if !strings.Contains(filled, "M1 37h") || strings.Contains(filled, "M1 1h") {
		t.Errorf("a heap does not lie on the ground: %s", filled)
	}
}
