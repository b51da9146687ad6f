package theory

import (
	"math"
	"testing"
)

// near reports whether got rounds to the table value want, given to the unit
// of its last digit; a hair is left for values that end in a five.
func near(got, want, unit float64) bool { return math.Abs(got-want) <= 0.5000001*unit }

// check compares values of one row of a table with the same last digit.
func check(t *testing.T, row any, unit float64, pairs ...float64) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		if !near(pairs[i], pairs[i+1], unit) {
			t.Errorf("%+v: column %d is %v, want %v", row, i/2+1, pairs[i], pairs[i+1])
		}
	}
}

func TestMM1(t *testing.T) {
	for _, r := range []struct{ rho, l, lq, w, wq, p99 float64 }{
		{.5, 1, .5, 2, 1, 9.2103},
		{.7, 2.3333, 1.6333, 3.3333, 2.3333, 15.3506},
		{.8, 4, 3.2, 5, 4, 23.0259},
		{.9, 9, 8.1, 10, 9, 46.0517},
		{.95, 19, 18.05, 20, 19, 92.1034},
	} {
		q := MM1(r.rho, 1)
		check(t, r, 1e-4, q.L, r.l, q.Lq, r.lq, q.W, r.w, q.Wq, r.wq, MM1Quantile(r.rho, 1, .99), r.p99)
		check(t, r, 1e-9, MM1Above(r.rho, 1, MM1Quantile(r.rho, 1, .99)), .01, q.Load, r.rho, q.Wait, r.rho)
	}
}

func TestErlangB(t *testing.T) {
	for _, r := range []struct {
		c       int
		a, want float64
	}{
		{0, 3, 1},
		{1, .8, .444444},
		{2, 1, .200000},
		{5, 3, .110054},
		{10, 8, .121661},
		{20, 16, .064411},
		{100, 90, .026957},
		{100, 100, .075700},
	} {
		check(t, r, 1e-6, ErlangB(r.c, r.a), r.want)
	}
}

func TestErlangC(t *testing.T) {
	for _, r := range []struct {
		c                  int
		a, p, lq, wq, tail float64
	}{
		{1, .8, .800000, 3.2000, 4.000000, .723870},
		{2, 1.6, .711111, 2.8444, 1.777778, .582209},
		{5, 4, .554113, 2.2165, .554113, .336086},
		{10, 8, .409180, 1.6367, .204590, .150529},
		{10, 9, .668732, 6.0186, .668732, .405606},
		{50, 45, .363864, 3.2748, .072773, .029868},
		{100, 90, .216940, 1.9525, .021694, .001462},
	} {
		q := MMc(r.a, 1, r.c)
		check(t, r, 1e-6, ErlangC(r.c, r.a), r.p, q.Wait, r.p, q.Wq, r.wq, MMcWaitAbove(r.a, 1, r.c, .5), r.tail)
		check(t, r, 1e-4, q.Lq, r.lq)
	}
}

func TestMMcK(t *testing.T) {
	for _, r := range []struct {
		c, k                     int
		a, loss, l, lq, w, wq, x float64
	}{
		{1, 10, .8, .023493, 2.966314, 2.185109, 3.797098, 2.797098, .781206},
		{1, 10, 1.2, .192586, 6.710709, 5.741812, 6.926138, 5.926138, .968896},
		{1, 100, 1.2, .166667, 95.000001, 94.000001, 95.000001, 94.000001, 1.000000},
		{5, 20, 4.5, .018282, 8.295822, 3.878092, 1.877847, .877847, 4.417730},
	} {
		q := MMcK(r.a, 1, r.c, r.k)
		check(t, r, 1e-6, q.Loss, r.loss, q.L, r.l, q.Lq, r.lq, q.W, r.w, q.Wq, r.wq, q.Throughput, r.x)
	}
	// With no place to wait it is Erlang's loss system.
	check(t, "K = c", 1e-12, MMcK(8, 1, 10, 10).Loss, ErlangB(10, 8))
}

func TestMG1(t *testing.T) {
	for _, r := range []struct{ scv, at5, at8, at9 float64 }{
		{0, .5, 2, 4.5},
		{1. / 3, .6667, 2.6667, 6},
		{.5, .75, 3, 6.75},
		{1, 1, 4, 9},
		{4, 2.5, 10, 22.5},
	} {
		check(t, r, 1e-4, MG1(.5, 1, r.scv).Wq, r.at5, MG1(.8, 1, r.scv).Wq, r.at8, MG1(.9, 1, r.scv).Wq, r.at9)
	}
	if q := MG1PS(.8, 2); !near(q.W, 1/(1-.4)/2, 1e-12) || q.Wait != 0 {
		t.Errorf("processor sharing: %+v", q)
	}
}

