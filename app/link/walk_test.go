package link_test

import (
	"strings"
	"testing"

	"stampede/app/link"
	"stampede/app/version"
)

const released = "zero-downtime-release"

func walked(w link.Walk) link.Run {
	return link.Run{Scenario: released, Version: version.Number, Seed: 7, View: link.View{Walk: w}}
}

// Where the host view stands is part of a link; a run without it is written as
// before, so that older programs read it.
func TestWalksInLinks(t *testing.T) {
	for _, w := range []link.Walk{
		{Name: "takeover", Step: 5},
		{Name: "takeover", Changed: "forward"},
		{Name: "reuseport", Step: 999, Changed: "a,b"},
	} {
		h := hash(t, walked(w))
		if got := parse(t, h).View.Walk; got != w || !strings.HasPrefix(h, "r2.") {
			t.Errorf("%s is %+v, want %+v", h, got, w)
		}
	}
	if r := walked(link.Walk{Name: "takeover"}).Short(); r.View.Walk != (link.Walk{}) {
		t.Errorf("the beginning of the first walk is written as %+v", r.View.Walk)
	}
	for _, w := range []link.Walk{{Name: "reuseport"}, {Name: "takeover", Changed: "forward"}} {
		if r := walked(w).Short(); r.View.Walk != w {
			t.Errorf("%+v is left out", w)
		}
	}
	if h := hash(t, walked(link.Walk{})); !strings.HasPrefix(h, "r1.") {
		t.Errorf("without a walk it is %s", h)
	}
	for _, w := range []link.Walk{
		{Step: 1},
		{Name: "a b"},
		{Name: "takeover", Step: -1},
		{Name: "takeover", Step: 1000},
		{Name: "takeover", Changed: "b,a"},
		{Name: "takeover", Changed: "a,a"},
		{Name: "takeover", Changed: "a,"},
		{Name: "takeover", Changed: "a b"},
	} {
		if h, err := walked(w).Hash(); kindOf(t, err) != link.Unreadable {
			t.Errorf("%+v is written as %q, %v", w, h, err)
		}
	}
}

// What the scenario does not have of a walk, a step beyond its last one too, is left
// out, and that is said: not as if the run were another one.
func TestUnknownWalks(t *testing.T) {
	for w, want := range map[link.Walk]int{
		{Name: "takeover", Step: 5, Changed: "forward"}:         0,
		{Name: "takeover", Step: 5, Changed: "forward,nothing"}: 1,
		{Name: "nowhere", Step: 5, Changed: "nothing"}:          1,
		{Name: "takeover", Step: 900, Changed: "alas,nothing"}:  3,
		{Name: "takeover", Step: 19}:                            0,
		{Name: "takeover", Step: 20}:                            1,
	} {
		_, notes, err := link.Open(walked(w))
		if err != nil || len(notes) != want {
			t.Errorf("%+v: %v, %v; want %d notes", w, notes, err, want)
		}
		for _, n := range notes {
			if n.About != link.Elsewhere || len(n.String()) < 20 {
				t.Errorf("%+v: %s", w, n)
			}
		}
	}
}
