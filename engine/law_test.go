//go:build !js

package engine_test

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// law is what the source of this module must keep to, one article a line:
//
//	where | verb | what | except | why
//
// where and except are directories; "x/..." means x and all below it. Test
// files are exempt, as are packages that do not exist yet.
//
//	imports  what must not be imported
//	reaches  the same, also by way of other packages of this module
//	only     of engine/... nothing but what may be imported
//	calls    functions that must not be used
//	does     a kind of statement that must not occur
//
// To change an article is to change the design: say why in the commit.
const law = `
# Dependencies point one way: engine <- app <- wasm.
engine/... | imports | stampede/app/... stampede/wasm/... | - | the engine runs without a page: in commands, tests and workers
app/... | imports | stampede/wasm/... | - | the interface compiles and is tested natively; wasm is wiring only
... | imports | github.com/hajimehoshi/ebiten/... | wasm/stage/... | one painter of three needs it, and the site is quicker to load and to test without
app/... | reaches | github.com/hajimehoshi/ebiten/... | - | the interface compiles and is tested natively
app/session/... app/scene/... app/chart/... app/view/... app/hostview/... app/figure/... app/link/... app/share/... | reaches | github.com/maxence-charriere/go-app/... syscall/js | - | time pump and picture are plain Go, tested natively and used headless

# Inside the engine, each layer knows only those below it.
engine/param | only | - | - | a leaf
engine/dist | only | - | - | a leaf
engine/metric | only | - | - | plain data that all may keep measurements in
engine/socket | only | - | - | what a kernel does with sockets, held to a real one: it knows no simulation
engine/theory | only | - | - | an independent witness: what it says must not come from the engine
engine | only | engine/param engine/dist engine/metric | - | the kernel knows no component and no policy
engine/component | only | engine engine/param engine/dist engine/metric engine/socket | - | siblings do not know each other, so that each can be read alone
engine/policy | only | engine engine/param engine/dist engine/metric | - | siblings do not know each other
engine/trace | only | engine engine/param engine/dist engine/metric | - | siblings do not know each other
engine/check | only | engine engine/param engine/dist engine/metric | - | siblings do not know each other
engine/timeline | only | engine engine/param engine/dist engine/metric | - | siblings do not know each other
engine/record | only | engine engine/param engine/dist engine/metric engine/scenario | - | verdicts, lines and causes are stated by the scenario; it knows no component
engine/scenario | only | engine engine/param engine/dist engine/metric engine/component engine/policy engine/trace engine/check engine/timeline engine/socket | - | a scenario is built from what is below it; the catalog knows the scenarios

# What would tie a run to the machine, the clock or the build.
engine/... | imports | .../... | - | standard library only: the engine is to run unchanged for years
engine/... | imports | syscall syscall/... net net/... os os/... log log/... plugin | engine/simtest/... | a run is a function of scenario, version, seed and journal, and of nothing outside
engine/... | imports | math/rand math/rand/v2 crypto/rand hash/maphash | engine/simtest/... engine/theory | draws come from engine/dist: keyed, held by value, the same in every build
engine/... | imports | sync sync/... context runtime runtime/... | engine/simtest/... | one goroutine: what depends on the scheduler cannot be repeated
engine/... | imports | reflect container/heap | engine/simtest/... engine/scenario | slow, and state is plain slices; reflection is for reading files and for tests that check types
engine/... | calls | time.Now time.Since time.Until time.Sleep time.After time.AfterFunc time.Tick time.NewTimer time.NewTicker | engine/simtest/... | simulated time is an int64; the engine never reads a clock
engine/... | calls | math.Exp math.Exp2 math.Expm1 math.Pow math.Sinh math.Cosh math.Tanh math.Gamma math.Lgamma math.Erf math.Erfc | engine/simtest/... engine/theory | amd64 and js/wasm round math.Exp differently, and these use it; dist.Exp and dist.Pow are the same everywhere
engine/... | calls | math.Log math.Log2 math.Log10 math.Log1p math.FMA | engine/simtest/... engine/theory | amd64 has its own code for the logarithm, others fuse; dist.Log is the same everywhere
engine/... | does | go | engine/simtest/... | one goroutine: what depends on the scheduler cannot be repeated
engine/... | does | select | engine/simtest/... | select picks at random among what is ready
engine/... | does | map-range | engine/simtest/... engine/theory | the order of a map differs from run to run; take slices.Sorted(maps.Keys(m))
engine/... | does | dot-import | - | a dot import hides from these checks, and from the reader, where a name comes from
`