func TestMM1D(t *testing.T) {
	for _, r := range []struct{ rho, tau, loss, goodput float64 }{
		{.8, 1, .275196, .579843},
		{.8, 5, .076987, .738411},
		{1, 5, .142857, .857143},
		{1.2, 5, .223855, .931373},
		{2, 5, .500844, .998313},
	} {
		loss := MM1D(r.rho, 1, r.tau)
		check(t, r, 1e-6, loss, r.loss, r.rho*(1-loss), r.goodput)
	}
	// No patience at all is the loss system, endless patience loses only
	// what is beyond capacity; both sides of rho = 1 meet there.
	check(t, "limits", 1e-6, MM1D(.8, 1, 0), ErlangB(1, .8), MM1D(2, 1, 1e4), .5, MM1D(.5, 1, 1e4), 0,
		MM1D(1+1e-7, 1, 5), 1./7, MM1D(1-1e-7, 1, 5), 1./7)
}

func TestErlangA(t *testing.T) {
	for _, r := range []struct {
		lambda                   float64
		c                        int
		theta, abandon, wait, lq float64
	}{
		{90, 100, .5, .005686, .176868, 1.023495},
		{100, 100, .5, .033030, .596703, 6.606031},
		{110, 100, .5, .094618, .929116, 20.816033},
		{120, 100, 1, .167693, .972136, 20.123155},
	} {
		q := ErlangA(r.lambda, 1, r.c, r.theta)
		check(t, r, 1e-6, q.Loss, r.abandon, q.Wait, r.wait, q.Lq, r.lq)
		check(t, r, 1e-9, q.Throughput, q.Load*float64(r.c)) // what is not abandoned is served
	}
}

func TestRetrial(t *testing.T) {
	for _, r := range []struct{ lambda, nu, orbit, blocking float64 }{
		{.5, 1, 1.0, .5},
		{.5, .1, 5.5, .5},
		{.8, 1, 6.4, .8},
		{.8, .1, 35.2, .8},
		{.9, .5, 24.3, .9},
	} {
		blocking, orbit := Retrial(r.lambda, 1, r.nu)
		check(t, r, 1e-9, blocking, r.blocking, orbit, r.orbit)
		// Only ratios of rates count.
		_, scaled := Retrial(7*r.lambda, 7, 7*r.nu)
		check(t, r, 1e-9, scaled, orbit)
	}
}

func TestRepairman(t *testing.T) {
	for _, r := range []struct {
		n             int
		z             float64
		c             int
		x, l, resp, u float64
	}{
		{5, 4, 1, .80093, 1.79627, 2.24272, .80093},
		{10, 10, 1, .78542, 2.14582, 2.73208, .78542},
		{50, 40, 1, .98131, 10.74763, 10.95233, .98131},
		{20, 8, 2, 1.85025, 5.19798, 2.80933, 1.85025 / 2},
		{100, 9, 10, 9.43714, 15.06576, 1.59643, .943714},
	} {
		q := Repairman(r.n, r.z, 1, r.c)
		check(t, r, 1e-5, q.Throughput, r.x, q.L, r.l, q.W, r.resp, q.Load, r.u)
		check(t, r, 1e-9, q.Throughput*(q.W+r.z), float64(r.n))
		if !(q.Wait > 0 && q.Wait < 1) {
			t.Errorf("%+v: chance to wait %v", r, q.Wait)
		}
	}
	// One customer never waits, and two find the other one in service with
	// the chance that one customer alone keeps the server busy.
	check(t, "waiting", 1e-12, Repairman(1, 3, 1, 1).Wait, 0, Repairman(2, 3, 1, 1).Wait, Repairman(1, 3, 1, 1).Load)
}

func TestTTL(t *testing.T) {
	check(t, "clock at fill", 1e-4, TTLHit(1, 1), .5, TTLHit(2, 5), .9091, TTLHit(100, 1), .9901)
	check(t, "clock at hit", 1e-4, TTLHitRenewed(1, 1), .6321, TTLHitRenewed(1, 5), .9933)
	check(t, "ends", 1e-12, TTLHit(1, 0), 0, TTLHit(1, math.Inf(1)), 1, TTLHitRenewed(0, 5), 0)
	// Ten reads a second and three seconds to regenerate: about 30 requests
	// at each expiry.
	check(t, "stampede", 1e-9, TTLMisses(10, 3), 31, TTLStampede(10, 60, 3, false), 31/63.1, TTLStampede(10, 60, 3, true), 1/63.1)
	// Filled in no time, what reaches the database are the misses.
	check(t, "no stampede", 1e-12, TTLStampede(10, 60, 0, false), 10*(1-TTLHit(10, 60)))
}

func TestEarlyRefresh(t *testing.T) {
	check(t, "delta .4", 1e-3, EarlyRefresh(.1, .4, 1), .779, EarlyRefresh(.4, .4, 1), .368)
	check(t, "delta .4", 1e-5, EarlyRefresh(2, .4, 1), .00674)
	check(t, "delta .4", 1e-12, EarlyRefresh(10, .4, 1), 1.4e-11)
}

