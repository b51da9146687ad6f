package i18n

import (
	"bytes"
	"encoding/json"
	"go/ast"
	goparser "go/parser"
	"go/token"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// No key of the catalogue comes twice: the later one would win without a word.
func TestKeysComeOnce(t *testing.T) {
	text, err := os.ReadFile(Fallback + ".json")
	if err != nil {
		t.Fatal(err)
	}
	d, seen, isKey := json.NewDecoder(bytes.NewReader(text)), map[string]bool{}, true
	for {
		token, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		key, ok := token.(string)
		if !ok {
			continue // a bracket
		}
		if isKey && seen[key] {
			t.Errorf("%s comes twice", key)
		}
		seen[key] = seen[key] || isKey
		isKey = !isKey
	}
	if len(seen) < 100 {
		t.Errorf("only %d keys", len(seen))
	}
}

// Every message whose key is written out in the code exists.
func TestKeysInTheCodeExist(t *testing.T) {
	l, found := For(Fallback), 0
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := goparser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			fun, ok := call.Fun.(*ast.SelectorExpr)
			if !ok || fun.Sel.Name != "T" && fun.Sel.Name != "Rich" {
				return true
			}
			if lit, ok := call.Args[0].(*ast.BasicLit); ok && lit.Kind == token.STRING {
				key, _ := strconv.Unquote(lit.Value)
				if found++; !l.Has(key) {
					t.Errorf("%s: no text for %s", path, key)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 100 {
		t.Errorf("only %d keys found: the search is wrong", found)
	}
}
