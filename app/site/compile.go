package site

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// program is the compiled WebAssembly program and the script that comes with the
// Go release it was compiled by.
type program struct {
	size    int    // bytes, unpacked
	zipped  []byte // gzip
	runtime []byte // wasm_exec.js
}

// Module finds the folder of this module from the working directory.
func Module() (string, error) {
	out, err := goTool("", "env", "GOMOD")
	if err != nil {
		return "", err
	}
	file := strings.TrimSpace(string(out))
	if filepath.Base(file) != "go.mod" {
		return "", fmt.Errorf("not inside the module: run this in a checkout of the sources")
	}
	return filepath.Dir(file), nil
}

// cool are packages whose functions are not worth inlining: what they do, they do
// a few times a second at most, and inlined they make the program larger by 6 %,
// packed by 9 %. Measure before you add one: where most functions are tiny, the
// calls take more room than what they call.
var cool = []string{
	// Pages and what they show.
	"stampede/app/chart", "stampede/app/control", "stampede/app/course", "stampede/app/el", "stampede/app/figure",
	"stampede/app/i18n", "stampede/app/link", "stampede/app/page", "stampede/app/share", "stampede/app/transport",
	"stampede/app/verbs", "stampede/app/view", "stampede/engine/scenario", "stampede/engine/param", "stampede/engine/record",
	"github.com/maxence-charriere/go-app/v10/pkg/app", "archive/zip", "encoding/json", "fmt", "html", "internal/fmtsort",
	"log", "mime", "net/url", "reflect", "regexp", "regexp/syntax",
	// Ebitengine compiles its shaders with these, once.
	"github.com/hajimehoshi/ebiten/v2/internal/shader", "go/parser", "math/big", "text/template", "text/template/parse",
	// net/http sets these up for go-app, which calls none of them in a browser.
	"crypto/internal/fips140/bigmod", "crypto/internal/fips140/ecdsa", "crypto/internal/fips140/nistec",
	"crypto/internal/fips140/rsa",
	// These are larger so, and 18 kB smaller packed.
	"crypto/internal/fips140/edwards25519", "crypto/internal/fips140/edwards25519/field", "crypto/internal/fips140/mlkem",
	"crypto/internal/fips140/nistec/fiat", "crypto/internal/fips140/sha3",
}

// Flags are those that the go command builds the program with. The tag leaves out what
// only tests and the command ask of a run: the accounts by which components are held to
// the invariants. The linker keeps them all else, as something may look for any exported
// method by its name.
func Flags() []string {
	list := []string{"-trimpath", "-ldflags=-s -w", "-tags=page"}
	for _, p := range cool {
		list = append(list, "-gcflags="+p+"=-l")
	}
	return list
}

// compile builds the program into the module's web folder and packs it.
func compile(module string) (*program, error) {
	file := filepath.Join(module, "web", "app.wasm")
	build := append([]string{"build", "-o", file}, Flags()...)
	if _, err := goTool(module, append(build, "./wasm")...); err != nil {
		return nil, err
	}
	wasm, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	root, err := goTool(module, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	runtime, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(module, "web", "wasm_exec.js"), runtime, 0o644); err != nil {
		return nil, err
	}
	return &program{size: len(wasm), zipped: pack(wasm), runtime: runtime}, nil
}

// goTool runs a go command for the browser's platform and returns what it prints.
func goTool(dir string, args ...string) ([]byte, error) {
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var errors bytes.Buffer
	cmd.Stderr = &errors
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, errors.Bytes())
	}
	return out, nil
}

// pack compresses as well as gzip can. Writing to memory does not fail.
func pack(b []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
	w.Write(b)
	w.Close()
	return out.Bytes()
}
