//go:build !js

package engine_test

import (
	"fmt"
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// longest is how many lines a function may have, its first and last included.
const longest = 70

// bannedWords are what must not be left in source, scripts and styles.
var bannedWords = []struct {
	word    *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`\b(TODO|FIXME|XXX|HACK)\b`), "do it now, or write it into the issue list"},
	{regexp.MustCompile(`(?i)\bnot (yet )?implemented\b`), "implement it, or take it off the menu"},
	{regexp.MustCompile(`(?i)\bfor now\b`), "say what it does and why"},
	{regexp.MustCompile(`(?i)\bplaceholder\b`), "say what it stands for"},
	{regexp.MustCompile(`(?i)\b(lorem ipsum|foobar)\b`), "use an example from the subject"},
}

// htmlPlaceholder is the attribute of input fields, which is called that.
var htmlPlaceholder = regexp.MustCompile(`\.Placeholder\(|::placeholder|:placeholder-shown|\bplaceholder=`)

// TestTidyFunctions finds functions that are too long to be taken in at once.
func TestTidyFunctions(t *testing.T) {
	s, err := readSource("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range s.directories() {
		for _, f := range s.packages[dir] {
			for _, b := range s.longFunctions(f) {
				t.Error(b)
			}
		}
	}
}

func (s *source) longFunctions(f *ast.File) []string {
	var list []string
	for _, d := range f.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		begin, end := s.fset.Position(fn.Pos()), s.fset.Position(fn.End())
		if n := end.Line - begin.Line + 1; n > longest {
			list = append(list, fmt.Sprintf("%v: %s has %d lines, more than %d: split it by concern", begin, fn.Name.Name, n, longest))
		}
	}
	return list
}

// TestTidyPackageDocs asks every package for one comment that says what it is
// for.
func TestTidyPackageDocs(t *testing.T) {
	s, err := readSource("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range s.directories() {
		for _, b := range docFaults(dir, s.packages[dir]) {
			t.Error(b)
		}
	}
}

func docFaults(dir string, files []*ast.File) []string {
	var docs []string
	name := files[0].Name.Name
	for _, f := range files {
		if f.Doc != nil {
			docs = append(docs, f.Doc.Text())
		}
	}
	switch {
	case len(docs) == 0:
		return []string{dir + ": package " + name + " has no doc comment: say in a sentence what it is for"}
	case len(docs) > 1:
		return []string{dir + ": package " + name + " has several doc comments: keep one"}
	case name == "main":
		if !strings.HasPrefix(docs[0], "Command ") {
			return []string{dir + ": the doc comment of a command begins with Command and its name"}
		}
	case !strings.HasPrefix(docs[0], "Package "+name+" "):
		return []string{dir + ": the doc comment does not begin with Package " + name}
	}
	return nil
}

// TestTidyWords finds what was meant to be replaced before anyone sees it.
func TestTidyWords(t *testing.T) {
	err := walkModule("..", func(name string) error {
		ours := slices.Contains([]string{".go", ".js", ".css"}, path.Ext(name)) && path.Base(name) != "wasm_exec.js" // Go's own
		if !ours || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			return err
		}
		for _, b := range wordFaults(name, string(text)) {
			t.Error(b)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func wordFaults(name, text string) []string {
	var list []string
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = htmlPlaceholder.ReplaceAllString(line, "")
		for _, b := range bannedWords {
			if w := b.word.FindString(line); w != "" {
				list = append(list, fmt.Sprintf("%s:%d: %q: %s", name, n, w, b.instead))
			}
		}
	}
	return list
}

// TestTidyFindsFaults gives each of these checks something to find.
func TestTidyFindsFaults(t *testing.T) {
	for text, want := range map[string]int{
		"// TODO: later":                         1,
		"x := 1 // fixed, see FIXME":             1,
		"return errors.New(\"not implemented\")": 1,
		"// a placeholder for the map":           1,
		"input.Placeholder(hint)":                0,
		"input::placeholder { }":                 0,
		"// the todo list of a person":           0,
	} {
		if got := wordFaults("x.go", text); len(got) != want {
			t.Errorf("%q: %d faults, want %d: %v", text, len(got), want, got)
		}
	}
	for text, want := range map[string]string{
		"package x\n":                           "has no doc comment",
		"// Package y is another.\npackage x\n": "does not begin with Package x",
		"// Package x is fine.\npackage x\n":    "",
		"// A tool.\npackage main\n":            "begins with Command",
		"// Package x\npackage x\nfunc f() {" + strings.Repeat("\n", longest) + "}\n": "f has 71 lines",
	} {
		s, err := readText("x/x.go", text)
		if err != nil {
			t.Fatal(err)
		}
		files := s.packages["x"]
		got := strings.Join(append(docFaults("x", files), s.longFunctions(files[0])...), "\n")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%.40q: want %q, got %q", text, want, got)
		}
	}
}
