package site

import (
	"bytes"
	"cmp"
	"image/png"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"stampede/app/i18n"
	"stampede/app/page"
)

// assembled is the site with a stand-in for the compiled program.
func assembled(t *testing.T) *Site {
	t.Helper()
	s := &Site{Files: map[string][]byte{"web/app.wasm.gz": {0x1f, 0x8b}}, Size: 123}
	web := fstest.MapFS{
		"boot.js":        {Data: []byte("boot")},
		"css/a.css":      {Data: []byte("a{}")},
		"css/part/b.css": {Data: []byte("b{}")},
		"app.wasm":       {Data: []byte("not taken")},
		".hidden":        {Data: []byte("not taken")},
	}
	if err := s.addAssets(web); err != nil {
		t.Fatal(err)
	}
	s.Digest = s.digest()
	if err := s.addPages(page.Routes()); err != nil {
		t.Fatal(err)
	}
	if err := s.addMissing(); err != nil {
		t.Fatal(err)
	}
	return s
}

func TestPagesReferToNothingAbsolute(t *testing.T) {
	s := assembled(t)
	for name, b := range s.Files {
		if filepath.Ext(name) != ".html" {
			continue
		}
		for _, attribute := range []string{"href", "src", "action"} {
			for _, bad := range []string{`="/`, `="http:`, `="https:`} {
				if strings.Contains(string(b), " "+attribute+bad) {
					t.Errorf("%s has %s%s", name, attribute, bad)
				}
			}
		}
	}
}

func TestAssetsAreTakenOver(t *testing.T) {
	s := assembled(t)
	if s.has("web/app.wasm") || s.has("web/.hidden") {
		t.Errorf("files that do not belong: %v", s.Names())
	}
	home := string(s.Files["index.html"])
	for _, want := range []string{`href="./web/css/a.css?v=` + s.Digest, `src="./web/boot.js?v=`, `data-size="123"`} {
		if !strings.Contains(home, want) {
			t.Errorf("front page lacks %s", want)
		}
	}
	if strings.Contains(home, "b.css") {
		t.Error("front page links a style sheet from a folder below css")
	}
}

func TestEveryRouteHasAPage(t *testing.T) {
	s := assembled(t)
	for _, r := range page.Routes() {
		name := strings.TrimPrefix(strings.TrimSuffix(r.Path, "/")+"/index.html", "/")
		if !s.has(name) {
			t.Errorf("route %s has no file %s", r.Path, name)
		}
		if r.Title() == "" || r.Description() == "" {
			t.Errorf("route %s lacks a title or a description", r.Path)
		}
	}
}

func TestDigestFollowsContent(t *testing.T) {
	a, b := assembled(t), assembled(t)
	if a.Digest != b.Digest {
		t.Errorf("same content, digests %s and %s", a.Digest, b.Digest)
	}
	b.Files["web/boot.js"] = []byte("other")
	if a.digest() == b.digest() {
		t.Error("other content, same digest")
	}
}

func TestComponent(t *testing.T) {
	for _, aside := range []string{`<aside id="app-wasm-loader" class="x">`, `<aside class="x" id="app-wasm-loader">`} {
		got, err := component("<html><head></head><body>\n<main>a</main>\n" + aside + "</aside></body></html>")
		if got != "<main>a</main>" || err != nil {
			t.Errorf("component before %s = %q, %v", aside, got, err)
		}
	}
	if _, err := component("<body><main></main></body>"); err == nil {
		t.Error("no error for a document that go-app did not make")
	}
}

func TestRootFrom(t *testing.T) {
	for path, want := range map[string]string{"/": "./", "/play": "../", "/play/x": "../../", "/es/play/x": "../../../"} {
		if got := rootFrom(path); got != want {
			t.Errorf("rootFrom(%q) = %q, want %q", path, got, want)
		}
	}
}

func TestRelative(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`<a href="/">`, `<a href="../">`},
		{`<a class="x" href="/play/x/?a=1#b">`, `<a class="x" href="../play/x/?a=1#b">`},
		{`<img src="/web/a.svg" alt="/">`, `<img src="../web/a.svg" alt="/">`},
		{`<a href="https://example.org/">`, `<a href="https://example.org/">`},
		{`<a href="//example.org/">`, `<a href="//example.org/">`},
		{`<a href="#here">`, `<a href="#here">`},
		{`<p>href="/not an attribute"</p>`, `<p>href="/not an attribute"</p>`},
	} {
		if got := relative(c.in, "../"); got != c.want {
			t.Errorf("relative(%s) = %s, want %s", c.in, got, c.want)
		}
	}
}

