package session_test

import (
	"slices"
	"strings"
	"testing"

	"stampede/app/session"
	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// TestCaptionsAreTrue: a caption of the story is shown where the run is as it
// says, and not where a strategy has made it otherwise.
func TestCaptionsAreTrue(t *testing.T) {
	scn, ok := catalog.Scenario("facebook-2010")
	if !ok {
		t.Fatal("no scenario")
	}
	for _, c := range []struct {
		strategy string
		on       bool
		at       int64
		caption  string
	}{
		{"", false, 10, "healthy"},
		{"", false, 22, "pushed"},
		{"", false, 40, "everyone_asks"},
		{"", false, 70, "loop"},
		{"", false, 158, "databases_rest"},
		{"last_known_good", true, 40, ""},
		{"error_is_invalid", false, 70, ""},
		{"validate", true, 22, ""},
		{"coalescing", true, 158, ""},
	} {
		s, err := session.New(scn, session.Options{Seed: 1, Size: 0.002})
		if err != nil {
			t.Fatal(err)
		}
		if c.strategy != "" {
			must(t, s.SetStrategy(c.strategy, c.on))
		}
		playTo(t, s, c.at*sec)
		got, told := s.Caption()
		if told != (c.caption != "") || got.Name != c.caption {
			t.Errorf("%s %v at %d s: caption %q, want %q", c.strategy, c.on, c.at, got.Name, c.caption)
		}
	}
}

// shortRelease is the story of releases with short drains, so that it is over soon.
func shortRelease(t *testing.T) *scenario.Scenario {
	t.Helper()
	scn, ok := catalog.Scenario("zero-downtime-release")
	if !ok {
		t.Fatal("no scenario")
	}
	rates := map[string]string{"web": "40", "quic": "20", "devices": "10", "uploads": "2"}
	for i := range scn.Components {
		c := &scn.Components[i]
		if rate, ok := rates[c.Name]; ok {
			c.Params["rate"] = []byte(rate)
		}
		if c.Kind == "proxies" {
			c.Params["drain"], c.Params["restart"] = []byte(`"50s"`), []byte(`"20s"`)
		}
	}
	return scn
}

// TestCaptionsWaitForWhatTheyTell: in every order of the tiers and with every
// strategy, what the story tells comes when it happens and in the order in which it
// happens, and what does not happen is not told.
func TestCaptionsWaitForWhatTheyTell(t *testing.T) {
	zero := []string{"socket_takeover", "origin_takeover", "connection_reuse", "post_replay"}
	for _, c := range []struct {
		order string
		on    []string
		want  string
	}{
		{"outside_in", nil, "healthy edge_drains storm edge_done origin_drains tunnels_cut app_drains posts_cut over"},
		{"inside_out", nil, "healthy app_drains posts_cut origin_drains tunnels_cut edge_drains storm edge_done over"},
		{"at_once", nil, "healthy edge_drains origin_drains app_drains storm posts_cut tunnels_cut edge_done over"},
		{"outside_in", zero, "healthy edge_beside forwarded storm edge_done reused app_drains posts_replayed over"},
		{"inside_out", []string{"stop_start"}, "healthy app_drains posts_cut origin_drains tunnels_cut storm edge_done over"},
		{"outside_in", []string{"app_takeover", "hot_restart_reuseport"}, "healthy edge_beside misrouted storm edge_done origin_drains tunnels_cut no_room"},
	} {
		s, err := session.New(shortRelease(t), session.Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range c.on {
			must(t, s.SetStrategy(name, true))
		}
		must(t, s.Set("rollout.tier_order", c.order))
		var told []string
		for at := 5 * sec; at <= 20*60*sec; at += 5 * sec {
			playTo(t, s, at)
			got, ok := s.Caption()
			if ok && (len(told) == 0 || told[len(told)-1] != got.Name) {
				told = append(told, got.Name)
			}
			if n := len(s.Marks()); ok && n == 0 {
				t.Error("a caption in force is no mark")
			}
		}
		if got := strings.Join(told, " "); got != c.want {
			t.Errorf("%s %v: told %s, want %s", c.order, c.on, got, c.want)
		}
	}
}

// TestNextEventFindsWhatWaits: a caption that waits is a moment at which the run can
// be stopped, the first time as well as once it is recorded, and acting in the past
// forgets it.
func TestNextEventFindsWhatWaits(t *testing.T) {
	s, err := session.New(shortRelease(t), session.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	find := func() int64 {
		s.Seek(0)
		settle(t, s)
		for s.Now() < 5*60*sec {
			s.NextEvent()
			settle(t, s)
			m, _ := s.Moment()
			if slices.ContainsFunc(m.Marks, func(m session.Mark) bool { return m.Key == "storm" }) {
				return s.Now()
			}
		}
		return 0
	}
	at := find()
	if at < 110*sec || at > 130*sec {
		t.Errorf("the first batch ends after 110 s, and the story tells of it at %d", at)
	}
	if again := find(); again != at {
		t.Errorf("once it is recorded, it is told at %d, not %d", again, at)
	}
	s.Seek(50 * sec)
	settle(t, s)
	must(t, s.Set("edge.drain", "100s"))
	if later := find(); later < at+45*sec {
		t.Errorf("after a change in the past it is told at %d", later)
	}
}
