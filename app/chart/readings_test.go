package chart

import (
	"testing"

	"stampede/engine"
)

// A reading was cut off at the edge of the page ("tries to connec"), and ran into
// the next one above a narrow plot.
func TestReadingsFit(t *testing.T) {
	p := Plot{Name: "Requests and connects at the hosts", Note: "a second", Unit: Rate, Lines: []Line{
		{Name: "tries to connect"}, {Name: "of them again"}, {Name: "requests: no address"}, {Name: "reset"},
	}}
	for _, w := range []float64{320, 358, 640, 992, 1400} {
		for _, letters := range []float64{1, 1.2} {
			a := NewAxis(w, 0, 300*engine.Second)
			a.Letters = letters
			seats, read := p.seats(a)
			if read > p.Height(a) {
				t.Errorf("width %v, letters %v: readings reach %v down, the plot is %v high", w, letters, read, p.Height(a))
			}
			for i, s := range seats {
				end, low := right(&p, a, i, s), s.y+namePitch*float64(len(s.under))
				if end > a.W {
					t.Errorf("width %v, letters %v: %q ends at %v", w, letters, p.Lines[i].Name, end)
				}
				if i+1 < len(seats) && low >= seats[i+1].y-namePitch/2 && end > seats[i+1].x {
					t.Errorf("width %v, letters %v: %q runs into %q", w, letters, p.Lines[i].Name, p.Lines[i+1].Name)
				}
			}
		}
	}
}

// right is where a reading ends.
func right(p *Plot, a Axis, i int, s seat) float64 {
	if s.under == nil {
		return s.x + p.readWidth(a, i)
	}
	end := 0.0
	for _, line := range s.under {
		end = max(end, s.x+swatch+swatchGap+width(line, tickSize)*a.letters())
	}
	return end
}

// The unit stood on the last letters of a long name on a phone.
func TestNameAndNoteFit(t *testing.T) {
	p := Plot{Name: "Requests and connects at the hosts", Note: "tries a second", Lines: make([]Line, 1)}
	a := NewAxis(358, 0, 300*engine.Second)
	a.Letters = 1.2
	short := Plot{Name: "Busy", Note: "share", Lines: make([]Line, 1)}
	if !p.noteBelow(a) || short.noteBelow(a) {
		t.Error("a note stands below a name when both do not fit, and only then")
	}
	if p.Height(a) != short.Height(a)+namePitch {
		t.Error("no room for the note")
	}
}

func TestWrap(t *testing.T) {
	got := wrap("Requests and connects at the hosts", nameSize, 106)
	if len(got) != 3 || got[0] != "Requests and" || got[1] != "connects at" || got[2] != "the hosts" {
		t.Errorf("%q", got)
	}
}
