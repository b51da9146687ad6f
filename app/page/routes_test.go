package page

import (
	"regexp"
	"testing"
)

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		path      string
		yes, none []string
	}{
		{"/", []string{"/", "/index.html"}, []string{"", "/x", "/play/", "/play/index.html"}},
		{
			"/play/zero.down",
			[]string{"/play/zero.down", "/play/zero.down/", "/play/zero.down.html", "/play/zero.down/index.html"},
			[]string{"/play", "/play/zero-down", "/play/zero.down/x", "/es/play/zero.down"},
		},
	} {
		re := regexp.MustCompile(Route{Path: c.path}.pattern())
		for _, p := range c.yes {
			if !re.MatchString(p) {
				t.Errorf("route %s does not match %q", c.path, p)
			}
		}
		for _, p := range c.none {
			if re.MatchString(p) {
				t.Errorf("route %s matches %q", c.path, p)
			}
		}
	}
}

func TestLink(t *testing.T) {
	t.Setenv("GOAPP_ROOT_PREFIX", "/a b")
	for _, c := range []struct{ path, want string }{
		{"/", "/a%20b/"},
		{"/play/x", "/a%20b/play/x/"},
		{"/play/x/", "/a%20b/play/x/"},
		{"/play/x?seed=2#r1.abc", "/a%20b/play/x/?seed=2#r1.abc"},
		{"/web/icons/stampede.svg", "/a%20b/web/icons/stampede.svg"},
	} {
		if got := Link(c.path); got != c.want {
			t.Errorf("Link(%q) = %q, want %q", c.path, got, c.want)
		}
	}
}
