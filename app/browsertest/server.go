package browsertest

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// Server serves a site below a prefix, and may be told to misbehave.
type Server struct {
	Origin string // as in "http://127.0.0.1:1234"
	prefix string
}

// Fault may answer a request in place of the site; it tells whether it did.
type Fault func(http.ResponseWriter, *http.Request) bool

// Serve starts a server on this machine that ends with the test. The prefix
// begins and ends with a slash, and is not escaped.
func Serve(t testing.TB, site http.Handler, prefix string, faults ...Fault) *Server {
	t.Helper()
	mounted := http.StripPrefix(strings.TrimSuffix(prefix, "/"), site)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, f := range faults {
			if f(w, r) {
				return
			}
		}
		mounted.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return &Server{Origin: server.URL, prefix: prefix}
}

// URL is the address of a path of the site, which has no slash in front and may
// have a query.
func (s *Server) URL(path string) string {
	return s.Origin + (&url.URL{Path: s.prefix}).EscapedPath() + path
}

// WithPolicy serves a site under another content security policy.
func WithPolicy(site http.Handler, policy string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site.ServeHTTP(&policyWriter{w, policy}, r)
	})
}

// policyWriter replaces the policy that a handler sets.
type policyWriter struct {
	http.ResponseWriter
	policy string
}

func (w *policyWriter) WriteHeader(status int) {
	w.Header().Set("Content-Security-Policy", w.policy)
	w.ResponseWriter.WriteHeader(status)
}
