// Package site makes the static site: it compiles the program for the browser,
// prerenders every page, and puts both together with the assets. The files work
// at any path of any host that serves files, without being built for it: every
// address in them is relative, and the boot script finds the root at run time.
package site

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"html/template"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/app/page"
	"stampede/app/scene"
	"stampede/app/version"
)

//go:embed shell.html
var shellText string

//go:embed missing.html
var missingText string

var (
	shell   = template.Must(template.New("shell").Parse(shellText))
	missing = template.Must(template.New("missing").Parse(missingText))
)

// Site is a built site.
type Site struct {
	Files  map[string][]byte // by slash-separated name, without a slash in front
	Digest string            // of the content, for addresses that change with it
	Size   int               // bytes of the program, unpacked
	base   string            // the address that it will have, with a slash at its end; "" when it is not known
}

// Build compiles and assembles the site of the module in a folder.
func Build(module string) (*Site, error) { return BuildFor(module, "") }

// BuildFor is Build for a site whose address is known. Some of those who show a
// picture beside a link want an absolute address of it; everything else in the
// site stays relative.
func BuildFor(module, base string) (*Site, error) {
	base, err := CheckBase(base)
	if err != nil {
		return nil, err
	}
	p, err := compile(module)
	if err != nil {
		return nil, err
	}
	s := &Site{Files: map[string][]byte{}, Size: p.size, base: base}
	if err := s.addAssets(os.DirFS(filepath.Join(module, "web"))); err != nil {
		return nil, err
	}
	s.Files["web/app.wasm.gz"] = p.zipped
	s.Files["web/wasm_exec.js"] = p.runtime
	s.Digest = s.digest()
	if err := s.addPages(page.Routes()); err != nil {
		return nil, err
	}
	return s, s.addMissing()
}

// generated are files in the web folder that Build makes or leaves out.
var generated = []string{"app.wasm", "app.wasm.gz", "wasm_exec.js"}

// pictures is the folder of the screenshots that the README shows; no page does.
const pictures = "img"

// addAssets takes all other files over as they are.
func (s *Site) addAssets(web fs.FS) error {
	return fs.WalkDir(web, ".", func(name string, d fs.DirEntry, err error) error {
		if name == pictures && err == nil {
			return fs.SkipDir
		}
		if err != nil || d.IsDir() || slices.Contains(generated, name) || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		b, err := fs.ReadFile(web, name)
		s.Files["web/"+name] = b
		return err
	})
}

// digest names the content of all files so far.
func (s *Site) digest() string {
	h := sha256.New()
	for _, name := range s.Names() {
		fmt.Fprintf(h, "%s %d\n", name, len(s.Files[name]))
		h.Write(s.Files[name])
	}
	return hex.EncodeToString(h.Sum(nil))[:12]
}

// Names lists the files in order.
func (s *Site) Names() []string {
	names := make([]string, 0, len(s.Files))
	for name := range s.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// styles lists the style sheets, in the order of their names.
func (s *Site) styles() []string {
	var list []string
	for _, name := range s.Names() {
		if ok, _ := path.Match("web/css/*.css", name); ok {
			list = append(list, strings.TrimPrefix(name, "web/"))
		}
	}
	return list
}

// document is what the shell of a page is filled with.
type document struct {
	Lang, Dir, Title, Description, Root, Version, Digest string
	Name, Base                                           string // of the site
	Path                                                 string // of the page, without a slash in front, and with one behind
	Preview                                              string // its picture, from the root of the site; "" for none
	Light, Dark                                          string // colours of the browser's own frame
	Themes                                               string // their names, with spaces between
	Styles                                               []string
	Size                                                 int
	Embed                                                bool // within another page: the program waits until it is asked for
	Body                                                 template.HTML
	Words                                                map[string]string // by state of the boot script
	Loading, Retry, Details, NoScript                    string
}

func (s *Site) addPages(routes []page.Route) error {
	page.Register(routes)
	render := newPrerenderer(s.Digest)
	for _, r := range routes {
		body, err := render.render(r.Path)
		if err != nil {
			return err
		}
		w, err := wordsFor(r.Lang)
		if err != nil {
			return err
		}
		var out bytes.Buffer
		if err := shell.Execute(&out, s.fill(r, body, w)); err != nil {
			return fmt.Errorf("page %s: %w", r.Path, err)
		}
		folder := strings.TrimPrefix(r.Path, "/")
		s.Files[path.Join(folder, "index.html")] = out.Bytes()
		if r.Poster != nil {
			s.Files[path.Join(folder, posterFile)] = []byte(r.Poster())
		}
	}
	return nil
}

// posterFile is the picture of an embed, beside its page.
const posterFile = "poster.svg"

func (s *Site) fill(r page.Route, body string, w words) document {
	lang := r.Lang
	if lang == "" {
		lang = "en"
	}
	l := i18n.For(lang)
	path := strings.TrimPrefix(r.Path, "/")
	if path != "" {
		path += "/"
	}
	return document{
		Lang: lang, Dir: l.Dir, Title: r.Title(), Description: r.Description(), Name: l.T("site.name"), Base: s.base, Path: path,
		Preview: s.preview(r.Path, "/"+lang), Light: scene.Light.Hex(scene.InkPage), Dark: scene.Dark.Hex(scene.InkPage),
		Root: rootFrom(r.Path), Version: version.Number, Digest: s.Digest, Themes: themes(), Styles: s.styles(), Size: s.Size, Embed: r.Embed,
		// The markup comes from go-app, which has escaped the texts in it.
		Body: template.HTML(body),
		Words: map[string]string{
			"loading": w.Loading, "amount": w.Amount, "download": w.Download, "policy": w.Policy,
			"old": w.Old, "memory": w.Memory, "stopped": w.Stopped,
		},
		Loading: w.Loading, Retry: w.Retry, Details: w.Details, NoScript: w.NoScript,
	}
}

// themes are those that a visitor can choose, apart from the system's own.
func themes() string {
	var names []string
	for t := range scene.Themes {
		names = append(names, t.String())
	}
	return strings.Join(names, " ")
}

// Write puts the files into a folder, which it replaces. To be replaced, a folder
// must be empty or hold a site: a mistyped name deletes nothing else.
func (s *Site) Write(dir string) error {
	if entries, err := os.ReadDir(dir); err == nil && len(entries) > 0 {
		if _, err := os.Stat(filepath.Join(dir, "web", "boot.js")); err != nil {
			return fmt.Errorf("%s is not empty and holds no site: choose another folder", dir)
		}
		if err := os.RemoveAll(dir); err != nil {
			return err
		}
	}
	for _, name := range s.Names() {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, s.Files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}
