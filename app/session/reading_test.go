package session_test

import (
	"reflect"
	"strings"
	"testing"

	"stampede/app/session"
	"stampede/engine/record"
)

// TestExplainTurns ends the loop in the middle of the storm, in a scenario and in
// one with other names: through all that follows the texts are the same but for
// the names, no loop is spoken of, and all is well only once the queue is empty.
func TestExplainTurns(t *testing.T) {
	names := strings.NewReplacer(`"storm"`, `"quiet"`, `"retries"`, `"alpha"`, `"dead_work"`, `"beta"`,
		`"orders`, `"gamma`, `orders.`, `gamma.`, `"stall", "arg"`, `"delta", "arg"`, `"do": "stall"`, `"do": "delta"`)
	s, r := storm(t), open(t, parse(t, names.Replace(stormText(t))), 1)
	playTo(t, s, 70*sec)
	playTo(t, r, 70*sec)
	for _, x := range []*session.Session{s, r} {
		must(t, x.SetStrategy("retry", false))
		must(t, x.Set("shop.abandoned", "dropped_at_turn"))
	}
	said := map[string]bool{}
	for at := 70*sec + 250*ms; at < 100*sec; at += 250 * ms {
		playTo(t, s, at)
		playTo(t, r, at)
		a, b := keys(s.Explain()), keys(r.Explain())
		if !reflect.DeepEqual(a, b) || s.Explain().Better != r.Explain().Better {
			t.Fatalf("at %d ms, renamed, the text changes:\n%v\n%v", at/ms, a, b)
		}
		text := strings.Join(a, " ")
		if strings.Contains(text, "explain.loop") {
			t.Errorf("at %d ms the loop is cut, but mentioned: %v", at/ms, a)
		}
		well := s.State() == record.Healthy
		if well && strings.Contains(text, "explain.load.over") != strings.Contains(text, "explain.state.loaded") {
			t.Errorf("at %d ms all is well and the load is too high: %v", at/ms, a)
		}
		if said["explain.state.recovered"] && strings.Contains(text, "draining") {
			t.Errorf("at %d ms what had piled up was worked off before: %v", at/ms, a)
		}
		said[strings.Fields(a[0])[0]] = true
		if left, ok := s.HoldLeft(); ok && (!well || left > 5*sec) {
			t.Errorf("at %d ms, %v, it is to hold %d ms more", at/ms, s.State(), left/ms)
		}
	}
	for _, key := range []string{"explain.state.recovering", "explain.state.draining", "explain.state.recovered"} {
		if !said[key] {
			t.Errorf("never says %s: %v", key, said)
		}
	}
}
