package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"stampede/app/session"
	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/check"
	"stampede/engine/scenario"
)

var update = flag.Bool("update", false, "rewrite the recorded outputs")

const shopFile = "../../../engine/scenario/testdata/shop.json"

// small is the size at which the tests run the incident.
const small = "0.001"

// call runs the program with a command line.
func call(line ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	status = run(line, &out, &err)
	return status, out.String(), err.String()
}

// fine runs the program and expects all well.
func fine(t *testing.T, line ...string) string {
	t.Helper()
	status, out, err := call(line...)
	if status != exitFine || err != "" {
		t.Fatalf("stampede %s: status %d, %s", strings.Join(line, " "), status, err)
	}
	return out
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is out of date: make golden, and look at the difference", name)
	}
}

// TestBadWords holds every complaint to its exit status and its words.
func TestBadWords(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"run", "SCENARIO|FILE is missing"},
		{"run facebook-2010 theory/mm1", `unexpected "theory/mm1"`},
		{"run facebook-1910", "the scenarios are facebook-2010"},
		{"run " + shopFile + " --sed 1", "flag provided but not defined: -sed"},
		{"run theory/mm1 --seed x", "invalid value"},
		{"run theory/mm1 --for 5", "invalid value"},
		{"run theory/mm1 --for -5s", "allowed a duration above 0"},
		{"run theory/mm1 --size 7", "allowed a size from 1 to 1"},
		{"run theory/mm1 --json --csv", "allowed is one"},
		{"figure facebook-2010 --theme pink", "allowed one of light, dark, projector"},
		{"figure facebook-2010 --view all", "allowed one of stage, charts, both"},
		{"figure facebook-2010 --width 10", "allowed 320 to 1920"},
		{"run theory/mm1 --set server", "allowed a name, = and a value"},
		{"run theory/mm1 --set sever.servers=2", `no component or link is named "sever"`},
		{"run theory/mm1 --set server.servers=none", "a whole number from 1 to 1000000"},
		{"run facebook-2010 --set web.hosts=5", "shapes the run from its start"},
		{"run theory/mm1 --strategy retry=on", "allowed one of"},
		{"run facebook-2010 --strategy leases=yes", "allowed on or off"},
		{"run facebook-2010 --at x=leases=on", "allowed a time"},
		{"run facebook-2010 --at 3s=lease=on", "allowed one of error_is_invalid"},
		{"run facebook-2010 --do 3s=reboot", `no action is named "reboot"`},
		{"run facebook-2010 --do 3s=let_in:7", "allowed a number from 0 to 1"},
		{"run zero-downtime-release --do 3s=fail_host:1.5", "allowed a whole number from 0 to 19"},
		{"run facebook-2010 --do let_in", "allowed a time"},
		{"run facebook-2010 --theory", "no closed form is known"},
		{"hash", "SCENARIO|FILE is missing"},
		{"compare", "SCENARIO|FILE is missing"},
		{"compare " + shopFile + " --set visits.retry.on=true", "flag provided but not defined: -set"},
		{"hash theory/none", "there is no scenario and no file"},
		{"link", "SCENARIO|LINK is missing"},
		{"site --url javascript:alert(1)", "allowed is one like https://"},
		{"site --url ftp://example.org/", "allowed is one like https://"},
		{"link " + shopFile, "allowed a built-in scenario"},
		{"link theory/mm1 --base ?", "allowed an address"},
		{"link theory/mm1 --at soon", "allowed a time"},
		{"link theory/mm1 --at 90000s", "the link is too large"},
		{"link theory/mm1 --at 90000s --for 90001s", "allowed a duration up to 24h0m0s"},
		{"run theory/mm1 --for 100000h", "--for: found 100000h0m0s, allowed a duration up to 24h0m0s"},
		{"link r1.AAAA", "the link cannot be read"},
		{"run theory/mm1 --seed -1", "allowed a whole number from 0 to 18446744073709551615"},
		{"hash theory/mm1 --seed 99999999999999999999", "allowed a whole number from 0 to 18446744073709551615"},
		{"link r1.", "the end of the link is missing"},
		{"link https://example.org/play/theory/mm1/#r9.AAAA", "made with a newer version"},
		{"link r1.AAAA --seed 2", "found --seed with a link"},
		{"link --read r1.AAAA --base https://example.org/", "found --base with a link"},
		{"link theory/mm1 --json", "allowed with a link or --read"},
		{"link theory/mm1 --read r1.", `unexpected "theory/mm1"`},
		{"link --read nonsense", "the link cannot be read"},
		{"link --read r9.AAAA", "made with a newer version"},
		{"run theory/mm1 --link r1.AAAA", `unexpected "theory/mm1"`},
		{"run --link r1.AAAA", "the link cannot be read"},
		{"hash --link r1.(((", "the link cannot be read"},
		{"run --seed 2 --link r1.", "found --seed with --link"},
		{"check", "FILE is missing"},
		{"check testdata/none.json", "no such file"},
		{"list everything", `unexpected "everything"`},
		{"schema 1", `unexpected "1"`},
		{"reference 1", `unexpected "1"`},
	} {
		status, out, err := call(strings.Fields(c.line)...)
		if status != exitUsage || out != "" || !strings.Contains(err, c.want) {
			t.Errorf("stampede %s: status %d, stdout %q, stderr:\n%s\nwant status 2 and %q", c.line, status, out, err, c.want)
		}
	}
}