func TestAttributes(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{`<a href="x" title="5\u00a0s">`, "<a href=\"x\" title=\"5\u00a0s\">"},
		{`<a title="say \"<b>\" & go" href="?a&b">`, `<a title="say &#34;&lt;b&gt;&#34; &amp; go" href="?a&b">`},
		{`<p>a=&#34;x\y&#34;</p>`, `<p>a=&#34;x\y&#34;</p>`},
		{`<path d="M0 0\n1 1"/>`, "<path d=\"M0 0\n1 1\"/>"},
	} {
		if got := attributes(c.in); got != c.want {
			t.Errorf("attributes(%s) = %s, want %s", c.in, got, c.want)
		}
	}
}

// Markup in a text is shown as it stands, in every prerendered page.
func TestTextsAreEscaped(t *testing.T) {
	for _, r := range page.RoutesIn(i18n.For(i18n.XSS)) {
		c := r.New()
		e := app.NewTestEngine()
		if err := e.Load(c); err != nil {
			t.Fatal(err)
		}
		e.ConsumeAll()
		var b bytes.Buffer
		app.PrintHTML(&b, c)
		text := attributes(b.String())
		for _, bad := range []string{"<script", `<b>"`, `\"`, `="'`} {
			if at := strings.Index(text, bad); at >= 0 {
				t.Errorf("%s: %q", r.Path, text[max(0, at-80):at+80])
			}
		}
		if !strings.Contains(text, "&lt;script") {
			t.Errorf("%s is not in the pseudo-locale", r.Path)
		}
	}
}

func TestServe(t *testing.T) {
	s := &Site{Digest: "v", Files: map[string][]byte{
		"index.html": []byte("home"), "play/x/index.html": []byte("x"),
		"404.html": []byte("missing"), "web/boot.js": []byte("boot"), "web/app.wasm.gz": {0x1f, 0x8b},
	}}
	for _, c := range []struct {
		path     string
		status   int
		kind     string
		body     string
		location string
	}{
		{"/", 200, "text/html; charset=utf-8", "home", ""},
		{"/index.html", 200, "text/html; charset=utf-8", "home", ""},
		{"/play/x/", 200, "text/html; charset=utf-8", "x", ""},
		{"/play/x", 301, "", "", "./x/"},
		{"/play/x?seed=1", 301, "", "", "./x/?seed=1"},
		{"/play/", 404, "text/html; charset=utf-8", "missing", ""},
		{"/web/boot.js", 200, "text/javascript; charset=utf-8", "boot", ""},
		{"/web/boot.js/", 404, "text/html; charset=utf-8", "missing", ""},
		{"/web/app.wasm.gz", 200, "application/gzip", "\x1f\x8b", ""},
		{"/../../etc/passwd", 404, "text/html; charset=utf-8", "missing", ""},
	} {
		w := httptest.NewRecorder()
		s.ServeHTTP(w, httptest.NewRequest(http.MethodGet, c.path, nil))
		h := w.Header()
		if w.Code != c.status || h.Get("Location") != c.location || (c.kind != "" && h.Get("Content-Type") != c.kind) || w.Body.String() != c.body {
			t.Errorf("GET %s: %d %q %q %q, want %+v", c.path, w.Code, h.Get("Content-Type"), h.Get("Location"), w.Body, c)
		}
		if h.Get("Content-Encoding") != "" {
			t.Errorf("GET %s claims the encoding %s", c.path, h.Get("Content-Encoding"))
		}
	}
}

func TestWrite(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "dist")
	s := &Site{Files: map[string][]byte{"index.html": []byte("1"), "web/boot.js": []byte("b")}}
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	delete(s.Files, "index.html")
	if err := s.Write(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "index.html")); err == nil {
		t.Error("a file of the older site is left")
	}
}