// article is one line of the law.
type article struct {
	where         []string
	verb          string
	what, except  []string
	line, because string
}

func parseLaw(t *testing.T, text string) []article {
	t.Helper()
	var list []article
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		f := strings.Split(line, "|")
		if len(f) != 5 || strings.TrimSpace(f[4]) == "" {
			t.Fatalf("this line of the law has not five parts: %s", line)
		}
		words := func(i int) []string {
			return slices.DeleteFunc(strings.Fields(f[i]), func(w string) bool { return w == "-" })
		}
		a := article{words(0), strings.TrimSpace(f[1]), words(2), words(3), line, strings.TrimSpace(f[4])}
		if !slices.Contains([]string{"imports", "reaches", "only", "calls", "does"}, a.verb) {
			t.Fatalf("the law does not know the verb of: %s", line)
		}
		list = append(list, a)
	}
	return list
}

// within reports whether name is covered by one of the patterns. "..." covers
// everything, ".../..." every import path whose first element has a dot.
func within(name string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool {
		if p == ".../..." {
			first, _, _ := strings.Cut(name, "/")
			return strings.Contains(first, ".")
		}
		if p == "..." || p == name {
			return true
		}
		base, tree := strings.CutSuffix(p, "/...")
		return tree && (name == base || strings.HasPrefix(name, base+"/"))
	})
}

// source is the part of the module that the law looks at.
type source struct {
	fset     *token.FileSet
	packages map[string][]*ast.File // by directory, slash-separated, "." for the root
}

const module = "stampede"

// readSource parses all Go files but tests, whatever their build tags.
func readSource(root string) (*source, error) {
	s := &source{token.NewFileSet(), map[string][]*ast.File{}}
	err := walkModule(root, func(name string) error {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return err
		}
		return s.add(name, text)
	})
	return s, err
}

// readText is the source of one file.
func readText(name, text string) (*source, error) {
	s := &source{token.NewFileSet(), map[string][]*ast.File{}}
	return s, s.add(name, text)
}

// add parses one file; name is relative to the root.
func (s *source) add(name string, text any) error {
	f, err := parser.ParseFile(s.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	dir := path.Dir(name)
	s.packages[dir] = append(s.packages[dir], f)
	return nil
}

// walkModule calls visit with the slash-separated name of every file of ours.
func walkModule(root string, visit func(name string) error) error {
	return filepath.WalkDir(root, func(full string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, full)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if d.IsDir() {
			hidden := strings.HasPrefix(d.Name(), ".") && name != "." && d.Name() != ".ci"
			if hidden || name == "dist" || d.Name() == "testdata" { // dist holds the built site
				return filepath.SkipDir
			}
			return nil
		}
		return visit(name)
	})
}

// directories returns those that hold Go files, in order.
func (s *source) directories() []string {
	list := make([]string, 0, len(s.packages))
	for dir := range s.packages {
		list = append(list, dir)
	}
	slices.Sort(list)
	return list
}

// breaches holds the source to the law.
func (s *source) breaches(law []article) []string {
	var list []string
	for _, dir := range s.directories() {
		for _, a := range law {
			if !within(dir, a.where) || within(dir, a.except) {
				continue
			}
			for _, b := range s.examine(dir, a) {
				list = append(list, fmt.Sprintf("%s, but: %s", b, a.because))
			}
		}
	}
	return append(list, s.strangers(law)...)
}

// strangers returns the packages of the engine that no "only" names.
func (s *source) strangers(law []article) []string {
	var list []string
	for _, dir := range s.directories() {
		placed := slices.ContainsFunc(law, func(a article) bool { return a.verb == "only" && within(dir, a.where) })
		// The catalog knows all packages and simtest may use them all.
		if within(dir, []string{"engine/..."}) && !placed && dir != "engine/catalog" && dir != "engine/simtest" {
			list = append(list, dir+" has no place in the law: say in engine/law_test.go what it may import")
		}
	}
	return list
}

func (s *source) examine(dir string, a article) []string {
	var list []string
	switch a.verb {
	case "reaches":
		return s.reaches(dir, a.what, map[string]bool{})
	case "does":
		if slices.Contains(a.what, "map-range") {
			return s.mapRanges(dir)
		}
	}
	for _, f := range s.packages[dir] {
		switch a.verb {
		case "imports":
			list = append(list, s.imports(f, func(p string) bool { return within(p, a.what) })...)
		case "only":
			list = append(list, s.imports(f, func(p string) bool {
				p, ours := strings.CutPrefix(p, module+"/")
				return ours && within(p, []string{"engine/..."}) && !slices.Contains(a.what, p)
			})...)
		case "calls":
			list = append(list, s.calls(f, a.what)...)
		case "does":
			list = append(list, s.does(f, a.what)...)
		}
	}
	return list
}

