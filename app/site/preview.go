package site

import (
	"fmt"
	"net/url"
	"strings"
)

// Size of the pictures that other sites show beside a link, in pixels.
const (
	PreviewWidth  = 1200
	PreviewHeight = 630
)

// PreviewName is the file, in the folder web/previews, of the picture of the page
// at a path.
func PreviewName(path string) string {
	name := strings.ReplaceAll(strings.Trim(path, "/"), "/", "-")
	if name == "" {
		name = "home"
	}
	return name + ".png"
}

// preview is the picture of a page, as an address below the root of the site: that
// of its English counterpart, which an embed shares with its playground; the front
// page's where there is none, and "" where there is not even that.
func (s *Site) preview(path, prefix string) string {
	path = strings.TrimPrefix(path, prefix)
	if name, ok := strings.CutPrefix(path, "/embed/"); ok {
		path = "/play/" + name
	}
	for _, p := range []string{path, "/"} {
		if name := "web/previews/" + PreviewName(p); s.has(name) {
			return name
		}
	}
	return ""
}

// CheckBase completes the address that a site will have: it must be absolute, and
// ends with a slash.
func CheckBase(base string) (string, error) {
	if base == "" {
		return "", nil
	}
	u, err := url.Parse(base)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return "", fmt.Errorf("address of the site: found %q, allowed is one like https://example.org/stampede", base)
	}
	return strings.TrimSuffix(base, "/") + "/", nil
}
