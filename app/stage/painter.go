// Package stage puts the moving picture into the page: it owns the element the
// picture is painted in, follows its size, and chooses who paints.
//
// Two painters know how: one with the graphics processor (Ebitengine) and one on
// a 2-D canvas, for browsers without WebGL 2 and for machines that would compute
// it in software. They are registered by the WebAssembly program, so that nothing
// in app imports Ebitengine. Without any painter (native builds, prerendering)
// the stage is an empty element with a label.
//
// The stage has no clock of its own. Whoever moves the picture calls Draw, once
// a frame at most; when nobody calls, nothing is painted.
package stage

import (
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/scene"
)

// Kind names a way of painting.
type Kind string

// The ways of painting. The words are those of the address's painter= key.
const (
	None Kind = ""   // nothing paints
	GL   Kind = "gl" // with the graphics processor
	Flat Kind = "2d" // on a 2-D canvas
)

// Painter paints pictures into one element.
type Painter interface {
	// Mount moves the painter's canvas into an element. The element keeps its
	// other children.
	Mount(el app.Value)
	// Resize sets the size of the picture in CSS pixels (at least 1) and the
	// number of device pixels for each.
	Resize(width, height, ratio float64)
	// Draw paints a picture soon. The painter keeps it until the next call.
	Draw(*scene.Picture)
	// Close takes the canvas out of the page and releases what it holds.
	Close()
}

// Events are what a painter reports while it works.
type Events struct {
	Painted func()      // a picture has been painted
	Failed  func(error) // nothing will be painted any more
}

// ErrTaken is reported to a stage whose painter, of which a page has only one,
// has been taken by a newer stage.
var ErrTaken = errors.New("stage: painter taken by another stage")

// Factory makes a painter. It fails when the browser cannot do it.
type Factory func(Events) (Painter, error)

var factories = map[Kind]Factory{}

// Register says how to make the painters of a kind. The program that has
// painters calls it before the page starts.
func Register(k Kind, f Factory) { factories[k] = f }
