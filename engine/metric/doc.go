// Package metric holds the plain data that measurements are kept in, and the
// names, units and meanings of all metrics. It imports nothing of the engine,
// so that all of the engine may use it.
package metric
