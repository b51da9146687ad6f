package link

// Number, Inflate and SumLine are for tests.
var (
	Number  = number
	Inflate = inflate
	SumLine = sumLine
)

// The bounds, for tests.
const (
	MaxFragment = maxFragment
	MaxText     = maxText
)
