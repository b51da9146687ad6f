package engine

// Needs is what a component asks of the scenario around it. It is checked
// before a run is built, so that a component may rely on it.
type Needs struct {
	// One asks for exactly one link that leaves the component, of any role.
	One bool
	// Roles are those of the links that must leave it, one each; May are
	// those of further links that it uses when they are there.
	Roles, May []string
	// Back is a role whose link must lead to the one component that makes calls to
	// this one; "" for a component that takes calls from anywhere.
	Back string
	// Keys is the least number of distinct cached keys.
	Keys int
}

// Needy is a component that relies on links or on cached keys.
type Needy interface{ Needs() Needs }

// NeedsOf is what a component asks of the scenario around it: nothing, and
// that no link leaves it, unless it says otherwise.
func NeedsOf(c Component) Needs {
	if n, ok := c.(Needy); ok {
		return n.Needs()
	}
	return Needs{}
}