func importPath(i *ast.ImportSpec) string {
	p, err := strconv.Unquote(i.Path.Value)
	if err != nil {
		panic(err) // the parser has accepted it
	}
	return p
}

// imports returns the imports of f that are banned.
func (s *source) imports(f *ast.File, banned func(string) bool) []string {
	var list []string
	for _, i := range f.Imports {
		if p := importPath(i); banned(p) {
			list = append(list, fmt.Sprintf("%v imports %s", s.fset.Position(i.Pos()), p))
		}
	}
	return list
}

// reaches follows imports inside the module and returns the ways to what is
// banned.
func (s *source) reaches(dir string, banned []string, seen map[string]bool) []string {
	var list []string
	for _, f := range s.packages[dir] {
		list = append(list, s.imports(f, func(p string) bool { return within(p, banned) })...)
		for _, i := range f.Imports {
			next, ours := strings.CutPrefix(importPath(i), module+"/")
			if !ours || seen[next] {
				continue
			}
			seen[next] = true
			for _, b := range s.reaches(next, banned, seen) {
				list = append(list, dir+" reaches "+b)
			}
		}
	}
	return list
}

// localNames maps the names that imports have in f to their paths.
func localNames(f *ast.File) map[string]string {
	names := map[string]string{}
	for _, i := range f.Imports {
		p := importPath(i)
		names[path.Base(p)] = p
		if i.Name != nil {
			names[i.Name.Name] = p
		}
	}
	return names
}

// qualified returns "time.Now" when n is that selector, whatever the local
// name of the package, and "" when it is something else.
func qualified(n ast.Node, names map[string]string) string {
	if sel, ok := n.(*ast.SelectorExpr); ok {
		if id, ok := sel.X.(*ast.Ident); ok && names[id.Name] != "" {
			return names[id.Name] + "." + sel.Sel.Name
		}
	}
	return ""
}

// calls returns the uses of banned functions ("time.Now") in f.
func (s *source) calls(f *ast.File, banned []string) []string {
	names := localNames(f)
	var list []string
	ast.Inspect(f, func(n ast.Node) bool {
		if q := qualified(n, names); slices.Contains(banned, q) {
			list = append(list, fmt.Sprintf("%v uses %s", s.fset.Position(n.Pos()), q))
		}
		return true
	})
	return list
}

// does returns the statements of a banned kind in f.
func (s *source) does(f *ast.File, kinds []string) []string {
	var list []string
	ast.Inspect(f, func(n ast.Node) bool {
		kind := ""
		switch n := n.(type) {
		case *ast.GoStmt:
			kind = "go"
		case *ast.SelectStmt:
			kind = "select"
		case *ast.ImportSpec:
			if n.Name != nil && n.Name.Name == "." {
				kind = "dot-import"
			}
		}
		if kind != "" && slices.Contains(kinds, kind) {
			list = append(list, fmt.Sprintf("%v has a %s", s.fset.Position(n.Pos()), kind))
		}
		return true
	})
	return list
}

// standard imports the standard library, from what the go command has built.
var standard = importer.ForCompiler(token.NewFileSet(), "gc", nil)

// Import type-checks packages of ours from the parsed source; what is wrong
// with them is for the compiler to say.
func (s *source) Import(name string) (*types.Package, error) {
	dir, ours := strings.CutPrefix(name, module+"/")
	if !ours {
		return standard.Import(name)
	}
	p, _ := s.check(dir)
	return p, nil
}

// check returns the types of the expressions of a package.
func (s *source) check(dir string) (*types.Package, *types.Info) {
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	conf := types.Config{Importer: s, Error: func(error) {}}
	p, err := conf.Check(module+"/"+dir, s.fset, s.packages[dir], info)
	if err != nil && p == nil {
		p = types.NewPackage(module+"/"+dir, path.Base(dir))
	}
	return p, info
}

// mapRanges returns the loops over maps.
func (s *source) mapRanges(dir string) []string {
	_, info := s.check(dir)
	var list []string
	for _, f := range s.packages[dir] {
		names := localNames(f)
		ast.Inspect(f, func(n ast.Node) bool {
			if r, ok := n.(*ast.RangeStmt); ok {
				if what := unordered(r.X, info.TypeOf(r.X), names); what != "" {
					list = append(list, fmt.Sprintf("%v ranges over %s", s.fset.Position(r.Pos()), what))
				}
			}
			return true
		})
	}
	return list
}

