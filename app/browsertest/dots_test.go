//go:build browser

package browsertest

import (
	"slices"
	"testing"

	"stampede/engine"
	"stampede/engine/trace"
)

// dot is a mark as the page tells it.
type dot struct {
	X, Y               float64
	Request, Kind, Why string
	Link, From, To     string
	FromMachine        uint16 `json:"from_machine"`
	ToMachine          uint16 `json:"to_machine"`
	Attempt            uint16
	Sent, Due          float64
	Painted            bool
}

// life keeps what a run does from a moment on.
type life struct {
	sim  *engine.Sim
	from engine.Time
	all  []engine.Occurrence
}

func (l *life) Occur(o engine.Occurrence) {
	if o.At >= l.from {
		l.all = append(l.all, o)
	}
}

// find tells whether something of the kind occurred at a moment that fits a
// dot's request.
func (l *life) find(d *dot, what engine.What, at float64, fits func(o *engine.Occurrence) bool) bool {
	return slices.ContainsFunc(l.all, func(o engine.Occurrence) bool {
		return o.What == what && o.At == nanoseconds(at) && trace.Request(l.sim, o.Req) == d.Request && o.No == d.Attempt && fits(&o)
	})
}

// handedOn tells whether a dot's attempt was only passed on where its link ends:
// another component answers it, over the same link.
func (l *life) handedOn(d *dot) bool {
	return slices.ContainsFunc(l.all, func(o engine.Occurrence) bool {
		return o.What == engine.AttemptArrived && o.At <= nanoseconds(d.Sent) && trace.Request(l.sim, o.Req) == d.Request &&
			o.No == d.Attempt && l.sim.NodeName(o.Node) == d.From && l.sim.Link(o.Link).Name == d.Link
	})
}

// ended tells whether the call of a good answer has ended by the time that the
// answer is there: well, or before it by a time-out. What became of other calls,
// retries decide.
func (l *life) ended(d *dot) bool {
	return d.Kind != engine.KAnswer.String() || slices.ContainsFunc(l.all, func(o engine.Occurrence) bool {
		return o.What == engine.CallEnded && trace.Request(l.sim, o.Req) == d.Request && l.sim.Link(o.Link).Name == d.Link &&
			(o.At == nanoseconds(d.Due) && o.Status == engine.OK || o.At < nanoseconds(d.Due))
	})
}

// way of a dot.
type way int

const (
	there way = iota // a request on its way to the component that is asked
	back             // its answer
	note             // a message that nobody answers
)

// explain finds what a dot shows in the life of the run: the same request,
// sent and due at the same times between the same machines, with the same fate.
func (l *life) explain(d *dot) (w way, ok bool) {
	name := l.sim.NodeName
	between := func(from, to string) func(o *engine.Occurrence) bool {
		return func(o *engine.Occurrence) bool { return name(o.From) == from && name(o.Node) == to }
	}
	sent := between(d.From, d.To)
	switch d.Kind {
	case engine.KAnswer.String(), engine.KError.String():
		return back, l.ended(d) && l.find(d, engine.AttemptAnswered, d.Sent, func(o *engine.Occurrence) bool {
			good := o.Status == engine.OK
			// What was handed on comes back through the one machine that did so.
			from := name(o.Node) == d.From && o.Inst == d.FromMachine || l.handedOn(d) && d.FromMachine == 0
			return from && l.sim.Link(o.Link).Name == d.Link &&
				o.Why.String() == d.Why && (good || d.Kind == engine.KError.String())
		})
	case engine.KWrite.String(), engine.KDelete.String(), engine.KSignal.String():
		return note, slices.ContainsFunc(l.all, func(o engine.Occurrence) bool {
			return o.What == engine.Delivered && o.At == nanoseconds(d.Due) && o.Kind.String() == d.Kind && sent(&o)
		})
	}
	arrived := l.find(d, engine.AttemptArrived, d.Due, func(o *engine.Occurrence) bool {
		return name(o.Node) == d.To && o.Inst == d.ToMachine && o.Kind.String() == d.Kind && o.Why.String() == d.Why
	})
	left := l.find(d, engine.AttemptSent, d.Sent, func(o *engine.Occurrence) bool {
		return sent(o) && o.Inst == d.ToMachine && l.sim.Link(o.Link).Name == d.Link
	})
	// A door hands a request on under its own name, when it has arrived there.
	handed := l.find(d, engine.AttemptArrived, d.Sent, func(o *engine.Occurrence) bool { return name(o.Node) == d.From })
	return there, arrived && (left || handed)
}

// marks asks the page for the marks on its stage, and whether the canvas is
// painted where each should be. A mark that appears or disappears is pale.
const marks = `
	for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
	const canvas = document.querySelector(".stage canvas");
	const pen = canvas.getContext("2d");
	const ratio = devicePixelRatio;
	return stampede.dots().map((d) => ({ ...d, painted:
		pen.getImageData(Math.round((d.x - 4) * ratio), Math.round((d.y - 4) * ratio), 8 * ratio, 8 * ratio).data.some((x) => x > 0) }))`

// dots: each mark on the stage is a call of the run. At both moments, one in the
// healthy run and one in the storm, every mark is looked up in a trace of the same
// seed that was made here.
func dots(t *testing.T, tab *Tab) {
	for _, at := range []float64{15, 58} {
		var list []dot
		do(tab, &list, `await begin(%d); await travel(%v);`+marks, stormSeed, at)
		n := makeRun(t, storm, stormSeed, stormSize, nil)
		l := &life{sim: n.sim, from: nanoseconds(at - 5)}
		n.sim.Watch(l)
		n.to(t, nanoseconds(at+5))
		seen := map[way]int{}
		for i := range list {
			d := &list[i]
			w, ok := l.explain(d)
			if !ok {
				t.Errorf("at %v s the page shows what the run does not do: %+v", at, *d)
			}
			if !d.Painted && d.X > 4 && d.Y > 4 && at-d.Sent > 0.15 && at-d.Sent < 1.2 {
				t.Errorf("at %v s nothing is painted for %+v", at, *d)
			}
			seen[w]++
		}
		if t.Logf("at %v s: %v marks", at, seen); seen[there] < 5 || seen[back] < 5 {
			t.Errorf("at %v s there are too few marks to tell: %v", at, seen)
		}
		pointAt(t, tab, list)
	}
}

// pointAt takes a mark by its place on the stage.
func pointAt(t *testing.T, tab *Tab, list []dot) {
	t.Helper()
	if len(list) == 0 {
		return
	}
	var got, none *dot
	want := list[len(list)/2]
	do(tab, &got, `return stampede.at(%v, %v)`, want.X, want.Y)
	if got == nil || !slices.ContainsFunc(list, func(d dot) bool {
		return d.Request == got.Request && d.Kind == got.Kind && d.Sent == got.Sent && d.X == want.X && d.Y == want.Y
	}) {
		t.Errorf("at %v, %v is %+v, want %+v", want.X, want.Y, got, want)
	}
	if do(tab, &none, `return stampede.at(-500, -500)`); none != nil {
		t.Errorf("outside the stage is %+v", none)
	}
}
