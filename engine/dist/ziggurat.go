package dist

// Both ziggurats (Marsaglia and Tsang 2000) have 256 layers of equal area.
// Layer i is a rectangle of width expX[i] whose part left of expX[i+1] lies
// wholly under the density; layer 0 is the base with the tail. One draw gives
// the layer (its low 8 bits) and the place in it (its high 53).
const (
	layers = 256
	// expR and normR are where the tails begin, expV and normV the areas of
	// a layer; they solve the condition that the layers end at height 1.
	expR  = 7.69711747013104972
	expV  = 0.0039496598225815571993
	normR = 3.6541528853610088
	normV = 0.00492867323399141
)

// Exp returns an exponential variate of mean 1.
func (r *Stream) Exp() float64 {
	u := r.Uint64()
	i := u & (layers - 1)
	x := float64(float64(int64(u>>11)) * 0x1p-53 * expX[i])
	if x < expX[i+1] { // 98.9 % of the draws
		return x
	}
	return r.expEdge(i, x)
}

// expEdge decides about a point in the edge of layer i, and draws afresh
// until one is accepted.
func (r *Stream) expEdge(i uint64, x float64) float64 {
	for shift := 0.0; ; {
		switch {
		case x < expX[i+1]:
			return shift + x
		case i == 0:
			// The tail of an exponential is the same exponential, further out.
			shift += expR
		case expF[i]+float64(r.Float64()*(expF[i+1]-expF[i])) < Exp(-x):
			return shift + x
		}
		u := r.Uint64()
		i = u & (layers - 1)
		x = float64(float64(int64(u>>11)) * 0x1p-53 * expX[i])
	}
}

// Norm returns a normal variate of mean 0 and variance 1.
func (r *Stream) Norm() float64 {
	for {
		u := r.Uint64()
		i := u & (layers - 1)
		x := float64(int64(u>>11)) * 0x1p-53 * normX[i]
		if x >= normX[i+1] {
			if i == 0 {
				x = r.normTail()
			} else if normF[i]+float64(r.Float64()*(normF[i+1]-normF[i])) >= Exp(-x*x/2) {
				continue
			}
		}
		if u&layers != 0 { // the bit above those of the layer
			return -x
		}
		return x
	}
}

// normTail returns a normal variate that is larger than normR (Marsaglia
// 1964).
func (r *Stream) normTail() float64 {
	for {
		x := r.Exp() / normR
		if y := r.Exp(); y+y > x*x {
			return normR + x
		}
	}
}
