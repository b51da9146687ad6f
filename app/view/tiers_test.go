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

func said(r *view.Run, key string) (args map[string]session.Arg, ok bool) {
	args = map[string]session.Arg{}
	for _, m := range r.Session.Explain().Sentences {
		if ok = m.Key == key; ok {
			for _, a := range m.Args {
				args[a.Name] = a
			}
			return args, true
		}
	}
	return args, false
}

// With slow origin proxies and the retries of the proxies, neither the edge's capacity
// nor the tries of users alone are what there is to tell.
func TestExplanationIsOfTheTierThatIsOverloaded(t *testing.T) {
	r := release(t)
	if err := r.Session.SetStrategy("proxy_retry", true); err != nil {
		t.Fatal(err)
	}
	if err := r.Session.Set("origin.service_mean", "120ms"); err != nil {
		t.Fatal(err)
	}
	seek(t, r, 30*engine.Second)
	args, ok := said(r, "explain.load.over")
	if !ok || args["server"].Text != "origin" || args["ratio"].Number < 1.5 {
		t.Errorf("of the load it says %v %+v", ok, args)
	}
	args, ok = said(r, "explain.loop")
	if !ok || args["gain"].Number < 0.2 {
		t.Errorf("of the tries it says %v %+v", ok, args)
	}
	if err := r.Session.SetStrategy("proxy_retry", false); err != nil {
		t.Fatal(err)
	}
	seek(t, r, 40*engine.Second)
	if args, ok = said(r, "explain.loop"); ok {
		t.Errorf("without retries it says %+v", args)
	}
}

// While the origin proxies restart it is they who lack room, and what waits there is said.
func TestExplanationIsOfTheTierThatIsReleased(t *testing.T) {
	r := release(t)
	for _, c := range []struct{ path, value string }{{"rollout.tier_order", "inside_out"}, {"app.drain", "1s"}, {"app.restart", "1s"}, {"app.warm", "1s"}} {
		if err := r.Session.Set(c.path, c.value); err != nil {
			t.Fatal(err)
		}
	}
	seek(t, r, 50*engine.Second)
	if _, ok := said(r, "explain.load.tight"); ok {
		t.Error("all is well, and there is no room")
	}
	tight := 0
	for at := 3 * engine.Minute; at <= 7*engine.Minute; at += 10 * engine.Second {
		seek(t, r, at)
		args, ok := said(r, "explain.load.tight")
		if !ok {
			args, _ = said(r, "explain.load.under")
		} else if tight++; args["waiting"].Number < 1 {
			t.Errorf("at %d s nobody waits: %+v", at/engine.Second, args)
		}
		if args["server"].Text != "origin" {
			t.Errorf("at %d s it speaks of %s", at/engine.Second, args["server"].Text)
		}
	}
	if tight == 0 {
		t.Error("never says that there is little room")
	}
	if text := view.Plain(r.Sentences()[1].Spans); !strings.HasPrefix(text, "Origin proxies") {
		t.Errorf("it says %q", text)
	}
}

// Of nothing at all it is not said that it is only 0%.
func TestNoneAtAllIsSaidInWords(t *testing.T) {
	for name, want := range map[string]string{
		"zero-downtime-release": "The release fails its users: nothing of what they ask for is answered in time.",
		"theory/metastable":     "The system fails its users: none of the requests are answered right and in time.",
	} {
		scn, _ := catalog.Scenario(name)
		s, err := session.New(scn, session.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range scn.Components {
			if err := s.Set(c.Name+".service_mean", "59s"); err != nil && c.Kind == "proxies" {
				t.Fatal(err)
			}
		}
		r := view.New(i18n.For(i18n.Fallback), s)
		seek(t, r, 25*engine.Second)
		if text := view.Plain(r.Sentences()[0].Spans); text != want {
			t.Errorf("%s says %q", name, text)
		}
	}
}
