package el_test

import (
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

const goApp = "github.com/maxence-charriere/go-app/v10/pkg/app"

// Each typed element of go-app that a page uses adds its hundred methods to the
// program that visitors download; the elements of this package do not.
func TestPagesUseOneTypeOfElement(t *testing.T) {
	typed := typedElements(t)
	for _, root := range []string{"..", "../../wasm"} {
		err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
				return err
			}
			files := token.NewFileSet()
			file, err := parser.ParseFile(files, path, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			ast.Inspect(file, func(n ast.Node) bool {
				if name := ofApp(n); typed[name] {
					t.Errorf("%v: app.%s has a type of its own, use package el", files.Position(n.Pos()), name)
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// ofApp is the name X of app.X, "" for anything else.
func ofApp(n ast.Node) string {
	if s, ok := n.(*ast.SelectorExpr); ok {
		if x, ok := s.X.(*ast.Ident); ok && x.Name == "app" {
			return s.Sel.Name
		}
	}
	return ""
}

// typedElements are go-app's functions that make an element of a type of its own.
func typedElements(t *testing.T) map[string]bool {
	t.Helper()
	pkg, err := build.Import(goApp, ".", build.FindOnly)
	if err != nil {
		t.Fatal(err)
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(pkg.Dir, "html_gen.go"), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	typed := map[string]bool{}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Recv != nil || f.Type.Results == nil {
			continue
		}
		made, ok := f.Type.Results.List[0].Type.(*ast.Ident)
		if ok && strings.HasPrefix(made.Name, "HTML") && !strings.HasPrefix(made.Name, "HTMLElem") {
			typed[f.Name.Name] = true
		}
	}
	if len(typed) < 50 {
		t.Fatalf("%d typed elements found, want all of them", len(typed))
	}
	return typed
}
