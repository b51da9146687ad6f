//go:build browser

package browsertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"testing"

	"stampede/engine"
	"stampede/engine/catalog"
)

// The run that the tests of the playground look at: small, so that time can be
// moved through quickly.
const (
	storm     = "facebook-2010"
	stormSize = 0.001
	stormSeed = 1
	stormPage = "play/facebook-2010/?painter=2d&size=0.001&seed=1"
)

// helpers are JavaScript for tests: must throws what a verb refuses, and travel
// moves a paused run to a moment and waits until it is there.
const helpers = `Object.assign(window, {
	must(x) { if (x instanceof Error) throw x; return x; },
	async arrive() { while (stampede.seeking()) await new Promise(requestAnimationFrame); },
	async travel(seconds) {
		must(stampede.pause());
		must(stampede.seek(seconds));
		await arrive();
		if (stampede.now() !== seconds) throw new Error("at " + stampede.now());
	},
	async begin(seed) { must(stampede.pause()); must(stampede.reset({ seed })); },
}) && true`

// openPlay opens a page with a run and waits until it can be asked.
func openPlay(t *testing.T, b *Browser, address string) *Tab {
	t.Helper()
	tab := b.Open(t, address)
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
	return tab
}

// do evaluates statements that may await, and return a value.
func do(tab *Tab, result any, format string, args ...any) {
	tab.t.Helper()
	tab.Eval("(async () => {"+fmt.Sprintf(format, args...)+"})()", result)
}

// entry is a command as the page tells it.
type entry struct {
	At                float64
	Verb, Path, Value string
}

func journalOf(entries []entry) []engine.Command {
	var out []engine.Command
	for _, e := range entries {
		out = append(out, engine.Command{At: nanoseconds(e.At), Verb: e.Verb, Path: e.Path, Value: e.Value})
	}
	return out
}

func nanoseconds(s float64) engine.Time { return engine.Time(math.Round(s * float64(engine.Second))) }

// pageRun is the run of a page at rest.
type pageRun struct {
	Now, Seed float64
	Hash      string
	Metrics   map[string]any
	Journal   []entry
}

// read reads the run of a page that is paused.
func read(tab *Tab) (r pageRun) {
	tab.t.Helper()
	do(tab, &r, `await arrive(); return {
		now: stampede.now(), seed: stampede.seed(), hash: must(stampede.hash()), metrics: must(stampede.metrics()), journal: stampede.journal() }`)
	return r
}

// held compares the run of a page with the same one made here.
func held(t *testing.T, r pageRun) {
	t.Helper()
	heldAs(t, storm, stormSize, r)
}

// heldAs does so for a run of any scenario and size.
func heldAs(t *testing.T, name string, size float64, r pageRun) {
	t.Helper()
	n := makeRun(t, name, uint64(r.Seed), size, journalOf(r.Journal)).to(t, nanoseconds(r.Now))
	if h := n.hash(); h != r.Hash {
		t.Errorf("at %v s with the journal %v the page's hash is %s, want %s", r.Now, r.Journal, r.Hash, h)
	}
	if want := n.metrics(t); !reflect.DeepEqual(r.Metrics, want) {
		got, _ := json.Marshal(r.Metrics)
		wanted, _ := json.Marshal(want)
		t.Errorf("at %v s the page's metrics are\n%s\nwant\n%s", r.Now, got, wanted)
	}
}

// TestPlayground looks at one page from all sides. Its parts share the page, and
// each begins by setting the run back.
func TestPlayground(t *testing.T) {
	t.Parallel()
	b := Start(t)
	server := Serve(t, built, "/a/b/")
	tab := openPlay(t, b, server.URL(stormPage))
	for _, part := range []struct {
		name string
		test func(*testing.T, *Tab)
	}{
		{"advances", advances},
		{"hashes", func(t *testing.T, tab *Tab) { hashes(t, tab, storm) }},
		{"back and on", backAndOn},
		{"strategies", strategies},
		{"dots", dots},
		{"switch", clickSwitch},
		{"action", clickAction},
		{"transport", clickTransport},
		{"scrubber", scrub},
		{"rubbish", rubbish},
		{"narrow", narrow},
		{"hidden", func(t *testing.T, tab *Tab) { hide(t, tab, b) }},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(t, tab.For(t)) })
	}
	quiet(t, tab, server.Origin)
}

