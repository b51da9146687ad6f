package engine_test

import (
	"embed"
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
	"stampede/engine/trace"
)

// update rewrites the golden files: go test ./engine -run Golden -update. The
// commit says why they changed.
var update = flag.Bool("update", false, "rewrite the golden files")

// goldens are embedded, so that the tests need no disk: they also run as
// js/wasm.
//
//go:embed testdata/*.txt
var goldens embed.FS

// hold compares a text with a golden file, whose header, the lines that begin
// with #, is prose and kept.
func hold(t *testing.T, name, got string) {
	t.Helper()
	data, err := goldens.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var header, want strings.Builder
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			header.WriteString(line)
		} else {
			want.WriteString(line)
		}
	}
	if got == want.String() {
		return
	}
	if *update {
		if err := os.WriteFile("testdata/"+name, []byte(header.String()+got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	t.Errorf("%s differs; if that is meant, run this test with -update and say why in the commit\n%s", name, firstDifference(got, want.String()))
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d: got  %s\nwant %s", i+1, g[i], strings.Join(w[i:min(i+1, len(w))], ""))
		}
	}
	return fmt.Sprintf("%d lines are missing", len(w)-len(g))
}

func start(t *testing.T, s *scenario.Scenario, seed uint64, size float64) *engine.Sim {
	t.Helper()
	sim, err := catalog.New(s, catalog.Options{Seed: seed, Size: size})
	if err != nil {
		t.Fatal(err)
	}
	return sim
}

// moments are when hashes are taken, in seconds: of a story told in minutes also
// when it is well under way.
func moments(s *scenario.Scenario) []engine.Time {
	list := []engine.Time{1, 25, 60}
	if s.Story != nil && engine.Time(s.For) > 10*engine.Minute {
		list = append(list, engine.Time(s.Moment())/engine.Second)
	}
	return list
}

// TestGoldenHashes holds the hash of every built-in scenario at several moments
// and seeds: the same file in every build.
func TestGoldenHashes(t *testing.T) {
	var out strings.Builder
	for _, s := range catalog.Scenarios() {
		for _, seed := range []uint64{1, 2, 20100923} {
			sim := start(t, s, seed, s.Size.Min)
			for _, at := range moments(s) {
				sim.RunUntil(at * engine.Second)
				fmt.Fprintf(&out, "%s %v %d %d %016x\n", s.Name, s.Size.Min, seed, at, sim.Hash())
			}
		}
	}
	hold(t, "hashes.txt", out.String())
}

// following is a tap that writes the lives of the first requests made from a
// moment on, with the operators' doings.
type following struct {
	sim   *engine.Sim
	out   strings.Builder
	from  engine.Time
	limit int
	reqs  map[uint64]bool
}

func (f *following) Occur(o engine.Occurrence) {
	if o.At < f.from {
		return
	}
	if o.What == engine.CallMade && o.Kind == engine.KRequest && len(f.reqs) < f.limit {
		f.reqs[o.Req] = true
	}
	told := o.What == engine.Commanded || o.What == engine.Delivered && o.Kind == engine.KSignal
	if told || o.What != engine.Delivered && f.reqs[o.Req] {
		f.out.Write(append(trace.Append(nil, f.sim, &o), '\n'))
	}
}

// TestGoldenPush follows the first eight requests after the push of 2010.
func TestGoldenPush(t *testing.T) {
	s, _ := catalog.Scenario("facebook-2010")
	sim := start(t, s, 1, s.Size.Min)
	f := &following{sim: sim, from: 20 * engine.Second, limit: 8, reqs: map[uint64]bool{}}
	sim.Watch(f)
	sim.RunUntil(23 * engine.Second)
	hold(t, "facebook-2010.txt", f.out.String())
}
