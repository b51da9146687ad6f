package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"text/tabwriter"
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/record"
	"stampede/engine/scenario"
	"stampede/engine/theory"
)

// prediction is a closed form that holds for a scenario.
type prediction struct {
	model string
	rows  []predicted
}

// predicted is one quantity: what the closed form says, and how the run
// measured it.
type predicted struct {
	name, unit string
	value      float64
	measured   func(r *record.Report) float64
}

// predict finds the closed form for a scenario that is one source and one
// server, or the readers of one expiring key; nil when none is known. It reads
// the parameters off the run, so that settings count.
func predict(scn *scenario.Scenario, sim *engine.Sim) *prediction {
	r := reader{scn: scn, sim: sim}
	switch {
	case r.has("population", "server") && len(scn.Components) == 2:
		return r.open()
	case r.has("closed", "server") && len(scn.Components) == 2:
		return r.closed()
	case r.has("population", "web_hosts", "cache", "database") && len(scn.Components) == 4 && scn.Keys == 1:
		return r.expiring()
	}
	return nil
}

// reader reads the parameters of the one component of each kind.
type reader struct {
	scn *scenario.Scenario
	sim *engine.Sim
}

func (r reader) has(kinds ...string) bool {
	for _, k := range kinds {
		if r.named(k) == "" {
			return false
		}
	}
	return true
}

// named is the name of the component of a kind.
func (r reader) named(kind string) string {
	for i := range r.scn.Components {
		if r.scn.Components[i].Kind == kind {
			return r.scn.Components[i].Name
		}
	}
	return ""
}

func (r reader) value(kind, param string) string { return r.at(r.named(kind) + "." + param) }

func (r reader) at(path string) string {
	v, _ := atStart(r.sim, path)
	return v
}

func (r reader) number(kind, param string) float64 {
	v, _ := strconv.ParseFloat(r.value(kind, param), 64)
	return v
}

func (r reader) seconds(kind, param string) float64 { return secondsOf(r.value(kind, param)) }

func secondsOf(text string) float64 {
	d, _ := time.ParseDuration(text)
	return d.Seconds()
}

// law is the law of a component's times.
func (r reader) law(kind, prefix string) dist.Law {
	l := dist.Law{Mean: int64(1e9 * r.seconds(kind, prefix+"_mean")), Shape: r.number(kind, prefix+"_shape")}
	for i, name := range dist.LawNames {
		if name == r.value(kind, prefix+"_law") {
			l.Kind = uint8(i)
		}
	}
	return l
}

// open is a queue that is fed at random: by discipline, room, law of service
// and patience of the callers.
func (r reader) open() *prediction {
	if r.value("population", "gap_law") != "exponential" || r.number("server", "instances") != 1 || r.number("server", "degrade") != 0 {
		return nil
	}
	lambda, mu := r.number("population", "rate"), 1/r.seconds("server", "service_mean")
	c, bound := int(r.number("server", "servers")), int(r.number("server", "queue_bound"))
	law := r.law("server", "service")
	markov, sharing := law.Kind == dist.Exponential, r.value("server", "discipline") == "processor_sharing"
	patience, plain := r.patience()
	switch {
	case !plain:
		return nil
	case patience > 0:
		if c != 1 || bound != 0 || !markov || r.value("server", "discipline") != "fifo" || r.value("server", "abandoned") != "dropped_at_turn" {
			return nil
		}
		return r.impatient(lambda, mu, patience)
	case sharing && c == 1 && bound == 0:
		return r.queue("M/G/1 processor sharing", theory.MG1PS(lambda, mu), lambda)
	case sharing:
		return nil
	case bound > 0 && markov:
		return r.queue(fmt.Sprintf("M/M/%d/%d", c, c+bound), theory.MMcK(lambda, mu, c, c+bound), lambda)
	case bound > 0:
		return nil
	case markov:
		return r.queue(fmt.Sprintf("M/M/%d", c), theory.MMc(lambda, mu, c), lambda)
	case c == 1 && r.value("server", "discipline") == "fifo":
		return r.queue("M/G/1", theory.MG1(lambda, mu, law.SCV()), lambda)
	}
	return nil
}

// patience is after how many seconds the callers give up, 0 for never; plain
// is false when other policies are on.
func (r reader) patience() (after float64, plain bool) {
	plain = true
	see := func(place string, ps []scenario.Policy) {
		for i := range ps {
			at := place + "." + ps[i].Name
			switch on := r.at(at+".on") == "true"; {
			case on && ps[i].Kind == "timeout":
				after = secondsOf(r.at(at + ".after"))
			case on:
				plain = false
			}
		}
	}
	for i := range r.scn.Components {
		see(r.scn.Components[i].Name, r.scn.Components[i].Policies)
	}
	for i := range r.scn.Links {
		see(r.scn.Links[i].Name, r.scn.Links[i].Policies)
	}
	return after, plain
}

