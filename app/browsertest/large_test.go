//go:build browser

package browsertest

import (
	"bytes"
	"compress/gzip"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"stampede/app/site"
	"stampede/engine/scenario"
)

// enlarge makes the release scenario one of 300 hosts and 100 000 connections. What it
// puts in takes as much room as what was there, so that the compiled program, which
// holds the text of its scenarios, can be given another one without compiling it.
var enlarge = strings.NewReplacer(
	`"users": 2000`, `"users":33333`,
	`"hosts": 20`, `"hosts":100`,
	`"hosts": 30`, `"hosts":100`,
	`"lifetime": "1m"`, `"lifetime": "0s"`,
)

// largeSite is the site with that scenario, and the scenario.
func largeSite(t *testing.T, name string) (*site.Site, *scenario.Scenario) {
	t.Helper()
	text, err := os.ReadFile("../../engine/scenario/builtin/" + name + ".json")
	if err != nil {
		t.Fatal(err)
	}
	large := []byte(enlarge.Replace(string(text)))
	scn, err := scenario.Parse(large)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := gzip.NewReader(bytes.NewReader(built.Files["web/app.wasm.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	program, err := io.ReadAll(packed)
	if err != nil {
		t.Fatal(err)
	}
	at := bytes.Index(program, text)
	if at < 0 || len(large) != len(text) || bytes.Equal(large, text) {
		t.Fatalf("the program has the scenario at %d, of %d bytes, and %d are to be put there", at, len(text), len(large))
	}
	copy(program[at:], large)
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.BestSpeed)
	if _, err := w.Write(program); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	s := *built
	s.Files = maps.Clone(built.Files)
	s.Files["web/app.wasm.gz"] = out.Bytes()
	return &s, scn
}

// timed notes for how many milliseconds the page works in each frame.
const timed = `
window.work = new Map();
const frame = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (next) => frame((now) => {
	const began = performance.now();
	next(now);
	work.set(now, (work.get(now) ?? 0) + performance.now() - began);
});`

// TestLargeFleet plays 300 hosts with 100 000 connections at ten times real time, over
// the moment at which the first batch ends and a fifth of the users connect again. It
// is the run that it is elsewhere, all hosts are on the stage, and they are not drawn
// more often than a reader can see. The page keeps up, and what it does in a frame
// leaves room for the browser: the bounds are far from what it does, for machines that
// do something else besides, and the log tells what it was. It runs alone.
func TestLargeFleet(t *testing.T) {
	const (
		name, seed     = "zero-downtime-release", 2010
		from, to       = 170, 210
		speed, least   = 10, 2.5 // simulated seconds a second: wanted, and held to
		fewest         = 5       // frames a second
		hosts          = 300
		looks, looksBy = 12.5, 1.5 // drawings of a fleet a second, and by how much it may be more
		budget         = 1000.0 / 60
		late           = 0.2 // share of frames in which the page may work for longer
	)
	large, scn := largeSite(t, name)
	server := Serve(t, large, "/")
	tab := Start(t).Blank(t)
	tab.Before(timed)
	tab.Go(server.URL("play/" + name + "/?painter=2d&paused=1"))
	tab.Eval(`stampede.ready.then(() => true)`, nil)
	tab.Eval(helpers, nil)
	var got struct {
		Simulated, Wall float64
		Work            []float64
		Drawn           int
	}
	do(tab, &got, `
		await begin(%d); await travel(%d); must(stampede.speed(%d));
		let drawn = 0;
		new MutationObserver(() => drawn++).observe(document.querySelector(".fleets"), { childList: true, subtree: true });
		work.clear();
		const began = performance.now(), at = stampede.now();
		must(stampede.play());
		while (stampede.now() < %d) await new Promise(frame);
		const wall = (performance.now() - began) / 1000;
		must(stampede.pause());
		return { simulated: stampede.now() - at, wall, work: [...work.values()], drawn };`, seed, from, speed, to)
	pace, rate := got.Simulated/got.Wall, float64(len(got.Work))/got.Wall
	slices.Sort(got.Work)
	busy, over := 0.0, 0
	for _, ms := range got.Work {
		if busy += ms; ms > budget {
			over++
		}
	}
	n := len(got.Work)
	t.Logf("%.1f simulated seconds a second, %.0f frames a second, at work in them for %.0f %% of the time: half of them up to %.1f ms, 95 %% up to %.1f, the longest %.0f, %d of %d over %.1f; hosts drawn %d times in %.1f s",
		pace, rate, busy/got.Wall/10, got.Work[n/2], got.Work[n*95/100], got.Work[n-1], over, n, budget, got.Drawn, got.Wall)
	if float64(over) > late*float64(n) {
		t.Errorf("in %d of %d frames the page works for more than %.1f ms", over, n, budget)
	}
	if pace < least || rate < fewest {
		t.Errorf("the page does not keep up: %.1f simulated seconds and %.1f frames a second", pace, rate)
	}
	if most := looksBy * looks * (got.Wall + 1); float64(got.Drawn) > most {
		t.Errorf("the hosts were drawn %d times in %.1f s, want no more than %.0f", got.Drawn, got.Wall, most)
	}

	r := read(tab)
	whole := runOf(t, scn, seed, 1, nil).to(t, nanoseconds(r.Now))
	if h := whole.hash(); h != r.Hash {
		t.Errorf("at %v s the page's hash is %s, want %s", r.Now, r.Hash, h)
	}
	frames(tab)
	hostsDrawn(t, tab, whole, hosts)
	quiet(t, tab, server.Origin)
}
