package el

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Void is an element without content. In a browser no tags are written, so that
// the type of all other elements does as well and the methods of another one need
// not be downloaded.
type Void = app.HTMLElem

func void(tag string) Void { return app.Elem(tag) }
