// Package el makes the elements of pages, all of one type.
//
// go-app has a type for every HTML element, with about a hundred methods each. A
// library of the program looks methods up by names that the linker cannot know,
// so it keeps all exported methods of every type in use: megabytes of them. An
// element made here is app.HTMLElem whatever its tag; what is not common to all
// elements is set with Attr.
package el

import "github.com/maxence-charriere/go-app/v10/pkg/app"

// A makes a a element.
func A() app.HTMLElem { return app.Elem("a") }

// Article makes a article element.
func Article() app.HTMLElem { return app.Elem("article") }

// B makes a b element.
func B() app.HTMLElem { return app.Elem("b") }

// Button makes a button element.
func Button() app.HTMLElem { return app.Elem("button") }

// Caption makes a caption element.
func Caption() app.HTMLElem { return app.Elem("caption") }

// Dd makes a dd element.
func Dd() app.HTMLElem { return app.Elem("dd") }

// Details makes a details element.
func Details() app.HTMLElem { return app.Elem("details") }

// Dialog makes a dialog element.
func Dialog() app.HTMLElem { return app.Elem("dialog") }

// Div makes a div element.
func Div() app.HTMLElem { return app.Elem("div") }

// Dl makes a dl element.
func Dl() app.HTMLElem { return app.Elem("dl") }

// Dt makes a dt element.
func Dt() app.HTMLElem { return app.Elem("dt") }

// Figure makes a figure element.
func Figure() app.HTMLElem { return app.Elem("figure") }

// Footer makes a footer element.
func Footer() app.HTMLElem { return app.Elem("footer") }

// Form makes a form element.
func Form() app.HTMLElem { return app.Elem("form") }

// H1 makes a h1 element.
func H1() app.HTMLElem { return app.Elem("h1") }

// H2 makes a h2 element.
func H2() app.HTMLElem { return app.Elem("h2") }

// H3 makes a h3 element.
func H3() app.HTMLElem { return app.Elem("h3") }

// Header makes a header element.
func Header() app.HTMLElem { return app.Elem("header") }

// Hr makes a hr element.
func Hr() Void { return void("hr") }

// I makes a i element.
func I() app.HTMLElem { return app.Elem("i") }

// Img makes a img element.
func Img() Void { return void("img") }

// Input makes a input element.
func Input() Void { return void("input") }

// Label makes a label element.
func Label() app.HTMLElem { return app.Elem("label") }

// Li makes a li element.
func Li() app.HTMLElem { return app.Elem("li") }

// Main makes a main element.
func Main() app.HTMLElem { return app.Elem("main") }

// Ol makes a ol element.
func Ol() app.HTMLElem { return app.Elem("ol") }

// Option makes a option element.
func Option() app.HTMLElem { return app.Elem("option") }

// Output makes a output element.
func Output() app.HTMLElem { return app.Elem("output") }

// P makes a p element.
func P() app.HTMLElem { return app.Elem("p") }

// Pre makes a pre element.
func Pre() app.HTMLElem { return app.Elem("pre") }

// Progress makes a progress element.
func Progress() app.HTMLElem { return app.Elem("progress") }

// Section makes a section element.
func Section() app.HTMLElem { return app.Elem("section") }

// Select makes a select element.
func Select() app.HTMLElem { return app.Elem("select") }

// Span makes a span element.
func Span() app.HTMLElem { return app.Elem("span") }

// Strong makes a strong element.
func Strong() app.HTMLElem { return app.Elem("strong") }

// Summary makes a summary element.
func Summary() app.HTMLElem { return app.Elem("summary") }

// TBody makes a tbody element.
func TBody() app.HTMLElem { return app.Elem("tbody") }

// THead makes a thead element.
func THead() app.HTMLElem { return app.Elem("thead") }

// Table makes a table element.
func Table() app.HTMLElem { return app.Elem("table") }

// Td makes a td element.
func Td() app.HTMLElem { return app.Elem("td") }

// Th makes a th element.
func Th() app.HTMLElem { return app.Elem("th") }

// Tr makes a tr element.
func Tr() app.HTMLElem { return app.Elem("tr") }

// Ul makes a ul element.
func Ul() app.HTMLElem { return app.Elem("ul") }
