package scenario_test

import (
	"os"
	"strings"
	"testing"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

func TestBuiltinsHaveNoFaults(t *testing.T) {
	for _, s := range catalog.Scenarios() {
		for _, e := range s.Check(catalog.Kinds{}) {
			t.Errorf("%s: %v", s.Name, e)
		}
	}
}

// brokenFile is the text of testdata/shop.json with one part replaced, so that
// it has one fault.
type brokenFile struct {
	name, part, by       string
	path, found, allowed string // allowed need only be contained
}

var broken = []brokenFile{
	// The form.
	{"no JSON", `"name": "shop",`, `"name": shop,`, "$", "no JSON: invalid character 's' looking for beginning of value", "a JSON object"},
	{"unknown field at the top", `"name": "shop",`, `"name": "shop", "title": "x",`, "$.title", "an unknown field", "name, version, for"},
	{"unknown field inside", `"hop": "1ms"`, `"hops": "1ms"`, "$.links[0].hops", "an unknown field", "hop, route"},
	{"field twice", `"version": 1`, `"version": 1, "version": 2`, "$.version", "a field that is there twice", "each field once"},
	{"parameter twice", `"rate": 40`, `"rate": 40, "rate": 50`, "$.components[0].params.rate", "a field that is there twice", "each field once"},
	{"missing field", `"name": "users", "kind": "population"`, `"kind": "population"`, "$.components[0]", "no name", "an object with name"},
	{"wrong type", `"version": 1`, `"version": "1"`, "$.version", `"1"`, "a whole number"},
	{"no duration", `"hop": "1ms"`, `"hop": 1`, "$.links[0].hop", "1", `a duration such as "250ms"`},
	{"negative duration", `"hop": "1ms"`, `"hop": "-1ms"`, "$.links[0].hop", `"-1ms"`, "a duration"},
	{"no list", `"lines": [{"of": "shop", "metric": "queue"}]`, `"lines": {}`, "$.series[1].lines", "{}", "a list"},

	// The whole.
	{"name", `"name": "shop",`, `"name": "My Shop",`, "$.name", `"My Shop"`, "a-z"},
	{"version", `"version": 1`, `"version": 0`, "$.version", "0", "from 1"},
	{"endless", `"for": "60s"`, `"for": "48h"`, "$.for", "48h", "up to 24h"},
	{"no length", `"for": "60s"`, `"for": "0s"`, "$.for", "0s", "up to 24h"},
	{"window", `"window": "500ms"`, `"window": "1ms"`, "$.window", "1ms", "from 10ms to 1m"},
	{"speed", `"speed": 2`, `"speed": 1000`, "$.speed", "1000", "from 0.1 to 100"},
	{"size", `"default": 0.5`, `"default": 5`, "$.size", "5", "from 0.1 to 2"},
	{"size 0", `"min": 0.1`, `"min": 0`, "$.size", "0", "above 0"},
	{"scaled path", `"shop.servers"]`, `"shop.waiters"]`, "$.size.scales", `"shop.waiters"`, "a numeric parameter"},
	{"scaled place", `"shop.servers"]`, `"till.servers"]`, "$.size.scales[1]", `"till.servers"`, "a parameter of users, shop"},
	{"scaled choice", `"shop.servers"]`, `"shop.full"]`, "$.size.scales", `"shop.full"`, "a numeric parameter"},

	// Components and links.
	{"component kind", `"kind": "population"`, `"kind": "crowd"`, "$.components[0].kind", `"crowd"`, "population, closed, gate"},
	{"component name", `"name": "users", "kind"`, `"name": "The users", "kind"`, "$.components[0].name", `"The users"`, "a-z"},
	{"component twice", `"name": "shop", "at"`, `"name": "users", "at"`, "$.components[1].name", `"users"`, "no other component"},
	{"parameter", `"rate": 40`, `"speed": 40`, "$.components[0].params.speed", "an unknown parameter", "rate, gap_law"},
	{"value", `"rate": 40`, `"rate": -1`, "$.components[0].params.rate", "-1", "from 0 to 10000000 (1/s)"},
	{"value's type", `"rate": 40`, `"rate": "40"`, "$.components[0].params.rate", `"40"`, "a number"},
	{"choice", `"discipline": "fifo"`, `"discipline": "random"`, "$.components[1].params.discipline", `"random"`, "fifo, lifo"},
	{"off the stage", `"x": 60`, `"x": 90`, "$.components[1].at", "a far corner at 110, 60", "within 100, 100"},
	{"no width", `"w": 20, "h": 40}, "kind"`, `"w": 0, "h": 40}, "kind"`, "$.components[1].at", "a size of 0 by 40", "above 0"},
	{"place", `"x": 60`, `"x": -1`, "$.components[1].at.x", "-1", "from 0 to 100"},
	{"policy kind", `"kind": "timeout"`, `"kind": "patience"`, "$.links[0].policies[1].kind", `"patience"`, "timeout, retry"},
	{"policy seat", `"kind": "timeout"`, `"kind": "shedding"`, "$.links[0].policies[1].kind", `"shedding"`, "a policy that sits here"},
	{"policy twice", `"kind": "timeout"`, `"kind": "retry"`, "$.links[0].policies[1].name", `"retry"`, "no other policy here"},
	{"policy's value", `"after": "1s"`, `"after": "1d"`, "$.links[0].policies[1].params.after", `"1d"`, "from 1ms to 10m"},
	{"policy name", `"kind": "timeout"`, `"name": "time.out", "kind": "timeout"`, "$.links[0].policies[1].name", `"time.out"`, "a-z"},
	{"lookup without keys", `[{"kind": "retry"`, `[{"kind": "lease", "on": false}, {"kind": "retry"`, "$.links[0].policies[0].kind", `"lease"`, "needs no cached keys"},
	{"link from", `"from": "users"`, `"from": "nobody"`, "$.links[0].from", `"nobody"`, "the name of a component"},
	{"link to", `"to": "shop", "hop"`, `"to": "nowhere", "hop"`, "$.links[0].to", `"nowhere"`, "the name of a component"},
	{"link kind", `"kind": "work"`, `"kind": "answer"`, "$.links[0].kind", `"answer"`, "request, read, query, work or signal"},
	{"link route", `"route": "try"`, `"route": "random"`, "$.links[0].route", `"random"`, "request, key or try"},
	{"link name", `"name": "visits"`, `"name": "shop"`, "$.links[0].name", `"shop"`, "no component has"},
	{"source without link", `"from": "users"`, `"from": "shop"`, "$.components[0]", "0 links that leave users", "exactly one, for a population"},
	{"link from a server", `"links": [`, `"links": [{"name": "back", "from": "shop", "to": "users"},`, "$.links[0].from", `"shop"`, "a server makes none"},

	// Actions and the script.
	{"action verb", `"verb": "stall"`, `"verb": "sleep"`, "$.actions[0].steps[0].verb", `"sleep"`, "stall"},
	{"action place", `"to": "shop", "verb"`, `"to": "till", "verb"`, "$.actions[0].steps[0].to", `"till"`, "the name of a component"},
	{"action default", `"default": 5`, `"default": 50`, "$.actions[0].arg.default", "50", "from 0 to 30"},
	{"action trigger", `"trigger": "start"`, `"trigger": "begin"`, "$.actions[0].trigger", `"begin"`, "start or end"},
	{"script order", `"at": "20s"`, `"at": "5s"`, "$.script[1].at", "5s", "at 10s"},
	{"script too late", `"at": "20s"`, `"at": "61s"`, "$.script[1].at", "1m1s", "within the run's 1m"},
	{"script action", `"do": "stall"`, `"do": "rest"`, "$.script[0].do", `"rest"`, "stall"},
	{"argument in part", `"default": 5, "min": 0, "max": 30, "unit": "s"`, `"default": 4.5, "min": 0, "max": 30, "whole": true`, "$.actions[0].arg.default", "4.5", "a whole number from 0 to 30"},
	{"script argument", `"arg": "3"`, `"arg": "31"`, "$.script[0].arg", `"31"`, "from 0 to 30"},
	{"script path", `"set": "visits.retry.on"`, `"set": "visits.retries.on"`, "$.script[1].set", `"visits.retries.on"`, "visits.retry.max_attempts"},
	{"script value", `"value": "true"`, `"value": "yes"`, "$.script[1].value", `"yes"`, "true or false"},
	{"script near", `"near": "shop"`, `"near": "visits"`, "$.script[0].near", `"visits"`, "users, shop"},
	{"script empty", `{"at": "30s", "caption": "over"}`, `{"at": "30s"}`, "$.script[2]", "nothing to do or say", "do, set or caption"},

	// Strategies, series, objective, causes, story.
	{"strategy path", `"on": {"visits.retry.on": "true"}`, `"on": {"visit.retry.on": "true"}`, "$.strategies[0].on.visit.retry.on", `"visit.retry.on"`, "a parameter of users, shop, visits"},
	{"strategy value", `"off": {"visits.retry.on": "false"}`, `"off": {"visits.retry.on": "no"}`, "$.strategies[0].off.visits.retry.on", `"no"`, "true or false"},
	{"strategy halves", `"off": {"visits.retry.on": "false"}`, `"off": {"visits.timeout.on": "false"}`, "$.strategies[0].off", `"visits.timeout.on"`, "the parameters of on: visits.retry.on"},
	{"strategy the same", `"off": {"visits.retry.on": "false"}`, `"off": {"visits.retry.on": "true"}`, "$.strategies[0].off", "the settings of on", "others"},
	{"strategy params", `"params": ["visits.retry.base"]`, `"params": ["visits.retry.bass"]`, "$.strategies[0].params[0]", `"visits.retry.bass"`, "visits.retry.base"},
	{"series place", `"of": "visits"`, `"of": "visitors"`, "$.series[0].lines[0].of", `"visitors"`, "users, shop, visits"},
	{"series metric", `"metric": "goodput"`, `"metric": "throughput"`, "$.series[0].lines[0].metric", `"throughput"`, "offered, goodput"},
	{"series of both", `"of": "visits"`, `"of": "visits shop"`, "$.series[0].lines[0].metric", `"goodput"`, "arrived"},
	{"series twice", `"name": "queue"`, `"name": "load"`, "$.series[1].name", `"load"`, "no other here"},
	{"objective link", `"links": ["visits"]`, `"links": ["shop"]`, "$.objective.links[0]", `"shop"`, "visits"},
	{"objective share", `"good": 0.9`, `"good": 90`, "$.objective.good", "90", "up to 1"},
	{"objective failing", `"failing": 0.5`, `"failing": 0.95`, "$.objective.failing", "0.95", "from 0 to good, 0.9"},
	{"tier's load", `"server": "shop"}`, `"server": "shop", "tiers": [{"load": "calls", "server": "shop"}]}`, "$.objective.tiers[0].load", `"calls"`, "visits"},
	{"tier's server", `"server": "shop"}`, `"server": "shop", "tiers": [{"load": "visits", "server": "visits"}]}`, "$.objective.tiers[0].server", `"visits"`, "users, shop"},
	{"tier alone", `"load": "visits", "server": "shop"}`, `"tiers": [{"load": "visits", "server": "shop"}]}`, "$.objective.tiers", "no load and server", "behind a load"},
	{"cause setting", `"set": {"visits.retry.on": "false"}`, `"set": {"visits.retry.of": "false"}`, "$.causes[0].set.visits.retry.of", `"visits.retry.of"`, "visits.retry.on"},
	{"cause link", `"link": "visits"`, `"link": "shop"`, "$.causes[0].link", `"shop"`, "visits"},
	{"cause why", `"why": "retry"`, `"why": "spite"`, "$.causes[0].why", `"spite"`, "fresh, cold, expiry"},
	{"cause per", `"per": "shop.arrived"`, `"per": "shop.errors"`, "$.causes[0].per", `"errors"`, "arrived"},
	{"cause per several", `"per": "shop.arrived"`, `"per": "shop visit.arrived"`, "$.causes[0].per", `"visit"`, "visits"},
	{"cause in part", `"why": "retry", `, ``, "$.causes[0]", "one of link and why", "both, or none"},
	{"story date", `"date": "2026-01-31"`, `"date": "last year"`, "$.story.date", `"last year"`, "a date"},
	{"figure's component", `{"of": "shop", "metric": "utilisation"}]}`, `{"of": "visits", "metric": "utilisation"}]}`, "$.story.figures[0].of", `"visits"`, "users, shop"},
	{"figure's value", `{"of": "shop", "metric": "utilisation"}]}`, `{"of": "shop", "metric": "sales"}]}`, "$.story.figures[0].metric", `"sales"`, "queue"},

	// The walks.
	{"walk's verb", `"do": "connect"`, `"do": "call"`, "$.walks[0].steps[0].do", `"call"`, "start_process, listen"},
	{"walk's verb, none", `{"do": "exit", "process": "old"}`, `{"process": "old"}`, "$.walks[0].steps[2]", "no do", "an object with do"},
	{"walk's process", `{"do": "exit", "process": "old"}`, `{"do": "exit", "process": "third"}`, "$.walks[0].steps[2].process", `"third"`, "old, new"},
	{"walk's process is not there", `{"do": "start_process", "process": "new"}`, `{"do": "accept", "process": "new"}`, "$.walks[0].steps[1].process", "new, which does not run", "a process that has been started"},
	{"walk's process twice", `{"do": "start_process", "process": "new"}`, `{"do": "start_process", "process": "old"}`, "$.walks[0].steps[1].process", `"old"`, "old and then new"},
	{"walk's client", `"count": 3, "say"`, `"count": 3, "process": "old", "say"`, "$.walks[0].steps[0].process", `"old"`, "none"},
	{"walk's kind", `"kind": "tcp", "backlog": 4`, `"kind": "unix", "backlog": 4`, "$.walks[0].begin[1].kind", `"unix"`, "tcp, udp"},
	{"walk's count", `"count": 3, "say"`, `"count": 300, "say"`, "$.walks[0].steps[0].count", "300", "1 to 16"},
	{"walk's backlog", `"kind": "tcp", "backlog": 4`, `"kind": "udp", "backlog": 4`, "$.walks[0].begin[1].backlog", "4", "TCP"},
	{"walk's text", `"say": "queue"`, `"say": "The queue"`, "$.walks[0].steps[0].say", `"The queue"`, "a-z"},
	{"walk's switch", `"name": "handover"`, `"name": "handover", "switches": ["fly"]`, "$.walks[0].switches[0]", `"fly"`, "migrate, or a verb"},
	{"walk's switch twice", `"name": "handover"`, `"name": "handover", "switches": ["connect", "connect"]`, "$.walks[0].switches[1]", `"connect"`, "each once"},
	{"walk needs the step", `{"do": "exit", "process": "old"}`, `{"do": "exit", "process": "new"}], "switches": ["start_process"`, "$.walks[0].switches[0]", `"start_process"`, "without which"},
	{"walk's name", `"name": "handover"`, `"name": "hand over"`, "$.walks[0].name", `"hand over"`, "a-z"},
	{"table row", `"of": "visits", "metric": "p99"`, `"of": "visit", "metric": "p99"`, "$.table.rows[3].of", `"visit"`, "users, shop, visits"},
	{"table metric", `"metric": "p99"`, `"metric": "p98"`, "$.table.rows[3].metric", `"p98"`, "p90, p99"},
	{"table row twice", `"name": "asked"`, `"name": "lost"`, "$.table.rows[1].name", `"lost"`, "no other here"},
	{"table better", `"better": "more"`, `"better": "most"`, "$.table.rows[2].better", `"most"`, "less, more"},
	{"table scale", `"scale": 2`, `"scale": -2`, "$.table.rows[4].scale", "-2", "above 0"},
	{"table arm", `{"name": "as_set", "set": {}}`, `{"name": "as_set", "set": {"visits.retry.off": "true"}}`, "$.table.arms[0].set.visits.retry.off", `"visits.retry.off"`, "visits.retry.on"},
	{"table value", `"visits.timeout.after": "3s"`, `"visits.timeout.after": "3d"`, "$.table.arms[2].set.visits.timeout.after", `"3d"`, "from 1ms to 10m"},
	{"table arm twice", `"name": "patient"`, `"name": "asking"`, "$.table.arms[2].name", `"asking"`, "no other here"},
	{"table releases", `"releases": {"of": "shop"`, `"releases": {"of": "visits"`, "$.table.releases.of", `"visits"`, "users, shop"},
	{"table release metric", `"metric": "arrived"}, "per`, `"metric": "left"}, "per`, "$.table.releases.metric", `"left"`, "arrived"},
	{"table week", `"per_week": 100`, `"per_week": -1`, "$.table.per_week", "-1", "from 0 to 1e+06"},
	{"table without week", `, "per_week": 100`, ``, "$.table", "one of releases and per_week", "both, or none"},
	{"table without releases", `"releases": {"of": "shop", "metric": "arrived"}, "per_week": 100`, `"per_week": 0`, "$.table.rows[0].per_release", "true", "in a table with releases"},
	{"table of nothing", `{"name": "as_set", "set": {}},
   {"name": "asking", "set": {"visits.retry.on": "true"}},
   {"name": "patient", "set": {"visits.retry.on": "true", "visits.timeout.after": "3s"}}`, ``, "$.table.arms", "0 arms", "1 to 12"},
	{"story order", `"from": "10s"`, `"from": "70s"`, "$.story.phases[1].from", "1m10s", "within the run's 1m"},
}

func shop(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("testdata/shop.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func faults(text string) []*scenario.Error {
	s, err := scenario.Parse([]byte(text))
	if err != nil {
		return []*scenario.Error{err.(*scenario.Error)}
	}
	return s.Check(catalog.Kinds{})
}

func TestCheck(t *testing.T) {
	base := shop(t)
	for _, e := range faults(base) {
		t.Fatalf("testdata/shop.json: %v", e)
	}
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			if !strings.Contains(base, b.part) {
				t.Fatalf("testdata/shop.json has no %s", b.part)
			}
			list := faults(strings.Replace(base, b.part, b.by, 1))
			if len(list) == 0 {
				t.Fatal("no fault found")
			}
			e := list[0]
			if e.Path != b.path || e.Found != b.found || !strings.Contains(e.Allowed, b.allowed) {
				t.Errorf("%v\nwant %s: found %s, allowed ... %s", e, b.path, b.found, b.allowed)
			}
		})
	}
}

// TestQueueServesOneIntake: the numbers of events are those of one intake.
func TestQueueServesOneIntake(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*scenario.Scenario)
		want   string
	}{
		{"two intakes", func(s *scenario.Scenario) {
			second := s.Components[1]
			second.Name = "other"
			s.Components = append(s.Components, second)
			s.Links = append(s.Links, scenario.Link{Name: "second", Role: "queue", From: "other", To: "queue", Kind: "query"})
		}, "2 links with calls to queue"},
		{"told to another", func(s *scenario.Scenario) {
			for i := range s.Links {
				if s.Links[i].Role == "delivered" {
					s.Links[i].To = "on_call"
				}
			}
		}, "a link of the role delivered to on_call"},
	} {
		s, ok := catalog.Scenario("pagerduty-2014")
		if !ok {
			t.Fatal("no scenario pagerduty-2014")
		}
		c.change(s)
		found := s.Check(catalog.Kinds{})
		if len(found) != 1 || found[0].Found != c.want {
			t.Errorf("%s: found %v, want %s", c.name, found, c.want)
		}
	}
}
