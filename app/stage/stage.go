package stage

import (
	"errors"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
)

// errNone is the reason for an empty stage when no painter was even tried.
var errNone = errors.New("stage: no painter here")

// ratioLimit bounds the device pixels for one CSS pixel: beyond it nobody sees a
// difference in small moving shapes, and painting costs its square.
const ratioLimit = 2

// Stage paints pictures into one element of the page. All its methods are for
// the page's own goroutine.
type Stage struct {
	el      app.Value
	changed func(Kind, error)
	kinds   []Kind // ways of painting that are left to try, the best first
	kind    Kind
	painter Painter
	picture *scene.Picture
	place   *place
	meter   meter
	forced  bool // the address says who paints: nothing is changed for speed
	coarse  bool // one device pixel for a CSS pixel, whatever the screen has
	probe   *probe
}

// Mount starts to paint into el. It calls changed (which may be nil) whenever
// another way of painting takes over, with the reason; the kind None means that
// no way is left.
func Mount(el app.Value, changed func(Kind, error)) *Stage { return mount(el, None, changed) }

// mount is Mount with the way of painting chosen beforehand, unless it is None.
func mount(el app.Value, only Kind, changed func(Kind, error)) *Stage {
	if changed == nil {
		changed = func(Kind, error) {}
	}
	s := &Stage{el: el, changed: changed}
	s.kinds = choice(app.Window().URL().Query().Get("painter"))
	if only != None {
		s.kinds = []Kind{only}
	}
	s.forced = len(s.kinds) == 1
	if app.Window().Call("getComputedStyle", el).Get("position").String() == "static" {
		// The canvas covers its element, and has no say in the element's size.
		el.Get("style").Set("position", "relative")
	}
	s.probe = newProbe(s.measure)
	s.place = watch(el, s.resize)
	s.next(errNone)
	return s
}

// choice lists the ways to try. The address may force one: painter=gl or 2d.
func choice(query string) []Kind {
	switch k := Kind(query); k {
	case GL, Flat:
		return []Kind{k}
	}
	return []Kind{GL, Flat}
}

// Kind tells who paints.
func (s *Stage) Kind() Kind { return s.kind }

// Size is the size of the stage in CSS pixels.
func (s *Stage) Size() (width, height float64) { return s.place.width, s.place.height }

// Draw paints a picture in the next frame. The stage keeps the picture, to paint
// it again when the element changes size; the caller may change it and pass the
// same one again.
func (s *Stage) Draw(p *scene.Picture) {
	s.picture = p
	if s.painter != nil {
		s.painter.Draw(p)
	}
}

// Close ends painting and lets go of the element.
func (s *Stage) Close() {
	s.place.close()
	s.probe.close()
	s.kinds = nil
	if s.painter != nil {
		s.painter.Close()
		s.painter = nil
	}
}

// next lets the best way of painting that is left take over.
func (s *Stage) next(reason error) {
	if s.painter != nil {
		s.painter.Close()
	}
	s.painter, s.kind = nil, None
	for len(s.kinds) > 0 && s.painter == nil {
		k := s.kinds[0]
		s.kinds = s.kinds[1:]
		if err := s.start(k); err != nil {
			reason = err
		}
	}
	s.el.Call("setAttribute", "data-painter", string(s.kind))
	s.changed(s.kind, reason)
}

// start makes a painter and shows it the last picture.
func (s *Stage) start(k Kind) error {
	factory, ok := factories[k]
	if !ok {
		return errNone
	}
	var p Painter
	mine := func() bool { return p != nil && p == s.painter }
	p, err := factory(Events{
		Painted: func() {
			if mine() {
				s.probe.start()
			}
		},
		Failed: func(err error) {
			if mine() {
				s.next(err)
			}
		},
	})
	if err != nil {
		return err
	}
	s.painter, s.kind = p, k
	s.meter.reset()
	p.Mount(s.el)
	s.resize()
	return nil
}

// resize tells the painter the size of the element and paints again.
func (s *Stage) resize() {
	if s.painter == nil {
		return
	}
	ratio := min(s.place.ratio, ratioLimit)
	if s.coarse {
		ratio = min(ratio, 1)
	}
	s.painter.Resize(max(s.place.width, 1), max(s.place.height, 1), ratio)
	if s.picture != nil {
		s.painter.Draw(s.picture)
	}
}

// errSlow is the reason when frames take too long.
var errSlow = errors.New("stage: painting is too slow")

// measure judges how long a frame took, and makes it cheaper if need be: first
// with fewer pixels, then with the other painter.
func (s *Stage) measure(d time.Duration) {
	s.place.checkDensity()
	if s.forced || !s.meter.add(d) {
		return
	}
	switch {
	case s.place.ratio > 1 && !s.coarse:
		s.coarse = true
		s.meter.reset()
		s.resize()
	case len(s.kinds) > 0:
		s.next(errSlow)
	}
}