func TestHelpOfSubcommands(t *testing.T) {
	for _, name := range []string{"run", "compare", "list", "check", "hash", "link", "schema", "reference"} {
		if status, _, err := call(name, "-h"); status != exitFine || !strings.Contains(err, "Usage: stampede "+name) {
			t.Errorf("stampede %s -h: status %d, %s", name, status, err)
		}
	}
}

func TestCheckFile(t *testing.T) {
	if out := fine(t, "check", shopFile); !strings.Contains(out, "shop is fine: 2 components, 1 link, 1 action, 1 strategy, 2 charts") {
		t.Errorf("found %q", out)
	}
	text, err := os.ReadFile(shopFile)
	if err != nil {
		t.Fatal(err)
	}
	bad := filepath.Join(t.TempDir(), "bad.json")
	text = bytes.Replace(text, []byte(`"near": "shop"`), []byte(`"near": "till"`), 1)
	text = bytes.Replace(text, []byte(`"metric": "queue"`), []byte(`"metric": "line"`), 1)
	if err := os.WriteFile(bad, text, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, sub := range []string{"check", "run", "hash"} {
		status, _, words := call(sub, bad)
		if status != exitUsage || !strings.Contains(words, `bad.json: $.script[0].near: found "till", allowed users, shop`) ||
			!strings.Contains(words, `bad.json: $.series[1].lines[0].metric: found "line", allowed arrived`) {
			t.Errorf("stampede %s: status %d, %s", sub, status, words)
		}
	}
}

// TestRunIsRepeatable: the same words give the same bytes, in every output.
func TestRunIsRepeatable(t *testing.T) {
	for _, out := range []string{"", "--json", "--csv", "--trace", "--theory", "--text"} {
		line := []string{"run", "theory/mm1", "--for", "5s", "--seed", "7"}
		if out != "" {
			line = append(line, out)
		}
		if a, b := fine(t, line...), fine(t, line...); a != b || len(a) < 100 {
			t.Errorf("%v: %d bytes, then %d others", line, len(a), len(b))
		}
	}
}

// report is run --json as a program reads it.
func report(t *testing.T, line ...string) map[string]any {
	t.Helper()
	var r map[string]any
	if err := json.Unmarshal([]byte(fine(t, append([]string{"run", "--json"}, line...)...)), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestJSONShape pins names and types, but no values, of run --json.
func TestJSONShape(t *testing.T) {
	shape := map[string]bool{}
	describeShape(shape, "", report(t, shopFile, "--for", "20s"))
	golden(t, "testdata/run-json.txt", strings.Join(slices.Sorted(maps.Keys(shape)), "\n")+"\n")
}

func describeShape(shape map[string]bool, path string, x any) {
	switch x := x.(type) {
	case map[string]any:
		for k, v := range x {
			describeShape(shape, path+"."+k, v)
		}
	case []any:
		for _, v := range x {
			describeShape(shape, path+"[]", v)
		}
	case string:
		shape[path+" string"] = true
	case bool:
		shape[path+" bool"] = true
	default: // a number, or null where there was nothing to measure
		shape[path+" number"] = true
	}
}

// TestCallsAreConserved holds the report to its own account.
func TestCallsAreConserved(t *testing.T) {
	r := report(t, "facebook-2010", "--for", "60s", "--size", small)
	places := r["links"].(map[string]any)
	places["totals"] = r["totals"]
	for name, x := range places {
		m := x.(map[string]any)
		sum := m["succeeded"].(float64) + m["failed"].(float64) + m["in_flight"].(float64)
		if m["calls"] != sum {
			t.Errorf("%s: %v calls, but %v accounted for", name, m["calls"], sum)
		}
	}
	if len(r["classes"].(map[string]any)) != 3 {
		t.Errorf("the classes are %v", r["classes"])
	}
}

func hashOf(t *testing.T, line ...string) string {
	t.Helper()
	return strings.TrimSpace(fine(t, append([]string{"hash"}, line...)...))
}

func TestRunAndHashAgree(t *testing.T) {
	line := []string{"facebook-2010", "--size", small, "--for", "30s", "--seed", "3", "--strategy", "leases=on"}
	if h := hashOf(t, line...); h != report(t, line...)["hash"] || len(h) != 16 {
		t.Errorf("hash says %s, run says %v", h, report(t, line...)["hash"])
	}
}

// TestTogglesCount: each way of saying the same is the same run, and another
// one than without.
func TestTogglesCount(t *testing.T) {
	base := []string{"facebook-2010", "--size", small, "--for", "40s"}
	with := func(more ...string) string { return hashOf(t, append(slices.Clone(base), more...)...) }
	plain, set := with(), with("--set", "fix.lease.on=true")
	if plain == set {
		t.Error("a setting changes nothing")
	}
	if set != with("--strategy", "leases=on") || set != with("--at", "0s=fix.lease.on=true") || set != with("--at", "0s=leases=on") {
		t.Error("a strategy and its setting are different runs")
	}
	if plain != with("--set", "fix.lease.on=false") || plain != with("--strategy", "leases=off") {
		t.Error("setting what is set is an action")
	}
	if plain != with("--at", "40s=leases=on") {
		t.Error("what is done at the end counts")
	}
	if late := with("--at", "39s=leases=on"); late == plain || late == set {
		t.Error("a toggle during the run is not one of its own")
	}
}

// TestScriptGoesOnBesideDo: only a take-over ends it, from the first action on.
func TestScriptGoesOnBesideDo(t *testing.T) {
	pushes := func(more ...string) float64 {
		r := report(t, append([]string{"facebook-2010", "--size", small, "--for", "60s"}, more...)...)
		return r["components"].(map[string]any)["publisher"].(map[string]any)["pushes"].(float64) * 60
	}
	for _, c := range []struct {
		line string
		want float64
	}{
		{"", 2},
		{"--do 10s=clear_cache", 2},
		{"--do 10s=clear_cache --take-over", 0},
		{"--do 30s=clear_cache --take-over", 1},
		{"--take-over", 0},
		{"--do 5s=push_invalid --do 6s=correct", 4},
	} {
		if got := pushes(strings.Fields(c.line)...); got < c.want-0.01 || got > c.want+0.01 {
			t.Errorf("%q: %v pushes, want %v", c.line, got, c.want)
		}
	}
}

// TestHashIsThePages plays the same run as the page does.
func TestHashIsThePages(t *testing.T) {
	scn, _ := catalog.Scenario("facebook-2010")
	s, err := session.New(scn, session.Options{Seed: scenario.DefaultSeed, Size: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.SetStrategy("retry", true); err != nil {
		t.Fatal(err)
	}
	if err := s.Set("fix.retry.max_attempts", "5"); err != nil {
		t.Fatal(err)
	}
	s.Seek(30 * engine.Second)
	for i := 0; s.Seeking() && i < 1000; i++ {
		s.Pump(time.Millisecond, 1<<20, nil)
	}
	got := hashOf(t, "facebook-2010", "--size", small, "--for", "30s", "--strategy", "retry=on", "--set", "fix.retry.max_attempts=5")
	if s.Now() != 30*engine.Second || s.Hash() != got {
		t.Errorf("at %d the page has %s, the command %s", s.Now(), s.Hash(), got)
	}
}

func TestCSV(t *testing.T) {
	rows, err := csv.NewReader(strings.NewReader(fine(t, "run", shopFile, "--for", "10s", "--csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 21 || !slices.Equal(rows[0], []string{"at", "load:visits:goodput", "queue:shop:queue"}) || rows[20][0] != "9.5" {
		t.Errorf("%d rows, the first %v, the last %v", len(rows), rows[0], rows[len(rows)-1])
	}
}

func TestTrace(t *testing.T) {
	all := strings.Split(fine(t, "run", shopFile, "--for", "2s", "--trace"), "\n")
	some := strings.Split(fine(t, "run", shopFile, "--for", "2s", "--trace", "--every", "4"), "\n")
	if len(all) < 100 || len(some) >= len(all)/2 || !strings.Contains(all[0], "call    visits users > shop") {
		t.Errorf("%d lines, %d of one request in 4, the first: %s", len(all), len(some), all[0])
	}
}

// TestTheory: each plain system meets its closed form, to the few percent that
// a run of this length allows.
func TestTheory(t *testing.T) {
	for name, model := range map[string]string{
		"theory/mm1": "M/M/1", "theory/mmc": "M/M/5", "theory/mmck": "M/M/1/10", "theory/impatience": "M/M/1+D",
		"theory/ps": "M/G/1 processor sharing", "theory/closed": "M/M/1//10", "theory/ttl": "one expiring key",
	} {
		out := fine(t, "run", name, "--theory", "--for", "2000s")
		if !strings.Contains(out, name+" as "+model+",") {
			t.Errorf("%s is not recognised as %s:\n%s", name, model, out)
		}
		for _, line := range strings.Split(out, "\n") {
			f := strings.Fields(strings.TrimSuffix(line, " %"))
			var off float64
			if !strings.HasSuffix(line, " %") {
				continue
			}
			if _, err := fmt.Sscan(f[len(f)-1], &off); err != nil || off < -10 || off > 10 {
				t.Errorf("%s: %s", name, line)
			}
		}
	}
}

// TestTheoryKnowsItsLimits: a setting that leaves the closed form behind is
// said to, and one that stays within it counts.
func TestTheoryKnowsItsLimits(t *testing.T) {
	for _, set := range []string{"server.discipline=lifo", "callers.gap_law=constant", "server.degrade=0.1"} {
		status, _, _ := call("run", "theory/mm1", "--theory", "--for", "5s", "--set", set)
		if known := set == "server.discipline=lifo"; known != (status == exitFine) {
			t.Errorf("%s: status %d", set, status)
		}
	}
	if out := fine(t, "run", "theory/mm1", "--theory", "--for", "5s", "--set", "server.service_law=constant"); !strings.Contains(out, "as M/G/1,") {
		t.Error(out)
	}
}

func TestSummaryNamesTheCause(t *testing.T) {
	out := fine(t, "run", "facebook-2010", "--size", small, "--for", "130s")
	for _, want := range []string{"verdict  stuck since", "cause    deletion:", "hash     "} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	if out := fine(t, "run", "theory/mm1", "--for", "5s"); !strings.Contains(out, "verdict  none") {
		t.Error(out)
	}
}

func TestBrokenInvariantsFail(t *testing.T) {
	var words bytes.Buffer
	m := measured{violations: []check.Violation{{At: engine.Second, Place: "fix", Rule: check.RuleCalls, Detail: "3 calls are missing"}}}
	if status := m.verdictOfChecks(&words); status != exitFailed || !strings.Contains(words.String(), "3 calls are missing") {
		t.Errorf("status %d, %s", status, words.String())
	}
}

func TestList(t *testing.T) {
	text := fine(t, "list")
	var l listing
	if err := json.Unmarshal([]byte(fine(t, "list", "--json")), &l); err != nil {
		t.Fatal(err)
	}
	if len(l.Scenarios) != len(catalog.Scenarios()) || len(l.Components) != len(catalog.Components) || len(l.Policies) != len(catalog.Policies) {
		t.Fatalf("%d scenarios, %d components, %d policies", len(l.Scenarios), len(l.Components), len(l.Policies))
	}
	for _, k := range slices.Concat(l.Components, l.Policies) {
		if k.Help == "" || !strings.Contains(text, "  "+k.Kind+" ") {
			t.Errorf("%s is not explained", k.Kind)
		}
		for _, p := range k.Params {
			if p.Help == "" || p.Allowed == "" || len(p.Default) == 0 {
				t.Errorf("%s.%s is not explained", k.Kind, p.Name)
			}
		}
	}
}

func TestSchemaKnowsTheKinds(t *testing.T) {
	text := fine(t, "schema")
	if !json.Valid([]byte(text)) {
		t.Fatal("no JSON")
	}
	for _, k := range catalog.Components {
		if !strings.Contains(text, `"const": "`+k.Kind+`"`) || !strings.Contains(text, k.Help) {
			t.Errorf("no %s", k.Kind)
		}
	}
}

// TestReferenceIsCurrent: the page in the tree is what the declarations say.
func TestReferenceIsCurrent(t *testing.T) {
	golden(t, "../../../engine/REFERENCE.md", fine(t, "reference"))
}

// A class is what people ask for: that all of them are connected says nothing of
// what failed over the connections.
func TestClassesLeaveConnectsOut(t *testing.T) {
	r := report(t, "release-under-retries", "--for", "150s")
	links, users := r["links"].(map[string]any), r["classes"].(map[string]any)["users"].(map[string]any)
	requests, connects := links["requests"].(map[string]any), links["connects"].(map[string]any)
	for _, name := range []string{"calls", "failed", "in_flight", "good_share"} {
		if users[name] != requests[name] || users[name] == connects[name] {
			t.Errorf("%s: %v of users, %v requests, %v connects", name, users[name], requests[name], connects[name])
		}
	}
}