// unordered says what x is when a loop over it has no fixed order, or when
// that cannot be known, and "" otherwise.
func unordered(x ast.Expr, typ types.Type, names map[string]string) string {
	if call, ok := x.(*ast.CallExpr); ok {
		if q := qualified(call.Fun, names); q == "maps.Keys" || q == "maps.Values" || q == "maps.All" {
			return "a map by way of " + q
		}
	}
	switch {
	case typ == nil || typ == types.Typ[types.Invalid]:
		return "something that does not compile"
	case isMap(typ):
		return "a map"
	}
	return ""
}

func isMap(t types.Type) bool {
	_, ok := t.Underlying().(*types.Map)
	return ok
}

// TestLaw holds the module to the law.
func TestLaw(t *testing.T) {
	s, err := readSource("..")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.packages["engine/param"]) == 0 || len(s.packages["engine"]) == 0 {
		t.Fatal("found no engine to look at")
	}
	for _, b := range s.breaches(parseLaw(t, law)) {
		t.Error(b)
	}
}

// TestLawFindsBreaches gives each article something to find.
func TestLawFindsBreaches(t *testing.T) {
	const ebiten, goapp = `"github.com/hajimehoshi/ebiten/v2"`, `"github.com/maxence-charriere/go-app/v10/pkg/app"`
	for _, c := range []struct{ file, body, want string }{
		{"engine/x.go", `import "stampede/app/scene"`, "engine/x.go:2:8 imports stampede/app/scene"},
		{"engine/x.go", `import "stampede/engine/policy"`, "imports stampede/engine/policy"},
		{"engine/policy/x.go", `import "stampede/engine/component"`, "imports stampede/engine/component"},
		{"engine/metric/x.go", `import "stampede/engine"`, "imports stampede/engine"},
		{"engine/newcomer/x.go", ``, "engine/newcomer has no place in the law"},
		{"engine/x.go", `import "golang.org/x/sync/errgroup"`, "imports golang.org/x/sync/errgroup"},
		{"engine/x.go", `import "os"`, "imports os"},
		{"engine/x.go", `import "net/http"`, "imports net/http"},
		{"engine/x.go", `import "sync/atomic"`, "imports sync/atomic"},
		{"engine/x.go", `import "math/rand/v2"`, "imports math/rand/v2"},
		{"engine/x.go", "import \"time\"\nvar t = time.Now()", "uses time.Now"},
		{"engine/x.go", "import clock \"time\"\nvar now = clock.Now", "uses time.Now"},
		{"engine/x.go", "import \"math\"\nvar x = math.Exp(1)", "uses math.Exp"},
		{"engine/x.go", "func f() { go f() }", "has a go"},
		{"engine/x.go", "func f() { select {} }", "has a select"},
		{"engine/x.go", "import . \"math\"\nvar x = Sqrt(2)", "has a dot-import"},
		{"engine/x.go", "type set map[int]bool\nfunc f(s set) { for range s {} }", "ranges over a map"},
		{"engine/x.go", "import \"maps\"\nfunc f(m map[int]bool) { for range maps.Keys(m) {} }", "ranges over a map"},
		{"engine/x.go", "func f() { for range unknown {} }", "does not compile"},
		{"app/x.go", `import "stampede/wasm/stage"`, "imports stampede/wasm/stage"},
		{"app/page/x.go", `import ` + ebiten, "imports github.com/hajimehoshi/ebiten/v2"},
		{"wasm/x.go", `import ` + ebiten, "imports github.com/hajimehoshi/ebiten/v2"},
		{"app/scene/x.go", `import "syscall/js"`, "imports syscall/js"},
		{"app/session/x.go", `import "stampede/app/page"`, "app/session reaches app/page/ui.go"},
		{"wasm/stage/x.go", `import ` + ebiten, ""},
		{"engine/simtest/x.go", "import \"os\"\nfunc f() { go f() }", ""},
		{"engine/theory/x.go", "import \"math\"\nvar x = math.Exp(1)", ""},
		{"engine/x.go", "import \"time\"\nconst d = time.Second\nfunc f(s []int) { for range s {} }", ""},
	} {
		s, err := readText("app/page/ui.go", "package page\nimport "+goapp)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.add(c.file, "package x\n"+c.body); err != nil {
			t.Fatal(err)
		}
		got := strings.Join(s.breaches(parseLaw(t, law)), "\n")
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%s with %q: want %q, got %q", c.file, c.body, c.want, got)
		}
	}
}
