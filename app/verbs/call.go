package verbs

import (
	"fmt"
	"slices"

	"stampede/engine"
	"stampede/engine/param"
)

// Call carries out a verb by its name, with arguments and result as JSON knows
// them: nil, bool, float64, string, []any and map[string]any. Every argument is
// untrusted.
func (v *Verbs) Call(verb string, args ...any) (any, error) {
	if run, ok := commands[verb]; ok {
		if slices.Contains(moving, verb) && v.s.Err() != nil {
			return nil, v.s.Err()
		}
		return nil, run(v, args)
	}
	if ask, ok := questions[verb]; ok {
		return ask(v, args)
	}
	return nil, fmt.Errorf("unknown verb %q", verb)
}

// Names lists the verbs that Call knows, commands first.
func Names() (commandNames, questionNames []string) {
	return []string{"set", "do", "play", "pause", "step", "next", "previous", "seek", "speed", "reset", "size", "strategy", "compare"},
		[]string{
			"scenario", "params", "get", "actions", "journal", "now", "playing", "seeking", "seed", "metrics", "series",
			"table", "verdict", "state", "hash", "link", "dots", "at",
		}
}

// questions are the verbs that only answer.
var questions = map[string]func(*Verbs, []any) (any, error){
	"scenario": func(v *Verbs, _ []any) (any, error) { return plain(v.s.Scenario()) },
	"params":   func(v *Verbs, _ []any) (any, error) { return v.params(), nil },
	"get": func(v *Verbs, args []any) (any, error) {
		path, err := text(args, 0, "path")
		if err != nil {
			return nil, err
		}
		value, err := v.s.Get(path)
		if err != nil {
			return nil, err
		}
		return value, nil
	},
	"actions": func(v *Verbs, _ []any) (any, error) { return v.actions(), nil },
	"now":     func(v *Verbs, _ []any) (any, error) { return seconds(v.s.Now()), nil },
	"playing": func(v *Verbs, _ []any) (any, error) { return v.s.Playing(), nil },
	"seed":    func(v *Verbs, _ []any) (any, error) { return float64(v.s.Seed()), nil },
	"seeking": func(v *Verbs, _ []any) (any, error) { return v.s.Seeking(), nil },
	"journal": func(v *Verbs, _ []any) (any, error) { return v.journal(), nil },
	"metrics": func(v *Verbs, _ []any) (any, error) { return v.metrics() },
	"series":  func(v *Verbs, args []any) (any, error) { return v.series(args) },
	"dots":    func(v *Verbs, _ []any) (any, error) { return v.dots() },
	"at":      func(v *Verbs, args []any) (any, error) { return v.dotAt(args) },
	"state":   func(v *Verbs, _ []any) (any, error) { return v.s.State().String(), nil },
	"table":   func(v *Verbs, _ []any) (any, error) { return v.table() },
	"verdict": func(v *Verbs, _ []any) (any, error) { return v.verdict() },
	"hash":    func(v *Verbs, _ []any) (any, error) { return v.s.Hash(), nil },
	"link":    func(v *Verbs, _ []any) (any, error) { return v.Link(), nil },
}

func seconds(t engine.Time) float64 { return float64(t) / float64(engine.Second) }

// params describes every parameter with its value.
func (v *Verbs) params() []any {
	var out []any
	for _, path := range Paths(v.s) {
		p, ok := Param(v.s, path)
		if !ok {
			continue
		}
		value, _ := v.s.Get(path)
		d := map[string]any{
			"path": path, "type": p.Type.String(), "unit": p.Unit, "default": p.Default,
			"value": value, "help": p.Help, "fixed": p.Fixed,
		}
		if p.Bounded() {
			d["min"], d["max"] = p.Text(p.Min), p.Text(p.Max)
		}
		if p.Type == param.Choice {
			d["choices"] = list(p.Choices)
		}
		out = append(out, d)
	}
	return out
}

func (v *Verbs) actions() []any {
	var out []any
	for _, a := range v.s.Scenario().Actions {
		d := map[string]any{"name": a.Name, "grave": a.Grave}
		if a.Arg != nil {
			d["arg"] = map[string]any{
				"default": a.Arg.Default, "min": a.Arg.Min, "max": a.Arg.Max, "unit": a.Arg.Unit, "whole": a.Arg.Whole,
			}
		}
		out = append(out, d)
	}
	return out
}

func list(words []string) []any {
	out := make([]any, len(words))
	for i, w := range words {
		out[i] = w
	}
	return out
}
