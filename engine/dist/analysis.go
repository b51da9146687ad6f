package dist

import "math"

// ln2 in two parts: the high one has 33 significant bits, so that its product
// with a small whole number is exact.
const (
	ln2Hi = 6.93147180369123816490e-01
	ln2Lo = 1.90821492927058770002e-10
)

// mulAdd is a*b + c rounded twice, on every processor.
func mulAdd(a, b, c float64) float64 { return float64(a*b) + c }

// horner evaluates the polynomial with the given coefficients, highest power
// first.
func horner(x float64, coef []float64) float64 {
	var y float64
	for _, c := range coef {
		y = mulAdd(y, x, c)
	}
	return y
}

// Exp returns e^x with a relative error below 1e-15, bit for bit the same in
// every build.
//
// With n the whole number nearest to 32x/ln 2, e^x = 2^(n/32) e^r: the power
// of two by table and exponent, e^r for |r| < 0.011 by its series.
func Exp(x float64) float64 {
	switch {
	case x != x:
		return x
	case x > 709.782712893384:
		return math.Inf(1)
	case x < -745.1332191019412:
		return 0
	}
	n := math.Floor(mulAdd(x, 32/math.Ln2, 0.5))
	r := x - float64(n*(ln2Hi/32)) - float64(n*(ln2Lo/32))
	p := mulAdd(r, 1.0/720, 1.0/120)
	p = mulAdd(r, p, 1.0/24)
	p = mulAdd(r, p, 1.0/6)
	p = mulAdd(r, p, 0.5)
	p = mulAdd(r*r, p, r)
	t := exp2Table[int(n)&31]
	y := mulAdd(t, p, t)
	k := int(n) >> 5
	if k > 1023 { // 2^1024 is no float64 itself
		return y * 2 * pow2(k-1)
	}
	if k < -1022 { // the result may be subnormal: go there in two steps
		return y * pow2(k+64) * 0x1p-64
	}
	return y * pow2(k)
}

// pow2 returns 2^k for k in [-1022, 1023].
func pow2(k int) float64 { return math.Float64frombits(uint64(k+1023) << 52) }

// logSeries holds the coefficients 2/(2n+1) of ln((1+s)/(1-s))/s by powers of
// s squared, highest first.
var logSeries = [...]float64{2. / 23, 2. / 21, 2. / 19, 2. / 17, 2. / 15, 2. / 13, 2. / 11, 2. / 9, 2. / 7, 2. / 5, 2. / 3}

// Log returns the natural logarithm of x with a relative error below 1e-15,
// bit for bit the same in every build. math.Log is not: for subnormal numbers
// amd64 gives another one.
func Log(x float64) float64 {
	switch {
	case x != x || x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	case x > math.MaxFloat64:
		return x
	}
	m, k := math.Frexp(x) // exact: it only moves bits
	if m < math.Sqrt2/2 {
		m, k = m*2, k-1
	}
	f := m - 1 // exact
	s := f / (2 + f)
	q := s * s
	tail := float64(s * q * horner(q, logSeries[:]))
	return float64(float64(k)*ln2Hi) + (s*2 + (tail + float64(float64(k)*ln2Lo)))
}

// Pow returns x^y for x >= 0, and NaN for negative x. The relative error is
// below 1e-15 times the larger of 1 and |y ln x|.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case x == 0 && y > 0:
		return 0
	case x == 0:
		return math.Inf(1)
	}
	return Exp(y * Log(x))
}

// stirling holds the coefficients of Stirling's series for ln Gamma by powers
// of 1/z squared, highest first.
var stirling = [...]float64{-691. / 360360, 1. / 1188, -1. / 1680, 1. / 1260, -1. / 360, 1. / 12}

// gammaFunc returns Gamma(z) for z in [1, 12] with a relative error below
// 1e-13: shifted up to where Stirling's series is exact enough.
func gammaFunc(z float64) float64 {
	product := 1.0
	for z < 12 {
		product *= z
		z++
	}
	const halfLog2Pi = 0.91893853320467274178
	ln := mulAdd(z-0.5, Log(z), -z) + halfLog2Pi + horner(1/(z*z), stirling[:])/z
	return Exp(ln) / product
}

// erf returns the error function of x >= 0 by its series with positive terms
// (Abramowitz and Stegun 7.1.6), to a few units in the 15th digit.
func erf(x float64) float64 {
	if x > 6 {
		return 1
	}
	sum, term := x, x
	for n := 1.0; term > sum*1e-17; n++ {
		term = float64(term * (2 * x * x / (2*n + 1)))
		sum += term
	}
	return 2 / math.Sqrt(math.Pi) * Exp(-x*x) * sum
}
