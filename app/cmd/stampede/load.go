package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"stampede/engine/catalog"
	"stampede/engine/scenario"
)

// load finds a scenario: a built-in one by its name, or a file. When it answers
// nil, what is wrong has been written to stderr.
func load(what string, stderr io.Writer) *scenario.Scenario {
	if s, ok := catalog.Scenario(what); ok {
		return s
	}
	data, err := readScenario(what)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("there is no scenario and no file %q; the scenarios are %s", what, strings.Join(scenarioNames(), ", "))
		}
		fmt.Fprintln(stderr, "stampede:", err)
		return nil
	}
	s, faults := examine(data)
	for _, e := range faults {
		fmt.Fprintf(stderr, "%s: %v\n", what, e)
	}
	if len(faults) > 0 {
		return nil
	}
	return s
}

// readScenario reads a file no further than a scenario may be long, so that a
// wrong name costs nothing.
func readScenario(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, scenario.MaxBytes+1))
}

// examine reads a scenario and returns it with all that is wrong with it.
func examine(data []byte) (*scenario.Scenario, []*scenario.Error) {
	s, err := scenario.Parse(data)
	if err != nil {
		var e *scenario.Error
		if !errors.As(err, &e) {
			e = &scenario.Error{Path: "$", Found: err.Error(), Allowed: "a scenario"}
		}
		return nil, []*scenario.Error{e}
	}
	return s, s.Check(catalog.Kinds{})
}

func scenarioNames() []string {
	var names []string
	for _, s := range catalog.Scenarios() {
		names = append(names, s.Name)
	}
	return names
}
