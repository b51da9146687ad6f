package view_test

import (
	"strings"
	"testing"

	"stampede/app/i18n"
	"stampede/app/session"
	"stampede/app/view"
	"stampede/engine"
	"stampede/engine/catalog"
)

// fleetRun is a run of the incident in which the web hosts are a fleet.
func fleetRun(t *testing.T, hosts ...engine.Host) (*view.Run, *engine.NodeFrame) {
	t.Helper()
	scn, _ := catalog.Scenario("facebook-2010")
	s, err := session.New(scn, session.Options{Seed: 1, Size: 0.001})
	if err != nil {
		t.Fatal(err)
	}
	r := view.New(i18n.For(i18n.Fallback), s)
	for i := range r.Frame.Nodes {
		if n := &r.Frame.Nodes[i]; n.Name == "web" {
			n.Gauges.Hosts = hosts
			return r, n
		}
	}
	t.Fatal("no web hosts")
	return nil, nil
}

func TestFleetInWords(t *testing.T) {
	var hosts []engine.Host
	for range 16 {
		hosts = append(hosts, engine.Host{Fresh: true})
	}
	for range 4 {
		hosts = append(hosts, engine.Host{State: engine.HostDraining, Busy: 3, Open: 132})
	}
	r, n := fleetRun(t, hosts...)
	f := r.NodeFace(n)
	if !f.Fleet || f.Notes[0] != "16 serving, 4 draining" || f.Notes[len(f.Notes)-1] != "16 of 20 released" || f.Notes[1] != "0 under way" {
		t.Errorf("%v, %q", f.Fleet, f.Notes)
	}
	if facts := r.Facts(&f); !strings.Contains(facts, "16 serving, 4 draining") {
		t.Errorf("in words: %s", facts)
	}
	if got := r.HostTip(n, 16); got != "Web hosts, host 17: draining, 132 old connections left, 3 requests in service" {
		t.Error(got)
	}
	if got := r.HostTip(n, 20); got != "" {
		t.Errorf("of a host that there is not: %s", got)
	}
	if f := r.NodeFace(&r.Frame.Nodes[0]); f.Fleet {
		t.Errorf("%s is a fleet", f.Name)
	}
}

// Each state has words of its own, in the legend too, which has what was seen.
func TestHostStatesHaveNames(t *testing.T) {
	var hosts []engine.Host
	var seen view.HostsSeen
	names := map[string]bool{}
	for s := range engine.NHostState {
		hosts = append(hosts, engine.Host{State: s, Fresh: s == engine.NHostState-1})
		r, _ := fleetRun(t, hosts...)
		seen.Add(r.Frame)
		keys := r.HostKeys(seen)
		if want := int(s) + 1; s < engine.NHostState-1 && len(keys) != want {
			t.Errorf("%d entries for %d states", len(keys), want)
		}
		for _, k := range keys {
			names[k.Name] = true
		}
		if words, _ := r.HostStates(hosts[s:]); !strings.HasPrefix(words, "1 ") || strings.ContainsAny(words, "‹{") {
			t.Errorf("%s: %s", s, words)
		}
	}
	if len(names) != int(engine.NHostState)+1 {
		t.Errorf("names %v", names)
	}
}
