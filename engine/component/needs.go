package component

import "stampede/engine"

// fewestKeys is the pushed key alone.
const fewestKeys = 1

// Needs asks for the one place to which the requests go.
func (s *Population) Needs() engine.Needs { return engine.Needs{One: true} }

// Needs asks for the one place to which the requests go.
func (s *Closed) Needs() engine.Needs { return engine.Needs{One: true} }

// Needs asks for the one place behind the gate.
func (g *Gate) Needs() engine.Needs { return engine.Needs{One: true} }

// Needs asks for the cache and for the store behind it. Complaints go to the
// publisher when there is one.
func (s *WebHosts) Needs() engine.Needs {
	return engine.Needs{Roles: []string{"cache", "store"}, May: []string{"complaint"}, Keys: fewestKeys}
}

// Needs asks for keys to hold.
func (s *Cache) Needs() engine.Needs { return engine.Needs{Keys: fewestKeys} }

// Needs asks for all whom a push is told to.
func (s *Publisher) Needs() engine.Needs {
	return engine.Needs{Roles: []string{"hosts", "cache", "store"}, Keys: fewestKeys}
}

// Needs asks for the queue to which events are handed.
func (s *Intake) Needs() engine.Needs { return engine.Needs{Roles: []string{"queue"}} }

// Needs asks for the workers, and for the one intake whose numbers for events are
// the queue's, and which is told of deliveries.
func (s *WorkQueue) Needs() engine.Needs {
	return engine.Needs{Roles: []string{"work", "delivered"}, Back: "delivered"}
}

// Needs asks for nobody; alerts go to those on call when there are any.
func (s *Workers) Needs() engine.Needs { return engine.Needs{May: []string{"alerts"}} }