// closed is a fixed number of users who think in between.
func (r reader) closed() *prediction {
	law := r.law("server", "service")
	patience, plain := r.patience()
	if law.Kind != dist.Exponential || !plain || patience > 0 || r.value("closed", "think_law") != "exponential" ||
		r.number("server", "queue_bound") != 0 || r.number("server", "instances") != 1 || r.number("server", "degrade") != 0 ||
		r.value("server", "discipline") == "processor_sharing" {
		return nil
	}
	n, c := int(r.number("closed", "users")), int(r.number("server", "servers"))
	q := theory.Repairman(n, r.seconds("closed", "think_mean"), 1/r.seconds("server", "service_mean"), c)
	return r.queue(fmt.Sprintf("M/M/%d//%d", c, n), q, math.NaN())
}

// queue is what all queues have: lambda is what is offered, NaN for a closed
// system, which loses nothing.
func (r reader) queue(model string, q theory.Queue, lambda float64) *prediction {
	server, link := r.named("server"), r.scn.Links[0].Name
	of := func(metric string) func(*record.Report) float64 {
		return func(p *record.Report) float64 { return float64(p.Components[server][metric]) }
	}
	p := &prediction{model: model, rows: []predicted{
		{"answers", "1/s", q.Throughput, of("answered")},
		{"here", "", q.L, of("here")},
		{"queue", "", q.Lq, of("queue")},
		{"time to an answer", "s", q.W, func(p *record.Report) float64 { return float64(p.Links[link]["mean"]) }},
		{"wait", "s", q.Wq, of("wait_mean")},
	}}
	if r.value("server", "discipline") == "processor_sharing" {
		p.rows = []predicted{p.rows[0], p.rows[1], p.rows[3]} // nobody waits
	}
	if lambda == lambda && q.Loss > 0 {
		p.rows = append(p.rows, predicted{"lost", "share", q.Loss, func(p *record.Report) float64 {
			c := p.Components[server]
			return float64((c["refused"] + c["dropped"]) / c["arrived"])
		}})
		p.rows[0].measured = func(p *record.Report) float64 {
			c := p.Components[server]
			return float64(c["answered"] - c["refused"])
		}
	}
	return p
}

// impatient is M/M/1 whose callers leave when their wait exceeds tau; what
// they leave is dropped at its turn.
func (r reader) impatient(lambda, mu, tau float64) *prediction {
	server := r.named("server")
	loss := theory.MM1D(lambda, mu, tau)
	return &prediction{model: "M/M/1+D", rows: []predicted{
		{"lost", "share", loss, func(p *record.Report) float64 {
			return float64(p.Components[server]["cancelled"] / p.Components[server]["arrived"])
		}},
		{"served", "1/s", lambda * (1 - loss), func(p *record.Report) float64 { return float64(p.Components[server]["answered"]) }},
	}}
}

// expiring is one key with a time to live, filled by who finds it missing.
func (r reader) expiring() *prediction {
	lambda, ttl := r.number("population", "rate"), r.seconds("cache", "ttl")
	fill := r.seconds("database", "service_mean")
	var coalesced, other bool
	for i := range r.scn.Links {
		l := &r.scn.Links[i]
		if l.Role == "store" {
			fill += 2 * time.Duration(l.Hop).Seconds()
		}
		for j := range l.Policies {
			on := r.at(l.Name+"."+l.Policies[j].Name+".on") == "true"
			coalesced = coalesced || on && l.Policies[j].Kind == "coalesce"
			other = other || on && l.Policies[j].Kind != "coalesce"
		}
	}
	if other || r.number("web_hosts", "hosts") != 1 || r.value("database", "service_law") != "constant" || r.number("cache", "other_keys") != 0 {
		return nil
	}
	db := r.named("database")
	return &prediction{model: "one expiring key", rows: []predicted{
		{"queries", "1/s", theory.TTLStampede(lambda, ttl, fill, coalesced), func(p *record.Report) float64 {
			return float64(p.Components[db]["arrived"])
		}},
	}}
}

// compare writes what was measured beside what the closed form says.
func (m *measured) compare(out io.Writer) error {
	fresh, err := m.plan.make()
	if err != nil {
		return err
	}
	r, err := m.report()
	if err != nil {
		return err
	}
	p := predict(m.plan.scn, fresh)
	fmt.Fprintf(out, "%s as %s, seed %d, %v s\n\n", r.Scenario, p.model, r.Seed, r.For)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "quantity\tunit\tmeasured\tclosed form\tdifference")
	for _, row := range p.rows {
		got := row.measured(r)
		fmt.Fprintf(w, "%s\t%s\t%.5g\t%.5g\t%+.2f %%\n", row.name, row.unit, got, row.value, 100*(got/row.value-1))
	}
	fmt.Fprintln(w, "\nA run is one sample: the difference shrinks with the square root of its length (--for).")
	return w.Flush()
}
