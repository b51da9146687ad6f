package stage

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
	"stampede/app/scene"
)

// View is the stage as a component of a page: put it where the picture belongs,
// keep the pointer, and call Draw. It has the class "stage"; size and background
// are the style sheet's.
type View struct {
	app.Compo

	// Label says in words what the picture shows, for those who do not see it.
	Label string
	// Only names the one way of painting that is tried, for a small picture that
	// is not worth the graphics processor; None leaves the choice to the stage.
	Only Kind
	// Changed is called when another way of painting takes over (see Mount).
	Changed func(Kind, error)
	// Sized, if set, is called with the size in CSS pixels once the stage is in
	// the page, and then whenever it changes.
	Sized func(width, height float64)

	stage   *Stage
	picture *scene.Picture
}

// Render returns the element that the picture is painted in.
func (v *View) Render() app.UI {
	return el.Div().Class("stage").Role("img").Aria("label", v.Label)
}

// OnMount starts painting.
func (v *View) OnMount(app.Context) {
	v.stage = mount(v.JSValue(), v.Only, v.Changed)
	if v.Sized != nil {
		v.stage.place.follow(v.Sized)
	}
	if v.picture != nil {
		v.stage.Draw(v.picture)
	}
}

// OnDismount ends painting.
func (v *View) OnDismount() {
	if v.stage != nil {
		v.stage.Close()
		v.stage = nil
	}
}

// Draw paints a picture in the next frame; before the view is in the page it
// only keeps it. See Stage.Draw.
func (v *View) Draw(p *scene.Picture) {
	v.picture = p
	if v.stage != nil {
		v.stage.Draw(p)
	}
}

// Kind tells who paints; None before the view is in the page.
func (v *View) Kind() Kind {
	if v.stage == nil {
		return None
	}
	return v.stage.Kind()
}
