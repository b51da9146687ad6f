package view

import (
	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine/scenario"
)

// Loop is how much is tried again over a link.
type Loop struct {
	Link  string
	Level int    // 0 for nothing, up to LoopLevels: how brightly it is lit
	Words string // how much; "" for nothing
	Say   string // the same as a sentence
}

// LoopLevels is the brightest level, for as many retries as first attempts.
const LoopLevels = 3

// loopLeast is the share of the attempts below which retries are not worth a word.
const loopLeast = 0.02

// Loops appends the links over which failed calls are tried again now, whether or
// not any are.
func (r *Run) Loops(out []Loop) []Loop {
	for i := range r.Scenario.Links {
		k := &r.Scenario.Links[i]
		if k.Hidden || !r.triesAgain(k) {
			continue
		}
		out = append(out, r.loop(k.Name))
	}
	return out
}

// triesAgain reports whether a policy that makes calls again is in force.
func (r *Run) triesAgain(k *scenario.Link) bool {
	for _, p := range k.Policies {
		if p.Kind != scene.RetryPolicy {
			continue
		}
		name := p.Name
		if name == "" {
			name = p.Kind
		}
		on, err := r.Session.Get(k.Name + "." + name + ".on")
		if err == nil && on == "true" {
			return true
		}
	}
	return false
}

// Retries reports whether calls are made again over any link that is drawn.
func (r *Run) Retries() bool {
	for i := range r.Scenario.Links {
		if k := &r.Scenario.Links[i]; !k.Hidden && r.triesAgain(k) {
			return true
		}
	}
	return false
}

func (r *Run) loop(link string) Loop {
	l := Loop{Link: link}
	all, ok := r.measured(link, "attempts")
	again, ok2 := r.measured(link, "why_retry")
	if !ok || !ok2 || again <= loopLeast*all {
		return l
	}
	switch share := again / all; {
	case share < 0.2:
		l.Level = 1
	case share < 0.5:
		l.Level = 2
	default:
		l.Level = LoopLevels
	}
	x := i18n.Num("x", again)
	l.Words, l.Say = r.Locale.T("stage.again", x), r.Locale.T("stage.text.again", i18n.Text("link", r.Called("link", link)), x)
	return l
}
