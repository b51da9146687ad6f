// Package engine is Stampede's simulation kernel: a deterministic
// discrete-event engine and the words that components, policies and views
// share.
//
// One law holds it together:
//
//	a run = scenario + version + seed + journal of user actions
//
// The same four give the same run, to the byte, natively and in the browser.
// So the engine reads no clock, draws from no shared random source, ranges
// over no map to decide something and keeps nothing outside its state.
//
// # How a run moves
//
// Components (package component) own queues, caches and populations. They
// speak to each other over links. A Call is what one component wants of
// another; an Attempt is one try of that call on the wire. A link carries a
// stack of policies (package policy): the outermost is asked first before an
// attempt leaves, the innermost is told first when its outcome is known.
//
// A policy decides, the engine acts: Before and After return a Decision (a
// plain value), and the kernel does what it says. So a decision can be traced,
// drawn and explained with no code in the policy.
//
// # How state is kept
//
// All state is pointer-free: structs of numbers and slices of such structs,
// with indexes for links between them. A Snapshot is therefore a few memory
// copies, and a run continued from one equals the uninterrupted run.
package engine
