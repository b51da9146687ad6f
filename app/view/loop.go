package view

import (
	"slices"
	"strings"

	"stampede/app/i18n"
	"stampede/app/scene"
	"stampede/engine/scenario"
)

// Loop is how much is tried again over a link.
type Loop struct {
	Link  string
	Level int    // 0 for nothing, up to LoopLevels: how brightly it is lit
	Words string // how much; "" for nothing
	Brief string // the same where there is room for a number only
	Say   string // the same as a sentence
}

// LoopLevels is the brightest level, for as many retries as first attempts.
const LoopLevels = 3

// loopLeast is the share of the attempts below which retries are not worth a word.
const loopLeast = 0.02

// Loops appends the pairs of components between which failed calls are tried again
// now, whether or not any are: links that join the same two share a loop, named by
// the first of them.
func (r *Run) Loops(out []Loop) []Loop {
	links := r.Scenario.Links
	for i := range links {
		shared := slices.ContainsFunc(links[:i], func(k scenario.Link) bool { return r.beside(&k, &links[i]) })
		if !shared && r.beside(&links[i], &links[i]) {
			out = append(out, r.loop(&links[i]))
		}
	}
	return out
}

// beside tells whether calls are tried again over a link that joins the same two
// components as another.
func (r *Run) beside(k, other *scenario.Link) bool {
	return k.From == other.From && k.To == other.To && !k.Hidden && r.triesAgain(k)
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

// loop is how much is tried again over a link and those beside it.
func (r *Run) loop(first *scenario.Link) Loop {
	l := Loop{Link: first.Name}
	var all, again float64
	for i := range r.Scenario.Links {
		k := &r.Scenario.Links[i]
		if !r.beside(k, first) {
			continue
		}
		tried, ok := r.measured(k.Name, "attempts")
		retried, ok2 := r.measured(k.Name, "why_retry")
		if !ok || !ok2 || retried <= loopLeast*tried {
			continue
		}
		all, again = all+tried, again+retried
		l.Say = strings.TrimSpace(l.Say + " " + r.Locale.T("stage.text.again", i18n.Text("link", r.Called("link", k.Name)), i18n.Num("x", retried)))
	}
	if again == 0 {
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
	l.Words, l.Brief = r.Locale.T("stage.again", i18n.Num("x", again)), r.Locale.T("stage.again.brief", i18n.Num("x", again))
	return l
}
