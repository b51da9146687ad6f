package view

import (
	"math"
	"strconv"

	"stampede/app/i18n"
	"stampede/engine/scenario"
)

// heldGauges say why a release does not go on, the gravest first. A release that
// was stopped by its checks is paused as well.
var heldGauges = []string{"halted", "no_room", "paused"}

// Held says which releases do not go on as of the last window, why, how many hosts
// are missing meanwhile, and what helps.
func (r *Run) Held() (out []Sentence) {
	led := "" // leads releases, and has no hosts of its own
	for i := range r.Scenario.Components {
		name := r.Scenario.Components[i].Name
		why := r.held(name)
		if why == "" {
			continue
		}
		missing, ok := r.missing(name)
		if !ok {
			led = name
			continue
		}
		out = append(out, r.stopped(why, name, missing))
	}
	if len(out) == 0 && led != "" {
		out = append(out, r.stopped("led", led, ""))
	}
	return out
}

func (r *Run) stopped(why, server, missing string) Sentence {
	return Sentence{Spans: r.Locale.Rich(r.own("explain.held."+why), i18n.Text("server", r.Name(server)), i18n.Text("missing", missing))}
}

// held is why the release of a component does not go on, "" for one that does, and
// for what has none. One that was paused before it has begun holds nothing up.
func (r *Run) held(name string) string {
	for _, why := range heldGauges {
		if r.lately(name, why) > 0 && (why != "paused" || r.lately(name, "releasing") > 0) {
			return why
		}
	}
	return ""
}

// missing says how many of a fleet's hosts are not in service; ok is false for what
// has no hosts.
func (r *Run) missing(name string) (words string, ok bool) {
	in := r.lately(name, "in_service")
	text, err := r.Session.Get(name + ".hosts")
	if err != nil || math.IsNaN(in) {
		return "", false
	}
	all, _ := strconv.ParseFloat(text, 64)
	out := math.Round(all * (1 - in))
	if out <= 0 {
		return r.Locale.T("explain.held.none"), true
	}
	return r.Locale.T("explain.held.missing", i18n.Num("out", out), i18n.Num("all", all)), true
}

// lately is a line in the last window that has ended; NaN where there is none.
func (r *Run) lately(of, metric string) float64 {
	c := r.Curve(scenario.Line{Of: of, Metric: metric})
	if c == nil {
		return math.NaN()
	}
	to := r.recorded.Ended(r.Session.Now())
	return c.Over(to-r.recorded.Width(), to)
}
