package scenario_test

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// FuzzCheck: whatever is in a file, it is refused in words or it builds and
// runs; nothing panics.
func FuzzCheck(f *testing.F) {
	for _, name := range []string{"testdata/shop.json", "builtin/facebook-2010.json", "builtin/theory/ttl.json", "builtin/theory/closed.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) { tryOut(t, text) })
}

// TestMutations breaks scenarios in one to three places at random.
func TestMutations(t *testing.T) {
	n, ran := 500, 0
	for _, name := range []string{"testdata/shop.json", "builtin/theory/ttl.json", "builtin/theory/closed.json", "builtin/theory/metastable.json"} {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for seed := range n {
			if mutant(t, name, text, uint64(seed)) {
				ran++
			}
		}
	}
	if ran < n/4 {
		t.Errorf("only %d were found without fault and ran", ran)
	}
}

// mutant makes and tries out one broken scenario.
func mutant(t *testing.T, name string, text []byte, seed uint64) (ran bool) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	var x any
	if err := json.Unmarshal(text, &x); err != nil {
		t.Fatal(err)
	}
	for range 1 + r.IntN(3) {
		x = mutate(r, x)
	}
	broken, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if e := recover(); e != nil {
			t.Fatalf("%s, seed %d: %v\n%s", name, seed, e, broken)
		}
	}()
	return tryOut(t, broken)
}

// mutate changes one place of a JSON value: something is dropped, doubled or
// replaced by what does not belong there, or by a neighbour.
func mutate(r *rand.Rand, x any) any {
	strange := []any{nil, true, 0.0, -1.0, 1e9, 0.5, "", "x", "shop", "users", "1h", "0s", []any{}, map[string]any{}}
	switch v := x.(type) {
	case map[string]any:
		names := slices.Sorted(maps.Keys(v))
		if len(names) == 0 || r.IntN(12) == 0 {
			return strange[r.IntN(len(strange))]
		}
		k := names[r.IntN(len(names))]
		switch r.IntN(12) {
		case 0:
			delete(v, k)
		case 1:
			v[k] = v[names[r.IntN(len(names))]]
		default:
			v[k] = mutate(r, v[k])
		}
		return v
	case []any:
		if len(v) == 0 || r.IntN(12) == 0 {
			return strange[r.IntN(len(strange))]
		}
		i := r.IntN(len(v))
		switch r.IntN(8) {
		case 0:
			return slices.Delete(v, i, i+1)
		case 1:
			return append(v, v[i])
		case 2:
			j := r.IntN(len(v))
			v[i], v[j] = v[j], v[i]
		default:
			v[i] = mutate(r, v[i])
		}
		return v
	}
	return strange[r.IntN(len(strange))]
}

// tryOut reads, checks and begins a scenario, and reports whether it ran.
func tryOut(t *testing.T, text []byte) bool {
	t.Helper()
	s, err := scenario.Parse(text)
	if err != nil || heavy(s) || len(s.Check(catalog.Kinds{})) > 0 {
		return false
	}
	sim, err := catalog.New(s, catalog.Options{Seed: 1})
	if err != nil {
		t.Fatalf("no fault found, but: %v\n%s", err, text)
	}
	sim.RunSome(int64(s.For), 2_000)
	if sim.Now() < 0 || sim.Now() > int64(s.For) {
		t.Fatalf("at %d of %d", sim.Now(), s.For)
	}
	return true
}

// heavy scenarios are right, but too large to be run so many times.
func heavy(s *scenario.Scenario) bool {
	return s.Keys > 10_000 || len(s.Components) > 20 || len(s.Links) > 40
}
