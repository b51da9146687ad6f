package scenario_test

import (
	"math"
	"testing"

	"stampede/engine"
	"stampede/engine/theory"
)

// refresh is the rate at which one key of the healthy 2010 scenario is fetched,
// by the TTL formula with its stampede term. It takes a fixed time plus an
// exponential one from a miss until its fetch has been written. The key is back
// with the first write, X after the first miss:
//
//	P(X > t) = P(own > t) e^(-lambda * integral of P(own <= s) over s < t)
//
// and lives for the TTL from the last write, that of 1 + lambda X fetches.
func refresh(lambda, ttl, fixed, mean float64) float64 {
	const steps = 4000
	var x, grown float64
	dt := (fixed + 12*mean) / steps
	for i := range steps {
		t := (float64(i) + 0.5) * dt
		late := 1.0
		if t > fixed {
			late = math.Exp(-(t - fixed) / mean)
		}
		grown += (1 - late) * dt
		x += late * math.Exp(-lambda*grown) * dt
	}
	var last float64 // the mean of the longest of so many exponential times
	for n := 1; n <= int(math.Round(theory.TTLMisses(lambda, x))); n++ {
		last += mean / float64(n)
	}
	return theory.TTLStampede(lambda, ttl+max(0, fixed+last-x), x, false)
}

// TestHealthyRefresh holds the load on the databases of the 2010 scenario,
// undisturbed, against the sum over its keys. The formula leaves out that a
// request may read a key twice and that fetches overlap, so it is asked for 3 %,
// and the mean of 20 runs to be known to less than that.
func TestHealthyRefresh(t *testing.T) {
	const (
		size, reads, ttl = 0.002, 3, 60.0
		rate             = 200000 * size
		keys             = 100000*size - 1
		hops, service    = 0.004, 0.060
	)
	want := refresh(rate, ttl, hops, service)
	for _, share := range theory.Zipf(keys, 1) {
		want += refresh(rate*reads*share, ttl, hops, service)
	}
	// As many servers as at the true size: a small database would queue when a
	// popular key expires.
	r := run{name: "facebook-2010", set: []string{"db.servers", "1000"}}
	all := make([]measured, replications)
	for i := range all {
		sim := r.build(t, uint64(i+1), size)
		fix, _ := sim.LinkByName("fix")
		db, _ := sim.NodeByName("db")
		sim.RunUntil(120 * engine.Second)
		before := measure(sim, fix, db)
		sim.RunUntil(420 * engine.Second)
		all[i] = measure(sim, fix, db).less(before)
	}
	mean, se := meanOf(all, func(m measured) float64 { return m.attempts / m.span })
	t.Logf("%.4g queries a second, standard error %.2g; the formula says %.4g", mean, se, want)
	if math.Abs(mean-want) > 0.03*want || bound*se > 0.03*want {
		t.Errorf("%.4g queries a second (standard error %.2g), the formula says %.4g", mean, se, want)
	}
}
