//go:build !js

package el

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// Void is an element without content, which has no closing tag.
type Void = app.HTMLElemSelfClosing

func void(tag string) Void { return app.ElemSelfClosing(tag) }
