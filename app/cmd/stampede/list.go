package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"stampede/engine"
	"stampede/engine/catalog"
	"stampede/engine/param"
)

// listing is what there is, for programs.
type listing struct {
	Scenarios  []listedScenario `json:"scenarios"`
	Components []listedKind     `json:"components"`
	Policies   []listedKind     `json:"policies"`
}

type listedScenario struct {
	Name       string   `json:"name"`
	Version    int      `json:"version"`
	For        float64  `json:"for"` // s
	Components []string `json:"components"`
	Actions    []string `json:"actions"`
	Strategies []string `json:"strategies"`
}

type listedKind struct {
	Kind   string        `json:"kind"`
	Seat   string        `json:"seat,omitempty"` // of a policy: call, lookup or admission
	Help   string        `json:"help"`
	Params []listedParam `json:"params"`
}

type listedParam struct {
	Name    string          `json:"name"`
	Type    string          `json:"type"`
	Unit    string          `json:"unit,omitempty"`
	Default json.RawMessage `json:"default"`
	Allowed string          `json:"allowed"`
	Fixed   bool            `json:"fixed,omitempty"` // set before a run only
	Help    string          `json:"help"`
}

// list prints the scenarios, and the kinds of components and policies with
// their parameters.
func list(args []string, stdout, stderr io.Writer) int {
	f := newFlags("list", stderr)
	asJSON := f.Bool("json", false, "print one JSON object")
	if _, status, ok := parseWith(f, args); !ok {
		return status
	}
	l := listAll()
	if *asJSON {
		e := json.NewEncoder(stdout)
		e.SetIndent("", " ")
		e.SetEscapeHTML(false)
		if err := e.Encode(l); err != nil {
			fmt.Fprintln(stderr, "stampede list:", err)
			return exitFailed
		}
		return exitFine
	}
	l.print(stdout)
	return exitFine
}

func listAll() *listing {
	l := &listing{}
	for _, s := range catalog.Scenarios() {
		e := listedScenario{Name: s.Name, Version: s.Version, For: seconds(engine.Time(s.For)), Actions: []string{}, Strategies: []string{}}
		for i := range s.Components {
			e.Components = append(e.Components, s.Components[i].Name)
		}
		for i := range s.Actions {
			e.Actions = append(e.Actions, s.Actions[i].Name)
		}
		for i := range s.Strategies {
			e.Strategies = append(e.Strategies, s.Strategies[i].Name)
		}
		l.Scenarios = append(l.Scenarios, e)
	}
	for _, k := range catalog.Components {
		l.Components = append(l.Components, listedKind{Kind: k.Kind, Help: k.Help, Params: listParams(engine.Declared(k.New()))})
	}
	for _, k := range catalog.Policies {
		l.Policies = append(l.Policies, listedKind{Kind: k.Kind, Seat: seatNames[k.Seat], Help: k.Help, Params: listParams(engine.Declared(k.New()))})
	}
	return l
}

var seatNames = map[engine.Seat]string{engine.OnCall: "call", engine.OnLookup: "lookup", engine.OnAdmission: "admission"}

func listParams(set *param.Set) []listedParam {
	out := []listedParam{}
	for _, p := range set.Params() {
		out = append(out, listedParam{p.Name, p.Type.String(), p.Unit, p.JSON(p.Default), p.Allowed(), p.Fixed, p.Help})
	}
	return out
}

func (l *listing) print(out io.Writer) {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "scenarios")
	for _, s := range l.Scenarios {
		fmt.Fprintf(w, "  %s\t%v s, %s, %s, %s\n", s.Name, s.For, count(len(s.Components), "component"),
			count(len(s.Actions), "action"), count(len(s.Strategies), "strategy"))
		printNames(w, "actions", s.Actions)
		printNames(w, "strategies", s.Strategies)
	}
	fmt.Fprintln(w, "\ncomponents")
	printKinds(w, l.Components)
	fmt.Fprintln(w, "\npolicies")
	printKinds(w, l.Policies)
	w.Flush()
}

// namesWide is how wide a line of names may be.
const namesWide = 90

// printNames lists names, in as many lines as they need.
func printNames(w io.Writer, what string, names []string) {
	line := ""
	for i, name := range names {
		if line != "" && len(line)+len(name) > namesWide {
			fmt.Fprintf(w, "    %s\t%s\n", what, strings.TrimSuffix(line, " "))
			what, line = "", ""
		}
		if line += name; i < len(names)-1 {
			line += ", "
		}
	}
	if line != "" {
		fmt.Fprintf(w, "    %s\t%s\n", what, line)
	}
}

func printKinds(w io.Writer, kinds []listedKind) {
	for _, k := range kinds {
		fmt.Fprintf(w, "  %s\t%s\n", k.Kind, k.Help)
		for _, p := range k.Params {
			fmt.Fprintf(w, "    %s\t%s; %s by default\n", p.Name, p.Help, p.Default)
		}
	}
}