func TestChe(t *testing.T) {
	for _, r := range []struct {
		size            int
		alpha, che, top float64
	}{
		{100, .8, .15662, .30005},
		{1000, .8, .43666, .57062},
		{100, 1.0, .39053, .52999},
		{1000, 1.0, .67560, .76479},
	} {
		q := Zipf(10000, r.alpha)
		check(t, r, 1e-5, Che(q, r.size), r.che, Top(q, r.size), r.top)
	}
	// With all keys alike, the hit ratio is the share that fits.
	check(t, "ends", 1e-9, Che(Zipf(1000, 0), 250), .25, Che(Zipf(10, 1), 0), 0, Che(Zipf(10, 1), 10), 1, Che(nil, 5), 0,
		Che([]float64{1, 0, 0}, 2), 1)
}

func TestAttempts(t *testing.T) {
	for _, r := range []struct{ p, mean, success float64 }{
		{.1, 1.111, .9999},
		{.2, 1.248, .9984},
		{.5, 1.875, .9375},
		{.9, 3.439, .3439},
	} {
		mean, success := Attempts(r.p, 4)
		check(t, r, 1e-3, mean, r.mean)
		check(t, r, 1e-4, success, r.success)
	}
	mean, success := Attempts(1, 3)
	check(t, "always fails", 1e-12, mean, 3, success, 0)
	check(t, "layers", 1e-9, Layers(3, 5), 243, Layers(4, 3), 64, RetryBorder(4), .25)
}

func TestOverload(t *testing.T) {
	for _, r := range []struct {
		x    float64
		want []float64
	}{
		{1.5, []float64{1.50, 2.37, 3.26, 4.16, 5.07}},
		{1.1, []float64{1.10, 1.43, 1.82, 2.22, 2.62}},
	} {
		for i, want := range r.want {
			check(t, r, 1e-2, Overload(r.x, i+1), want)
		}
	}
	check(t, "below capacity", 1e-12, Overload(.9, 4), .9, Overload(1, 4), 1)
}

func TestDeleteOnError(t *testing.T) {
	for _, r := range []struct{ ratio, stuck float64 }{{4, 2.0}, {5, 3.62}, {6, 4.73}, {8, 6.83}, {12, 10.90}} {
		tip, stuck, exists := DeleteOnError(r.ratio*300, 300)
		if !exists {
			t.Errorf("no stuck state at %v times the capacity", r.ratio)
		}
		check(t, r, 1e-2, stuck/300, r.stuck)
		// Both are roots: their product is lambda c, their sum lambda.
		check(t, r, 1e-6, tip*stuck, r.ratio*300*300, tip+stuck, r.ratio*300)
		check(t, r, 1e-9, r.ratio*300*(1-Present(stuck, 300)), stuck)
	}
	if _, _, exists := DeleteOnError(1199, 300); exists {
		t.Error("stuck below four times the capacity")
	}
}

// TestPrecision holds the run lengths, in million service times, for 1 %.
func TestPrecision(t *testing.T) {
	check(t, "million", .01, MM1Precision(.5, .01)/1e6, .92)
	check(t, "million", .1, MM1Precision(.8, .01)/1e6, 4.3, MM1Precision(.9, .01)/1e6, 16.2)
}

func TestOutOfDomain(t *testing.T) {
	nan := map[string]float64{
		"MM1":       MM1(1, 0).W,
		"MMc":       MMc(-1, 1, 1).W,
		"MMcK":      MMcK(1, 1, 3, 2).Loss,
		"MG1":       MG1(.5, 1, -1).Wq,
		"MM1D":      MM1D(1, 1, -1),
		"ErlangA":   ErlangA(1, 1, 1, 0).Loss,
		"ErlangB":   ErlangB(-1, 1),
		"ErlangC":   ErlangC(0, 1),
		"Repairman": Repairman(0, 1, 1, 1).W,
		"Overload":  Overload(math.NaN(), 2),
	}
	for name, x := range nan {
		if !math.IsNaN(x) {
			t.Errorf("%s gives %v out of its domain", name, x)
		}
	}
	if mean, _ := Attempts(2, 1); !math.IsNaN(mean) {
		t.Error("a chance of 2 is accepted")
	}
	if _, orbit := Retrial(1, 1, 0); !math.IsNaN(orbit) {
		t.Error("a retry rate of 0 is accepted")
	}
	if q := MMc(3, 1, 2); !math.IsInf(q.Wq, 1) || q.Throughput != 2 || q.Load != 1 {
		t.Errorf("an overloaded queue: %+v", q)
	}
	if _, orbit := Retrial(2, 1, 1); !math.IsInf(orbit, 1) || !math.IsInf(MM1Quantile(2, 1, .5), 1) {
		t.Error("overload does not give infinite values")
	}
}
