package main

import (
	"fmt"
	"io"
	"strings"
)

// checkFile reads a scenario file and says what is wrong with it, a line for each
// fault: JSON path, what was found, what is allowed.
func checkFile(args []string, stdout, stderr io.Writer) int {
	f := newFlags("check", stderr)
	names, status, ok := parseWith(f, args, "FILE")
	if !ok {
		return status
	}
	data, err := readScenario(names[0])
	if err != nil {
		fmt.Fprintln(stderr, "stampede check:", err)
		return exitUsage
	}
	s, faults := examine(data)
	for _, e := range faults {
		fmt.Fprintf(stderr, "%s: %v\n", names[0], e)
	}
	if len(faults) > 0 {
		return exitUsage
	}
	fmt.Fprintf(stdout, "%s: %s is fine: %s\n", names[0], s.Name, strings.Join([]string{
		count(len(s.Components), "component"), count(len(s.Links), "link"), count(len(s.Actions), "action"),
		count(len(s.Strategies), "strategy"), count(len(s.Series), "chart"),
	}, ", "))
	return exitFine
}

// count writes a number of things.
func count(n int, thing string) string {
	if stem, ok := strings.CutSuffix(thing, "y"); ok && n != 1 {
		thing = stem + "ie"
	}
	if n != 1 {
		thing += "s"
	}
	return fmt.Sprintf("%d %s", n, thing)
}
