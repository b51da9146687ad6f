package link

// Number and Inflate are for tests.
var (
	Number  = number
	Inflate = inflate
)

// The bounds, for tests.
const (
	MaxFragment = maxFragment
	MaxText     = maxText
)