func TestTheoryRunsTheSame(t *testing.T) {
	t.Parallel()
	const name = "theory/mm1"
	server := Serve(t, built, "/")
	tab := openPlay(t, Start(t), server.URL("play/"+name+"/?painter=2d&paused"))
	hashes(t, tab, name)
	quiet(t, tab, server.Origin)
}

// advances: the page plays by itself, and pausing stops time.
func advances(t *testing.T, tab *Tab) {
	tab.Wait(`stampede.playing() && stampede.now() > 0.5`)
	var still bool
	do(tab, &still, `
		stampede.pause();
		const at = stampede.now();
		for (let i = 0; i < 5; i++) await new Promise(requestAnimationFrame);
		return at === stampede.now() && !stampede.playing()`)
	if !still {
		t.Error("time passes while the run is paused")
	}
	held(t, read(tab))
}

// hashes: the page's runs are those of every other build.
func hashes(t *testing.T, tab *Tab, name string) {
	for _, g := range goldens(t, name) {
		var hash string
		do(tab, &hash, `await begin(%d); await travel(%d); return must(stampede.hash())`, g.seed, g.at)
		if hash != g.hash {
			t.Errorf("seed %d at %d s: hash %s, want %s", g.seed, g.at, hash, g.hash)
		}
	}
}

// backAndOn: after every seek, going on gives the run that was never left.
func backAndOn(t *testing.T, tab *Tab) {
	var got []string
	do(tab, &got, `
		await begin(%d);
		const seen = [];
		for (const at of [40, 80, 12.3, 40, 79.9, 0, 80]) { await travel(at); seen.push(must(stampede.hash())); }
		return seen`, stormSeed)
	n := makeRun(t, storm, stormSeed, stormSize, nil)
	want := map[float64]string{}
	for _, at := range []float64{0, 12.3, 40, 79.9, 80} {
		want[at] = n.to(t, nanoseconds(at)).hash()
	}
	for i, at := range []float64{40, 80, 12.3, 40, 79.9, 0, 80} {
		if got[i] != want[at] {
			t.Errorf("stop %d, at %v s: hash %s, want %s", i, at, got[i], want[at])
		}
	}
}

// strategies: each one switched in the middle of the failure, in a run that is
// taken up again at that moment, is the run in which it was switched without a
// page; and it is another run than the one left alone.
func strategies(t *testing.T, tab *Tab) {
	const switched, until = 60, 90
	do(tab, nil, `await begin(%d); await travel(%d)`, stormSeed, until)
	alone := read(tab)
	held(t, alone)
	scn, _ := catalog.Scenario(storm)
	if len(scn.Strategies) < 10 {
		t.Fatalf("%d strategies", len(scn.Strategies))
	}
	for i := range scn.Strategies {
		st := &scn.Strategies[i]
		do(tab, nil, `await travel(%d); must(stampede.strategy(%q, %t)); await travel(%d)`, switched, st.Name, !st.Then, until)
		r := read(tab)
		set := st.On
		if st.Then {
			set = st.Off
		}
		var want []entry
		for _, path := range slices.Sorted(maps.Keys(set)) {
			want = append(want, entry{switched, engine.CmdSet, path, set[path]})
		}
		if !slices.Equal(r.Journal, want) {
			t.Errorf("%s: journal %v, want %v", st.Name, r.Journal, want)
		}
		if r.Hash == alone.Hash {
			t.Errorf("%s changes nothing", st.Name)
		}
		held(t, r)
	}
}

// rubbish gives the verbs what they cannot take, a BigInt among it, which Go does
// not know: each answers with an Error, and the program lives.
func rubbish(t *testing.T, tab *Tab) {
	var odd string
	do(tab, &odd, `
		const hash = stampede.hash();
		const calls = {
			bigint: () => stampede.set(10n), nested: () => stampede.reset({seed: 5n}),
			symbol: () => stampede.get(Symbol()), nan: () => stampede.seek(NaN),
			path: () => stampede.set('nobody.knows', '1'), fixed: () => stampede.set('web.hosts', '3'),
		};
		for (const name in calls) {
			if (!(calls[name]() instanceof Error)) return name + ' was taken';
		}
		return stampede.hash() === hash ? '' : 'the run has changed'`)
	if odd != "" {
		t.Error(odd)
	}
}
