package page

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/el"
)

// cell is a cell of a table. It is not worth inlining wherever there is one.
//
//go:noinline
func cell(text string) app.UI { return el.Td().Text(text) }

// heading is a head of a table's "col" or "row".
//
//go:noinline
func heading(scope, text string) app.UI { return el.Th().Attr("scope", scope).Text(text) }

// tabled is the frame of a table, which scrolls by itself where it is wider than that.
//
//go:noinline
func tabled(role, label string, body app.UI) app.UI {
	return el.Div().Class("tabled").TabIndex(0).Role(role).Aria("label", label).Body(body)
}
