package site

import (
	"fmt"
	"html/template"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// prerenderer renders pages to HTML with go-app's handler. Of what the handler
// makes only the component's own markup is used: its head, scripts and service
// worker assume that the site is mounted at one known path.
type prerenderer struct{ handler http.Handler }

func newPrerenderer(version string) prerenderer {
	return prerenderer{&app.Handler{
		Name:    "Stampede",
		Version: version, // else it is the time, and the site differs at every build
		Icon:    app.Icon{Default: "/web/icons/stampede.svg"},
	}}
}

// render returns the markup of the component at a path of the site.
func (p prerenderer) render(path string) (string, error) {
	answer := httptest.NewRecorder()
	p.handler.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, path, nil))
	if answer.Code != http.StatusOK {
		return "", fmt.Errorf("prerender %s: status %d", path, answer.Code)
	}
	body, err := component(answer.Body.String())
	if err != nil {
		return "", fmt.Errorf("prerender %s: %w", path, err)
	}
	return relative(attributes(body), rootFrom(path)), nil
}

// attribute finds attributes as go-app writes them: quoted as in Go's sources. In
// texts a quotation mark is an entity.
var attribute = regexp.MustCompile(`(\s[a-zA-Z-]+=)("(?:[^"\\]|\\.)*")`)

// attributes makes attributes that are quoted as in Go ones that are quoted as in
// HTML, where a backslash means itself.
func attributes(html string) string {
	return attribute.ReplaceAllStringFunc(html, func(found string) string {
		if !strings.ContainsAny(found, `\<`) {
			return found
		}
		name, quoted, _ := strings.Cut(found, "=")
		value, err := strconv.Unquote(quoted)
		if err != nil {
			return found
		}
		return name + `="` + template.HTMLEscapeString(value) + `"`
	})
}

// component cuts a page's component out of go-app's document: all between the
// start of the body and the loader that go-app puts behind it.
func component(document string) (string, error) {
	_, body, ok := strings.Cut(document, "<body>")
	if !ok {
		return "", fmt.Errorf("no body in go-app's document")
	}
	at := loader.FindStringIndex(body)
	if at == nil {
		return "", fmt.Errorf("no loader in go-app's document")
	}
	return strings.TrimSpace(body[:at[0]]), nil
}

// loader finds the loader; go-app writes attributes in any order.
var loader = regexp.MustCompile(`<aside [^>]*\bid="app-wasm-loader"`)

// rooted finds addresses that start at the root of the site. (Two slashes start
// the name of another host.)
var rooted = regexp.MustCompile(`(\s(?:href|src|action|poster)=")/([^/"][^"]*)?"`)

// relative makes addresses that start at the root of the site start from a page
// instead, so that the site works wherever it is mounted.
func relative(html, root string) string {
	return rooted.ReplaceAllString(html, "${1}"+root+`${2}"`)
}

// rootFrom is the way from a page's folder to the root of the site.
func rootFrom(path string) string {
	depth := 0
	for part := range strings.SplitSeq(path, "/") {
		if part != "" {
			depth++
		}
	}
	if depth == 0 {
		return "./"
	}
	return strings.Repeat("../", depth)
}
