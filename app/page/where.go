package page

import (
	"net/url"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// around splits the path of a page at the name of its scenario.
func around(path, scenario string) (before, behind string, ok bool) {
	i := strings.LastIndex(path, "/"+scenario)
	if i < 0 {
		return "", "", false
	}
	return path[:i], path[i+1+len(scenario):], true
}

// elsewhere is the address of the page with another scenario in place of the one
// that it shows.
func elsewhere(scenario, other string) string {
	return moved(app.Window().URL(), scenario, other).String()
}

func moved(u *url.URL, scenario, other string) *url.URL {
	if before, behind, ok := around(u.Path, scenario); ok {
		u.Path, u.RawPath = before+"/"+other+behind, ""
	}
	return u
}

// replaceAddress changes the address without a new entry in the history. A page
// that may not goes on under the one it has.
func replaceAddress(address string) {
	history := app.Window().Get("history")
	attempt(func() { history.Call("replaceState", history.Get("state"), "", address) })
}

// said are the keys of the query that a run's fragment says better. They are taken
// out of an address with a fragment, so that it does not say two things.
var said = []string{"seed", "size", "t", "until", "speed"}

// unsaid is a query, with or without its question mark, without these keys. The
// rest of it stays as it was written.
func unsaid(search string) string {
	var rest []string
	for _, part := range strings.Split(strings.TrimPrefix(search, "?"), "&") {
		if key, _, _ := strings.Cut(part, "="); part != "" && !slices.Contains(said, key) {
			rest = append(rest, part)
		}
	}
	if len(rest) == 0 {
		return ""
	}
	return "?" + strings.Join(rest, "&")
}

// link is the address of the run as it is now. What the author of the page's own
// address fixed stays in it, but for what the run says better.
func (p *play) link() string {
	u := app.Window().URL()
	q := p.query
	q.Seed, q.Size, q.At, q.Until, q.Speed = nil, 0, nil, 0, 0
	q.Autoplay, q.Paused = false, false
	u.RawQuery, u.Fragment = q.Values().Encode(), ""
	h, err := p.here().Hash()
	if err != nil {
		app.Log(err)
		return u.String()
	}
	return u.String() + "#" + h
}