func TestWriteSparesOtherFolders(t *testing.T) {
	dir := t.TempDir()
	precious := filepath.Join(dir, "thesis.txt")
	if err := os.WriteFile(precious, []byte("years of work"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := (&Site{Files: map[string][]byte{"index.html": nil}}).Write(dir); err == nil {
		t.Error("Write into a folder with other files succeeded")
	}
	if _, err := os.Stat(precious); err != nil {
		t.Error(err)
	}
}

func TestWordsAreComplete(t *testing.T) {
	for _, lang := range []string{"en", "es", "fr", "ru"} {
		w, err := wordsFor(lang)
		if err != nil {
			t.Fatal(err)
		}
		v := reflect.ValueOf(w)
		for i := range v.NumField() {
			if v.Field(i).String() == "" {
				t.Errorf("%s lacks %s", lang, v.Type().Field(i).Name)
			}
		}
		for _, part := range []string{"{done}", "{all}"} {
			if !strings.Contains(w.Amount, part) {
				t.Errorf("%s: amount %q lacks %s", lang, w.Amount, part)
			}
		}
	}
	english, _ := wordsFor("en")
	if other, err := wordsFor("tlh"); err != nil || other != english {
		t.Errorf("a language without words gets %v, %v; want English", other, err)
	}
}

// The head of a page says what others show of it, and in what colours.
func TestHead(t *testing.T) {
	for _, base := range []string{"", "https://example.org/a b/"} {
		s := &Site{Files: map[string][]byte{"web/previews/home.png": nil, "web/previews/truth.png": nil}, base: base}
		some := slices.DeleteFunc(page.Routes(), func(r page.Route) bool {
			return !slices.Contains([]string{"/", "/truth", "/play/facebook-2010", "/embed/theory/mm1"}, r.Path)
		})
		if err := s.addPages(some); err != nil {
			t.Fatal(err)
		}
		for name, want := range map[string][]string{
			"embed/theory/mm1/index.html":   {`og:image" content="` + cmp.Or(base, "../../../") + `web/previews/home.png"`},
			"index.html":                    {`<html lang="en" dir="ltr">`, `og:image" content="` + cmp.Or(base, "./") + `web/previews/home.png"`, `theme-color" media="(prefers-color-scheme: dark)" content="#`},
			"truth/index.html":              {`og:image" content="` + cmp.Or(base, "../") + `web/previews/truth.png"`, `og:title" content="Is it true?`, `twitter:card" content="summary_large_image"`},
			"play/facebook-2010/index.html": {`og:image" content="` + cmp.Or(base, "../../") + `web/previews/home.png"`, `og:description" content="Replay`},
		} {
			text := string(s.Files[name])
			for _, w := range want {
				if !strings.Contains(text, w) {
					t.Errorf("base %q: %s lacks %s", base, name, w)
				}
			}
			if strings.Contains(text, "og:url") != (base != "") {
				t.Errorf("base %q: %s and og:url", base, name)
			}
		}
	}
}

func TestCheckBase(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"", ""},
		{"https://example.org", "https://example.org/"},
		{"http://example.org/a/", "http://example.org/a/"},
		{"example.org", "error"},
		{"/stampede", "error"},
		{"https://example.org/?a", "error"},
		{"javascript://x", "error"},
	} {
		got, err := CheckBase(c.in)
		if err != nil {
			got = "error"
		}
		if got != c.want {
			t.Errorf("CheckBase(%q) = %q, want %q", c.in, got, c.want)
		}
	}
}

// Every page has a picture of its own, of the right size and not too large.
func TestPreviews(t *testing.T) {
	for _, r := range page.RoutesIn(i18n.For(i18n.Fallback)) {
		if r.Embed {
			continue
		}
		b, err := os.ReadFile(filepath.Join("..", "..", "web", "previews", PreviewName(r.Path)))
		if err != nil {
			t.Errorf("%s has no picture: make previews", r.Path)
			continue
		}
		c, err := png.DecodeConfig(bytes.NewReader(b))
		if err != nil || c.Width != PreviewWidth || c.Height != PreviewHeight || len(b) > 120_000 {
			t.Errorf("%s: %v by %v, %d bytes, %v", r.Path, c.Width, c.Height, len(b), err)
		}
	}
}

// The page for what is missing stands alone, and lists what there is.
func TestMissingPage(t *testing.T) {
	for _, base := range []string{"", "https://example.org/x/"} {
		s := &Site{Files: map[string][]byte{}, base: base}
		if err := s.addMissing(); err != nil {
			t.Fatal(err)
		}
		text := string(s.Files["404.html"])
		for _, want := range []string{"There is no such page", "play/facebook-2010/", "--page: #", `href="../"`} {
			if !strings.Contains(text, want) {
				t.Errorf("base %q: no %s", base, want)
			}
		}
		if strings.Contains(text, `href="`+base+`play/facebook-2010/"`) != (base != "") {
			t.Errorf("base %q: a link that leads nowhere, or none", base)
		}
		for _, bad := range []string{"<script", "<link", "src=", "ZgotmplZ"} {
			if strings.Contains(text, bad) {
				t.Errorf("base %q: it has %s", base, bad)
			}
		}
	}
}
