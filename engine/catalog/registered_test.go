//go:build !js

package catalog

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// TestEverythingIsRegistered reads the source of the packages of kinds: an
// exported type with a State method is one, and is to be in the tables.
func TestEverythingIsRegistered(t *testing.T) {
	listed := map[string]bool{}
	for _, c := range Components {
		listed[reflect.TypeOf(c.New()).Elem().String()] = true
	}
	for _, p := range Policies {
		listed[reflect.TypeOf(p.New()).Elem().String()] = true
	}
	found := 0
	for _, dir := range []string{"component", "policy"} {
		for _, name := range stateful(t, filepath.Join("..", dir)) {
			found++
			if !listed[dir+"."+name] {
				t.Errorf("%s.%s is in no table: add a line to the catalogue", dir, name)
			}
		}
	}
	if found != len(listed) {
		t.Errorf("%d kinds are in the source, %d in the tables", found, len(listed))
	}
}

// stateful returns the exported types of a directory that have a method State.
func stateful(t *testing.T, dir string) []string {
	t.Helper()
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		src, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, f.Name()), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range src.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok || fn.Recv == nil || fn.Name.Name != "State" {
				continue
			}
			of := fn.Recv.List[0].Type
			if p, ok := of.(*ast.StarExpr); ok {
				of = p.X
			}
			if id, ok := of.(*ast.Ident); ok && id.IsExported() {
				names = append(names, id.Name)
			}
		}
	}
	return names
}
