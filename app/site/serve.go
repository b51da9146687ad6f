package site

import (
	"bytes"
	"mime"
	"net/http"
	"path"
	"strings"
	"time"
)

// Policy is the content security policy that the site works under: nothing from
// another origin, no script in a page, WebAssembly allowed.
const Policy = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; " +
	"style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'"

// ServeHTTP serves the site as hosts of static files do: folders by their
// index.html, with a slash added where it is missing, and 404.html for the rest.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(path.Clean("/"+r.URL.Path), "/")
	slash := name == "" || strings.HasSuffix(r.URL.Path, "/")
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	// A sandboxed frame has an origin of its own, and may read nothing else.
	h.Set("Access-Control-Allow-Origin", "*")
	h.Set("Cache-Control", "no-cache")
	h.Set("ETag", `"`+s.Digest+`"`)
	index := path.Join(name, "index.html")
	switch {
	case slash && s.has(index):
		s.send(w, r, index)
	case !slash && s.has(name):
		s.send(w, r, name)
	case !slash && s.has(index):
		// A relative address: this handler may be mounted below a prefix.
		h.Set("Location", "./"+path.Base(r.URL.EscapedPath())+"/"+query(r))
		w.WriteHeader(http.StatusMovedPermanently)
	default:
		h.Del("ETag")
		h.Set("Content-Type", "text/html; charset=utf-8")
		w.WriteHeader(http.StatusNotFound)
		w.Write(s.Files["404.html"])
	}
}

func query(r *http.Request) string {
	if r.URL.RawQuery == "" {
		return ""
	}
	return "?" + r.URL.RawQuery
}

func (s *Site) has(name string) bool {
	_, ok := s.Files[name]
	return ok
}

func (s *Site) send(w http.ResponseWriter, r *http.Request, name string) {
	w.Header().Set("Content-Type", mediaType(name))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.Files[name]))
}

// mediaType does not ask the machine's own tables, which differ.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".png":
		return "image/png"
	case ".gz":
		return "application/gzip"
	case ".woff2":
		return "font/woff2"
	}
	if t := mime.TypeByExtension(path.Ext(name)); t != "" {
		return t
	}
	return "application/octet-stream"
}
