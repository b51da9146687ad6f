package scenario_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"stampede/engine"
	"stampede/engine/dist"
	"stampede/engine/param"
	"stampede/engine/theory"
)

const (
	warm = 60 * engine.Second // thousands of service times
	long = 600 * engine.Second
)

func queue(name string, set ...string) run {
	return run{name: name, set: set, warm: warm, span: long, link: "requests", node: "server"}
}

func TestMM1(t *testing.T) {
	q := theory.MM1(80, 100)
	queue("theory/mm1").agree(t, present(q.L), waiting(q.Lq), busy(1, q.Load), latency(q.W), wait(q.Wq), throughput(q.Throughput))
}

func TestMMc(t *testing.T) {
	q := theory.MMc(400, 100, 5)
	r := queue("theory/mmc")
	r.span = long / 4
	r.agree(t, present(q.L), waiting(q.Lq), busy(5, q.Load), latency(q.W), wait(q.Wq), throughput(q.Throughput))
}

func TestMMcK(t *testing.T) {
	q := theory.MMcK(80, 100, 1, 10)
	queue("theory/mmck").agree(t, present(q.L), waiting(q.Lq), latency(q.W), wait(q.Wq), throughput(q.Throughput), refused(q.Loss))
}

// TestImpatience counts the callers who left at the server: it drops, when
// their turn comes, those who have waited longer than the time-out, and serves
// to the end whom it has begun to serve.
func TestImpatience(t *testing.T) {
	queue("theory/impatience").agree(t, gone(theory.MM1D(80, 100, 0.05)))
}

// TestServiceLaws holds the wait against Pollaczek and Khinchine's formula.
func TestServiceLaws(t *testing.T) {
	for _, law := range []dist.Law{
		{Kind: dist.Constant}, {Kind: dist.Uniform, Shape: 1}, {Kind: dist.Erlang, Shape: 2}, {Kind: dist.Lognormal, Shape: 1.5},
	} {
		name := dist.LawNames[law.Kind]
		t.Run(name, func(t *testing.T) {
			q := theory.MG1(60, 100, law.SCV())
			set := []string{"callers.rate", "60", "server.service_law", name}
			if law.Shape > 0 {
				set = append(set, "server.service_shape", fmt.Sprint(law.Shape))
			}
			r := queue("theory/mm1", set...)
			r.span = long / 2
			r.agree(t, wait(q.Wq), latency(q.W), waiting(q.Lq))
		})
	}
}

// TestProcessorSharing is insensitive to the law of service: only the mean
// matters.
func TestProcessorSharing(t *testing.T) {
	q := theory.MG1PS(80, 100)
	for _, law := range []string{"bimodal", "exponential", "constant"} {
		t.Run(law, func(t *testing.T) {
			r := queue("theory/ps", "server.service_law", law)
			r.span = long / 2
			r.agree(t, present(q.L), latency(q.W), throughput(q.Throughput))
		})
	}
}

func TestClosed(t *testing.T) {
	q := theory.Repairman(10, 0.1, 100, 1)
	queue("theory/closed").agree(t, present(q.L), busy(1, q.Load), latency(q.W), throughput(q.Throughput))
}

// TestAmplification is the case of independent failures: what three retries
// make of a chance p that one attempt fails.
func TestAmplification(t *testing.T) {
	for _, p := range []float64{0.01, 0.05, 0.1, 0.2, 0.5, 0.9} {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			mean, success := theory.Attempts(p, 4)
			r := queue("theory/metastable", "callers.rate", "50", "requests.retry.max_attempts", "4", "server.fail_share", fmt.Sprint(p))
			r.span = long / 2
			if p < 0.1 {
				r.agree(t, attempted(mean)) // too few calls fail four times to tell
				return
			}
			r.agree(t, attempted(mean), succeeded(success))
		})
	}
}

// TestTTL reads one key. Each read that misses fetches and each fetch writes, so
// that the life of the entry counts from the last of them: it is longer than
// that from the first by D - (1-e^(-lambda D))/lambda in the mean.
func TestTTL(t *testing.T) {
	const lambda, ttl = 10.0, 1.0
	queries := func(want float64) quantity {
		return quantity{"queries per second", func(m measured) float64 { return m.attempts / m.span }, want}
	}
	hits := func(want float64) quantity {
		return quantity{"hit ratio", func(m measured) float64 { return 1 - m.attempts/m.span/lambda }, want}
	}
	r := run{name: "theory/ttl", warm: warm, span: long, link: "fix", node: "db"}
	for _, d := range []float64{1e-6, 0.1, 0.3} {
		service := param.FormatDuration(time.Duration(d * second))
		t.Run(service, func(t *testing.T) {
			r.set = []string{"db.service_mean", service}
			last := d - (1-math.Exp(-lambda*d))/lambda
			rate := theory.TTLStampede(lambda, ttl+last, d, false)
			r.agree(t, queries(rate), hits(1-rate/lambda))
		})
		t.Run(service+" coalesced", func(t *testing.T) {
			r.set = []string{"db.service_mean", service, "fix.coalesce.on", "true"}
			r.agree(t, queries(theory.TTLStampede(lambda, ttl, d, true)))
		})
	}
	if at := theory.TTLStampede(lambda, ttl, 0, false) / lambda; math.Abs(1-at-theory.TTLHit(lambda, ttl)) > 1e-12 {
		t.Errorf("without a delay the stampede's rate gives %v hits, the plain formula %v", 1-at, theory.TTLHit(lambda, ttl))
	}
}
