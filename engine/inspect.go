package engine

// Next is when the next thing will happen: the earliest entry of the agenda
// (a cancelled timer counts) or command. It is Never when nothing is to come.
func (s *Sim) Next() Time { return min(s.agenda.peek(), s.nextCommand()) }

// ReadGauges adds to g what one node reports.
func (s *Sim) ReadGauges(id NodeID, g *Gauges) {
	n := &s.nodes[id]
	n.comp.Gauges(&n.ctx, g)
}
