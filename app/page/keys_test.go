package page

import (
	"testing"

	"stampede/app/i18n"
	"stampede/engine"
)

func TestKeys(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	helped, left, said := 0, 0, ""
	k := &keys{
		run: p.run, help: func() { helped++ }, leave: func() { left++ }, end: func() float64 { return 300 },
		say: func(text string) { said = text },
	}
	s := p.run.s
	for _, c := range []struct {
		name  string
		press press
		taken bool
		then  func() bool
	}{
		{"Space plays", press{key: " "}, true, func() bool { return s.Playing() && said == "Playing." }},
		{"a full stop pauses", press{key: "."}, true, func() bool { return !s.Playing() && said == "Paused at 0:00." }},
		{"> is faster", press{key: ">", shift: true}, true, func() bool { return s.Speed() == 5 && said == "Speed 5×." }},
		{"so is +", press{key: "+"}, true, func() bool { return s.Speed() == 10 }},
		{"- is slower", press{key: "-"}, true, func() bool { return s.Speed() == 5 }},
		{"so is <", press{key: "<"}, true, func() bool { return s.Speed() == 2 }},
		{"Page Down goes to the next event", press{key: "PageDown"}, true, s.SeekingEvent},
		{"Page Up to the one before", press{key: "PageUp"}, true, func() bool { return s.Now() == 0 && !s.Seeking() }},
		{"an arrow steps", press{key: "ArrowRight"}, true, func() bool { return s.Now() == 100*engine.Millisecond }},
		{"S steps", press{key: "s"}, true, func() bool { return s.Now() == 200*engine.Millisecond }},
		{"an arrow steps back", press{key: "ArrowLeft"}, true, func() bool { return s.Now() == 100*engine.Millisecond }},
		{"Home goes to the start", press{key: "Home"}, true, func() bool { return s.Now() == 0 }},
		{"a digit switches a strategy", press{key: "3"}, true, func() bool { return s.Strategy(p.scn.Strategies[2].Name) }},
		{"and back", press{key: "3"}, true, func() bool { return !s.Strategy(p.scn.Strategies[2].Name) }},
		{"R keeps the seed", press{key: "r"}, true, func() bool { return s.Seed() == defaultSeed }},
		{"help is shown", press{key: "?", shift: true}, true, func() bool { return helped == 1 }},
		{"Escape leaves", press{key: "Escape"}, true, func() bool { return left == 1 }},
		{"Tab is the browser's", press{key: "Tab"}, false, nil},
		{"with Ctrl it is the browser's", press{key: "r", other: true}, false, nil},
		{"typing is typing", press{key: "r", element: "INPUT", kind: "number"}, false, nil},
		{"a slider keeps its arrows", press{key: "ArrowLeft", element: "INPUT", kind: "range"}, false, nil},
		{"and its pages", press{key: "PageDown", element: "INPUT", kind: "range"}, false, nil},
		{"but not Space", press{key: " ", element: "INPUT", kind: "range"}, true, s.Playing},
		{"which pauses", press{key: " ", element: "INPUT", kind: "range"}, true, func() bool { return !s.Playing() }},
		{"a menu keeps its letters", press{key: "s", element: "SELECT"}, false, nil},
		{"a button is pressed by Space", press{key: " ", element: "BUTTON"}, false, nil},
		{"a switch is switched by Space", press{key: " ", element: "INPUT", kind: "checkbox"}, false, nil},
		{"but leaves the digits", press{key: "3", element: "INPUT", kind: "checkbox"}, true, func() bool { return s.Strategy(p.scn.Strategies[2].Name) }},
	} {
		if got := k.press(c.press); got != c.taken {
			t.Errorf("%s: taken = %v", c.name, got)
		}
		if c.then != nil && !c.then() {
			t.Errorf("%s: it did not", c.name)
		}
	}
}

// Switched off, no key is taken; at the ends of the speeds a key says so.
func TestKeysOff(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	k := &keys{run: p.run, off: true}
	for _, key := range []string{" ", ".", "r", "?", "1", "Escape", "PageDown"} {
		if k.press(press{key: key}) {
			t.Errorf("%q is taken", key)
		}
	}
	k.off, k.say = false, p.tell.say
	for range 20 {
		k.press(press{key: "+"})
	}
	if last := p.tell.extra[len(p.tell.extra)-1]; p.run.s.Speed() != 100 || last != "Speed 100×, the fastest." {
		t.Errorf("speed %v, said %q", p.run.s.Speed(), last)
	}
}

func TestNewSeedKey(t *testing.T) {
	p := newPlay(i18n.Fallback, "facebook-2010")
	k := &keys{run: p.run, say: p.tell.say}
	if !k.press(press{key: "R", shift: true}) {
		t.Fatal("Shift R is nobody's")
	}
	if p.run.s.Now() != 0 || p.run.s.Seed() >= 1_000_000 {
		t.Errorf("now %v, seed %v", p.run.s.Now(), p.run.s.Seed())
	}
}
