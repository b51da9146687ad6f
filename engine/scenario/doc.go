// Package scenario holds the scenario format, its checks, and the built-in
// scenarios in that same format.
package scenario
