package engine

// Next is when the next thing will happen: the earliest entry of the agenda
// (a cancelled timer counts) or command. It is Never when nothing is to come.
func (s *Sim) Next() Time { return min(s.agenda.peek(), s.nextCommand()) }

// ReadGauges adds to g what one node reports.
func (s *Sim) ReadGauges(id NodeID, g *Gauges) {
	n := &s.nodes[id]
	n.comp.Gauges(&n.ctx, g)
}

// Accountable is a component that keeps an account of its own, beside those that
// the kernel keeps for every node.
type Accountable interface {
	// Account reports what does not add up, nil when all does. In full it counts
	// everything one by one.
	Account(c *Ctx, full bool) error
}

// Account asks a node for its own account; a node without one is in order.
func (s *Sim) Account(id NodeID, full bool) error {
	n := &s.nodes[id]
	if a, ok := n.comp.(Accountable); ok {
		return a.Account(&n.ctx, full)
	}
	return nil
}
