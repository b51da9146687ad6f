package main

import (
	"fmt"
	"io"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// printSchema prints the JSON Schema of the scenario format, by which editors
// complete and check scenario files.
func printSchema(args []string, stdout, stderr io.Writer) int {
	f := newFlags("schema", stderr)
	if _, status, ok := parseWith(f, args); !ok {
		return status
	}
	return printAll("schema", scenario.Schema(catalog.Kinds{}, describe), stdout, stderr)
}

// describe says what a kind of component or policy is.
func describe(kind string) string {
	for i := range catalog.Components {
		if catalog.Components[i].Kind == kind {
			return catalog.Components[i].Help
		}
	}
	for i := range catalog.Policies {
		if catalog.Policies[i].Kind == kind {
			return catalog.Policies[i].Help
		}
	}
	return ""
}

// printAll prints a whole document.
func printAll(name string, text []byte, stdout, stderr io.Writer) int {
	if _, err := stdout.Write(text); err != nil {
		fmt.Fprintf(stderr, "stampede %s: %v\n", name, err)
		return exitFailed
	}
	return exitFine
}
