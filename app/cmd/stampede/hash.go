package main

import (
	"fmt"
	"io"
)

// printHash prints the hash of a run: 16 hexadecimal digits, the same that the page
// shows for the same run.
func printHash(args []string, stdout, stderr io.Writer) int {
	f := newFlags("hash", stderr)
	p := planFlags(f)
	what, status, ok := p.words(args)
	if !ok {
		return status
	}
	sim := p.prepare(what, stderr)
	if sim == nil {
		return exitUsage
	}
	sim.Sample(0) // nothing is drawn
	if !p.atStart {
		sim.RunUntil(int64(p.until))
	}
	fmt.Fprintf(stdout, "%016x\n", sim.Hash())
	return exitFine
}
