// Package component holds the kinds of components, one file each: populations
// that make requests, servers and databases that queue and answer them, the
// web hosts with their verifier, the cache, the gate at the door and the
// publisher of configuration.
//
// A component is parameters P, state S and one transition function. To add
// one, write its file and one line in package catalog.
package component
