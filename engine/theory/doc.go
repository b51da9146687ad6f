// Package theory holds closed forms and small exact computations of queueing,
// caching, retrying and releasing, which tests and the accuracy page compare runs with.
//
// It calls nothing of the engine, so an agreement of the two means something,
// and no value of it ever enters a run's state or hash. Rates are per unit of
// time and times in that unit, whichever it is. Arguments out of the stated
// domain give NaN; a queue without a steady state has infinite waits.
package theory
