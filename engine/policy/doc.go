// Package policy holds the strategies, one file each. A policy decides and the
// engine acts: Before and After return a Decision, a plain value.
//
// Each is parameters, state and two small functions, and each says in its doc
// comment what its default does. To add one, write its file and one line in
// package catalog.
package policy
